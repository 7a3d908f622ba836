// The pairs of a scene, with everything that it computes for them.

import type { Dimension, Dimensional } from "../base/dimension.js";
import { type Clearance, type Manifold, manifoldSize, readClearance, readManifold, type Relation, RELATIONS } from "../ask/pairs.js";
import type { Handle } from "./options.js";

/** Two objects that meet, or are within the margin. */
export interface Touch<D extends Dimensional> {
  a: Handle;
  b: Handle;
  relation: Relation;
  /** With detail `clearance`. */
  clearance?: Clearance<D>;
  /**
   * With detail `manifold`. It has no points if contacts with other objects make it unnecessary, as at the
   * seam between two floors.
   */
  manifold?: Manifold<D>;
}

/** The number of numbers in front of the rest of a touch, and the codes of what the rest is. */
const TOUCH_HEADER = 5;
const CLEARANCE = 1;
const MANIFOLD = 2;

/** @internal Reads all touches from a list that the module has written. */
export function readTouches<D extends Dimensional>(dimension: Dimension<D>, list: Float64Array): Touch<D>[] {
  const all: Touch<D>[] = [];
  for (let at = 0; at < list.length; ) {
    const [a, b, relation, what, count] = list.subarray(at, at + TOUCH_HEADER) as unknown as [number, number, number, number, number];
    at += TOUCH_HEADER;
    const touch: Touch<D> = { a, b, relation: RELATIONS[relation] as Relation };
    if (what === CLEARANCE) {
      touch.clearance = readClearance(dimension, list, at);
      at += 2 + 3 * dimension.size;
    } else if (what === MANIFOLD) {
      touch.manifold = readManifold(dimension, list, at, count);
      at += manifoldSize(dimension.size, count);
    }
    all.push(touch);
  }
  return all;
}
