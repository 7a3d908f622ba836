// What two solids have in common, as a mesh.

import type { Shape, Where } from "../d3.js";
import type { Space } from "../base/dimension.js";
import { aboutTwo } from "../shape/shape.js";
import { space } from "../base/space.js";

const both = aboutTwo<Space, Shape>(space);

/**
 * What two solids have in common: a closed mesh that faces outwards, in the world. Empty if they are apart or
 * only touch.
 */
export interface CommonMesh {
  /** x, y, z, x, y, z… */
  vertices: Float64Array;
  /** Triples of indices. */
  triangles: Uint32Array;
  /** For each triangle 1 if it is a piece of the border of B, 0 if of A. */
  ofB: Uint8Array;
  /** For each triangle of which triangle of that mesh it is a piece; -1 for a shape that is no mesh. */
  sources: Int32Array;
}

/**
 * What two solids have in common, as a mesh; `Shape.mesh(found.vertices, found.triangles)` is its shape,
 * unless it is empty. Solids are those of `common`, with its errors. Which edges cross which faces is decided
 * exactly, so that the mesh closes in every position; vertices are rounded.
 */
export function commonMesh(a: Where, b: Where): CommonMesh {
  const found = both(a, b, (p, q) => space.raw.questions.commonMesh(p, q));
  try {
    return { vertices: found.vertices(), triangles: found.triangles(), ofB: found.ofB(), sources: found.sources() };
  } finally {
    found.free();
  }
}
