// A mesh of three.js that answers what three-mesh-bvh's MeshBVH does: in the frame of the geometry, and about
// its surface.
//
// A closed mesh is a solid here, whose inside counts; theirs is a surface. So a query that finds something
// within a solid asks once more, whether it meets the border. Where theirs takes single precision and
// tolerances, ours is exact.

import type { Box3, BufferGeometry, Intersection, Matrix4, Mesh, Object3D, Ray, Raycaster, Sphere, Vector3 } from "three";
import { clearance, closestPoint, intersects, type MeshOptions, type Placed, relation, Shape, trianglePairs, type Where } from "../d3.js";
import { wrongType } from "../base/errors.js";
import { meshOf, type Range, type Read, readGeometry } from "./geometry.js";
import { type Hit, Hits, type Materials } from "./hits.js";
import { standing } from "./stand.js";
import { castShape, type ShapecastCallbacks } from "./shapecast.js";
import type { Three } from "../three.js";

/** How a `MeshBVH` is made. Other options of three-mesh-bvh are accepted, and have no effect. */
export interface BoundsOptions extends MeshOptions {
  /** The part of the geometry that counts; its draw range by default. */
  range?: Range | null;
  [other: string]: unknown;
}
/** A point of a surface, how far it is, and in which triangle of the geometry. */
export interface HitPointInfo {
  point: Vector3;
  distance: number;
  faceIndex: number;
}

const FRONT = 0;
const unitBall = Shape.sphere(1);
/** The twelve triangles of a box with the corners of `cornersOf`. */
const BOX = [0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5];

/**
 * A mesh of the triangles of a geometry; with `new` it is made of the classes of three.js that `withThree`
 * was given.
 */
export class Bounds {
  readonly geometry: BufferGeometry;
  /** The mesh in the frame of the geometry: a solid if it is closed. */
  shape: Shape;
  readonly #three: Three;
  readonly #hits: Hits;
  readonly #options: MeshOptions;
  readonly #range: Range | undefined;
  #read: Read;
  /** The surface of a solid, once it has been asked for. */
  #surface: Shape | undefined;

