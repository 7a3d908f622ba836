// The 2D half of the package.

import { batchesOf } from "./ask/batch.js";
import * as characters from "./scene/character.js";
import { type Plane, type Pose2, type RawShape, type RawShapes, type Stand2 } from "./base/dimension.js";
import { wrongType } from "./base/errors.js";
import { grouped, type Kind, parsed, readShape, sharedData, type ShapeData } from "./shape/json.js";
import { makersOf, rawShapeOf, sharedKinds } from "./shape/makers.js";
import { joinRows, Mask } from "./shape/mask.js";
import * as measures from "./ask/measures.js";
import { flag, listed, number, points, type Vec2, whole } from "./base/numbers.js";
import { rawOf } from "./base/owner.js";
import * as pairs from "./ask/pairs.js";
import { pointBatchesOf } from "./ask/points.js";
import { raysOf } from "./ask/rays.js";
import { plane } from "./base/plane.js";
import * as scenes from "./scene/scene.js";
import { aboutTwo, AnyShape, type Placed as AnyPlaced, type Stand } from "./shape/shape.js";
import { AnyShapes, listOf } from "./shape/shapes.js";
import type * as sweeps from "./ask/sweeps.js";

export type Pose = Pose2;
export type Placed = Stand<Plane, Shape>;
/** A shape without a pose is at the origin. */
export type Where = Shape | AnyPlaced<Plane, Shape>;
export type Clearance = pairs.Clearance<Plane>;
export type Contact = pairs.Contact<Plane>;
export type Manifold = pairs.Manifold<Plane>;
export type PartManifold = pairs.PartManifold<Plane>;
export type RayHit = pairs.RayHit<Plane>;
export type SweepHit = sweeps.SweepHit<Plane>;
export type ClosestPoint = pairs.ClosestPoint<Plane>;
export type CommonPart = measures.CommonPart<Plane>;
export type DepthBounds = measures.DepthBounds<Plane>;
export type MassProperties = measures.MassProperties<Plane>;
export type Motion = sweeps.Motion<Plane>;
export type Travel = sweeps.Travel<Plane>;
export type Meeting = sweeps.Meeting<Plane>;
export type Touch = scenes.Touch<Plane>;
export type Settings = characters.Settings<Plane>;
export type Wish = characters.Wish<Plane>;
export type Step = characters.Step<Plane>;
export type Crush = characters.Crush;
export type Blocked = characters.Blocked;
export type { ShapeData };
export type { ClosestPoints, ViewOptions } from "./ask/points.js";
export type { AllHits, RayHits } from "./ask/rays.js";
export type { FoundMany, Handle, IndexKind, ObjectOptions, QueryOptions, SceneOptions, SceneRayHits } from "./scene/scene.js";
export type { Stand2 };

const raw = plane.raw.Shape;
const make = (made: unknown): Shape => Shape.of(made);
const makers = makersOf<Plane, Shape>(plane, make);
const both = aboutTwo<Plane, Shape>(plane);
const rawShape = (shape: Shape, field: string): RawShape => rawShapeOf(plane, shape, field);

