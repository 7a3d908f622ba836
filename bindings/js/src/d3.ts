// The 3D half of the package.

import { batchesOf } from "./ask/batch.js";
import * as characters from "./scene/character.js";
import { type Pose3, type RawShape, type RawShapes, type Space, type Stand3 } from "./base/dimension.js";
import { ClearanceError, wrongType } from "./base/errors.js";
import { grouped, type Kind, parsed, readShape, sharedData, type ShapeData } from "./shape/json.js";
import { makersOf, rawShapeOf, sharedKinds } from "./shape/makers.js";
import * as measures from "./ask/measures.js";
import { attached, components, indices, listed, number, numbers, options, points, type Vec2, type Vec3, vertices as verticesOf, whole } from "./base/numbers.js";
import * as pairs from "./ask/pairs.js";
import { pointBatchesOf } from "./ask/points.js";
import { raysOf } from "./ask/rays.js";
import * as scenes from "./scene/scene.js";
import { AnyShape, type Placed as AnyPlaced, type Stand, together } from "./shape/shape.js";
import { AnyShapes, listOf } from "./shape/shapes.js";
import type * as sweeps from "./ask/sweeps.js";
import { space } from "./base/space.js";

export type Pose = Pose3;
export type Placed = Stand<Space, Shape>;
/** A shape without a pose is at the origin. */
export type Where = Shape | AnyPlaced<Space, Shape>;
export type Clearance = pairs.Clearance<Space>;
export type Contact = pairs.Contact<Space>;
export type Manifold = pairs.Manifold<Space>;
export type PartManifold = pairs.PartManifold<Space>;
export type RayHit = pairs.RayHit<Space>;
export type SweepHit = sweeps.SweepHit<Space>;
export type ClosestPoint = pairs.ClosestPoint<Space>;
export type CommonPart = measures.CommonPart<Space>;
export type DepthBounds = measures.DepthBounds<Space>;
export type MassProperties = measures.MassProperties<Space>;
export type Motion = sweeps.Motion<Space>;
export type Travel = sweeps.Travel<Space>;
export type Meeting = sweeps.Meeting<Space>;
export type Touch = scenes.Touch<Space>;
export type Settings = characters.Settings<Space>;
export type Wish = characters.Wish<Space>;
export type Step = characters.Step<Space>;
export type Crush = characters.Crush;
export type Blocked = characters.Blocked;
export type { ShapeData };

/** A surface to draw. */
export interface Surface {
  /** x, y, z, x, y, z… */
  vertices: Float64Array;
  /** Triples of indices, counter-clockwise seen from outside. */
  triangles: Uint32Array;
  /** Pairs of indices: borders, and edges at which the surface turns sharply. */
  edges: Uint32Array;
}
/** How the tree over the triangles of a mesh is built. */
export interface MeshOptions {
  /**
   * `"fast"` takes two thirds of the time, for meshes that are asked few questions; answers are the same, and
   * take longer.
   */
  build?: "good" | "fast";
}
export type { ClosestPoints, ViewOptions } from "./ask/points.js";
export type { AllHits, RayHits } from "./ask/rays.js";
export type { FoundMany, Handle, IndexKind, ObjectOptions, QueryOptions, SceneOptions, SceneRayHits } from "./scene/scene.js";
export type { Stand3 };

/** The vertices of a mesh. */
type Vertices = readonly Vec3[] | Float64Array | Float32Array;

const raw = space.raw.Shape;
const make = (made: unknown): Shape => Shape.of(made);
const makers = makersOf<Space, Shape>(space, make);
const rawShape = (shape: Shape, field: string): RawShape => rawShapeOf(space, shape, field);

