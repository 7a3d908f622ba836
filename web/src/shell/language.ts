import type { Text } from "./mode";

export type Language = "en" | "zh";

const CHOICE_KEY = "clearance-language";
let current: Language = "en";

/**
 * All texts on the page with their elements, so that a change of language reaches everything that is on the
 * page, and nothing that has been removed.
 */
const written = new WeakMap<Element, Map<string, Text>>();
const MARK = "data-text";

export function language(): Language {
  return current;
}

export function translate(text: Text): string {
  return text[current];
}

/** The language of a shared address, else the one chosen before, else the browser's. */
export function startLanguage(asked: string | null): void {
  const wish = asked ?? localStorage.getItem(CHOICE_KEY) ?? navigator.language;
  current = wish.toLowerCase().startsWith("zh") ? "zh" : "en";
  document.documentElement.lang = current;
}

/** Changes every text written by `write` and `writeAttribute`. */
export function switchLanguage(next: Language): void {
  current = next;
  localStorage.setItem(CHOICE_KEY, next);
  document.documentElement.lang = next;
  for (const element of document.querySelectorAll(`[${MARK}]`)) {
    for (const [name, text] of written.get(element) ?? []) put(element, name, text);
  }
}

/** Sets the text of an element, in both languages. */
export function write<E extends Element>(element: E, text: Text): E {
  return writeAttribute(element, "", text);
}

/** Sets the text of an attribute (`aria-label`, `title`), in both languages. */
export function writeAttribute<E extends Element>(element: E, name: string, text: Text): E {
  const texts = written.get(element) ?? new Map<string, Text>();
  texts.set(name, text);
  written.set(element, texts);
  element.setAttribute(MARK, "");
  put(element, name, text);
  return element;
}

function put(element: Element, name: string, text: Text): void {
  const words = translate(text);
  if (name === "") {
    if (element.textContent !== words) element.textContent = words;
  } else {
    element.setAttribute(name, words);
  }
}
