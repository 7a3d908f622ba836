// The controls, numbers and texts beside the drawing.

import { button, group, numbers, row, select, slider, toggle, words } from "../../kit/panel/controls";
import { createPlot, type Plot } from "../../kit/panel/plot";
import { write } from "../../shell/language";
import type { Context, Text } from "../../shell/mode";
import { TARGET } from "./budget/budget";
import type { Drawer } from "./picture/paint";
import { ALL_LEVELS, countAt, placeOf, type State } from "./state";
import { KINDS } from "./world/kinds";

export interface Actions {
  /** Called for another number of shapes, index, or bouncing: a new world. */
  rebuild(): void;
  /** Called for another way to draw it. */
  changed(): void;
  pause(paused: boolean): void;
  /** One frame while paused. */
  step(): void;
  compare(): void;
}

export interface Figures { tests: number; touching: number; bytes: number }

export interface Panel {
  plot: Plot;
  figures(figures: Figures): void;
  verdict(text: Text): void;
  comparison(text: Text): void;
  setPaused(paused: boolean): void;
}

const PAUSE: Text = { en: "Pause", zh: "暂停" };
const GO_ON: Text = { en: "Go on", zh: "继续" };

export function buildPanel(place: HTMLElement, state: State, context: Context, actions: Actions): Panel {
  const tell = (count: number) => count.toLocaleString(context.language());
  const pause = button(PAUSE, () => actions.pause(pause.dataset.paused !== "true"));
  const setPaused = (paused: boolean) => {
    pause.dataset.paused = String(paused);
    write(pause, paused ? GO_ON : PAUSE);
  };
  const verdict = words({ en: "", zh: "" });
  verdict.setAttribute("role", "status");
  const comparison = words({ en: "", zh: "" });
  comparison.setAttribute("role", "status");
  const plot = createTimes(context);
  const table = numbers([
    { en: "Exact tests in this frame", zh: "本帧精确测试" },
    { en: "Brute force: n(n−1)/2", zh: "暴力法：n(n−1)/2" },
    { en: "Tests saved", zh: "节省的测试" },
    { en: "Pairs that touch", zh: "相碰的对数" },
    { en: "Memory of the scene", zh: "场景占用内存" },
  ]);
  const compare = button({ en: "Compare with brute force", zh: "与暴力法对照" }, actions.compare);
  place.append(
    indexGroup(state, actions),
    shapesGroup(state, actions, tell, row(pause, button({ en: "One frame", zh: "单帧" }, actions.step))),
    group({ en: "Time of a frame", zh: "每帧时间" }, plot.element, verdict, drawerChoice(state, actions)),
    group({ en: "Work", zh: "工作量" }, table.element, row(compare), comparison),
  );
  return {
    plot, setPaused,
    figures({ tests, touching, bytes }) {
      const all = state.count * (state.count - 1) / 2;
      const saved = `${(100 * (1 - tests / all)).toFixed(tests / all < 0.001 ? 3 : 1)} %`;
      table.set([tell(tests), tell(all), saved, tell(touching), `${(bytes / 2 ** 20).toFixed(1)} MiB`]);
    },
    verdict: (text) => void write(verdict, text),
    comparison: (text) => void write(comparison, text),
  };
}

function shapesGroup(state: State, actions: Actions, tell: (count: number) => string, buttons: HTMLElement): HTMLElement {
  const count = slider(
    { en: "How many", zh: "数量" },
    { least: 0, most: 1, step: 0.005, show: (place) => tell(countAt(place)) },
    placeOf(state.count),
    (place) => { state.count = countAt(place); actions.rebuild(); },
  );
  const bounce = toggle({ en: "Bounce off each other", zh: "彼此弹开" }, state.bounce, (on) => {
    state.bounce = on;
    actions.rebuild();
  });
  return group({ en: "Shapes", zh: "形状" }, count.element, bounce.element, buttons);
}

const DRAWER_NAMES: readonly { value: Drawer; label: Text }[] = [
  { value: "auto", label: { en: "whichever is faster", zh: "自动选择较快者" } },
  { value: "webgl", label: { en: "the graphics card (WebGL)", zh: "显卡（WebGL）" } },
  { value: "pixels", label: { en: "the processor", zh: "处理器" } },
];

function drawerChoice(state: State, actions: Actions): HTMLElement {
  return select<Drawer>({ en: "Drawn by", zh: "绘制者" }, DRAWER_NAMES, state.drawer, (next) => {
    state.drawer = next;
    actions.changed();
  }).element;
}

function indexGroup(state: State, actions: Actions): HTMLElement {
  const what = words(KINDS.find(({ value }) => value === state.kind)!.what, "words muted");
  const kind = select({ en: "Index", zh: "索引" }, KINDS, state.kind, (next) => {
    state.kind = next;
    write(what, KINDS.find(({ value }) => value === next)!.what);
    actions.rebuild();
  });
  const boxes = toggle({ en: "Draw its boxes or cells", zh: "画出盒子或单元" }, state.boxes, (on) => {
    state.boxes = on;
    actions.changed();
  });
  const deepest = slider(
    { en: "Down to level (colour: depth)", zh: "画到第几层（颜色表示层次）" },
    { least: 0, most: ALL_LEVELS, step: 1, show: (level) => (level === ALL_LEVELS ? "∞" : String(level)) },
    state.deepest,
    (level) => { state.deepest = level; actions.changed(); },
  );
  return group({ en: "Who could touch whom", zh: "谁可能碰到谁" }, kind.element, what, boxes.element, deepest.element);
}

function createTimes(context: Context): Plot {
  return createPlot(context, {
    label: { en: "Milliseconds a frame: update, drawing, and from one frame to the next", zh: "每帧毫秒数：更新、绘制、帧间隔" },
    series: [
      { label: { en: "update", zh: "更新" }, colour: (theme) => theme.first, stacked: true },
      { label: { en: "draw", zh: "绘制" }, colour: (theme) => theme.overlap, stacked: true },
      { label: { en: "frame to frame", zh: "帧间隔" }, colour: (theme) => theme.ink, stacked: false },
    ],
    limit: 1000 / TARGET,
    most: 2.4 * 1000 / TARGET,
    show: (ms) => `${ms.toFixed(1)} ms`,
  });
}
