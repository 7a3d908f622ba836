// Which triangles of two meshes meet.

import type { Shape, Where } from "../d3.js";
import type { Space } from "../base/dimension.js";
import { flag } from "../base/numbers.js";
import { aboutTwo } from "../shape/shape.js";
import { space } from "../base/space.js";

const both = aboutTwo<Space, Shape>(space);

/** The pairs of a triangle of A and a triangle of B that meet. */
export interface TrianglePairs {
  /** The triangle of A and that of B of each pair, sorted. */
  pairs: Uint32Array;
}
/** The same, with what each pair has in common. */
export interface TriangleSegments extends TrianglePairs {
  /**
   * For each pair both ends of a segment: x, y, z, x, y, z; twice the same point if that is all, NaN if
   * `coplanar`.
   */
  segments: Float64Array;
  /**
   * For each pair 1 if it has no segment, because both triangles are in one plane or one has no area; else 0.
   */
  coplanar: Uint8Array;
}

/** The pairs as numbers, each with the ends of its segment if asked for. */
function asked(a: Where, b: Where, segments: boolean): Float64Array {
  return both(a, b, (p, q) => space.raw.questions.trianglePairs(p, q, segments));
}

/**
 * Every pair of a triangle of one mesh or terrain and one of another that meet, touching included; with
 * `segments` also where. Exact; the ends of segments are rounded. Other shapes throw `unsupported_pair`.
 */
export function trianglePairs(a: Where, b: Where, segments?: false): TrianglePairs;
export function trianglePairs(a: Where, b: Where, segments: true): TriangleSegments;
export function trianglePairs(a: Where, b: Where, segments: boolean): TrianglePairs | TriangleSegments;
export function trianglePairs(a: Where, b: Where, segments = false): TrianglePairs | TriangleSegments {
  const list = asked(a, b, flag(segments, "segments"));
  if (!segments) return { pairs: Uint32Array.from(list) };
  const count = list.length / 8;
  const found = { pairs: new Uint32Array(2 * count), segments: new Float64Array(6 * count), coplanar: new Uint8Array(count) };
  for (let i = 0; i < count; i++) {
    found.pairs.set(list.subarray(8 * i, 8 * i + 2), 2 * i);
    found.segments.set(list.subarray(8 * i + 2, 8 * i + 8), 6 * i);
    found.coplanar[i] = Number.isNaN(list[8 * i + 2]) ? 1 : 0;
  }
  return found;
}

/** The triangles of each of two meshes that meet a triangle of the other: indices, ascending. Exact. */
export function intersectingTriangles(a: Where, b: Where): [Uint32Array, Uint32Array] {
  const list = asked(a, b, false);
  const of = (side: 0 | 1): Uint32Array => Uint32Array.from(new Set(list.filter((_, i) => i % 2 === side))).sort();
  return [of(0), of(1)];
}