/** A 3D shape in its own frame; checked once, when it is made. */
export class Shape extends AnyShape<Space> {
  /** @internal */
  static of(made: unknown): Shape {
    return new Shape(space, made as RawShape);
  }
  /** The origin. */
  static point(): Shape {
    return makers.point();
  }
  /** The straight line between two points. */
  static segment(a: Vec3, b: Vec3): Shape {
    return makers.segment(a, b);
  }
  /** A flat triangle. */
  static triangle(vertices: readonly [Vec3, Vec3, Vec3] | Float64Array): Shape {
    return Shape.of(raw.triangle(points(vertices, 3, "vertices")));
  }
  /** A filled sphere of positive radius. */
  static sphere(radius: number): Shape {
    return makers.ball(radius);
  }
  /** Half the length of each axis, all positive. */
  static ellipsoid(radii: Vec3): Shape {
    return makers.ellipsoid(radii);
  }
  /** All points within `radius` of a segment. */
  static capsule(a: Vec3, b: Vec3, radius: number): Shape {
    return makers.capsule(a, b, radius);
  }
  /** A solid cylinder around the Y axis. */
  static cylinder(halfHeight: number, radius: number): Shape {
    return Shape.of(raw.cylinder(number(halfHeight, "halfHeight"), number(radius, "radius")));
  }
  /** A solid cone around the Y axis, apex up. */
  static cone(halfHeight: number, radius: number): Shape {
    return Shape.of(raw.cone(number(halfHeight, "halfHeight"), number(radius, "radius")));
  }
  /** A box from −halfExtents to halfExtents. */
  static box(halfExtents: Vec3): Shape {
    return makers.box(halfExtents);
  }
  /** The hull of points, in any order; coplanar, collinear or single points are allowed. */
  static convex(vertices: readonly Vec3[] | Float64Array): Shape {
    return makers.convex(vertices);
  }
  /**
   * Triangles as triples of indices into the vertices: a solid if they form a closed surface, else a surface.
   * The arrays of a geometry of three.js are taken as they are.
   */
  static mesh(vertices: Vertices, triangles: Uint32Array | Uint16Array | readonly number[], options?: MeshOptions): Shape {
    const isFast = builtFast(options);
    const corners = verticesOf(vertices, "vertices");
    const faces = indices(triangles, "triangles");
    // A getter of the indices may have transferred the buffer of the vertices.
    return Shape.of(raw.mesh(attached(corners, "vertices"), faces, isFast));
  }
  /**
   * The triangles of this mesh with their vertices elsewhere, as of a body that deforms: a new shape, in a
   * fraction of the time of a new mesh. As many vertices in the same order; those that were in one place must
   * stay in one place. The array of a geometry of three.js is taken as it is.
   */
  refit(vertices: Vertices): Shape {
    const corners = verticesOf(vertices, "vertices");
    return Shape.of(rawShape(this, "this").refit(corners));
  }
  /**
   * This mesh with each axis multiplied by its factor, where a pose has one scale for all: a new shape,
   * stretched or mirrored, whose corners are the products, rounded. It is made in a fraction of the time of a
   * new mesh, and shares with this one what does not depend on where the corners are.
   */
  scaled(factors: Vec3): Shape {
    const each = together(components(factors, 3, "factors"));
    return Shape.of(rawShape(this, "this").scaled(each));
  }
  /** A surface over a grid: heights[i][j] is Y at x = j · spacing[0], z = i · spacing[1]. */
  static terrain(heights: readonly (readonly number[] | Float64Array)[], spacing: Vec2): Shape {
    if (!Array.isArray(heights)) throw wrongType("an array of rows", heights, "heights");
    const rows = listed(heights, "heights", (row, i) => numbers(row, `heights[${i}]`));
    const columns = rows[0]?.length ?? 0;
    const all = new Float64Array(rows.length * columns);
    rows.forEach((row, i) => {
      if (row.length !== columns) throw new ClearanceError("invalid_shape", "must be as long as the first row", "heights", i);
      all.set(row, i * columns);
    });
    return Shape.of(raw.terrain(all, columns, together(components(spacing, 2, "spacing"))));
  }
  /** All points with normal · x ≤ offset. */
  static halfSpace(normal: Vec3, offset: number): Shape {
    return makers.halfSpace(normal, offset);
  }
  /** The union of several shapes, each with or without a pose. */
  static compound(parts: readonly Where[]): Shape {
    return makers.compound(parts);
  }
  /** A convex shape, grown by a radius in all directions. */
  static rounded(shape: Shape, radius: number): Shape {
    return makers.rounded(shape, radius);
  }
  /** A shape from data in clearance's JSON format. */
  static fromJSON(data: unknown): Shape {
    return readShape(KINDS, parsed(data));
  }
  /** The shape as such data; `JSON.stringify` calls it. */
  toJSON(): ShapeData {
    return written(rawShape(this, "this"));
  }
  /** The surface, to draw; a half-space has none. Curves become fine polyhedra. */
  triangles(): Surface {
    const surface = rawShape(this, "this").surface();
    try {
      return { vertices: surface.vertices(), triangles: surface.triangles(), edges: surface.edges() };
    } finally {
      surface.free();
    }
  }
  /** Whether it has an inside; a mesh has one if it is closed and consistently oriented. */
  get isSolid(): boolean {
    return rawShape(this, "this").isSolid();
  }
}