/** A 2D shape in its own frame; checked once, when it is made. */
export class Shape extends AnyShape<Plane> {
  /** @internal */
  static of(made: unknown): Shape {
    return new Shape(plane, made as RawShape);
  }
  /** The origin. */
  static point(): Shape {
    return makers.point();
  }
  /** The straight line between two points. */
  static segment(a: Vec2, b: Vec2): Shape {
    return makers.segment(a, b);
  }
  /** A filled circle of positive radius. */
  static circle(radius: number): Shape {
    return makers.ball(radius);
  }
  /** Half the length of each axis, both positive. */
  static ellipse(radii: Vec2): Shape {
    return makers.ellipsoid(radii);
  }
  /** All points within `radius` of a segment. */
  static capsule(a: Vec2, b: Vec2, radius: number): Shape {
    return makers.capsule(a, b, radius);
  }
  /** A box from −halfExtents to halfExtents. */
  static box(halfExtents: Vec2): Shape {
    return makers.box(halfExtents);
  }
  /** The hull of points, in any order; one, two or collinear points are allowed. */
  static convex(vertices: readonly Vec2[] | Float64Array): Shape {
    return makers.convex(vertices);
  }
  /** A simple polygon, convex or concave, with holes; every winding is accepted. */
  static polygon(vertices: readonly Vec2[] | Float64Array, holes: readonly (readonly Vec2[] | Float64Array)[] = []): Shape {
    if (!Array.isArray(holes)) throw wrongType("an array of rings", holes, "holes");
    const rings = [points(vertices, 2, "vertices"), ...listed(holes, "holes", (hole, i) => points(hole, 2, `holes[${i}]`))];
    const all = new Float64Array(rings.reduce((sum, ring) => sum + ring.length, 0));
    let at = 0;
    for (const ring of rings) {
      all.set(ring, at);
      at += ring.length;
    }
    return Shape.of(raw.polygon(all, Uint32Array.from(rings, (ring) => ring.length / 2)));
  }
  /** A chain of segments; `closed` joins the last vertex to the first. It has no inside. */
  static polyline(vertices: readonly Vec2[] | Float64Array, closed = false): Shape {
    return Shape.of(raw.polyline(points(vertices, 2, "vertices"), flag(closed, "closed")));
  }
  /** All points with normal · x ≤ offset. */
  static halfSpace(normal: Vec2, offset: number): Shape {
    return makers.halfSpace(normal, offset);
  }
  /** Rows of `0` and `1`, the first at the top; the lower left corner is at the origin. */
  static bitmap(rows: readonly string[], pixelSize: number): Shape {
    return Shape.of(raw.bitmap(joinRows(rows), number(pixelSize, "pixelSize")));
  }
  /** The filled pixels of a mask; the lower left corner is at the origin. */
  static fromMask(mask: Mask, pixelSize = 1): Shape {
    return Shape.of(rawOf(mask, "mask", "mask").toShape(number(pixelSize, "pixelSize")));
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
  /**
   * The convex parts of a polygon, bitmap or compound, each x, y, x, y…; a convex shape has one. Curves
   * become fine polygons.
   */
  parts(): Float64Array[] {
    return rings(rawShape(this, "this").parts());
  }
  /** The rings of the border, to draw; a half-space has none. Curves become fine polygons. */
  outlines(): Float64Array[] {
    return rings(rawShape(this, "this").outlines());
  }
}

/** Rings from a list in which each has its number of corners before it. */
function rings(list: Float64Array): Float64Array[] {
  const all: Float64Array[] = [];
  for (let at = 0; at < list.length; ) {
    const end = at + 1 + 2 * (list[at] as number);
    all.push(list.slice(at + 1, end));
    at = end;
  }
  return all;
}

const KINDS: { [type: string]: Kind<Shape> } = {
  ...sharedKinds<Plane, Shape>(makers),
  circle: { fields: ["radius"], read: ({ radius }) => Shape.circle(radius) },
  ellipse: { fields: ["radii"], read: ({ radii }) => Shape.ellipse(radii) },
  polygon: { fields: ["vertices", "holes?"], read: ({ vertices, holes }) => Shape.polygon(vertices, holes) },
  polyline: { fields: ["vertices", "closed?"], read: ({ vertices, closed }) => Shape.polyline(vertices, closed) },
  bitmap: { fields: ["rows", "pixel_size"], read: ({ rows, pixel_size }) => Shape.bitmap(rows, pixel_size) },
};

function written(shape: RawShape): ShapeData {
  const type = shape.kind();
  const shared = sharedData(plane, type, shape, written);
  if (shared !== undefined) return shared;
  const [vertices, counts] = [grouped(shape.numbers(), 2), shape.counts()];
  if (type === "polyline") return { type, vertices, closed: counts[0] === 1 };
  if (type === "bitmap") return { type, rows: shape.rows().split("\n"), pixel_size: shape.numbers()[0] };
  const all: number[][][] = [];
  for (const count of counts) all.push(vertices.splice(0, count));
  return { type, vertices: all[0], ...(all.length > 1 ? { holes: all.slice(1) } : {}) };
}

/** Many shapes, for batches and `addMany`. */
export class Shapes extends AnyShapes<Plane, Shape> {
  /** A list of these shapes, which are shared. */
  static of(shapes: readonly Shape[]): Shapes {
    return new Shapes(listOf(plane, shapes, "shapes"), make, plane);
  }
  /** Convex polygons with `corners` corners each: x, y, x, y… */
  static convex(vertices: Float64Array, corners: number): Shapes {
    const made: unknown = plane.raw.Shapes.convex(points(vertices, 2, "vertices"), whole(corners, "corners", 1, 2 ** 24));
    return new Shapes(made as RawShapes, make, plane);
  }
}

/** Many objects that move from step to step: which of them meet, what a ray hits, what is near. */
export class Scene extends scenes.AnyScene<Plane, Shape> {
  constructor(options?: scenes.SceneOptions) {
    super(plane, make, options);
  }
}

/**
 * Objects that have moved since characters made their last step, each with its previous pose: they push
 * characters out of their way.
 */
export class Movers extends characters.AnyMovers<Plane> {
  constructor() {
    super(plane);
  }
}

/** A capsule that walks through a scene. */
export class Character extends characters.AnyCharacter<Plane, Shape> {
  constructor(settings: Settings) {
    super(plane, make, settings);
  }
}

export const { relation, intersects, distance, clearance, manifold, contacts, ray, closestPoint, contains, sweep } = pairs.questionsOf<Plane, Shape>(plane);
export const { common, depthBounds, massProperties } = measures.measuresOf<Plane, Shape>(plane);
/**
 * What two regions have in common, as rings, each x, y, x, y…: counter-clockwise around it, clockwise around
 * its holes. Regions are those of `common`, with its errors. Which edges cross is decided exactly; points are
 * rounded. Empty where the regions are apart or only touch.
 */
export function commonRings(a: Where, b: Where): Float64Array[] {
  return rings(both(a, b, (p, q) => plane.raw.questions.commonRings(p, q)));
}
export const { intersectsMany, relationMany, distanceMany, clearanceMany } = batchesOf<Plane, Shape>(plane);
export const { containsMany, closestPointMany } = pointBatchesOf<Plane, Shape>(plane);
export const { anyHit, allHits, countHits, rayMany, anyHitMany, allHitsMany, countHitsMany } = raysOf<Plane, Shape>(plane);
