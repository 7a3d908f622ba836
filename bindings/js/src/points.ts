// Many points or rays and one shape in one call: typed arrays in, typed arrays out.

import type { Dimension, Dimensional, RawShape } from "./dimension.js";
import { attached, coordinates, number } from "./numbers.js";
import { rawOf } from "./owner.js";
import { type AnyShape, type Placed, place } from "./shape.js";
import { PLACE } from "./wasm.js";

/** Which parts and triangles the answers are about. */
export interface Features {
  /** For each answer the part of a compound; -1 for any other shape. */
  parts: Int32Array;
  /** For each answer the triangle of a mesh or terrain, or the segment of a polyline; -1 for any other shape. */
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
/** Where many rays first meet a shape. */
export interface RayHits extends Features {
  /** For each ray the time; infinite if it hits nothing. */
  times: Float64Array;
  /** x, y(, z), x, y(, z)…; NaN for a ray that hits nothing. */
  points: Float64Array;
  /** Outwards, in the same order; 0 for a ray that hits nothing or starts inside. */
  normals: Float64Array;
}

/** Answers that come one after the other, each with one number first, a point, a normal, a part and a facet. */
function columns(rows: Float64Array, size: 2 | 3): Omit<ClosestPoints, "distances"> & { first: Float64Array } {
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

/** The batches about one shape, in one dimension. */
export function pointBatchesOf<D extends Dimensional, S extends AnyShape<D>>(dimension: Dimension<D>) {
  type Where = S | Placed<D, S>;
  type List = Float64Array | Float32Array;
  const { send, size, take } = dimension;
  const ask = dimension.raw.questions;

  /** Reads a list and a shape, writes its pose to the exchange array, and asks. */
  function about<R>(list: List, field: string, what: Where, question: (shape: RawShape, list: Float64Array) => R): R {
    const given = take();
    const numbers = coordinates(list, field);
    const shape = place<D, S>(dimension, what, given, PLACE.a, "what");
    // A getter of the pose may have transferred the buffer.
    attached(numbers, field);
    send(given);
    return question(rawOf(shape, "shape", "what"), numbers);
  }

  return {
    /** For each point (x, y(, z), x, y(, z)…) 1 if it is in the shape, border included, else 0. Exact. */
    containsMany(points: List, what: Where): Uint8Array {
      return about(points, "points", what, (shape, list) => ask.containsMany(shape, list));
    },
    /** The closest point on the border of a shape to each of many points: x, y(, z), x, y(, z)… */
    closestPointMany(points: List, what: Where): ClosestPoints {
      const rows = about(points, "points", what, (shape, list) => ask.closestPointMany(shape, list));
      const { first: distances, ...rest } = columns(rows, size);
      return { distances, ...rest };
    },
    /** Where each of many rays first meets a shape. Each ray is an origin and a direction, one after the other. */
    rayMany(rays: List, what: Where, maxTime?: number): RayHits {
      const last = maxTime === undefined ? Infinity : number(maxTime, "maxTime");
      const rows = about(rays, "rays", what, (shape, list) => ask.rayMany(shape, list, last));
      const { first: times, ...rest } = columns(rows, size);
      return { times, ...rest };
    },
  };
}
