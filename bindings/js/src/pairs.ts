// Questions about two shapes, for both dimensions: all that a caller gave is read, then laid on the desk; answers are read off it.

import { type Dimension, type Dimensional, type RawShape, writeVector } from "./dimension.js";
import { wrongType } from "./errors.js";
import { finite, flag, number } from "./numbers.js";
import { type AnyShape, type Placed, type ShapeClass, place } from "./shape.js";
import { PLACE } from "./wasm.js";

/** How two closed sets lie to each other. */
export type Relation = "disjoint" | "touching" | "overlapping" | "a_in_b" | "b_in_a" | "equal";
/** The relations by their codes, as `relationMany` answers them. */
export const RELATIONS: readonly Relation[] = ["disjoint", "touching", "overlapping", "a_in_b", "b_in_a", "equal"];

/** Signed distance with its witness: pointB − pointA is distance · normal, always. */
export interface Clearance<D extends Dimensional> {
  /** The gap where apart, exactly 0 where they touch, minus the depth where they overlap. */
  distance: number;
  /** Unit vector from A towards B: moving B by −distance along it parts what overlaps. */
  normal: D["vector"];
  /** In A. */
  pointA: D["vector"];
  /** In B. */
  pointB: D["vector"];
  /** `exact`, or `local`: the depth of the deepest pair of parts of non-convex shapes. */
  depthKind: "exact" | "local";
}
/** A point where two shapes touch or nearly do. */
export interface Contact<D extends Dimensional> {
  pointA: D["vector"];
  pointB: D["vector"];
  /** Signed distance of the two points along the normal. */
  clearance: number;
  /** Which corner, edge or face of each; the same from step to step while the same ones touch. */
  featureA: number;
  featureB: number;
}
/** Contact points along one normal: at most 2 in the plane and 4 in space. */
export interface Manifold<D extends Dimensional> {
  normal: D["vector"];
  contacts: Contact<D>[];
}
/** The manifold of two parts of two shapes. */
export interface PartManifold<D extends Dimensional> extends Manifold<D> {
  partA: number;
  partB: number;
}
/** Where a ray first meets a shape; from inside at time 0 and without a normal. */
export type RayHit<D extends Dimensional> =
  | { time: number; point: D["vector"]; normal: D["vector"]; inside: false }
  | { time: number; point: D["vector"]; normal: null; inside: true };
/** When and where two moving shapes first meet. */
export interface SweepHit<D extends Dimensional> {
  /** From 0 to 1. */
  time: number;
  /** From A to B at that time. */
  normal: D["vector"];
  /** In the world, at that time. */
  point: D["vector"];
  /**
   * Whether the search came to its end. Where shapes that turn graze each other, or turn thousands of times, it may not: they are surely apart before
   * `time`, and no more is known.
   */
  resolved: boolean;
}
/** The point of a border closest to a point. */
export interface ClosestPoint<D extends Dimensional> {
  point: D["vector"];
  /** Negative inside. */
  distance: number;
  /** Outward. */
  normal: D["vector"];
}
/** A straight, evenly turning motion from time 0 to time 1. */
export interface Motion<D extends Dimensional> {
  /** Where it stands at time 0. */
  from?: D["pose"];
  /** How far it goes. */
  by?: D["given"];
  /** How far it turns about its position: radians, or in space a vector along the axis of as many radians. */
  turn?: D["rate"];
}

/** Reads a clearance; says where the next number is. */
export function readClearance<D extends Dimensional>({ vector, size }: Dimension<D>, list: Float64Array, at: number): Clearance<D> {
  return {
    distance: list[at] as number,
    normal: vector(list, at + 1),
    pointA: vector(list, at + 1 + size),
    pointB: vector(list, at + 1 + 2 * size),
    depthKind: list[at + 1 + 3 * size] === 1 ? "exact" : "local",
  };
}

/** Numbers of a contact beside its two points. */
const CONTACT_EXTRA = 3;

/** How many numbers a manifold of so many contacts takes. */
export function manifoldSize(size: number, count: number): number {
  return size + count * (2 * size + CONTACT_EXTRA);
}

export function readManifold<D extends Dimensional>(
  { vector, size }: Dimension<D>,
  list: Float64Array,
  at: number,
  count: number,
): Manifold<D> {
  const contacts: Contact<D>[] = [];
  for (let i = 0; i < count; i++) {
    const from = at + manifoldSize(size, i);
    contacts.push({
      pointA: vector(list, from),
      pointB: vector(list, from + size),
      clearance: list[from + 2 * size] as number,
      featureA: list[from + 2 * size + 1] as number,
      featureB: list[from + 2 * size + 2] as number,
    });
  }
  return { normal: vector(list, at), contacts };
}

const FROM_INSIDE = 2;

export function readHit<D extends Dimensional>({ desk, size, vector }: Dimension<D>, at: number, kind: number): RayHit<D> {
  const list = desk();
  const time = list[at] as number;
  const point = vector(list, at + 1);
  if (kind === FROM_INSIDE) return { time, point, normal: null, inside: true };
  return { time, point, normal: vector(list, at + 1 + size), inside: false };
}

/** Writes a ray into a list. */
export function writeRay<D extends Dimensional>({ size }: Dimension<D>, given: Float64Array, origin: unknown, direction: unknown, maxTime: unknown): void {
  writeVector(given, PLACE.more, origin, size, "origin");
  writeVector(given, PLACE.more + size, direction, size, "direction");
  given[PLACE.more + 2 * size] = maxTime === undefined ? Infinity : number(maxTime, "maxTime");
}

