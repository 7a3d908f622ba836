// clearance beside three.js: a faster raycast, three-mesh-bvh's questions about a mesh, mesh colliders, and
// surfaces to look at.
//
// three.js is given by the caller, so that this package depends on none: only its types are imported.

import type { BufferGeometry, Intersection, Mesh, Raycaster } from "three";
import type * as all from "three";
import { Bounds, boundsOf, type BoundsOptions } from "./three/bvh.js";
import { type ColliderSource, MeshCollider } from "./three/collider.js";
import { type DebugGeometry, debugGeometry, follow } from "./three/debug.js";
import { wrongType } from "./base/errors.js";
import type { MeshOptions, Where } from "./d3.js";

/** The classes of three.js that are used; `import * as THREE from "three"` has them. */
export type Three = Pick<typeof all, "Box3" | "BufferAttribute" | "BufferGeometry" | "Matrix4" | "Mesh" | "Triangle" | "Vector2" | "Vector3">;
export type { BoundsOptions, HitPointInfo } from "./three/bvh.js";
export type { ColliderSource, MeshCollider } from "./three/collider.js";
export type { DebugGeometry } from "./three/debug.js";
export type { Range } from "./three/geometry.js";
export type { Hit, Materials } from "./three/hits.js";
export type { ShapecastCallbacks } from "./three/shapecast.js";
/** What `new MeshBVH(geometry)` makes. */
export type MeshBVH = Bounds;
export { follow };

const NEEDED = ["Box3", "BufferAttribute", "BufferGeometry", "Matrix4", "Mesh", "Triangle", "Vector2", "Vector3"] as const;

/** What this package does for three.js. */
export interface ForThree {
  /** The mesh of a geometry, in place of three-mesh-bvh's class. */
  readonly MeshBVH: new (geometry: BufferGeometry, options?: BoundsOptions) => MeshBVH;
  /** For `BufferGeometry.prototype.computeBoundsTree`: sets `boundsTree`. */
  readonly computeBoundsTree: (this: BufferGeometry, options?: BoundsOptions) => MeshBVH;
  /** For `BufferGeometry.prototype.disposeBoundsTree`: frees it. */
  readonly disposeBoundsTree: (this: BufferGeometry) => void;
  /**
   * For `Mesh.prototype.raycast`: three.js' own raycast, except for geometries with a `boundsTree`. A
   * raycaster whose `firstHitOnly` is true gets the first hit of each mesh.
   */
  readonly acceleratedRaycast: (this: Mesh, raycaster: Raycaster, intersections: Intersection[]) => void;
  /** A shape of the triangles of a mesh of three.js, where it is: for scenes, and for every question. */
  readonly meshCollider: (mesh: ColliderSource, options?: MeshOptions) => MeshCollider;
  /** The surface of a shape in its own frame, and its sharp edges for LineSegments. */
  readonly debugGeometry: (what: Where) => DebugGeometry;
}

/** All of it, made of the classes of three.js: `const { MeshBVH, acceleratedRaycast } = withThree(THREE)`. */
export function withThree(three: Three): ForThree {
  for (const name of NEEDED) if (typeof three?.[name] !== "function") throw wrongType("a class of three.js", three?.[name], `three.${name}`);
  const original = three.Mesh.prototype.raycast;
  class OfThree extends Bounds {
    constructor(geometry: BufferGeometry, options?: BoundsOptions) {
      super(three, geometry, options);
    }
  }
  return {
    MeshBVH: OfThree,
    computeBoundsTree(options) {
      const made = new OfThree(this, options);
      (this as { boundsTree?: unknown }).boundsTree = made;
      return made;
    },
    disposeBoundsTree() {
      boundsOf(this)?.dispose();
      (this as { boundsTree?: unknown }).boundsTree = null;
    },
    acceleratedRaycast(raycaster, intersections) {
      const bounds = boundsOf(this.geometry);
      if (bounds === undefined) original.call(this, raycaster, intersections);
      else bounds.raycastObject3D(this, raycaster, intersections);
    },
    meshCollider: (mesh, options) => new MeshCollider(mesh, options),
    debugGeometry: (what) => debugGeometry(three, what),
  };
}
