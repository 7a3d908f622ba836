// What a ray hits of a geometry, with the fields of three.js' Raycaster.
//
// A mesh that is closed is a solid here, and three.js' meshes are surfaces with sides. So the first hit of
// the solid is taken if it is one that three.js counts, too; a ray that starts within, or first meets a side
// that is not drawn, asks for all its hits and takes the first that counts. A ray through an edge meets each
// of its triangles, where floats sometimes find none.

import type { BufferAttribute, BufferGeometry, Face, Intersection, Material, Object3D, Side, Vector3 } from "three";
import { allHits, ray as firstHit, type Shape } from "../d3.js";
import type { Three } from "../three.js";

/** Sides as three.js numbers them. */
const FRONT = 0;
const BACK = 1;
const DOUBLE = 2;

/** A hit; `object` is set by rays at objects. */
export type Hit = Omit<Intersection, "object" | "face" | "faceIndex"> & { object?: Object3D; face: Face; faceIndex: number };
/** A material, several, or the side of one. */
export type Materials = Side | Material | readonly Material[];

/** A mesh, the geometry it was made of, and its first corner there. */
export interface Tree {
  readonly geometry: BufferGeometry;
  readonly shape: Shape;
  readonly start: number;
}
/** A ray in the frame of the geometry; times are in units of its direction, which may have any length. */
export interface LocalRay {
  readonly origin: Vector3;
  readonly direction: Vector3;
  readonly near: number;
  readonly far: number;
}

const sideOf = (material: Side | Material): Side => (typeof material === "number" ? material : material.side);

/** Finds hits with the classes of three.js. */
export class Hits {
  readonly #three: Three;
  readonly #corners: [Vector3, Vector3, Vector3];
  readonly #normal: Vector3;
  readonly #edge: Vector3;

  constructor(three: Three) {
    this.#three = three;
    const { Vector3 } = three;
    this.#corners = [new Vector3(), new Vector3(), new Vector3()];
    [this.#normal, this.#edge] = [new Vector3(), new Vector3()];
  }

  /** The first hit. */
  first(tree: Tree, ray: LocalRay, materials: Materials): Hit | null {
    const { origin, direction, near, far } = ray;
    const [from, way] = [origin.toArray(), direction.toArray()];
    const hit = firstHit(from, way, tree.shape, far);
    if (hit === undefined) return null;
    if (!hit.inside && hit.time >= near) {
      const [found] = this.#counted(tree, ray, materials, hit.facet as number, hit.point);
      if (found !== undefined) return found;
    }
    for (const { time, facet, point } of allHits(from, way, tree.shape, far)) {
      const [found] = time < near ? [] : this.#counted(tree, ray, materials, facet as number, point);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** All hits, the nearest first. */
  all(tree: Tree, ray: LocalRay, materials: Materials): Hit[] {
    const { origin, direction, near, far } = ray;
    const found: Hit[] = [];
    for (const { time, facet, point } of allHits(origin.toArray(), direction.toArray(), tree.shape, far)) {
      if (time >= near) found.push(...this.#counted(tree, ray, materials, facet as number, point));
    }
    return found;
  }

  /** The hits that a point of a triangle is: one for each of its materials whose side the ray meets. */
  #counted(tree: Tree, ray: LocalRay, materials: Materials, facet: number, point: readonly [number, number, number]): Hit[] {
    const { geometry, start } = tree;
    const corner = start + 3 * facet;
    const { drawRange, groups, index } = geometry;
    if (corner < drawRange.start || corner >= drawRange.start + drawRange.count) return [];
    const at = (i: number): number => (index === null ? corner + i : index.getX(corner + i));
    const face = [at(0), at(1), at(2)] as const;
    const along = this.#towards(geometry, face, ray.direction);
    const meets = (material: Side | Material): boolean => {
      const side = sideOf(material);
      return side === DOUBLE ? along !== 0 : (side === BACK && along > 0) || (side === FRONT && along < 0);
    };
    if (!isList(materials)) return meets(materials) ? [this.#hit(geometry, ray, face, corner, 0, point)] : [];
    return groups.flatMap(({ start: first, count, materialIndex = 0 }) => {
      const material = materials[materialIndex];
      const counts = corner >= first && corner < first + count && material !== undefined && meets(material);
      return counts ? [this.#hit(geometry, ray, face, corner, materialIndex, point)] : [];
    });
  }

  /** Reads the corners of a triangle and its normal; below 0 where the ray comes from its front. */
  #towards(geometry: BufferGeometry, face: readonly [number, number, number], direction: Vector3): number {
    const [a, b, c] = this.#corners;
    const position = geometry.attributes["position"] as BufferAttribute;
    a.fromBufferAttribute(position, face[0]);
    b.fromBufferAttribute(position, face[1]);
    c.fromBufferAttribute(position, face[2]);
    this.#normal.subVectors(b, a).cross(this.#edge.subVectors(c, a));
    return this.#normal.dot(direction);
  }

  /** A hit on the triangle whose corners were read last. */
  #hit(geometry: BufferGeometry, ray: LocalRay, face: readonly [number, number, number], corner: number, materialIndex: number, at: readonly [number, number, number]): Hit {
    const { Triangle, Vector2, Vector3 } = this.#three;
    const point = new Vector3(...at);
    const [a, b, c] = face;
    const barycoord = new Vector3();
    Triangle.getBarycoord(point, ...this.#corners, barycoord);
    const normal = new Vector3().copy(this.#normal).normalize();
    const hit: Hit = { distance: ray.origin.distanceTo(point), point, face: { a, b, c, normal, materialIndex }, faceIndex: Math.floor(corner / 3), barycoord };
    const { uv, uv1, normal: normals } = geometry.attributes as { [name: string]: BufferAttribute | undefined };
    if (uv !== undefined) hit.uv = Triangle.getInterpolatedAttribute(uv, a, b, c, barycoord, new Vector2());
    if (uv1 !== undefined) hit.uv1 = Triangle.getInterpolatedAttribute(uv1, a, b, c, barycoord, new Vector2());
    if (normals !== undefined) {
      hit.normal = Triangle.getInterpolatedAttribute(normals, a, b, c, barycoord, new Vector3());
      if (hit.normal.dot(ray.direction) > 0) hit.normal.multiplyScalar(-1);
    }
    return hit;
  }
}

function isList(materials: Materials): materials is readonly Material[] {
  return Array.isArray(materials);
}
