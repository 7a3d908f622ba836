// The shapes of the explanations: convex corners, grown by a radius. A circle is one corner and a radius, a
// capsule two corners and a radius, a polygon its corners without a radius. The package calls the corners a
// shape's core.

export interface Point { x: number; y: number }

/** The corners in world coordinates, counter-clockwise; none is on a straight edge. */
export interface Body { corners: readonly Point[]; radius: number }

export const add = (a: Point, b: Point): Point => ({ x: a.x + b.x, y: a.y + b.y });
export const subtract = (a: Point, b: Point): Point => ({ x: a.x - b.x, y: a.y - b.y });
export const times = (a: Point, factor: number): Point => ({ x: a.x * factor, y: a.y * factor });
export const dot = (a: Point, b: Point): number => a.x * b.x + a.y * b.y;
export const cross = (a: Point, b: Point): number => a.x * b.y - a.y * b.x;
export const length = (a: Point): number => Math.hypot(a.x, a.y);
/** The direction to the right of `a`: outward, if `a` is an edge of a counter-clockwise polygon. */
export const right = (a: Point): Point => ({ x: a.y, y: -a.x });

/** The unit vector along `a`, which must not be zero. */
export function unit(a: Point): Point {
  return times(a, 1 / length(a));
}

/**
 * The index of the farthest corner in a direction (the first of equals): the support mapping of the corners.
 */
export function farthest(corners: readonly Point[], direction: Point): number {
  let best = 0;
  for (let i = 1; i < corners.length; i++) {
    if (dot(corners[i], direction) > dot(corners[best], direction)) best = i;
  }
  return best;
}

export interface Edge { from: Point; to: Point; normal: Point; index: number }

/** The edges with their outward unit normals: none for one corner, both sides of the single edge for two. */
export function edges({ corners }: Body): Edge[] {
  if (corners.length < 2) return [];
  return corners.map((from, index) => {
    const to = corners[(index + 1) % corners.length];
    return { from, to, normal: unit(right(subtract(to, from))), index };
  });
}

/** The point of a segment that is nearest to the origin, as a fraction of the way from a to b. */
export function nearestShare(a: Point, b: Point): number {
  const along = subtract(b, a);
  const squared = dot(along, along);
  return squared === 0 ? 0 : Math.min(1, Math.max(0, -dot(a, along) / squared));
}

export function between(a: Point, b: Point, share: number): Point {
  return { x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share };
}
