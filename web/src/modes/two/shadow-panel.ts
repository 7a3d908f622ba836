import type { Axis, Shadows } from "../../explain/shadows";
import { NOTHING, short } from "../../kit/notation/figures";
import { button, row, toggle, words } from "../../kit/panel/controls";
import { stepper } from "../../kit/panel/stepper";
import { betweenShadows } from "../../kit/shadows/drawing";
import { write, writeAttribute } from "../../shell/language";
import type { State } from "./state";
import { verdict, whence } from "./words";

export interface ShadowPanel { element: HTMLElement; show(shadows: Shadows, shown: number, concave: boolean, distance: number): void; stop(): void }

/** The axes as text, one by one, and below all of them as bars; pressing a bar shows its axis. */
export function buildShadowPanel(state: State, changed: () => void): ShadowPanel {
  const choose = (axis: number | undefined) => { state.axis = axis; changed(); };
  const steps = stepper({ en: "Axis", zh: "轴" }, choose);
  const follow = button({ en: "Deciding", zh: "决定轴" }, () => { steps.stop(); choose(undefined); }, { hint: { en: "Show whichever axis decides", zh: "始终显示起决定作用的轴" } });
  const from = words({ en: "", zh: "" });
  const means = words({ en: "", zh: "" });
  means.setAttribute("aria-live", "polite");
  const parts = words({
    en: "Where a shape is concave, its convex parts are asked in pairs; these are the axes of the pair that decides.",
    zh: "凹形状被拆成凸块，两两检测；这里显示的是起决定作用的那一对凸块的轴。",
  }, "muted");
  const list = document.createElement("div");
  list.className = "axes";
  writeAttribute(list, "aria-label", { en: "All axes", zh: "所有轴" });
  list.setAttribute("role", "group");
  const rows: Row[] = [];
  const all = toggle({ en: "All rulers on the drawing that do not cross", zh: "在图上显示所有互不交叉的标尺" }, state.allAxes, (on) => { state.allAxes = on; changed(); });
  const element = document.createElement("div");
  element.className = "group";
  element.append(words(INTRODUCTION), row(steps.element, follow), from, means, list, parts, words(ENOUGH, "muted"), all.element);
  return {
    element,
    stop: steps.stop,
    show(shadows, shown, concave, distance) {
      // When played, the axes are tested as a program would: from the first on, until one shows a gap.
      steps.show(shown, shadows.axes.length, state.axis === undefined ? -1 : shown);
      follow.disabled = state.axis === undefined;
      const axis = shadows.axes[shown];
      const origin = whence(state, axis);
      const kind = kindOf(axis);
      if (kind === "gap") steps.stop();
      write(from, { en: `Direction: ${origin.en}.`, zh: `方向：${origin.zh}。` });
      write(means, verdict(shadows, shown, distance));
      means.dataset.kind = kind;
      parts.hidden = !concave;
      while (rows.length < shadows.axes.length) rows.push(addRow(list, rows.length, (index) => { steps.stop(); choose(index); }));
      rows.forEach((entry, i) => showRow(entry, state, shadows, i, shown));
    },
  };
}

const INTRODUCTION = {
  en: "Light falls straight across each axis and casts the shapes' shadows on a ruler. A gap between the shadows is a straight corridor between the shapes.",
  zh: "光垂直于每条轴照射，把两个形状的影子投到标尺上。影子之间的间隙，就是两个形状之间一条笔直的通道。",
};

const ENOUGH = {
  en: "Why these axes and no others? If convex polygons are apart, a corridor fits along one of their edges; where a shape is round, it may instead open towards the nearest corner.",
  zh: "为什么只看这些轴？如果两个凸多边形是分开的，总有一条通道能贴着其中一条边；对于圆形部分，通道也可能朝向最近的角打开。",
};

const SVG = "http://www.w3.org/2000/svg";
const WIDTH = 200;
const HEIGHT = 22;

/** `words` are for those who do not see the bars. */
interface Row { button: HTMLButtonElement; number: HTMLElement; words: HTMLElement; value: HTMLElement; a: SVGRectElement; b: SVGRectElement; between: SVGRectElement }

function addRow(list: HTMLElement, index: number, chosen: (index: number) => void): Row {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "axis";
  button.addEventListener("click", () => chosen(index));
  const number = document.createElement("span");
  number.className = "axis-number";
  number.textContent = String(index + 1);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  svg.setAttribute("preserveAspectRatio", "none");
  svg.setAttribute("aria-hidden", "true");
  // The gap or overlap is under the shadows, so that these keep their colours.
  const bars = ["between", "first", "second"].map((name) => {
    const bar = document.createElementNS(SVG, "rect");
    bar.setAttribute("class", name);
    svg.append(bar);
    return bar;
  });
  place(bars[0], 0, HEIGHT);
  place(bars[1], 3, 7);
  place(bars[2], 12, 7);
  const words = document.createElement("span");
  words.className = "unseen";
  const value = document.createElement("span");
  value.className = "axis-value";
  button.append(number, svg, words, value);
  list.append(button);
  return { button, number, words, value, between: bars[0], a: bars[1], b: bars[2] };
}

function place(bar: SVGRectElement, y: number, height: number): void {
  bar.setAttribute("y", String(y));
  bar.setAttribute("height", String(height));
}

function showRow(entry: Row, state: State, { axes, deciding }: Shadows, index: number, shown: number): void {
  const axis = axes[index];
  entry.button.hidden = axis === undefined;
  if (!axis) return;
  const kind = kindOf(axis);
  entry.button.dataset.kind = kind;
  entry.button.classList.toggle("deciding", index === deciding);
  entry.button.setAttribute("aria-pressed", String(index === shown));
  entry.value.textContent = short(axis.gap);
  const origin = whence(state, axis);
  write(entry.words, { en: ` ${origin.en}: gap`, zh: ` ${origin.zh}：间隙` });
  showBars(entry, axes, axis);
}

/**
 * All rows have one scale, each centred on the center of its shadows; from left to right as on the drawing.
 */
function showBars(entry: Row, axes: readonly Axis[], axis: Axis): void {
  const widest = Math.max(...axes.map((other) => extent(other).most - extent(other).least));
  const { least, most } = extent(axis);
  const middle = (least + most) / 2;
  const sign = axis.direction.x < 0 ? -1 : 1;
  const at = (along: number) => WIDTH / 2 + ((sign * (along - middle)) / widest) * (WIDTH - 4);
  const span = (bar: SVGRectElement, from: number, to: number) => {
    bar.setAttribute("x", Math.min(at(from), at(to)).toFixed(1));
    bar.setAttribute("width", Math.max(1, Math.abs(at(to) - at(from))).toFixed(1));
  };
  span(entry.a, axis.a.least, axis.a.most);
  span(entry.b, axis.b.least, axis.b.most);
  const { from, to } = betweenShadows(axis);
  span(entry.between, from, to);
}

function extent({ a, b }: Axis) {
  return { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) };
}

function kindOf(axis: Axis): "gap" | "overlap" {
  return axis.gap > NOTHING ? "gap" : "overlap";
}
