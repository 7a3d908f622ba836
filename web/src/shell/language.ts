import type { Text } from "./mode";

export type Language = "en" | "zh";

const CHOICE_KEY = "clearance-language";
let current: Language = "en";

/** What is written where, so that a change of language reaches all that is on the page, and nothing that has left it. */
const written = new WeakMap<Element, Map<string, Text>>();
const MARK = "data-text";

export function language(): Language {
  return current;
}

export function translate(text: Text): string {
  return text[current];
}

/** The language asked for by a shared address, else chosen before, else the browser's. */
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

/** The element's words from now on, in whichever language. */
export function write<E extends Element>(element: E, text: Text): E {
  return writeAttribute(element, "", text);
}

/** The words of an attribute (`aria-label`, `title`) from now on. */
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
