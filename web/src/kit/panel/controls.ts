// Controls as ordinary accessible HTML, with texts in both languages. Setting a control from code does not
// call its callback.

import { write, writeAttribute } from "../../shell/language";
import type { Text } from "../../shell/mode";

/** A control and its element; `set` shows another value. */
export interface Control<V, E extends HTMLElement = HTMLElement> { element: E; set(value: V): void }

let count = 0;
const freshId = () => `control-${++count}`;

function make<K extends keyof HTMLElementTagNameMap>(tag: K, className = ""): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  if (className) element.className = className;
  return element;
}

export function button(label: Text, pressed: () => void, options: { strong?: boolean; hint?: Text } = {}): HTMLButtonElement {
  const element = write(make("button", options.strong ? "button strong" : "button"), label);
  element.type = "button";
  if (options.hint) writeAttribute(element, "title", options.hint);
  element.addEventListener("click", pressed);
  return element;
}

/** On or off. */
export function toggle(label: Text, value: boolean, changed: (on: boolean) => void): Control<boolean> {
  const element = make("label", "toggle");
  const input = make("input");
  input.type = "checkbox";
  input.setAttribute("role", "switch");
  input.checked = value;
  input.addEventListener("change", () => changed(input.checked));
  element.append(input, write(make("span"), label));
  return { element, set: (on) => { input.checked = on; } };
}

export interface Range { least: number; most: number; step: number; show?(value: number): string }

/** A number on a slider, shown beside its label. */
export function slider(label: Text, range: Range, value: number, changed: (value: number) => void): Control<number> {
  const element = make("div", "slider");
  const input = make("input");
  input.type = "range";
  input.id = freshId();
  input.min = String(range.least);
  input.max = String(range.most);
  input.step = String(range.step);
  const caption = write(make("label"), label);
  caption.htmlFor = input.id;
  const output = make("output");
  const show = () => { output.textContent = range.show ? range.show(input.valueAsNumber) : input.value; };
  const set = (next: number) => { input.value = String(next); show(); };
  input.addEventListener("input", () => { show(); changed(input.valueAsNumber); });
  set(value);
  element.append(caption, output, input);
  return { element, set };
}

/**
 * The answer of the package: an emphasised word and the rest of the sentence; `element.dataset` selects the
 * style.
 */
export interface Verdict { element: HTMLOutputElement; say(word: Text, rest: Text): void }

export function verdict(): Verdict {
  const element = make("output", "verdict");
  element.id = "verdict";
  const [word, rest] = [make("strong"), make("span")];
  element.append(word, rest);
  return { element, say: (first, then) => { write(word, first); write(rest, then); } };
}

export type Options<V extends string> = readonly { value: V; label: Text }[];

/** A choice of one among many, in a drop-down list. */
export function select<V extends string>(label: Text, options: Options<V>, value: V, changed: (value: V) => void): Control<V> {
  const element = make("label", "select-label");
  const list = make("select", "select");
  for (const option of options) {
    const item = write(make("option"), option.label);
    item.value = option.value;
    list.append(item);
  }
  list.value = value;
  list.addEventListener("change", () => changed(list.value as V));
  element.append(write(make("span"), label), list);
  return { element, set: (next) => { list.value = next; } };
}

/** A choice of one among a few, all visible. */
export function choice<V extends string>(label: Text, options: Options<V>, value: V, changed: (value: V) => void): Control<V> {
  const element = make("fieldset", "group");
  const name = freshId();
  const bar = make("div", "choice");
  const inputs = options.map((option) => {
    const wrap = make("label");
    const input = make("input");
    input.type = "radio";
    input.name = name;
    input.value = option.value;
    input.checked = option.value === value;
    input.addEventListener("change", () => { if (input.checked) changed(option.value); });
    wrap.append(input, write(make("span"), option.label));
    bar.append(wrap);
    return input;
  });
  element.append(write(make("legend"), label), bar);
  return { element, set: (next) => { for (const input of inputs) input.checked = input.value === next; } };
}

/** Controls that belong together, under a heading. */
export function group(label: Text, ...children: HTMLElement[]): HTMLFieldSetElement {
  const element = make("fieldset", "group");
  element.append(write(make("legend"), label), ...children);
  return element;
}

/** Elements side by side, wrapping if there is not enough space. */
export function row(...children: HTMLElement[]): HTMLDivElement {
  const element = make("div", "row");
  element.append(...children);
  return element;
}

/** A paragraph. Change its text with `write` (shell/language.ts). */
export function words(text: Text, className = "words"): HTMLParagraphElement {
  return write(make("p", className), text);
}

/** Numbers with their names; `set` takes the values in the same order. */
export function numbers(labels: readonly Text[]): Control<readonly string[], HTMLDListElement> {
  const element = make("dl", "numbers");
  const cells = labels.map((label) => {
    const cell = make("dd");
    element.append(write(make("dt"), label), cell);
    return cell;
  });
  return {
    element,
    set(values) {
      cells.forEach((cell, i) => { if (cell.textContent !== values[i]) cell.textContent = values[i]; });
    },
  };
}

/** The layout most modes have: a drawing, and beside it (below it on a phone) a panel of controls. */
export function workbench(host: HTMLElement): { stage: HTMLElement; panel: HTMLElement } {
  const bench = make("div", "workbench");
  const stage = make("div", "stage");
  const panel = make("div", "panel");
  bench.append(stage, panel);
  host.replaceChildren(bench);
  return { stage, panel };
}
