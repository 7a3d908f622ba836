// Questions about many pairs in one call: typed arrays in, typed arrays out.

import type { Dimension, Dimensional, RawShapes } from "../base/dimension.js";
import { attached, coordinates } from "../base/numbers.js";
import type { List } from "./points.js";
import type { AnyShape } from "../shape/shape.js";
import { type AnyShapes, withList } from "../shape/shapes.js";

/** The batches of one dimension. */
export function batchesOf<D extends Dimensional, S extends AnyShape<D>>(dimension: Dimension<D>) {
  type Many = S | AnyShapes<D, S>;
  type Ask<R> = (a: RawShapes, posesA: Float64Array, b: RawShapes, posesB: Float64Array) => R;
  const ask = dimension.raw.questions;

  function batch<R>(question: Ask<R>) {
    return (a: Many, posesA: List, b: Many, posesB: List): R => {
      // The numbers are read first: a list with getters may free a shape, or transfer the buffer of the other
      // list.
      const [standsA, standsB] = [coordinates(posesA, "posesA"), coordinates(posesB, "posesB")];
      attached(standsA, "posesA");
      return withList<D, S, R>(dimension, a, "a", (p) =>
        withList<D, S, R>(dimension, b, "b", (q) => question(p, standsA, q, standsB)),
      );
    };
  }
  return {
    /** For each pair 1 if the two have a point in common, else 0. */
    intersectsMany: batch<Uint8Array>((...all) => ask.intersectsMany(...all)),
    /** The relation of each pair, as its index in `RELATIONS`. */
    relationMany: batch<Uint8Array>((...all) => ask.relationMany(...all)),
    /** The distance of each pair. */
    distanceMany: batch<Float64Array>((...all) => ask.distanceMany(...all)),
    /** Distance, normal, pointA and pointB of each pair. */
    clearanceMany: batch<Float64Array>((...all) => ask.clearanceMany(...all)),
  };
}
