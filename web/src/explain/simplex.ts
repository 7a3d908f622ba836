// GJK (Gilbert, Johnson and Keerthi 1988; described by van den Bergen and Ericson 9.5): the distance of the
// origin from the Minkowski difference D without building D. It keeps a simplex, up to three corners of D,
// and the point v of the simplex nearest to the origin. In each step it looks from v towards the origin for
// the farthest corner w of D. It stops if w is no farther than v, or if the simplex contains the origin. Each
// corner of D is a corner of B minus a corner of A, which the support mappings find.
//
// Here every step is kept for the display, and nothing is optimised. Radii are added afterwards: the search
// runs on D of the cores.

import { type Body, type Point, between, cross, dot, farthest, length, nearestShare, subtract, times } from "./body";

/** A corner of D, and the corners of A and B that it comes from. */
export interface Support { point: Point; a: number; b: number }

export interface Step {
  /** The direction of the search: from the nearest point so far towards the origin. */
  direction: Point;
  /** The farthest corner in that direction. */
  found: Support;
  /** The simplex with `found`, before it was reduced. */
  simplex: Support[];
  /** The part of it that is nearest to the origin and is kept. */
  kept: Support[];
  /** The point of the simplex nearest to the origin. */
  nearest: Point;
  outcome: "go on" | "holds the origin" | "nothing farther";
}

export interface Gjk { steps: Step[]; overlapping: boolean; distance: number }

/** The search stops if w is farther than v by less than this fraction of |v|². */
const NO_PROGRESS = 1e-12;
const MOST_STEPS = 32;

export function gjk(a: Body, b: Body): Gjk {
  const steps: Step[] = [];
  let kept: Support[] = [];
  let nearest: Point | undefined;
  while (steps.length < MOST_STEPS) {
    const direction: Point = nearest ? times(nearest, -1) : firstDirection(a, b);
    const found = support(a, b, direction);
    const stuck = nearest !== undefined && noFarther(nearest, found, kept);
    const simplex: Support[] = stuck ? kept : [...kept, found];
    const reduced = reduce(simplex);
    nearest = reduced.nearest;
    kept = reduced.kept;
    const holds = kept.length === 3 || length(nearest) === 0;
    steps.push({ direction, found, simplex, kept, nearest, outcome: holds ? "holds the origin" : stuck ? "nothing farther" : "go on" });
    if (holds || stuck) break;
  }
  const overlapping = steps[steps.length - 1].outcome === "holds the origin";
  return { steps, overlapping, distance: overlapping ? 0 : length(nearest!) };
}

/** The first direction, from B to A: any would do. */
function firstDirection(a: Body, b: Body): Point {
  const direction = subtract(a.corners[0], b.corners[0]);
  return length(direction) > 0 ? direction : { x: 1, y: 0 };
}

/**
 * The farthest corner of D in a direction: the farthest one of B in it minus the farthest one of A in the
 * opposite direction.
 */
export function support(a: Body, b: Body, direction: Point): Support {
  const onB = farthest(b.corners, direction);
  const onA = farthest(a.corners, times(direction, -1));
  return { point: subtract(b.corners[onB], a.corners[onA]), a: onA, b: onB };
}

function noFarther(nearest: Point, found: Support, kept: readonly Support[]): boolean {
  const known = kept.some((corner) => corner.a === found.a && corner.b === found.b);
  return known || dot(nearest, nearest) - dot(nearest, found.point) <= NO_PROGRESS * dot(nearest, nearest);
}

/**
 * The part of a simplex that is nearest to the origin: a corner, an edge, or the whole triangle if it
 * contains the origin.
 */
function reduce(simplex: readonly Support[]): { kept: Support[]; nearest: Point } {
  if (simplex.length === 1) return { kept: [...simplex], nearest: simplex[0].point };
  if (simplex.length === 3 && triangleHoldsOrigin(simplex)) return { kept: [...simplex], nearest: { x: 0, y: 0 } };
  const pairs = simplex.length === 2 ? [[0, 1]] : [[0, 1], [1, 2], [2, 0]];
  const parts = pairs.map(([i, j]) => reduceEdge(simplex[i], simplex[j]));
  return parts.reduce((best, part) => (length(part.nearest) < length(best.nearest) ? part : best));
}

function reduceEdge(p: Support, q: Support): { kept: Support[]; nearest: Point } {
  const share = nearestShare(p.point, q.point);
  const kept = share === 0 ? [p] : share === 1 ? [q] : [p, q];
  return { kept, nearest: between(p.point, q.point, share) };
}

function triangleHoldsOrigin([p, q, r]: readonly Support[]): boolean {
  const turns = [cross(p.point, q.point), cross(q.point, r.point), cross(r.point, p.point)];
  const flat = cross(subtract(q.point, p.point), subtract(r.point, p.point)) === 0;
  return !flat && (turns.every((turn) => turn >= 0) || turns.every((turn) => turn <= 0));
}
