// The gap of two shadows, as a function of the angle of the ruler.
//
// Between two edge normals the same two corners, p of A and q of B, end the shadows, so the gap is (q − p) ·
// axis: a piece of a cosine, as long as the line from p to q. Where it is above 0 it bulges upwards, where it
// is below 0 it hangs down. So if the shapes overlap (every piece is below 0), the largest gap, which is the
// least overlap, is at an end of a piece: at an edge normal. If they are apart, it may be inside a piece, and
// then the axis is the line from corner to corner. The largest gap over all angles is the distance in the one
// case and minus the depth in the other. (Ericson, Real-Time Collision Detection, 5.2.1; the cosines are our
// own way to see it.)
//
// A round body is the same with its radius taken off.

import { type Body, type Point, edges, length, subtract, unit } from "./body";
import { axisAlong } from "./shadows";

export const directionOf = (angle: number): Point => ({ x: Math.cos(angle), y: Math.sin(angle) });

/**
 * The angle of a direction or its opposite: a ruler turned by half a turn is the same ruler. 0 ≤ angle < π.
 */
export function rulerAngle({ x, y }: Point): number {
  return within(Math.atan2(y, x));
}

/** Any angle, taken to 0 ≤ angle < π. */
export function within(angle: number): number {
  const turned = angle - Math.PI * Math.floor(angle / Math.PI);
  return turned < Math.PI ? turned : 0;
}

export function gapAt(a: Body, b: Body, angle: number): number {
  return axisAlong(a, b, directionOf(angle)).gap;
}

/** The angles of the edge normals, each once. */
export function normalAngles(body: Body): number[] {
  return edges(body).map(({ normal }) => rulerAngle(normal));
}

/**
 * The largest gap over all angles; `corners` if it is on the line between two corners and on no edge normal.
 */
export interface Widest { angle: number; gap: number; at: "edge" | "corners" }

/** Two gaps that differ by less are one: the line between two corners may be an edge normal as well. */
const SAME = 1e-9;

export function widest(a: Body, b: Body): Widest {
  const best = (angles: readonly number[], at: Widest["at"]): Widest =>
    angles.map((angle): Widest => ({ angle, gap: gapAt(a, b, angle), at })).reduce((most, one) => (one.gap > most.gap ? one : most), { angle: 0, gap: -Infinity, at });
  const onEdges = best([...normalAngles(a), ...normalAngles(b)], "edge");
  const onCorners = best(cornerAngles(a, b), "corners");
  return onCorners.gap > onEdges.gap + SAME ? onCorners : onEdges;
}

function cornerAngles(a: Body, b: Body): number[] {
  const lines = a.corners.flatMap((p) => b.corners.map((q) => subtract(q, p)));
  return lines.filter((line) => length(line) > 0).map((line) => rulerAngle(unit(line)));
}
