// The separating-axis test as a program of nine lines, and every moment of its run: which line it is at, and
// what it knows. (Ericson, Real-Time Collision Detection, 5.2.1. Ours ends at the first gap, as a program
// would.)

import { type Body, type Edge, edges } from "./body";
import { type Axis, axisAlong, type Side } from "./shadows";

/**
 * The lines, as words in monospace with their indents. They are in English in both languages, as programs
 * are.
 */
export const PROGRAM: readonly string[] = [
  "best ← −∞",
  "for each edge of A, then of B:",
  "  axis ← normal of the edge, length 1",
  "  a ← least and most of axis · corner, for A",
  "  b ← least and most of axis · corner, for B",
  "  gap ← max(b.least − a.most, a.least − b.most)",
  "  if gap > 0: return apart",
  "  if gap > best: best ← gap, way ← axis",
  "return overlapping, best, way",
];

export interface Moment {
  line: number;
  side?: Side;
  edge?: Edge;
  axis?: Axis;
  /** What the program knows by now. */
  knows: { a: boolean; b: boolean; gap: boolean };
  best: number;
  result?: "apart" | "overlapping";
}

const NOTHING_YET = { a: false, b: false, gap: false };

export function run(a: Body, b: Body): Moment[] {
  const moments: Moment[] = [{ line: 0, knows: NOTHING_YET, best: -Infinity }];
  let best = -Infinity;
  for (const [side, body] of [["a", a], ["b", b]] as const) {
    for (const edge of edges(body)) {
      const axis = axisAlong(a, b, edge.normal);
      const at = (line: number, knows: Moment["knows"]) => moments.push({ line, side, edge, axis, knows, best });
      at(1, NOTHING_YET);
      at(2, NOTHING_YET);
      at(3, { ...NOTHING_YET, a: true });
      at(4, { ...NOTHING_YET, a: true, b: true });
      const all = { a: true, b: true, gap: true };
      at(5, all);
      at(6, all);
      if (axis.gap > 0) {
        moments[moments.length - 1].result = "apart";
        return moments;
      }
      if (axis.gap > best) best = axis.gap;
      at(7, all);
    }
  }
  moments.push({ line: 8, knows: NOTHING_YET, best, result: "overlapping" });
  return moments;
}
