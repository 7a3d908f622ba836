import type { Theme } from "./theme";

/** Words in both languages, kept beside where they are used. */
export interface Text { en: string; zh: string }

/** The content of a tab; `modes.ts` has its name. `about` is its help: paragraphs separated by empty lines. */
export interface Mode {
  about: Text;
  mount(host: HTMLElement, context: Context): Mounted;
}

/** What the shell lends to the mode on show. */
export interface Context {
  language(): "en" | "zh";
  text(text: Text): string;
  /** Colours by name, ready for a canvas. Ask again after `onChange`. */
  theme(): Theme;
  /** What the address said when the mode was opened. */
  params: URLSearchParams;
  /** Puts all of the mode's state into the address; what is left out there is forgotten. Cheap enough for every frame. */
  saveParams(next: Record<string, string>): void;
  /** Calls `listener` when language or theme have changed; returns how to stop. Also stopped when the mode is left. */
  onChange(listener: () => void): () => void;
}

export interface Mounted { unmount(): void }
