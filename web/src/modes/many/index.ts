import { workbench } from "../../kit/panel/controls";
import { animate, createStage, type Stage } from "../../kit/stage/canvas";
import { prefersStillness, takeFocus } from "../../kit/stage/focus";
import type { Context, Mode, Mounted, Text } from "../../shell/mode";
import { ABOUT } from "./about";
import { Budget } from "./budget/budget";
import { BOXES_EVERY, couldHelp, DEEPEST_KEPT, DROPS, isDropped, verdict, type Work } from "./budget/drops";
import { buildPanel, type Panel } from "./panel";
import { createLens, type Lens } from "./picture/lens";
import { levelsOf, Painter } from "./picture/paint";
import { ALL_LEVELS, readState, stateParams, type State } from "./state";
import { makePieces } from "./world/pieces";
import { World } from "./world/world";

/**
 * The longest step of the world in a frame, in seconds: a slow computer shows a slower motion, not a coarser
 * one.
 */
const LONGEST_STEP = 1 / 30;
/** A new world is made once the slider has not moved for this time. */
const REST_MS = 120;
/** The number of frames between two updates of the displayed numbers. */
const FIGURES_EVERY = 15;
/** The weight of a new frame in the running means of the page's own work. */
const MEAN_SHARE = 0.05;

/** A delay, so that the text is visible before the page is blocked. */
const AFTER_THE_WORDS_MS = 50;

const NO_BOXES = new Float64Array(0);
const COMPARING: Text = { en: "Comparing every box with every other…", zh: "正在逐一比较所有盒子……" };

export const mode: Mode = { about: ABOUT, mount: (host, context) => new Many(host, context) };

class Many implements Mounted {
  #state: State;
  #pieces = makePieces();
  #painter = new Painter();
  #budget = new Budget(DROPS.length);
  #stage: Stage;
  #lens?: Lens;
  #panel: Panel;
  #world: World;
  #boxes: Float64Array = NO_BOXES;
  #touching = 0;
  #frame = 0;
  #work: Work = { update: 0, draw: 0 };
  #lastFrame = 0;
  #isPaused = false;
  #timer = 0;
  #stop: () => void;

  constructor(host: HTMLElement, readonly context: Context) {
    this.#state = readState(context.params);
    const { stage, panel } = workbench(host);
    this.#panel = buildPanel(panel, this.#state, context, {
      rebuild: () => this.#rebuildSoon(),
      changed: () => this.#changed(),
      pause: (paused) => this.#pause(paused),
      step: () => { this.#pause(true); this.#advance(1 / 60); },
      compare: () => this.#compare(),
    });
    this.#world = this.#newWorld(stage.clientWidth / Math.max(1, stage.clientHeight));
    this.#stage = createStage(stage, { draw: () => this.#draw(), resized: (stage) => this.#resized(stage), panning: false, opaque: true });
    this.#lens = createLens(this.#stage.canvas);
    this.#stage.canvas.addEventListener("pointermove", () => { if (this.#isPaused) this.#draw(); });
    this.#stage.canvas.addEventListener("keydown", (event) => this.#key(event));
    context.onChange(() => this.#draw());
    this.#stop = animate((seconds) => this.#tick(Math.min(LONGEST_STEP, seconds)));
    this.#changed();
    this.#pause(prefersStillness());
    takeFocus(this.#stage.canvas);
  }

  unmount(): void {
    this.#stop();
    window.clearTimeout(this.#timer);
    this.#painter.free();
    this.#stage.unmount();
    this.#world.free();
    for (const { shape } of this.#pieces) shape.free();
  }

  #newWorld(aspect: number): World {
    const { count, kind, bounce } = this.#state;
    return new World(this.#pieces, { count, kind, bounce, aspect });
  }

  #rebuildSoon(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      this.#world.free();
      this.#world = this.#newWorld(this.#stage.camera.width / this.#stage.camera.height);
      this.#boxes = NO_BOXES;
      this.#panel.comparison({ en: "", zh: "" });
      this.#budget.restart();
      this.#changed();
    }, REST_MS);
  }

  #changed(): void {
    this.context.saveParams(stateParams(this.#state));
    this.#frame = 0;
    this.#budget.excuse();
    this.#look();
    this.#draw();
  }

  #resized({ camera }: Stage): void {
    this.#world.reshape(camera.width / camera.height);
    this.#boxes = NO_BOXES;
  }

