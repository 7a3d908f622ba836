// Many points and one shape in one call: typed arrays in, typed arrays out.

import type { Dimension, Dimensional, RawShape } from "../base/dimension.js";
import { attached, coordinates, flag, options } from "../base/numbers.js";
import { rawOf } from "../base/owner.js";
import { type AnyShape, type Placed, place } from "../shape/shape.js";
import { PLACE } from "../base/wasm.js";

/** Which parts and triangles the answers are about. */
export interface Features {
  /** For each answer the part of a compound; -1 for any other shape. */
  parts: Int32Array;
  /**
   * For each answer the triangle of a mesh or terrain, or the segment of a polyline or edge of a polygon; -1
   * for any other shape.
   */
  facets: Int32Array;
}
/** The points on a border that are closest to many points. */
export interface ClosestPoints extends Features {
  /** For each point the distance; negative if it is inside. */
  distances: Float64Array;
  /** x, y(, z), x, y(, z)… */
  points: Float64Array;
  /** Outwards, in the same order. */
  normals: Float64Array;
}
/** How an answer is given. */
export interface ViewOptions {
  /**
   * Whether its lists are views of the module's memory, not copies. A view is valid until the next call of
   * anything of the same dimension: after that it may be empty, or have other numbers.
   */
  view?: boolean;
}
/** Whether views are asked for. */
export function isView(given: ViewOptions | undefined): boolean {
  if (given === undefined) return false;
  const { view } = options(given, ["view"], "options");
  return view === undefined ? false : flag(view, "options.view");
}
/** The same columns of the list that the last call has left; `before` other columns are in front of them. */
export function keptColumns<D extends Dimensional>({ kept, keptLabels, size }: Dimension<D>, count: number, asView: boolean, before = 0) {
  const at = (column: number): number => (before + column) * count;
  return {
    first: kept(asView, count, at(0)),
    points: kept(asView, size * count, at(1)),
    normals: kept(asView, size * count, at(1 + size)),
    parts: asIntegers(keptLabels(asView, count, 0)),
    facets: asIntegers(keptLabels(asView, count, count)),
  };
}
/** The same bits as integers, some of which are -1. */
const asIntegers = (list: Uint32Array): Int32Array => new Int32Array(list.buffer, list.byteOffset, list.length);

/**
 * Answers that come one after the other, each with one number first, a point, a normal, a part and a facet.
 */
export function columns(rows: Float64Array, size: 2 | 3): Omit<ClosestPoints, "distances"> & { first: Float64Array } {
  const width = 3 + 2 * size;
  const count = rows.length / width;
  const [first, points, normals] = [new Float64Array(count), new Float64Array(size * count), new Float64Array(size * count)];
  const [parts, facets] = [new Int32Array(count), new Int32Array(count)];
  for (let i = 0, at = 0; i < count; i++, at += width) {
    first[i] = rows[at] as number;
    for (let k = 0; k < size; k++) {
      points[size * i + k] = rows[at + 1 + k] as number;
      normals[size * i + k] = rows[at + 1 + size + k] as number;
    }
    parts[i] = rows[at + 1 + 2 * size] as number;
    facets[i] = rows[at + 2 + 2 * size] as number;
  }
  return { first, points, normals, parts, facets };
}

/** Numbers of many points or rays. */
export type List = Float64Array | Float32Array;
/** Asks about a list and one shape. */
export type About<D extends Dimensional, S extends AnyShape<D>> = <R>(
  list: List,
  field: string,
  what: S | Placed<D, S>,
  question: (shape: RawShape, list: Float64Array) => R,
) => R;

/** Reads a list and a shape, writes its pose to the exchange array, and asks. */
export function aboutOne<D extends Dimensional, S extends AnyShape<D>>(dimension: Dimension<D>): About<D, S> {
  return (list, field, what, question) => {
    const given = dimension.take();
    const numbers = coordinates(list, field);
    const shape = place<D, S>(dimension, what, given, PLACE.a, "what");
    // A getter of the pose may have transferred the buffer.
    attached(numbers, field);
    dimension.send(given);
    return question(rawOf(shape, "shape", "what"), numbers);
  };
}

/** Where rows of these lengths start in one list of all, and where the last one ends. */
export function startsOf(counts: Uint32Array): Uint32Array {
  const starts = new Uint32Array(counts.length + 1);
  counts.forEach((count, i) => (starts[i + 1] = (starts[i] as number) + count));
  return starts;
}

/** The batches about points and one shape, in one dimension. */
export function pointBatchesOf<D extends Dimensional, S extends AnyShape<D>>(dimension: Dimension<D>) {
  type Where = S | Placed<D, S>;
  const ask = dimension.raw.questions;
  const about = aboutOne<D, S>(dimension);

  return {
    /** For each point (x, y(, z), x, y(, z)…) 1 if it is in the shape, border included, else 0. Exact. */
    containsMany(points: List, what: Where): Uint8Array {
      return about(points, "points", what, (shape, list) => ask.containsMany(shape, list));
    },
    /** The closest point on the border of a shape to each of many points: x, y(, z), x, y(, z)… */
    closestPointMany(points: List, what: Where, given?: ViewOptions): ClosestPoints {
      const asView = isView(given);
      const found = dimension.checked(about(points, "points", what, (shape, list) => ask.closestPointMany(shape, list)));
      const { first: distances, ...rest } = keptColumns(dimension, found / (1 + 2 * dimension.size), asView);
      return { distances, ...rest };
    },
  };
}
