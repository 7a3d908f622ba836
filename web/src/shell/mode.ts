import type { Theme } from "./theme";

/** A text in both languages, kept beside where it is used. */
export interface Text { en: string; zh: string }

/**
 * The content of a tab; `modes.ts` has its name. `about` is its help: paragraphs separated by empty lines.
 */
export interface Mode {
  about: Text;
  mount(host: HTMLElement, context: Context): Mounted;
}

/** What the shell provides to the mode on show. */
export interface Context {
  language(): "en" | "zh";
  text(text: Text): string;
  /** Colours by name, for a canvas. Ask again after `onChange`. */
  theme(): Theme;
  /** The parameters of the address when the mode was opened. */
  params: URLSearchParams;
  /**
   * Puts the whole state of the mode into the address, in place of the old one. Cheap enough for every frame.
   */
  saveParams(next: Record<string, string>): void;
  /**
   * Calls `listener` when language or theme have changed; returns a function that stops it. It also stops
   * when the mode is left.
   */
  onChange(listener: () => void): () => void;
}

export interface Mounted { unmount(): void }
