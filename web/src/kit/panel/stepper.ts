import { write, writeAttribute } from "../../shell/language";
import type { Text } from "../../shell/mode";

/** Buttons for back, forward and automatic play; shows the present step. */
export interface Stepper {
  element: HTMLElement;
  /** `playAfter`: the step after which playing continues; -1 means from the start. */
  show(step: number, count: number, playAfter?: number): void;
  stop(): void;
}

const PLAY_EVERY_MS = 1100;
const ICONS = { back: "M15 5l-7 7 7 7", play: "M8 5l11 7-11 7z", pause: "M8 5v14M16 5v14", forth: "M9 5l7 7-7 7" };

/**
 * `went` gets the requested step, 0 ≤ step < count. Playing repeats only if started again; `every`:
 * milliseconds a step.
 */
export function stepper(name: Text, went: (step: number) => void, every = PLAY_EVERY_MS): Stepper {
  let [now, all, after] = [0, 1, 0];
  let timer: number | undefined;
  const element = document.createElement("div");
  element.className = "stepper";
  element.setAttribute("role", "group");
  writeAttribute(element, "aria-label", name);
  const place = document.createElement("span");
  const stop = () => {
    if (timer === undefined) return;
    window.clearInterval(timer);
    timer = undefined;
    draw(play, "play");
  };
  const go = (step: number) => went((step + all) % all);
  const tick = () => (now + 1 < all ? went(now + 1) : stop());
  const back = iconButton("back", { en: "Previous", zh: "上一步" }, () => { stop(); go(now - 1); });
  const forth = iconButton("forth", { en: "Next", zh: "下一步" }, () => { stop(); go(now + 1); });
  const play = iconButton("play", { en: "Play", zh: "播放" }, () => {
    if (timer !== undefined) return stop();
    went(after + 1 < all ? after + 1 : 0);
    draw(play, "pause");
    timer = window.setInterval(tick, every);
  });
  element.append(back, place, forth, play);
  return {
    element, stop,
    show(step, count, playAfter = step) {
      [now, all, after] = [step, count, playAfter];
      write(place, { en: `${name.en} ${step + 1} of ${count}`, zh: `${name.zh} ${step + 1} / ${count}` });
    },
  };
}

function draw(button: HTMLElement, icon: keyof typeof ICONS): void {
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}" /></svg>`;
}

function iconButton(icon: keyof typeof ICONS, label: Text, pressed: () => void): HTMLButtonElement {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "button icon";
  draw(element, icon);
  writeAttribute(element, "aria-label", label);
  writeAttribute(element, "title", label);
  element.addEventListener("click", pressed);
  return element;
}
