// The user's input: arrow keys (or WASD) and space, or the buttons on the drawing for fingers. Several may be
// held.

import { writeAttribute } from "../../shell/language";
import type { Text } from "../../shell/mode";

export type Wish = "left" | "right" | "up" | "down" | "jump";

const KEYS: Record<string, Wish> = {
  ArrowLeft: "left", ArrowRight: "right", ArrowUp: "up", ArrowDown: "down", " ": "jump",
  a: "left", d: "right", w: "up", s: "down",
};
const BUTTONS: readonly { wish: Wish; sign: string; label: Text }[] = [
  { wish: "left", sign: "◀", label: { en: "Left", zh: "向左" } },
  { wish: "up", sign: "▲", label: { en: "Forward", zh: "向前" } },
  { wish: "down", sign: "▼", label: { en: "Back", zh: "向后" } },
  { wish: "right", sign: "▶", label: { en: "Right", zh: "向右" } },
  { wish: "jump", sign: "⤒", label: { en: "Jump", zh: "跳" } },
];

export interface Keys {
  isHeld(wish: Wish): boolean;
  /** Whether it was pressed since the last call, even for a short time. */
  wasPressed(wish: Wish): boolean;
  /** −1, 0 or 1. */
  axis(less: Wish, more: Wish): number;
  /** Forward and back are not needed in 2D. */
  setFlat(flat: boolean): void;
  unmount(): void;
}

export function listen(place: HTMLElement): Keys {
  const held = new Map<Wish, Set<string>>();
  const pressed = new Set<Wish>();
  const press = (wish: Wish, by: string) => {
    pressed.add(wish);
    held.set(wish, (held.get(wish) ?? new Set()).add(by));
  };
  const release = (wish: Wish, by: string) => void held.get(wish)?.delete(by);
  const pad = buildPad(press, release);
  place.append(pad);

  const down = (event: KeyboardEvent) => {
    const wish = wishOf(event);
    if (!wish) return;
    event.preventDefault();
    if (!event.repeat) press(wish, event.code);
  };
  const up = (event: KeyboardEvent) => {
    const wish = KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
    if (wish) release(wish, event.code);
  };
  const letGo = () => held.clear();
  window.addEventListener("keydown", down);
  window.addEventListener("keyup", up);
  window.addEventListener("blur", letGo);
  const isHeld = (wish: Wish) => (held.get(wish)?.size ?? 0) > 0;
  return {
    isHeld,
    wasPressed: (wish) => pressed.delete(wish),
    axis: (less, more) => Number(isHeld(more)) - Number(isHeld(less)),
    setFlat: (flat) => void pad.classList.toggle("flat", flat),
    unmount() {
      window.removeEventListener("keydown", down);
      window.removeEventListener("keyup", up);
      window.removeEventListener("blur", letGo);
      pad.remove();
    },
  };
}

/** A key counts unless it is for the control that has the focus, or for the browser. */
function wishOf(event: KeyboardEvent): Wish | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input, select, textarea, button, dialog, [role=tablist]")) return undefined;
  return KEYS[event.key] ?? KEYS[event.key.toLowerCase()];
}

function buildPad(press: (wish: Wish, by: string) => void, release: (wish: Wish, by: string) => void): HTMLElement {
  const pad = document.createElement("div");
  pad.className = "pad";
  for (const { wish, sign, label } of BUTTONS) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = sign;
    button.dataset.wish = wish;
    writeAttribute(button, "aria-label", label);
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      button.setPointerCapture(event.pointerId);
      press(wish, `pointer ${event.pointerId}`);
    });
    for (const name of ["pointerup", "pointercancel"] as const) {
      button.addEventListener(name, (event) => release(wish, `pointer ${event.pointerId}`));
    }
    button.addEventListener("contextmenu", (event) => event.preventDefault());
    pad.append(button);
  }
  return pad;
}