/** The questions about two shapes, in one dimension. */
export function questionsOf<D extends Dimensional, S extends AnyShape<D>>(dimension: Dimension<D>, shapeClass: ShapeClass<D, S>) {
  type Where = S | Placed<D, S>;
  type Moving = { shape: S } & Motion<D>;
  const { checked, desk, lay, size, take, vector } = dimension;
  const ask = dimension.raw.questions;
  const on = (where: Where, given: Float64Array, at: number, field: string): S => place(dimension, shapeClass, where, given, at, field);
  const margin = (prediction: number | undefined): number => (prediction === undefined ? 0 : finite(prediction, "prediction"));

  /** Reads two shapes and where they stand, lays that on the desk, and asks. */
  function both<R>(a: Where, b: Where, question: (p: RawShape, q: RawShape) => R): R {
    const given = take();
    const p = on(a, given, PLACE.a, "a");
    const q = on(b, given, PLACE.b, "b");
    lay(given);
    return question(p.raw("a"), q.raw("b"));
  }

  function moving(body: Moving | Where, given: Float64Array, at: number, more: number, field: string): S {
    given.fill(0, more, more + 2 * size);
    if (body instanceof shapeClass || !(body !== null && typeof body === "object" && ("from" in body || "by" in body || "turn" in body))) {
      return on(body as Where, given, at, field);
    }
    const { shape, from, by, turn } = body as Moving;
    if (!(shape instanceof shapeClass)) throw wrongType(`a shape of ${size}D`, shape, `${field}.shape`);
    dimension.write(given, at, from, `${field}.from`);
    if (by !== undefined) writeVector(given, more, by, size, `${field}.by`);
    if (turn !== undefined) dimension.writeRate(given, more + size, turn, `${field}.turn`);
    return shape;
  }

  return {
    /** How two shapes lie to each other: exact, at every scale and in every degenerate position. */
    relation(a: Where, b: Where): Relation {
      return RELATIONS[both(a, b, (p, q) => checked(ask.relation(p, q)))] as Relation;
    },
    /** Whether two shapes have a point in common, touching included. */
    intersects(a: Where, b: Where): boolean {
      return both(a, b, (p, q) => checked(ask.intersects(p, q))) === 1;
    },
    /** How far apart two shapes are, 0 where they meet. */
    distance(a: Where, b: Where): number {
      return both(a, b, (p, q) => {
        checked(ask.distance(p, q));
        return desk()[PLACE.answer] as number;
      });
    },
    /** Signed distance, normal and two witness points. */
    clearance(a: Where, b: Where): Clearance<D> {
      return both(a, b, (p, q) => {
        checked(ask.clearance(p, q));
        return readClearance(dimension, desk(), PLACE.answer);
      });
    },
    /** Contact points with clearance up to `prediction` (0 if not said). */
    manifold(a: Where, b: Where, prediction?: number): Manifold<D> {
      const within = margin(prediction);
      return both(a, b, (p, q) => {
        desk()[PLACE.more] = within;
        const count = checked(ask.manifold(p, q));
        return readManifold(dimension, desk(), PLACE.answer, count);
      });
    },
    /** The manifolds of all two parts no further apart than `prediction`, without those of inner edges. */
    contacts(a: Where, b: Where, prediction?: number): PartManifold<D>[] {
      const within = margin(prediction);
      const list = both(a, b, (p, q) => ask.contacts(p, q, within));
      const all: PartManifold<D>[] = [];
      for (let at = 0; at < list.length; ) {
        const [partA, partB, count] = list.subarray(at, at + 3) as unknown as [number, number, number];
        all.push({ partA, partB, ...readManifold(dimension, list, at + 3, count) });
        at += 3 + manifoldSize(size, count);
      }
      return all;
    },
    /** Where a ray first meets a shape; times are in units of its direction, `maxTime` counts (infinite if not said). */
    ray(origin: D["given"], direction: D["given"], what: Where, maxTime?: number): RayHit<D> | undefined {
      const given = take();
      const shape = on(what, given, PLACE.a, "what");
      writeRay(dimension, given, origin, direction, maxTime);
      lay(given);
      const kind = checked(ask.ray(shape.raw("what")));
      return kind === 0 ? undefined : readHit(dimension, PLACE.answer, kind);
    },
    /** The point on the border of a shape closest to a point. */
    closestPoint(point: D["given"], what: Where): ClosestPoint<D> {
      const given = take();
      const shape = on(what, given, PLACE.a, "what");
      writeVector(given, PLACE.more, point, size, "point");
      lay(given);
      checked(ask.closestPoint(shape.raw("what")));
      const list = desk();
      return {
        point: vector(list, PLACE.answer),
        distance: list[PLACE.answer + size] as number,
        normal: vector(list, PLACE.answer + size + 1),
      };
    },
    /**
     * When two moving shapes first meet, from time 0 to 1; `undefined` where they do not. With `release`, a touch at the
     * start is passed over while the motion parts them or slides along it.
     */
    sweep(a: Moving | Where, b: Moving | Where, release = false): SweepHit<D> | undefined {
      const passes = flag(release, "release");
      const given = take();
      const p = moving(a, given, PLACE.a, PLACE.more, "a");
      const q = moving(b, given, PLACE.b, PLACE.moreB, "b");
      lay(given);
      if (checked(ask.sweep(p.raw("a"), q.raw("b"), passes)) === 0) return undefined;
      const list = desk();
      return {
        time: list[PLACE.answer] as number,
        normal: vector(list, PLACE.answer + 1),
        point: vector(list, PLACE.answer + 1 + size),
        resolved: list[PLACE.answer + 1 + 2 * size] === 1,
      };
    },
  };
}