  constructor(three: Three, geometry: BufferGeometry, { build = "good", range }: BoundsOptions = {}) {
    this.#three = three;
    this.#hits = new Hits(three);
    this.geometry = geometry;
    this.#options = { build };
    this.#range = range ?? undefined;
    this.#read = readGeometry(geometry, this.#range);
    this.shape = meshOf(this.#read, this.#options);
  }

  /** The first corner of the geometry that counts. */
  get start(): number {
    return this.#read.start;
  }

  /** The vertices have moved: reads them again. */
  refit(): void {
    const read = readGeometry(this.geometry, this.#range);
    const old = this.shape;
    try {
      this.shape = old.refit(read.vertices);
    } catch {
      this.shape = meshOf(read, this.#options); // vertices have parted that were in one place
    }
    this.#read = read;
    old.free();
    this.#forgetSurface();
  }
  /** Frees the memory of the mesh. */
  dispose(): void {
    this.shape.free();
    this.#forgetSurface();
  }
  getBoundingBox(target: Box3): Box3 {
    const { min, max } = this.shape.aabb();
    target.min.set(...min);
    target.max.set(...max);
    return target;
  }

  /** All hits of a ray in the frame of the geometry. */
  raycast(ray: Ray, materials: Materials = FRONT, near = 0, far = Infinity): Hit[] {
    return this.#hits.all(this, { ...within(ray, near, far) }, materials);
  }
  /** The first of them. */
  raycastFirst(ray: Ray, materials: Materials = FRONT, near = 0, far = Infinity): Hit | null {
    return this.#hits.first(this, within(ray, near, far), materials);
  }
  /** What a raycaster hits of an object that has this geometry, in the world: added to `intersections`. */
  raycastObject3D(object: Object3D, raycaster: Raycaster, intersections: Intersection[] = []): Intersection[] {
    const { material } = object as Mesh;
    const { ray, near, far } = raycaster;
    const inverse = new this.#three.Matrix4().copy(object.matrixWorld);
    const determinant = inverse.determinant();
    if (material === undefined || !Number.isFinite(determinant) || determinant === 0) return intersections;
    inverse.invert();
    // Not Ray.applyMatrix4, which makes the direction a unit vector: so times are those of the ray in the
    // world.
    const origin = ray.origin.clone().applyMatrix4(inverse);
    const direction = ray.origin.clone().add(ray.direction).applyMatrix4(inverse).sub(origin);
    const length = ray.direction.length();
    const local = { origin, direction, near: near / length, far: far / length };
    const first = (raycaster as { firstHitOnly?: boolean }).firstHitOnly === true;
    const hits = first ? [this.#hits.first(this, local, material)] : this.#hits.all(this, local, material);
    for (const hit of hits) {
      if (hit === null) continue;
      hit.point.applyMatrix4(object.matrixWorld);
      hit.distance = ray.origin.distanceTo(hit.point);
      hit.object = object;
      intersections.push(hit as Intersection);
    }
    return intersections;
  }

  /** The closest point of the surface; `null` if it is further away than `most`. */
  closestPointToPoint(point: Vector3, target: Partial<HitPointInfo> = {}, _least = 0, most = Infinity): HitPointInfo | null {
    const found = closestPoint([point.x, point.y, point.z], this.shape);
    const distance = Math.abs(found.distance);
    if (distance > most) return null;
    return this.#info(target, found.point, distance, found.facet as number);
  }
  /**
   * The points of two surfaces that are closest to each other, each in the frame of its own geometry; a point
   * that both have if they meet. `null` if they are further apart than `most`.
   */
  closestPointToGeometry(
    other: BufferGeometry,
    matrix: Matrix4,
    target1: Partial<HitPointInfo> = {},
    target2: Partial<HitPointInfo> = {},
    _least = 0,
    most = Infinity,
  ): HitPointInfo | null {
    return this.#beside(other, matrix, (there) => {
      const { distance, pointA, pointB } = apart(this.shape, there);
      if (distance > most) return null;
      const [inverse, { Vector3 }] = [new this.#three.Matrix4().copy(matrix).invert(), this.#three];
      const facet = closestPoint(pointB, there).facet as number;
      const start = boundsOf(other)?.start ?? Math.max(0, other.drawRange.start);
      const found = this.#info(target1, pointA, distance, closestPoint(pointA, this.shape).facet as number);
      const point = new Vector3(...pointB).applyMatrix4(inverse);
      Object.assign(target2, { point: (target2.point ?? new Vector3()).copy(point), distance, faceIndex: Math.floor(start / 3) + facet });
      return found;
    });
  }

  /** Whether the surface meets a ball. */
  intersectsSphere({ center, radius }: Sphere): boolean {
    if (!(radius >= 0)) return false;
    const at: [number, number, number] = [center.x, center.y, center.z];
    const ball = radius > 0 ? unitBall.at(at, undefined, radius) : Shape.point().at(at);
    if (!this.shape.isSolid) return intersects(this.shape, ball);
    const found = relation(this.shape, ball);
    return found === "b_in_a" ? Math.abs(closestPoint(at, this.shape).distance) <= radius : found !== "disjoint";
  }
  /** Whether the surface meets a filled box that a matrix takes into the frame of the geometry. */
  intersectsBox(box: Box3, matrix: Matrix4): boolean {
    const { min, max } = box;
    if (!(min.x <= max.x && min.y <= max.y && min.z <= max.z)) return false;
    const there = boxAt(this.#three, box, matrix);
    try {
      if (!this.shape.isSolid) return intersects(this.shape, there);
      const found = relation(this.shape, there);
      if (found !== "b_in_a") return found !== "disjoint";
      const corners = cornersOf(this.#three, box, matrix);
      return meets(this.shape, Shape.mesh(corners, BOX));
    } finally {
      shapeOf(there).free();
    }
  }
  /** Whether the surface meets that of another geometry, which a matrix takes into the frame of this one. */
  intersectsGeometry(other: BufferGeometry, matrix: Matrix4): boolean {
    // Solids that are apart are told apart sooner than surfaces.
    const isKnown = boundsOf(other) !== undefined;
    if (isKnown && !this.#beside(other, matrix, (there) => intersects(this.shape, there))) return false;
    return this.#beside(other, matrix, (there) => intersects(this.#onlySurface(), there), true);
  }
  /**
   * Walks a tree of boxes over the triangles, and asks about each box and triangle, until one of them is said
   * to be met.
   */
  shapecast(callbacks: ShapecastCallbacks): boolean {
    return castShape(this.#three, this.geometry, this.#read, callbacks);
  }

  #info(target: Partial<HitPointInfo>, point: readonly [number, number, number], distance: number, facet: number): HitPointInfo {
    target.point = (target.point ?? new this.#three.Vector3()).set(...point);
    return Object.assign(target, { distance, faceIndex: Math.floor(this.start / 3) + facet }) as HitPointInfo;
  }
  /** The mesh, or what its border is if it is a solid. */
  #onlySurface(): Shape {
    if (!this.shape.isSolid) return this.shape;
    this.#surface ??= meshOf(open(this.#read), this.#options);
    return this.#surface;
  }
  #forgetSurface(): void {
    this.#surface?.free();
    this.#surface = undefined;
  }
  /**
   * Asks about another geometry at a matrix, or its surface: its own mesh if it has one, else one that is
   * made for this.
   */
  #beside<R>(other: BufferGeometry, matrix: Matrix4, ask: (there: Placed) => R, surface = false): R {
    const known = boundsOf(other);
    const whole = known === undefined ? readGeometry(other) : known.#read;
    const read = surface ? open(whole) : whole;
    const shape = (surface && known !== undefined ? known.#onlySurface() : known?.shape) ?? meshOf(read, { build: "fast" });
    const there = standing(shape, read, matrix);
    try {
      return ask(there);
    } finally {
      if (there.made) there.shape.free();
      if (known === undefined) shape.free();
    }
  }
}

/** The bounds that `computeBoundsTree` gave a geometry; `undefined` if it has none, or another package's. */
export function boundsOf(geometry: BufferGeometry): Bounds | undefined {
  const { boundsTree } = geometry as { boundsTree?: unknown };
  return boundsTree instanceof Bounds ? boundsTree : undefined;
}

/** A ray in the frame of a geometry, with limits that are distances. */
function within({ origin, direction }: Ray, near: number, far: number) {
  if (typeof origin !== "object" || typeof direction !== "object") throw wrongType("a Ray", origin, "ray");
  const length = direction.length();
  return { origin, direction, near: near / length, far: far / length };
}

/** The corners of a box at a matrix: corner i has the upper x, y or z where bit 0, 1 or 2 of i is set. */
function cornersOf({ Vector3 }: Three, { min, max }: Box3, matrix: Matrix4): Float64Array {
  const corners = new Float64Array(24);
  const corner = new Vector3();
  for (let i = 0; i < 8; i++) {
    corner.set(i & 1 ? max.x : min.x, i & 2 ? max.y : min.y, i & 4 ? max.z : min.z).applyMatrix4(matrix);
    corner.toArray(corners, 3 * i);
  }
  return corners;
}

/**
 * A box at a matrix: as a box if the matrix only moves it and it is not flat, else as the hull of its
 * corners.
 */
function boxAt(three: Three, box: Box3, matrix: Matrix4): Where {
  const { min, max } = box;
  const half: [number, number, number] = [(max.x - min.x) / 2, (max.y - min.y) / 2, (max.z - min.z) / 2];
  const [a, b, c, , d, e, f, , g, h, i, , x, y, z] = matrix.elements;
  const isMove = a === 1 && e === 1 && i === 1 && [b, c, d, f, g, h].every((each) => each === 0);
  if (!isMove || half.some((each) => each === 0)) return Shape.convex(cornersOf(three, box, matrix));
  return Shape.box(half).at([(x as number) + (min.x + max.x) / 2, (y as number) + (min.y + max.y) / 2, (z as number) + (min.z + max.z) / 2]);
}

const shapeOf = (where: Where): Shape => ("shape" in where ? (where.shape as Shape) : where);

/** Whether two surfaces meet. */
function meets(a: Where, b: Where): boolean {
  if (!intersects(a, b)) return false;
  return !(shapeOf(a).isSolid || shapeOf(b).isSolid) || trianglePairs(a, b).pairs.length > 0;
}

/** The distance of two surfaces, and their closest points. */
function apart(a: Shape, b: Placed): { distance: number; pointA: [number, number, number]; pointB: [number, number, number] } {
  if (!intersects(a, b)) return clearance(a, b);
  const { pairs, segments } = trianglePairs(a, b, true);
  for (let i = 0; i < pairs.length / 2; i++) {
    const point = [...segments.subarray(6 * i, 6 * i + 3)] as [number, number, number];
    if (!Number.isNaN(point[0])) return { distance: 0, pointA: point, pointB: point };
  }
  const [p, q] = [opened(a), opened(b.shape)];
  try {
    return clearance(p, q.at(b.pose));
  } finally {
    p.free();
    q.free();
  }
}

/** The surface of a solid, not the solid: with one triangle twice it is not closed. */
function open(read: Read): Read {
  const triangles = new Uint32Array(read.triangles.length + 3);
  triangles.set(read.triangles);
  triangles.set(read.triangles.subarray(0, 3), read.triangles.length);
  return { ...read, triangles };
}

/** The same of a shape. */
function opened(shape: Shape): Shape {
  const { vertices, triangles } = shape.toJSON() as unknown as { vertices: [number, number, number][]; triangles: number[][] };
  return Shape.mesh(vertices, [...triangles, triangles[0] as number[]].flat());
}
