// The separating axes of two boxes (Gottschalk, Lin, Manocha: OBBTree, 1996; Ericson: Real-Time Collision
// Detection, 4.4.1). Two boxes are apart exactly if their projections are apart in one of fifteen directions:
// the three face normals of each, and the nine cross products of an edge of one with an edge of the other.
//
// This is the explanation, in plain floating point; the relation of the boxes is computed by the package. If
// they overlap, the least overlap of all projections is the depth. If they are apart, the largest gap is at
// most the distance: the closest points may be two corners, and then no axis is parallel to the line between
// them.

import { type Quaternion, type Vector, cross, dot, minus, plus, scaled } from "./vectors";

export interface Box { half: Vector; position: Vector; rotation: Quaternion }

/** The origin of the direction: a face of A, a face of B, or an edge of each. */
export type Origin = { of: "a" | "b"; edge: number } | { of: "edges"; edgeA: number; edgeB: number };

export interface Interval { least: number; most: number }

/**
 * One of the fifteen axes: a unit direction from A towards B, the projections on it, and their distance
 * (negative: overlap).
 */
export interface Axis { id: string; origin: Origin; direction: Vector; a: Interval; b: Interval; gap: number }

/** Two parallel edges have no cross product; the face normals cover this case. */
export interface Parallel { id: string; origin: Origin; direction?: undefined }

/**
 * Edges whose directions have a sine less than this count as parallel: their cross product is only rounding.
 */
const LEAST_SINE = 1e-7;

/** Of two nearly equal gaps, the one of a face decides, because it is easier to see. */
const EDGE_HANDICAP = 1e-9;

/** All fifteen, faces first. */
export function fifteenAxes(a: Box, b: Box): (Axis | Parallel)[] {
  const edgesA = edges(a.rotation);
  const edgesB = edges(b.rotation);
  const between = minus(b.position, a.position);
  const axis = (id: string, origin: Origin, along: Vector): Axis | Parallel => {
    const length = Math.hypot(...along);
    if (length < LEAST_SINE) return { id, origin };
    const towardsB = dot(along, between) < 0 ? -1 : 1;
    const direction = scaled(along, towardsB / length);
    const [shadowA, shadowB] = [shadow(a, edgesA, direction), shadow(b, edgesB, direction)];
    return { id, origin, direction, a: shadowA, b: shadowB, gap: shadowB.least - shadowA.most };
  };
  const indices = [0, 1, 2];
  return [
    ...indices.map((edge) => axis(`a${edge}`, { of: "a", edge }, edgesA[edge])),
    ...indices.map((edge) => axis(`b${edge}`, { of: "b", edge }, edgesB[edge])),
    ...indices.flatMap((edgeA) => indices.map((edgeB) =>
      axis(`a${edgeA}b${edgeB}`, { of: "edges", edgeA, edgeB }, cross(edgesA[edgeA], edgesB[edgeB])))),
  ];
}

/** The one with the largest gap, or the least overlap. */
export function decidingAxis(axes: readonly (Axis | Parallel)[]): Axis {
  const weight = (axis: Axis) => axis.gap - (axis.origin.of === "edges" ? EDGE_HANDICAP : 0);
  return axes.filter((axis): axis is Axis => axis.direction !== undefined)
    .reduce((best, axis) => (weight(axis) > weight(best) ? axis : best));
}

/**
 * The extent of a box along a unit direction: its center, plus and minus the extents of its three half edges.
 */
function shadow(box: Box, edgesOfBox: readonly Vector[], direction: Vector): Interval {
  const centre = dot(box.position, direction);
  const reach = edgesOfBox.reduce((sum, edge, i) => sum + box.half[i] * Math.abs(dot(edge, direction)), 0);
  return { least: centre - reach, most: centre + reach };
}

/** The directions of a box's edges: the columns of its rotation's matrix. */
export function edges([x, y, z, w]: Quaternion): [Vector, Vector, Vector] {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
  ];
}

/** The corner of a box furthest along a direction. */
export function support(box: Box, direction: Vector): Vector {
  return edges(box.rotation).reduce<Vector>(
    (corner, edge, i) => plus(corner, scaled(edge, box.half[i] * (dot(edge, direction) < 0 ? -1 : 1))), box.position);
}
