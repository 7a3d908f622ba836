// Questions about two shapes, and about one and a ray or a point, for both dimensions: all arguments are
// read, then written to the exchange array; the answers are read from it.

import { type Dimension, type Dimensional, writeVector } from "../base/dimension.js";
import { finite, number } from "../base/numbers.js";
import { rawOf } from "../base/owner.js";
import { aboutTwo, type AnyShape, type Placed, place } from "../shape/shape.js";
import { type Moving, placeMoving, readSweepHit, type Release, releaseCode, type SweepHit } from "./sweeps.js";
import { PLACE } from "../base/wasm.js";

/** The relation of two closed sets. */
export type Relation = "disjoint" | "touching" | "overlapping" | "a_in_b" | "b_in_a" | "equal";
/** The relations in the order of the codes that `relationMany` returns. */
export const RELATIONS: readonly Relation[] = ["disjoint", "touching", "overlapping", "a_in_b", "b_in_a", "equal"];

/** The signed distance with its witness points: pointB − pointA is distance · normal, always. */
export interface Clearance<D extends Dimensional> {
  /** The gap if they are apart, exactly 0 if they touch, minus the depth if they overlap. */
  distance: number;
  /** Unit vector from A towards B: moving B by −distance along it separates shapes that overlap. */
  normal: D["vector"];
  /** In A. */
  pointA: D["vector"];
  /** In B. */
  pointB: D["vector"];
  /** `exact`, or `local`: the depth of the deepest pair of parts of non-convex shapes. */
  depthKind: "exact" | "local";
}
/** A point where two shapes touch or nearly touch. */
export interface Contact<D extends Dimensional> {
  pointA: D["vector"];
  pointB: D["vector"];
  /** Signed distance of the two points along the normal. */
  clearance: number;
  /** The corner, edge or face of each; it stays the same from step to step while the same features touch. */
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
/** Which part or triangle of a shape an answer is about. */
export interface Feature {
  /** The part of a compound; null for any other shape. */
  part: number | null;
  /**
   * The triangle of a mesh or terrain, the segment of a polyline or edge of a polygon; null for any other
   * shape, and for a ray that starts inside.
   */
  facet: number | null;
}
/** Where a ray first meets a shape; if it starts inside, the time is 0 and there is no normal. */
export type RayHit<D extends Dimensional> = Feature &
  (
    | { time: number; point: D["vector"]; normal: D["vector"]; inside: false }
    | { time: number; point: D["vector"]; normal: null; inside: true }
  );
/** The closest point on a border to a given point. */
export interface ClosestPoint<D extends Dimensional> extends Feature {
  point: D["vector"];
  /** Negative if the given point is inside. */
  distance: number;
  /** Points outwards. */
  normal: D["vector"];
}
/** Reads a clearance. */
export function readClearance<D extends Dimensional>({ vector, size }: Dimension<D>, list: Float64Array, at: number): Clearance<D> {
  return {
    distance: list[at] as number,
    normal: vector(list, at + 1),
    pointA: vector(list, at + 1 + size),
    pointB: vector(list, at + 1 + 2 * size),
    depthKind: list[at + 1 + 3 * size] === 1 ? "exact" : "local",
  };
}

/** How many numbers a contact has besides its two points. */
const CONTACT_EXTRA = 3;

/** How many numbers a manifold with this many contacts takes. */
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

export function readHit<D extends Dimensional>({ exchange, size, vector }: Dimension<D>, at: number, kind: number): RayHit<D> {
  const list = exchange();
  const time = list[at] as number;
  const point = vector(list, at + 1);
  const [part, facet] = readFeature(list, at + 1 + 2 * size);
  if (kind === FROM_INSIDE) return { time, point, normal: null, inside: true, part, facet };
  return { time, point, normal: vector(list, at + 1 + size), inside: false, part, facet };
}

/** A part and a facet; -1 stands for none. */
function readFeature(list: Float64Array, at: number): [number | null, number | null] {
  const [part, facet] = [list[at] as number, list[at + 1] as number];
  return [part < 0 ? null : part, facet < 0 ? null : facet];
}

/** Writes a ray into a list. */
export function writeRay<D extends Dimensional>({ size }: Dimension<D>, given: Float64Array, origin: unknown, direction: unknown, maxTime: unknown): void {
  writeVector(given, PLACE.more, origin, size, "origin");
  writeVector(given, PLACE.more + size, direction, size, "direction");
  given[PLACE.more + 2 * size] = maxTime === undefined ? Infinity : number(maxTime, "maxTime");
}

/** The questions about two shapes, in one dimension. */
export function questionsOf<D extends Dimensional, S extends AnyShape<D>>(dimension: Dimension<D>) {
  type Where = S | Placed<D, S>;
  const { checked, exchange, send, size, take, vector } = dimension;
  const ask = dimension.raw.questions;
  const both = aboutTwo<D, S>(dimension);
  const on = (where: Where, given: Float64Array, at: number, field: string): S => place(dimension, where, given, at, field);
  const margin = (prediction: number | undefined): number => (prediction === undefined ? 0 : finite(prediction, "prediction"));

  return {
    /** The relation of two shapes: exact, at every scale and in every degenerate position. */
    relation(a: Where, b: Where): Relation {
      return RELATIONS[both(a, b, (p, q) => checked(ask.relation(p, q)))] as Relation;
    },
    /** Whether two shapes have a point in common, touching included. */
    intersects(a: Where, b: Where): boolean {
      return both(a, b, (p, q) => checked(ask.intersects(p, q))) === 1;
    },
    /** The distance between two shapes; 0 if they meet. */
    distance(a: Where, b: Where): number {
      return both(a, b, (p, q) => {
        checked(ask.distance(p, q));
        return exchange()[PLACE.answer] as number;
      });
    },
    /** Signed distance, normal and two witness points. */
    clearance(a: Where, b: Where): Clearance<D> {
      return both(a, b, (p, q) => {
        checked(ask.clearance(p, q));
        return readClearance(dimension, exchange(), PLACE.answer);
      });
    },
    /** Contact points with clearance up to `prediction` (0 by default). */
    manifold(a: Where, b: Where, prediction?: number): Manifold<D> {
      const within = margin(prediction);
      return both(a, b, (p, q) => {
        exchange()[PLACE.more] = within;
        const count = checked(ask.manifold(p, q));
        return readManifold(dimension, exchange(), PLACE.answer, count);
      });
    },
    /**
     * The manifolds of all pairs of parts that are at most `prediction` apart, without those of inner edges.
     */
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
    /**
     * Where a ray first meets a shape; times are in units of its direction, and a hit at `maxTime` counts
     * (infinite by default).
     */
    ray(origin: D["given"], direction: D["given"], what: Where, maxTime?: number): RayHit<D> | undefined {
      const given = take();
      const shape = on(what, given, PLACE.a, "what");
      writeRay(dimension, given, origin, direction, maxTime);
      send(given);
      const kind = checked(ask.ray(rawOf(shape, "shape", "what")));
      return kind === 0 ? undefined : readHit(dimension, PLACE.answer, kind);
    },
    /** The closest point on the border of a shape to a given point. */
    closestPoint(point: D["given"], what: Where): ClosestPoint<D> {
      const given = take();
      const shape = on(what, given, PLACE.a, "what");
      writeVector(given, PLACE.more, point, size, "point");
      send(given);
      checked(ask.closestPoint(rawOf(shape, "shape", "what")));
      const list = exchange();
      const [part, facet] = readFeature(list, PLACE.answer + 2 * size + 1);
      return {
        point: vector(list, PLACE.answer),
        distance: list[PLACE.answer + size] as number,
        normal: vector(list, PLACE.answer + size + 1),
        part,
        facet,
      };
    },
    /** Whether a point is in a shape, exactly; the border counts. */
    contains(point: D["given"], what: Where): boolean {
      const given = take();
      const shape = on(what, given, PLACE.a, "what");
      writeVector(given, PLACE.more, point, size, "point");
      send(given);
      return checked(ask.contains(rawOf(shape, "shape", "what"))) === 1;
    },
    /**
     * When two moving shapes first meet, from time 0 to 1; `undefined` if they do not. With `release`, a
     * touch at the start is ignored while the motion separates the shapes or slides them along each other;
     * with `"overlap"`, an overlap as well, while it gets no deeper.
     */
    sweep(a: Moving<D, S> | Where, b: Moving<D, S> | Where, release: Release = false): SweepHit<D> | undefined {
      const start = releaseCode(release);
      const given = take();
      const p = placeMoving<D, S>(dimension, a, given, [PLACE.a, PLACE.more], "a");
      const q = placeMoving<D, S>(dimension, b, given, [PLACE.b, PLACE.moreB], "b");
      send(given);
      const found = checked(ask.sweep(rawOf(p, "shape", "a"), rawOf(q, "shape", "b"), start));
      return found === 0 ? undefined : readSweepHit(dimension, exchange(), PLACE.answer);
    },
  };
}
