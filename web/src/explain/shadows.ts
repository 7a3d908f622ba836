// Separating axes. Two convex shapes are apart exactly if their projections (their shadows) on some axis have
// a gap between them. For polygons the normals of their edges are enough. If every axis shows an overlap, the
// shapes overlap, and the axis with the least overlap gives the shortest way out. (Ericson, Real-Time
// Collision Detection, 4.4.1 and 5.2.1.)
//
// If a shape is round, the gap may be in the direction of a corner instead: from each corner of the round
// shape's core (the center of a circle, the ends of a capsule) the direction to the nearest corner of the
// other shape is a candidate axis as well.

import { type Body, type Edge, type Point, dot, edges, farthest, length, subtract, times, unit } from "./body";

export type Side = "a" | "b";

/** Where a candidate axis comes from. */
export type Source =
  | { kind: "edge"; side: Side; edge: Edge }
  /** The direction from a corner of the round shape `side` to the nearest corner of the other. */
  | { kind: "corner"; side: Side; from: Point; to: Point };

/**
 * A shape's projection: from `least` to `most` along the axis, with the two points of its border that give
 * them.
 */
export interface Shadow { least: number; most: number; leastPoint: Point; mostPoint: Point }

export interface Axis {
  /** Unit vector. */
  direction: Point;
  /** One origin, or several with the same direction: parallel edges. */
  sources: Source[];
  a: Shadow;
  b: Shadow;
  /**
   * The gap between the shadows; if negative, how far B must be moved along the axis, the shorter way, to
   * open one.
   */
  gap: number;
  /** The side of B along the axis, or the direction in which it would be moved: 1 or -1. */
  way: 1 | -1;
}

export interface Shadows {
  axes: Axis[];
  /** The axis with the largest gap; if there is no gap, the one with the least overlap. */
  deciding: number;
}

/** Directions whose sine is below this count as one axis. */
const PARALLEL = 1e-9;

export function shadows(a: Body, b: Body): Shadows {
  const axes: Axis[] = [];
  for (const source of candidates(a, b)) {
    const direction = directionOf(source);
    const known = axes.find((axis) => Math.abs(direction.x * axis.direction.y - direction.y * axis.direction.x) < PARALLEL);
    if (known) known.sources.push(source);
    else axes.push(measure(a, b, direction, source));
  }
  let deciding = 0;
  axes.forEach((axis, i) => { if (axis.gap > axes[deciding].gap) deciding = i; });
  return { axes, deciding };
}

function candidates(a: Body, b: Body): Source[] {
  return [
    ...edges(a).map((edge): Source => ({ kind: "edge", side: "a", edge })),
    ...edges(b).map((edge): Source => ({ kind: "edge", side: "b", edge })),
    ...towardsCorners("a", a, b),
    ...towardsCorners("b", b, a),
  ];
}

/** The axes of a round body: from each corner of its core to the nearest corner of the other. */
function towardsCorners(side: Side, round: Body, other: Body): Source[] {
  if (round.radius === 0) return [];
  return round.corners.flatMap((from): Source[] => {
    const to = other.corners.reduce((best, corner) => (far(from, corner) < far(from, best) ? corner : best));
    if (far(from, to) === 0) return fallback(side, round, other, from, to);
    return [{ kind: "corner", side, from, to }];
  });
}

/** Two concentric circles have no direction between them, and every axis is right for them. */
function fallback(side: Side, round: Body, other: Body, from: Point, to: Point): Source[] {
  const axisless = round.corners.length === 1 && other.corners.length === 1;
  return axisless ? [{ kind: "corner", side, from, to: { x: to.x + 1, y: to.y } }] : [];
}

const far = (p: Point, q: Point) => length(subtract(p, q));

function directionOf(source: Source): Point {
  return source.kind === "edge" ? source.edge.normal : unit(subtract(source.to, source.from));
}

function measure(bodyA: Body, bodyB: Body, direction: Point, source: Source): Axis {
  return { ...axisAlong(bodyA, bodyB, direction), sources: [source] };
}

/** The shadows along any direction (a unit vector), wherever it comes from. */
export function axisAlong(bodyA: Body, bodyB: Body, direction: Point): Axis {
  const a = shadow(bodyA, direction);
  const b = shadow(bodyB, direction);
  const ahead = b.least - a.most;
  const behind = a.least - b.most;
  return { direction, sources: [], a, b, gap: Math.max(ahead, behind), way: ahead >= behind ? 1 : -1 };
}

export function shadow({ corners, radius }: Body, direction: Point): Shadow {
  const least = corners[farthest(corners, times(direction, -1))];
  const most = corners[farthest(corners, direction)];
  return {
    least: dot(least, direction) - radius,
    most: dot(most, direction) + radius,
    leastPoint: subtract(least, times(direction, radius)),
    mostPoint: { x: most.x + direction.x * radius, y: most.y + direction.y * radius },
  };
}
