import type { Camera, Point, Stage } from "../../kit/stage/canvas";
import { draggable } from "../../kit/stage/pointer";
import { KNOB_BEYOND, knobAt, otherFirst } from "./drawing";
import type { Pair } from "./pair";
import { type Pose, SCALES, type Side, type State } from "./state";

/** What can be grabbed: a shape, or the knob of the held one, which rotates and scales it. */
type Handle = Side | "knob";

export interface Hands {
  state: State;
  pair: Pair;
  /** Called after a shape has moved, rotated or grown. */
  changed(): void;
  /** Whether a shape is being handled, by a pointer or recently by keys. */
  handling(on: boolean): void;
  /** Called when a pointer has released a shape. */
  letGo(): void;
}

export function handleByPointer(stage: Stage, hands: Hands): void {
  const { state, pair } = hands;
  draggable<Handle>(stage, {
    pick(at, reach) {
      if (onKnob(stage.camera, state, pair, at, reach)) return "knob";
      const [under, top] = otherFirst(state.held);
      return [top, under].find((side) => pair.holds(side, [at.x, at.y], 0)) ?? [top, under].find((side) => pair.holds(side, [at.x, at.y], reach));
    },
    taken(handle) {
      if (handle !== "knob") state.held = handle;
      hands.handling(true);
      hands.changed();
    },
    move(handle, by, at) {
      if (handle === "knob") turnTo(stage.camera, state, pair, at);
      else state[handle].pose.position = moved(state[handle].pose, by.x, by.y);
      hands.changed();
    },
    released() {
      hands.handling(false);
      hands.letGo();
      hands.changed();
    },
  });
}

function moved({ position: [x, y] }: Pose, dx: number, dy: number): [number, number] {
  return [x + dx, y + dy];
}

/** More than the knob's own radius, so that it is easy to hit. */
const KNOB_REACH = 12;

function onKnob(camera: Camera, state: State, pair: Pair, at: Point, reach: number): boolean {
  const knob = camera.toWorld(knobAt(camera, { state, pair }).knob);
  return Math.hypot(at.x - knob.x, at.y - knob.y) <= Math.max(reach, KNOB_REACH / camera.zoom);
}

/** The knob follows the pointer: its direction rotates the shape, its distance scales it. */
function turnTo(camera: Camera, state: State, pair: Pair, at: Point): void {
  const pose = state[state.held].pose;
  const [dx, dy] = [at.x - pose.position[0], at.y - pose.position[1]];
  pose.angle = Math.atan2(dy, dx) - Math.PI / 2;
  pose.scale = withinScales((Math.hypot(dx, dy) - KNOB_BEYOND / camera.zoom) / pair.of(state.held).reach);
}

function withinScales(scale: number): number {
  return Math.min(SCALES.most, Math.max(SCALES.least, scale));
}

const TURN = Math.PI / 60;
const GROWTH = 1.03;
const STEP = 0.05;
/** How long the ghost stays after the last key. */
const KEY_GHOST_MS = 900;

/**
 * Arrow keys rotate and scale the held shape, with Shift they move it; A and B, or the space bar, choose.
 * Returns a function that stops it.
 */
export function handleByKeys(canvas: HTMLCanvasElement, hands: Hands): () => void {
  let timer = 0;
  canvas.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { state } = hands;
    const pose = state[state.held].pose;
    const act = event.shiftKey ? moveKey(event.key, pose) : turnKey(event.key, pose);
    const held = heldKey(event.key, state.held);
    if (!act && !held) return;
    event.preventDefault();
    act?.();
    if (held) state.held = held;
    window.clearTimeout(timer);
    hands.handling(true);
    timer = window.setTimeout(() => { hands.handling(false); hands.changed(); }, KEY_GHOST_MS);
    hands.changed();
  });
  return () => window.clearTimeout(timer);
}

function turnKey(key: string, pose: Pose): (() => void) | undefined {
  switch (key) {
    case "ArrowLeft": return () => { pose.angle += TURN; };
    case "ArrowRight": return () => { pose.angle -= TURN; };
    case "ArrowUp": return () => { pose.scale = withinScales(pose.scale * GROWTH); };
    case "ArrowDown": return () => { pose.scale = withinScales(pose.scale / GROWTH); };
    default: return undefined;
  }
}

function moveKey(key: string, pose: Pose): (() => void) | undefined {
  const ways: Record<string, readonly [number, number]> = {
    ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, STEP], ArrowDown: [0, -STEP],
  };
  const way = ways[key];
  return way && (() => { pose.position = moved(pose, ...way); });
}

function heldKey(key: string, held: Side): Side | undefined {
  switch (key.toLowerCase()) {
    case "a": return "a";
    case "b": return "b";
    case " ": return held === "a" ? "b" : "a";
    default: return undefined;
  }
}
