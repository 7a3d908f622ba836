// The controls beside the lanes, and the results as text.

import { button, choice, group, row, slider, words, type Control } from "../../kit/panel/controls";
import { write } from "../../shell/language";
import type { Text } from "../../shell/mode";
import type { Experiment } from "./experiment";
import { LIMITS, type State } from "./state";
import { continuousReport, discreteReport, explanation, type Report } from "./words";

export interface Actions {
  changed(): void;
  play(): void;
  step(by: 1 | -1): void;
  /** Jumps to a fraction (0…1) of the whole time. */
  scrub(share: number): void;
}

export interface Panel { setPlaying(playing: boolean): void; show(experiment: Experiment): void }

const PLAY: Text = { en: "Play", zh: "播放" };
const PAUSE: Text = { en: "Pause", zh: "暂停" };

export function buildPanel(place: HTMLElement, state: State, actions: Actions): Panel {
  const play = button(PLAY, actions.play, { strong: true });
  const time = slider({ en: "Frame", zh: "帧" }, { least: 0, most: 1, step: 0.001, show: () => state.time.toFixed(2) }, 0, actions.scrub);
  const discrete = reportBox({ en: "Discrete", zh: "离散检测" });
  const continuous = reportBox({ en: "Continuous", zh: "连续检测" });
  const why = words({ en: "", zh: "" });
  const kinds = kindControls(state, actions);
  place.append(
    kinds.choose.element,
    row(play, button({ en: "◀ Frame", zh: "◀ 上一帧" }, () => actions.step(-1)), button({ en: "Frame ▶", zh: "下一帧 ▶" }, () => actions.step(1))),
    discrete.element, continuous.element, why,
    time.element,
    kinds.sliders,
  );
  return {
    setPlaying: (playing) => void write(play, playing ? PAUSE : PLAY),
    show(experiment) {
      time.set(state.time / experiment.frames);
      discrete.show(discreteReport(experiment, state));
      continuous.show(continuousReport(experiment, state));
      write(why, explanation(experiment, state));
    },
  };
}

function kindControls(state: State, actions: Actions): { choose: Control<State["kind"]>; sliders: HTMLElement } {
  const number = (label: Text, name: keyof typeof LIMITS, unit: string) =>
    slider(label, { ...LIMITS[name], show: (value) => value + unit }, state[name], (value) => {
      state[name] = value;
      state.time = 0;
      actions.changed();
    }).element;
  const thick = number({ en: "Thickness", zh: "厚度" }, "thickness", " cm");
  const own = {
    bullet: [number({ en: "Speed", zh: "速度" }, "speed", " m/s"), number({ en: "Wall leans", zh: "墙的倾斜" }, "tilt", "°")],
    rod: [number({ en: "Turns per second", zh: "每秒圈数" }, "spin", "")],
  };
  const hint = words({ en: "Drag the wall or the post to another place.", zh: "可拖动墙或立柱到别处。" }, "words muted");
  const frames = number({ en: "Frames per second", zh: "每秒帧数" }, "framesPerSecond", "");
  const sliders = group({ en: "Experiment", zh: "实验" }, own.bullet[0], own.rod[0], thick, frames, own.bullet[1], hint);
  const showOwn = () => {
    own.bullet.forEach((element) => { element.hidden = state.kind !== "bullet"; });
    own.rod.forEach((element) => { element.hidden = state.kind !== "rod"; });
  };
  const choose = choice<State["kind"]>(
    { en: "What is fast", zh: "什么在高速运动" },
    [{ value: "bullet", label: { en: "A bullet and a thin wall", zh: "子弹与薄墙" } }, { value: "rod", label: { en: "A spinning rod", zh: "旋转的杆" } }],
    state.kind,
    (kind) => { state.kind = kind; state.time = 0; showOwn(); actions.changed(); },
  );
  showOwn();
  return { choose, sliders };
}

function reportBox(title: Text): { element: HTMLElement; show(report: Report): void } {
  const element = document.createElement("section");
  element.className = "fast-report";
  const heading = write(document.createElement("h2"), title);
  const text = words({ en: "", zh: "" });
  element.append(heading, text);
  return {
    element,
    show(report) {
      element.dataset.verdict = report.verdict;
      write(text, report.text);
    },
  };
}
