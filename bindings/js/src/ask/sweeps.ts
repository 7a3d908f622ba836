// Motions: of two shapes, of a shape through a scene, and of all objects of a scene at once.

import { type Dimension, type Dimensional, writeVector } from "../base/dimension.js";
import { ClearanceError, wrongType } from "../base/errors.js";
import { listed, MOST_NUMBERS, number, options } from "../base/numbers.js";
import { type AnyShape, place, type Placed, shapeIn } from "../shape/shape.js";

/** A motion along a straight line with a constant rate of turning, from time 0 to time 1. */
export interface Motion<D extends Dimensional> {
  /** The pose at time 0. */
  from?: D["pose"];
  /** The displacement. */
  by?: D["given"];
  /**
   * The rotation about its position: radians, or in 3D a rotation vector, along the axis and as long as the
   * angle.
   */
  turn?: D["rate"];
}
/** A moving shape. */
export type Moving<D extends Dimensional, S extends AnyShape<D>> = { shape: S } & Motion<D>;
/** When and where two moving shapes first meet. */
export interface SweepHit<D extends Dimensional> {
  /** From 0 to 1. */
  time: number;
  /** From A to B at that time. */
  normal: D["vector"];
  /** In the world, at that time. */
  point: D["vector"];
  /**
   * Whether the search was completed. It may be cut short if turning shapes graze each other or turn
   * thousands of times, and if many parts that turn, or are curved, are near each other. Then they are
   * certainly apart before `time`, and no more is known.
   */
  resolved: boolean;
}
/**
 * What is ignored at the start: nothing (`false`); a touch, while the motion separates the shapes or slides
 * them along each other (`true`); with `"overlap"`, an overlap as well, while the motion makes it no deeper.
 */
export type Release = boolean | "overlap";
/** How an object of a scene moves in a step in which nothing tunnels. */
export interface Travel<D extends Dimensional> {
  handle: number;
  /** The displacement in the step. */
  by?: D["given"];
  /** The rotation about its position. */
  turn?: D["rate"];
  /**
   * `swept` (the default): it stops before the first object that it meets. `slide`: it slides along what it
   * meets, with the rest of its straight motion. `free`: it moves all the way, through everything.
   */
  kind?: "swept" | "slide" | "free";
}
/** Two objects that have met in a step: `a` is `swept` or `slide`, and has the smaller handle if both are. */
export interface Meeting<D extends Dimensional> {
  a: number;
  b: number;
  /** The time is a fraction of the step; the normal points from `a` to `b`. */
  hit: SweepHit<D>;
}

const TRAVEL_KINDS: readonly unknown[] = ["swept", "slide", "free"];

/** The number of a `Release`. */
export function releaseCode(given: unknown): number {
  if (given === false) return 0;
  if (given === true) return 1;
  if (given === "overlap") return 2;
  throw wrongType('true, false or "overlap"', given, "release");
}

function isMotion(body: unknown): boolean {
  return typeof body === "object" && body !== null && ("from" in body || "by" in body || "turn" in body);
}

/** The shape of a moving or a fixed object; its pose and its motion are written into a list. */
export function placeMoving<D extends Dimensional, S extends AnyShape<D>>(
  dimension: Dimension<D>,
  body: unknown,
  given: Float64Array,
  [at, more]: readonly [number, number],
  field: string,
): S {
  const { size } = dimension;
  given.fill(0, more, more + 2 * size);
  if (!isMotion(body)) return place<D, S>(dimension, body as S | Placed<D, S>, given, at, field);
  const { shape, from, by, turn } = body as Moving<D, S>;
  const own = shapeIn<D, S>(dimension, shape, `${field}.shape`);
  dimension.write(given, at, from, `${field}.from`);
  if (by !== undefined) writeVector(given, more, by, size, `${field}.by`);
  if (turn !== undefined) dimension.writeRate(given, more + size, turn, `${field}.turn`);
  return own;
}

/** How many numbers a sweep's hit takes. */
export const sweepHitSize = (size: number): number => 2 + 2 * size;

/** Reads a sweep's hit. */
export function readSweepHit<D extends Dimensional>({ vector, size }: Dimension<D>, list: Float64Array, at: number): SweepHit<D> {
  return {
    time: list[at] as number,
    normal: vector(list, at + 1),
    point: vector(list, at + 1 + size),
    resolved: list[at + 1 + 2 * size] === 1,
  };
}

/** Handles, motions and kinds, one after the other. */
export function readTravels<D extends Dimensional>(dimension: Dimension<D>, given: unknown): [Float64Array, Float64Array, Uint8Array] {
  if (!Array.isArray(given)) throw wrongType("an array of travels", given, "travels");
  const { size } = dimension;
  const [handles, motions, kinds]: number[][] = [[], [], []];
  const motion = new Float64Array(2 * size);
  const numbers = size + (dimension.poseSize - size === 1 ? 1 : size);
  listed(given, "travels", (travel, i) => {
    const field = `travels[${i}]`;
    if (travel === undefined) throw wrongType("an object", travel, field);
    const { handle, by, turn, kind = "swept" } = options(travel as Travel<D>, ["handle", "by", "turn", "kind"], field);
    if (!TRAVEL_KINDS.includes(kind)) throw new ClearanceError("invalid_shape", "must be swept, slide or free", `${field}.kind`);
    motion.fill(0);
    if (by !== undefined) writeVector(motion, 0, by, size, `${field}.by`);
    if (turn !== undefined) dimension.writeRate(motion, size, turn, `${field}.turn`);
    (handles as number[]).push(number(handle, `${field}.handle`));
    (motions as number[]).push(...motion.subarray(0, numbers));
    (kinds as number[]).push(TRAVEL_KINDS.indexOf(kind));
  });
  if ((motions as number[]).length > MOST_NUMBERS) throw new ClearanceError("limit_exceeded", "too many", "travels");
  return [Float64Array.from(handles as number[]), Float64Array.from(motions as number[]), Uint8Array.from(kinds as number[])];
}

/** Reads all meetings of a step. */
export function readMeetings<D extends Dimensional>(dimension: Dimension<D>, list: Float64Array): Meeting<D>[] {
  const stride = 2 + sweepHitSize(dimension.size);
  return Array.from({ length: list.length / stride }, (_, i) => {
    const at = i * stride;
    return { a: list[at] as number, b: list[at + 1] as number, hit: readSweepHit(dimension, list, at + 2) };
  });
}