  #pause(paused: boolean): void {
    this.#isPaused = paused;
    this.#budget.excuse();
    this.#panel.setPaused(paused);
  }

  #key(event: KeyboardEvent): void {
    if (event.key !== " ") return;
    event.preventDefault();
    this.#pause(!this.#isPaused);
  }

  #tick(seconds: number): void {
    const now = performance.now();
    const interval = now - this.#lastFrame;
    this.#lastFrame = now;
    if (this.#isPaused) return;
    const { update, draw } = this.#advance(seconds);
    this.#panel.plot.push([update, draw, interval]);
    this.#work.update += (update - this.#work.update) * MEAN_SHARE;
    this.#work.draw += (draw - this.#work.draw) * MEAN_SHARE;
    const isNews = this.#budget.frame(interval, couldHelp(this.#work));
    if (isNews) this.#panel.verdict(verdict(this.#budget, this.#work));
  }

  /** A step of the world, and its picture; returns the milliseconds that each took. */
  #advance(seconds: number): Work {
    const start = performance.now();
    this.#world.step(seconds);
    if (this.#state.bounce) this.#world.bounce();
    const updated = performance.now();
    this.#look();
    this.#draw();
    this.#frame += 1;
    return { update: updated - start, draw: performance.now() - updated };
  }

  /** Gets from the scene what is to be drawn. */
  #look(): void {
    if (!isDropped(this.#budget, "touching")) this.#touching = this.#world.mark();
    else this.#world.touching.fill(0);
    const isTime = !isDropped(this.#budget, "fresh boxes") || this.#frame % BOXES_EVERY === 0;
    if (!this.#state.boxes || isDropped(this.#budget, "boxes")) this.#boxes = NO_BOXES;
    else if (isTime) this.#boxes = this.#world.drawIndex();
    if (this.#frame % FIGURES_EVERY !== 0) return;
    const { candidates, bytes } = this.#world.stats;
    this.#panel.figures({ tests: candidates, touching: this.#touching, bytes });
  }

  #draw(): void {
    if (!this.#stage) return; // the stage draws while it is made
    const limit = isDropped(this.#budget, "deep boxes") ? DEEPEST_KEPT : Infinity;
    const picture = {
      world: this.#world, boxes: this.#boxes, levels: levelsOf(this.#boxes),
      deepest: Math.min(limit, this.#state.deepest < ALL_LEVELS ? this.#state.deepest : Infinity),
      smooth: !isDropped(this.#budget, "smooth edges"),
      dots: isDropped(this.#budget, "outlines"),
      drawer: this.#state.drawer,
    };
    const theme = this.context.theme();
    this.#painter.paint(this.#stage, picture, theme);
    this.#lens?.paint(this.#stage, picture, theme);
  }

  #compare(): void {
    this.#panel.comparison(COMPARING);
    window.setTimeout(() => {
      const found = this.#world.pairs();
      const anew = this.#world.pairsAnew(this.#state.kind);
      const brute = this.#world.pairsAnew("brute");
      const isSame = sameNumbers(found, brute.pairs) && sameNumbers(anew.pairs, brute.pairs);
      this.#panel.comparison(isSame ? agreement(found.length, brute.ms, anew.ms) : DISAGREEMENT);
      this.#budget.excuse();
    }, AFTER_THE_WORDS_MS);
  }
}

function sameNumbers(a: Float64Array, b: Float64Array): boolean {
  return a.length === b.length && a.every((number, i) => number === b[i]);
}

function agreement(pairs: number, bruteMs: number, indexMs: number): Text {
  const [brute, index] = [bruteMs, indexMs].map((ms) => ms.toFixed(ms < 10 ? 1 : 0));
  return {
    en: `✓ The same ${pairs} pairs, every one. Both from nothing: ${brute} ms by brute force, ${index} ms with the index.`,
    zh: `✓ 完全相同的 ${pairs} 对。均从零开始：暴力法 ${brute} 毫秒，索引 ${index} 毫秒。`,
  };
}

const DISAGREEMENT: Text = {
  en: "✗ The pairs differ. That is a bug; please report it with this page's address.",
  zh: "✗ 结果不同。这是缺陷，请附上本页网址报告。",
};
