// A shape made of a mesh of three.js, that stays where the mesh is.

import type { BufferGeometry, Matrix4 } from "three";
import type { MeshOptions, Pose, Shape } from "../d3.js";
import { ClearanceError, wrongType } from "../base/errors.js";
import { meshOf, readGeometry } from "./geometry.js";
import { poseOf, scaleOf, type Stretch, stretchOf } from "./stand.js";

/** A mesh of three.js: its geometry, and where it is. `updateMatrixWorld` is the caller's to call. */
export interface ColliderSource {
  readonly geometry: BufferGeometry;
  readonly matrixWorld: Matrix4;
}

/**
 * A shape at a pose, to be given to every question and to `scene.add`. The mesh may be stretched and
 * mirrored; a matrix that shears or flattens throws a ClearanceError.
 */
export class MeshCollider {
  /** The mesh in its own frame, stretched if its matrix has a factor for each axis. */
  shape: Shape;
  pose: Pose;
  readonly #source: ColliderSource;
  readonly #plain: Shape;
  #factors: Stretch["factors"] = [1, 1, 1];

  constructor(source: ColliderSource, options?: MeshOptions) {
    if (typeof source !== "object" || source === null) throw wrongType("a Mesh of three.js", source, "mesh");
    const stretch = placeOf(source);
    this.#source = source;
    this.#plain = meshOf(readGeometry(source.geometry), options);
    this.shape = this.#plain;
    this.pose = {};
    this.#take(stretch);
  }

  /**
   * Reads the mesh's matrix again. True if the shape is another one, since the factors of the axes have
   * changed.
   */
  update(): boolean {
    return this.#take(placeOf(this.#source));
  }
  /** Frees the shapes; a scene that has them keeps them. */
  free(): void {
    this.shape.free();
    this.#plain.free();
  }

  #take(stretch: Stretch): boolean {
    const scale = scaleOf(stretch);
    this.pose = poseOf(stretch, scale);
    const factors: Stretch["factors"] = scale === undefined ? stretch.factors : [1, 1, 1];
    // Rotations that are computed change lengths by rounding errors.
    if (factors.every((factor, i) => Math.abs(factor - (this.#factors[i] as number)) <= 2 ** -40 * Math.abs(factor))) return false;
    const old = this.shape;
    this.shape = scale === undefined ? this.#plain.scaled(factors) : this.#plain;
    this.#factors = factors;
    if (old !== this.#plain) old.free();
    return true;
  }
}

function placeOf({ matrixWorld }: ColliderSource): Stretch {
  if (typeof matrixWorld !== "object" || matrixWorld === null) throw wrongType("a Matrix4", matrixWorld, "mesh.matrixWorld");
  const stretch = stretchOf(matrixWorld, "mesh.matrixWorld");
  if (stretch !== undefined) return stretch;
  throw new ClearanceError("invalid_pose", "must not shear: a shape is stretched along its own axes", "mesh.matrixWorld");
}
