// The Minkowski difference D of two convex shapes is the set of all b − a. The shapes have a point in common
// exactly if D contains the origin, and the distance of the origin from the border of D is their distance, or
// the depth of their overlap.
//
// It is built as one would build it by hand: A reflected at the origin is −A; a copy of −A is placed at each
// corner of B, and D is the hull of the copies. (Ericson 3.11; the hull is Andrew's monotone chain.)

import { type Body, type Point, between, cross, length, nearestShare, subtract } from "./body";

export interface Difference {
  /** The copy of −A at each corner of B. */
  copies: Point[][];
  /** The hull of the copies so far: after the first, the second, … The last one is the hull of all. */
  hulls: Point[][];
  /** The sum of both radii, added around the last hull. */
  radius: number;
}

export function difference(a: Body, b: Body): Difference {
  const copies = copiesOf(a, b);
  const hulls = copies.map((_, count) => hull(copies.slice(0, count + 1).flat()));
  return { copies, hulls, radius: a.radius + b.radius };
}

function copiesOf(a: Body, b: Body): Point[][] {
  return b.corners.map((corner) => a.corners.map((point) => subtract(corner, point)));
}

/**
 * The distance of the origin from the border of D, negative inside, and the nearest point on the border of
 * the corners' hull.
 */
export interface Nearest { distance: number; point: Point }

export function nearestToOrigin({ hulls, radius }: Difference): Nearest {
  return nearestOf(hulls[hulls.length - 1], radius);
}

function nearestOf(border: readonly Point[], radius: number): Nearest {
  let nearest: Nearest = { distance: Infinity, point: border[0] };
  border.forEach((from, i) => {
    const to = border[(i + 1) % border.length];
    const point = between(from, to, nearestShare(from, to));
    if (length(point) < nearest.distance) nearest = { distance: length(point), point };
  });
  const sign = holdsOrigin(border) ? -1 : 1;
  return { distance: sign * nearest.distance - radius, point: nearest.point };
}

/** The distance of A and B; if negative, the depth of their overlap. */
export function signedDistance(a: Body, b: Body): number {
  return nearestOf(hull(copiesOf(a, b).flat()), a.radius + b.radius).distance;
}

/** Whether the origin is inside a counter-clockwise hull of at least three corners. */
export function holdsOrigin(border: readonly Point[]): boolean {
  return border.length > 2 && border.every((from, i) => cross(from, border[(i + 1) % border.length]) >= 0);
}

/** The corners of the convex hull, counter-clockwise, without those on a straight edge. */
export function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((p, q) => p.x - q.x || p.y - q.y);
  const lower = chain(sorted);
  const upper = chain(sorted.reverse());
  const ring = [...lower.slice(0, -1), ...upper.slice(0, -1)];
  return ring.length > 0 ? ring : [sorted[0]];
}

function chain(sorted: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of sorted) {
    while (kept.length > 1 && !turnsLeft(kept[kept.length - 2], kept[kept.length - 1], point)) kept.pop();
    const last = kept[kept.length - 1];
    if (!last || last.x !== point.x || last.y !== point.y) kept.push(point);
  }
  return kept;
}

/** A turn with a smaller sine is a rounding error: sums of parallel edges are not exactly parallel. */
const STRAIGHT = 1e-12;

function turnsLeft(p: Point, q: Point, r: Point): boolean {
  const before = subtract(q, p);
  const after = subtract(r, q);
  return cross(before, after) > STRAIGHT * length(before) * length(after);
}