function builtFast(given: MeshOptions | undefined): boolean {
  const { build = "good" } = options(given, ["build"], "options");
  if (build === "good" || build === "fast") return build === "fast";
  throw wrongType('"good" or "fast"', build, "options.build");
}

const KINDS: { [type: string]: Kind<Shape> } = {
  ...sharedKinds<Space, Shape>(makers),
  triangle: { fields: ["vertices"], read: ({ vertices }) => Shape.triangle(vertices) },
  sphere: { fields: ["radius"], read: ({ radius }) => Shape.sphere(radius) },
  ellipsoid: { fields: ["radii"], read: ({ radii }) => Shape.ellipsoid(radii) },
  cylinder: { fields: ["half_height", "radius"], read: ({ half_height, radius }) => Shape.cylinder(half_height, radius) },
  cone: { fields: ["half_height", "radius"], read: ({ half_height, radius }) => Shape.cone(half_height, radius) },
  mesh: {
    fields: ["vertices", "triangles"],
    read: ({ vertices, triangles }) => {
      if (!Array.isArray(triangles)) throw wrongType("an array of triples", triangles, "triangles");
      return Shape.mesh(vertices, listed(triangles, "triangles", (triple) => triple as number[]).flat());
    },
  },
  terrain: { fields: ["heights", "spacing"], read: ({ heights, spacing }) => Shape.terrain(heights, spacing) },
};

function written(shape: RawShape): ShapeData {
  const type = shape.kind();
  const shared = sharedData(space, type, shape, written);
  if (shared !== undefined) return shared;
  const [list, counts] = [shape.numbers(), shape.counts()];
  if (type === "mesh") return { type, vertices: grouped(list, 3), triangles: grouped(counts, 3) };
  if (type === "terrain") return { type, heights: grouped(list.subarray(2), counts[0] as number), spacing: Array.from(list.subarray(0, 2)) };
  return { type, half_height: list[0], radius: list[1] };
}

/** Many shapes, for batches and `addMany`. */
export class Shapes extends AnyShapes<Space, Shape> {
  /** A list of these shapes, which are shared. */
  static of(shapes: readonly Shape[]): Shapes {
    return new Shapes(listOf(space, shapes, "shapes"), make, space);
  }
  /** Hulls of `corners` points each: x, y, z, x, y, z… */
  static convex(vertices: Float64Array, corners: number): Shapes {
    const made: unknown = space.raw.Shapes.convex(points(vertices, 3, "vertices"), whole(corners, "corners", 1, 2 ** 24));
    return new Shapes(made as RawShapes, make, space);
  }
}

/** Many objects that move from step to step: which of them meet, what a ray hits, what is near. */
export class Scene extends scenes.AnyScene<Space, Shape> {
  constructor(options?: scenes.SceneOptions) {
    super(space, make, options);
  }
}

/**
 * Objects that have moved since characters made their last step, each with its previous pose: they push
 * characters out of their way.
 */
export class Movers extends characters.AnyMovers<Space> {
  constructor() {
    super(space);
  }
}

/** A capsule that walks through a scene. */
export class Character extends characters.AnyCharacter<Space, Shape> {
  constructor(settings: Settings) {
    super(space, make, settings);
  }
}

export const { relation, intersects, distance, clearance, manifold, contacts, ray, closestPoint, contains, sweep } = pairs.questionsOf<Space, Shape>(space);
export const { common, depthBounds, massProperties } = measures.measuresOf<Space, Shape>(space);
export const { intersectsMany, relationMany, distanceMany, clearanceMany } = batchesOf<Space, Shape>(space);
export const { containsMany, closestPointMany } = pointBatchesOf<Space, Shape>(space);
export const { anyHit, allHits, countHits, rayMany, anyHitMany, allHitsMany, countHitsMany } = raysOf<Space, Shape>(space);
export {
  barycentric,
  barycentricInScene,
  barycentricMany,
  type NearTriangles,
  type NearTrianglesMany,
  trianglesWithin,
  trianglesWithinMany,
  windingNumber,
  windingNumberMany,
} from "./mesh/near.js";
export { type CommonMesh, commonMesh } from "./mesh/common.js";
export * from "./mesh/meshes.js";
export { intersectingTriangles, trianglePairs, type TrianglePairs, type TriangleSegments } from "./mesh/triangles.js";
