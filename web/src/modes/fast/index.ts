import "./fast.css";
import { d2 } from "clearance/d2";
import { workbench } from "../../kit/panel/controls";
import { animate, createStage, type Stage } from "../../kit/stage/canvas";
import { prefersStillness, takeFocus } from "../../kit/stage/focus";
import { draggable } from "../../kit/stage/pointer";
import { write } from "../../shell/language";
import type { Context, Mode, Mounted, Text } from "../../shell/mode";
import { ABOUT } from "./about";
import { makeExperiment, type Experiment } from "./experiment";
import { drawContinuous, drawDiscrete, placeCamera } from "./lane";
import { buildPanel, type Panel } from "./panel";
import { FIELD, readState, stateParams, type State } from "./state";

/**
 * A show of few frames runs at this many frames a second; one of many frames is no longer than this, in
 * seconds.
 */
const SHOWN_FRAMES_PER_SECOND = 1.1;
const LONGEST_SHOW = 9;
/** Half the width and height that a lane shows, in metres. */
const BULLET_VIEW = { x: FIELD, y: 1.5 };
const ROD_VIEW = { x: 2.15, y: 2.15 };
/** How far from the center the wall may be dragged. */
const WALL_REACH = FIELD - 1;
/** The range of the post: away from the pivot, and within the view. */
const POST_LEAST = 0.3;
const POST_MOST = 2;

const DISCRETE: [Text, Text] = [{ en: "Discrete", zh: "离散" }, { en: "looks at the frames only", zh: "只看每一帧" }];
const CONTINUOUS: [Text, Text] = [{ en: "Continuous", zh: "连续" }, { en: "looks at all that is swept between them", zh: "看两帧之间扫过的一切" }];

export const mode: Mode = { about: ABOUT, mount: (host, context) => new Fast(host, context) };

class Fast implements Mounted {
  #state: State;
  #experiment: Experiment;
  #panel: Panel;
  #lanes: HTMLElement;
  #stages: Stage[];
  #isPlaying = false;
  #stop: () => void;
  #observer: ResizeObserver;

  constructor(host: HTMLElement, readonly context: Context) {
    this.#state = readState(context.params);
    this.#experiment = makeExperiment(this.#state);
    const { stage, panel } = workbench(host);
    this.#panel = buildPanel(panel, this.#state, {
      changed: () => this.#changed(),
      play: () => this.#play(!this.#isPlaying),
      step: (by) => this.#stepFrame(by),
      scrub: (share) => this.#scrub(share),
    });
    this.#lanes = document.createElement("div");
    this.#lanes.className = "lanes";
    stage.append(this.#lanes);
    this.#stages = [this.#lane(DISCRETE, drawDiscrete), this.#lane(CONTINUOUS, drawContinuous)];
    this.#observer = new ResizeObserver(() => this.#arrange());
    this.#observer.observe(stage);
    this.#arrange();
    context.onChange(() => this.#redraw());
    this.#stop = animate((seconds) => this.#tick(seconds));
    if (!context.params.has("t") && !prefersStillness()) this.#play(true);
    takeFocus(this.#stages[0].canvas);
    this.#show();
  }

  unmount(): void {
    this.#stop();
    this.#observer.disconnect();
    for (const stage of this.#stages) stage.unmount();
    this.#experiment.free();
  }

  #lane([title, about]: [Text, Text], draw: typeof drawDiscrete): Stage {
    const place = document.createElement("div");
    place.className = "lane";
    const heading = document.createElement("h2");
    heading.append(write(document.createElement("span"), title), write(document.createElement("small"), about));
    place.append(heading);
    this.#lanes.append(place);
    const stage = createStage(place, {
      draw: (stage) => draw({ stage, experiment: this.#experiment, state: this.#state, theme: this.context.theme() }),
      resized: ({ camera }) => placeCamera(camera, this.#view()),
      panning: false,
    });
    draggable<"obstacle">(stage, {
      pick: (at, reach) => {
        const { obstacle, obstaclePose } = this.#experiment;
        return d2.closestPoint([at.x, at.y], obstacle.at(obstaclePose)).distance <= reach ? "obstacle" : undefined;
      },
      move: (_, by) => this.#dragged(by),
    });
    stage.canvas.addEventListener("keydown", (event) => this.#key(event));
    return stage;
  }

  #view(): { x: number; y: number } {
    return this.#state.kind === "bullet" ? BULLET_VIEW : ROD_VIEW;
  }

  /** Two lanes, one below the other or side by side, whichever shows them larger. */
  #arrange(): void {
    const { clientWidth: width, clientHeight: height } = this.#lanes;
    const { x, y } = this.#view();
    const below = Math.min(width / x, height / 2 / y);
    const beside = Math.min(width / 2 / x, height / y);
    this.#lanes.classList.toggle("beside", beside > below);
    for (const { camera } of this.#stages) placeCamera(camera, this.#view());
    this.#redraw();
  }

  #dragged(by: { x: number; y: number }): void {
    const state = this.#state;
    if (state.kind === "bullet") {
      state.wall = Math.min(WALL_REACH, Math.max(-WALL_REACH, state.wall + by.x));
    } else {
      const [x, y] = [state.post.x + by.x, state.post.y + by.y];
      const far = Math.hypot(x, y);
      const kept = Math.min(POST_MOST, Math.max(POST_LEAST, far));
      state.post = { x: x * kept / far, y: y * kept / far };
    }
    this.#changed();
  }

  /** Other settings: a new experiment. */
  #changed(): void {
    this.#experiment.free();
    this.#experiment = makeExperiment(this.#state);
    this.#state.time = Math.min(this.#state.time, this.#experiment.frames);
    this.#arrange();
    this.#show();
  }

  #play(playing: boolean): void {
    this.#isPlaying = playing;
    if (playing && this.#state.time >= this.#experiment.frames) this.#state.time = 0;
    this.#panel.setPlaying(playing);
    if (!playing) this.#save();
  }

  #stepFrame(by: 1 | -1): void {
    this.#play(false);
    const { time } = this.#state;
    const next = by > 0 ? Math.floor(time) + 1 : Math.ceil(time) - 1;
    this.#state.time = Math.min(this.#experiment.frames, Math.max(0, next));
    this.#show();
  }

  #scrub(share: number): void {
    this.#play(false);
    this.#state.time = share * this.#experiment.frames;
    this.#show();
  }

  #tick(seconds: number): void {
    if (!this.#isPlaying) return;
    const { frames } = this.#experiment;
    const rate = Math.max(SHOWN_FRAMES_PER_SECOND, frames / LONGEST_SHOW);
    this.#state.time = Math.min(frames, this.#state.time + rate * seconds);
    if (this.#state.time === frames) this.#play(false);
    this.#show();
  }

  #key(event: KeyboardEvent): void {
    if (event.key === "ArrowRight") this.#stepFrame(1);
    else if (event.key === "ArrowLeft") this.#stepFrame(-1);
    else if (event.key === " ") this.#play(!this.#isPlaying);
    else return;
    event.preventDefault();
  }

  #show(): void {
    this.#panel.show(this.#experiment);
    if (!this.#isPlaying) this.#save();
    this.#redraw();
  }

  #save(): void {
    this.context.saveParams(stateParams(this.#state));
  }

  #redraw(): void {
    for (const stage of this.#stages) stage.redraw();
  }
}
