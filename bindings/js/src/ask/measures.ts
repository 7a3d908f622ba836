// Measures: what two shapes have in common, and how deep they overlap; volume, center and inertia of one.

import type { Dimension, Dimensional } from "../base/dimension.js";
import { rawOf } from "../base/owner.js";
import { aboutTwo, type AnyShape, type Placed, place } from "../shape/shape.js";
import { PLACE } from "../base/wasm.js";

/** What two solids, or two regions of the plane, have in common. */
export interface CommonPart<D extends Dimensional> {
  /** The volume; in the plane the area. 0 if they are apart or only touch. */
  volume: number;
  /** The area of its border; in the plane the length. */
  border: number;
  /** The center of mass; null if the volume is 0. */
  center: D["vector"] | null;
}
/** How far one of two shapes that overlap must be moved until they no longer do. */
export interface DepthBounds<D extends Dimensional> {
  /** No shorter motion parts them. */
  atLeast: number;
  /** Moving B so far along the direction parts them, and so does moving A as far the other way. */
  atMost: number;
  /** Unit vector, up to rounding. */
  direction: D["vector"];
}
type Row = [number, number, number];
/** Volume, center and inertia of a body of density 1. */
export interface MassProperties<D extends Dimensional> {
  /** The volume; in the plane the area. */
  volume: number;
  /** The center of mass. */
  center: D["vector"];
  /**
   * The inertia about the center in the directions of the world, row by row. In the plane `inertia[2][2]` is
   * the one about the center in the plane, and the other entries are those of a thin plate.
   */
  inertia: [Row, Row, Row];
}

/** The measures of one dimension. */
export function measuresOf<D extends Dimensional, S extends AnyShape<D>>(dimension: Dimension<D>) {
  type Where = S | Placed<D, S>;
  const { checked, exchange, send, size, take, vector } = dimension;
  const ask = dimension.raw.questions;
  const both = aboutTwo<D, S>(dimension);

  return {
    /**
     * What two shapes have in common: of closed meshes, convex polyhedra and boxes the volume, in the plane
     * of polygons, bitmaps, convex polygons and boxes the area. Exactly 0 if they only touch. Other shapes
     * throw `unsupported_pair`, and a mesh that crosses itself where the other border meets it
     * `invalid_shape`.
     */
    common(a: Where, b: Where): CommonPart<D> {
      const hasCenter = both(a, b, (p, q) => checked(ask.common(p, q))) === 1;
      const list = exchange();
      return {
        volume: list[PLACE.answer] as number,
        border: list[PLACE.answer + 1] as number,
        center: hasCenter ? vector(list, PLACE.answer + 2) : null,
      };
    },
    /**
     * How far one of two shapes must be moved until they no longer overlap: a motion that parts them, tried
     * by moving, and a length that no shorter motion does it with; `undefined` where they do not overlap. For
     * two convex shapes both are the depth, to 1e-12 of the size of the input; for others they may be apart.
     * Between large meshes deep within each other it takes seconds. Where no motion was found, as for
     * half-spaces that do not face each other, it throws `unsupported_pair`.
     */
    depthBounds(a: Where, b: Where): DepthBounds<D> | undefined {
      if (both(a, b, (p, q) => checked(ask.depthBounds(p, q))) === 0) return undefined;
      const list = exchange();
      const [atLeast, atMost] = [list[PLACE.answer] as number, list[PLACE.answer + 1] as number];
      return { atLeast, atMost, direction: vector(list, PLACE.answer + 2) };
    },
    /**
     * Volume (in the plane area), center and inertia of a shape of density 1; a compound is the sum of its
     * parts. A shape that has no inside or no end, or is rounded, throws `unsupported_pair`.
     */
    massProperties(what: Where): MassProperties<D> {
      const given = take();
      const shape = place<D, S>(dimension, what, given, PLACE.a, "what");
      send(given);
      checked(ask.massProperties(rawOf(shape, "shape", "what")));
      const list = exchange();
      const row = (i: number): Row => Array.from(list.subarray(PLACE.answer + 1 + size + 3 * i).subarray(0, 3)) as Row;
      return {
        volume: list[PLACE.answer] as number,
        center: vector(list, PLACE.answer + 1),
        inertia: [row(0), row(1), row(2)],
      };
    },
  };
}
