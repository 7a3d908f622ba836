// Shapes as geometries of three.js, to look at.

import type { BufferGeometry, Object3D } from "three";
import type { Pose, Where } from "../d3.js";
import { wrongType } from "../base/errors.js";
import { space } from "../base/space.js";
import type { Three } from "../three.js";

/** A shape in its own frame. */
export interface DebugGeometry {
  /** For a Mesh. */
  surface: BufferGeometry;
  /** For LineSegments: borders, and edges at which the surface turns sharply. */
  edges: BufferGeometry;
}

/** The surface of a shape and its edges. A half-space has none. */
export function debugGeometry({ BufferAttribute, BufferGeometry }: Three, what: Where): DebugGeometry {
  const shape = typeof what === "object" && what !== null && "shape" in what ? what.shape : what;
  if (typeof shape?.triangles !== "function") throw wrongType("a shape of 3D, or one with a pose", what, "what");
  const { vertices, triangles, edges } = shape.triangles();
  const position = new BufferAttribute(Float32Array.from(vertices), 3);
  const drawn = (corners: Uint32Array): BufferGeometry =>
    new BufferGeometry().setAttribute("position", position).setIndex(new BufferAttribute(corners, 1));
  return { surface: drawn(triangles), edges: drawn(edges) };
}

/** Puts an object of three.js where a pose is. */
export function follow(object: Object3D, pose: Pose): void {
  const { position, rotation, scale } = space.stand(pose, "pose");
  object.position.set(...position);
  object.quaternion.set(...rotation).normalize();
  object.scale.setScalar(scale);
}
