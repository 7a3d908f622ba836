// What the 2D course and the 3D terrain have in common.

import type { Text } from "../../shell/mode";
import type { Theme } from "../../shell/theme";
import type { Keys } from "./keys";

/** The numbers beside the drawing. */
export interface Report {
  /** The horizontal and the upward speed, in metres per second. */
  speed: number;
  climb: number;
  standing: boolean;
  /** The slope of the ground, in degrees; undefined in the air. */
  slope?: number;
  contacts: number;
  position: readonly number[];
  /** A message: fell, arrived. */
  change?: Text;
}

export interface World {
  readonly canvas: HTMLCanvasElement;
  /** One step of time. */
  step(keys: Keys, seconds: number): Report;
  draw(): void;
  /** Returns to the beginning. */
  restart(): void;
  showContacts(on: boolean): void;
  /** Called after language or colours have changed. */
  changed(): void;
  unmount(): void;
}

/** The character: lengths in metres, times in seconds. */
export const CHARACTER = { radius: 0.3, height: 1.6, gravity: 22, maxSlope: Math.PI / 4, stepHeight: 0.35 } as const;
export const WALK_SPEED = 4.2;
/** Jumps 1.1 m high. */
export const JUMP_SPEED = 7;
/** For this many seconds, a jump that was requested in the air, or just behind an edge, is still made. */
export const JUMP_PATIENCE = 0.1;

const DEGREES = 180 / Math.PI;

/** Degrees between a normal's rise and straight up. */
export function slopeOf(rise: number): number {
  return Math.acos(Math.min(1, Math.max(-1, rise))) * DEGREES;
}

/** The contacts that hold it and that have stopped it. */
export function touchesOf<T extends { point: unknown; normal: unknown }>(step: { contacts: readonly T[]; ground?: NoInfer<Pick<T, "point" | "normal">> }) {
  const stops: Pick<T, "point" | "normal">[] = [...step.contacts];
  return step.ground ? [step.ground, ...stops] : stops;
}

/** The colour of a plane by its slope. */
export type Slope = "walkable" | "ledge" | "steep";

export function slopeColour(slope: Slope, theme: Theme): string {
  return { walkable: theme.gap, ledge: theme.overlap, steep: theme.collision }[slope];
}
