// The fifteen axes as a list of bars: gaps to the right, overlaps to the left of a common zero.

import type { Axis, Origin, Parallel } from "../../../explain/fifteen-axes";
import { write } from "../../../shell/language";
import type { Text } from "../../../shell/mode";
import { figure } from "../hall/figures";

const LETTERS = ["x", "y", "z"];

export function axisName(origin: Origin): string {
  return origin.of === "edges" ? `A${LETTERS[origin.edgeA]} × B${LETTERS[origin.edgeB]}` : `${origin.of.toUpperCase()}${LETTERS[origin.edge]}`;
}

const GROUPS: readonly { of: Origin["of"]; title: Text }[] = [
  { of: "a", title: { en: "Face normals of A", zh: "A 的面法线" } },
  { of: "b", title: { en: "Face normals of B", zh: "B 的面法线" } },
  { of: "edges", title: { en: "Edge of A × edge of B", zh: "A 的棱 × B 的棱" } },
];

interface Row { element: HTMLButtonElement; bar: HTMLElement; words: HTMLElement; value: HTMLElement }

export class AxisList {
  readonly element = document.createElement("div");
  private readonly rows = new Map<string, Row>();

  constructor(axes: readonly (Axis | Parallel)[], chosen: (id: string) => void) {
    this.element.className = "axes";
    for (const { of, title } of GROUPS) {
      const group = document.createElement("fieldset");
      group.className = "group axes-group";
      group.append(write(document.createElement("legend"), title));
      for (const axis of axes.filter(({ origin }) => origin.of === of)) group.append(this.row(axis, chosen));
      this.element.append(group);
    }
  }

  /** Shows the present axes; one decides, and one is drawn in space. */
  update(axes: readonly (Axis | Parallel)[], deciding: string, drawn: string): void {
    const longest = Math.max(...axes.map((axis) => (axis.direction ? Math.abs(axis.gap) : 0)));
    for (const axis of axes) {
      const { element, bar, words, value } = this.rows.get(axis.id)!;
      element.classList.toggle("deciding", axis.id === deciding);
      element.classList.toggle("parallel", !axis.direction);
      element.setAttribute("aria-pressed", String(axis.id === drawn));
      element.disabled = !axis.direction;
      if (axis.direction) {
        const share = Math.abs(axis.gap) / (longest || 1) * 50;
        bar.className = axis.gap > 0 ? "gap" : "overlap";
        bar.style.width = `${share}%`;
        bar.style.left = `${axis.gap > 0 ? 50 : 50 - share}%`;
        value.removeAttribute("data-text");
        value.textContent = figure(axis.gap);
      } else {
        bar.className = "";
        write(value, { en: "parallel", zh: "平行" });
      }
      describe(words, axis, axis.id === deciding);
    }
  }

  private row(axis: Axis | Parallel, chosen: (id: string) => void): HTMLButtonElement {
    const element = document.createElement("button");
    element.type = "button";
    element.className = "axis-row";
    element.dataset.axis = axis.id;
    const name = document.createElement("span");
    name.textContent = axisName(axis.origin);
    const track = document.createElement("span");
    track.className = "track";
    const bar = document.createElement("i");
    track.append(bar);
    const words = document.createElement("span");
    words.className = "unseen";
    const value = document.createElement("b");
    element.append(name, track, words, value);
    element.addEventListener("click", () => chosen(axis.id));
    this.rows.set(axis.id, { element, bar, words, value });
    return element;
  }
}

/** What a row says to those who do not see its bar. */
function describe(words: HTMLElement, axis: Axis | Parallel, deciding: boolean): void {
  if (!axis.direction) write(words, { en: ": no axis, the edges are", zh: "：无轴，两棱" });
  else if (deciding) write(words, { en: ", which decides: gap", zh: "，决定性：间隙" });
  else write(words, { en: ": gap", zh: "：间隙" });
}
