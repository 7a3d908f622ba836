// Meshes and points: the triangles near a point, winding numbers, barycentric coordinates.

import type { Scene, Where } from "../d3.js";
import { writeVector } from "../base/dimension.js";
import { ClearanceError, wrongType } from "../base/errors.js";
import { coordinates, flag, labels, number, numbers, type Vec3 } from "../base/numbers.js";
import { rawOf } from "../base/owner.js";
import { aboutOne, type Features, type List, startsOf } from "../ask/points.js";
import { rawScene } from "../scene/scene.js";
import { place, type Placed } from "../shape/shape.js";
import type { Shape } from "../d3.js";
import type { Space } from "../base/dimension.js";
import { space } from "../base/space.js";
import { PLACE } from "../base/wasm.js";

/** The triangles near a point, the nearest first. */
export interface NearTriangles {
  /** Their numbers. */
  triangles: Uint32Array;
  /** How far each is from the point; never negative. */
  distances: Float64Array;
  /** The point of each that is nearest to it: x, y, z, x, y, z… */
  points: Float64Array;
}
/** The triangles near many points, one point after the other. */
export interface NearTrianglesMany extends NearTriangles {
  /** The triangles near point i are those from `starts[i]` to `starts[i + 1]`. */
  starts: Uint32Array;
}
/** Where on which triangle: a hit of a ray, or a closest point. */
export interface OnTriangle {
  readonly point: Vec3;
  readonly part?: number | null;
  readonly facet: number | null;
}
/** The same of many: `RayHits` or `ClosestPoints`. */
export interface OnTriangles extends Features {
  points: Float64Array;
}

/** The numbers of a triangle near a point. */
const ROW = 5;
const NOWHERE = -1;

const about = aboutOne<Space, Shape>(space);
const { checked, exchange, send, take } = space;
const ask = space.raw.questions;

function near(rows: Float64Array): NearTriangles {
  const count = rows.length / ROW;
  const found = { triangles: new Uint32Array(count), distances: new Float64Array(count), points: new Float64Array(3 * count) };
  for (let i = 0; i < count; i++) {
    found.triangles[i] = rows[ROW * i] as number;
    found.distances[i] = rows[ROW * i + 1] as number;
    found.points.set(rows.subarray(ROW * i + 2, ROW * i + ROW), 3 * i);
  }
  return found;
}

/** Writes a point, a number behind it, and the pose of a shape to the exchange array; the shape. */
function read(point: unknown, field: string, what: Where, more = 0) {
  const given = take();
  const shape = place<Space, Shape>(space, what, given, PLACE.a, "what");
  writeVector(given, PLACE.more, point, 3, field);
  given[PLACE.more + 3] = more;
  send(given);
  return rawOf(shape, "shape", "what");
}

/** The triangles of a mesh or terrain within `radius` of a point. Other shapes throw `unsupported_pair`. */
export function trianglesWithin(point: Vec3, what: Where, radius: number): NearTriangles {
  return near(ask.trianglesWithin(read(point, "point", what, number(radius, "radius"))));
}

/** The triangles of a mesh or terrain within `radius` of each of many points: x, y, z, x, y, z… */
export function trianglesWithinMany(points: List, what: Where, radius: number): NearTrianglesMany {
  const reach = number(radius, "radius");
  const found = about(points, "points", what, (shape, list) => ask.trianglesWithinMany(shape, list, reach));
  try {
    return { starts: startsOf(found.counts()), ...near(found.rows()) };
  } finally {
    found.free();
  }
}

/**
 * How often the surface of a mesh or terrain winds around a point: 1 inside of a closed mesh, 0 outside; of
 * an open one a number between, above a half where it encloses the point more than not. So it tells inside
 * from outside for meshes with holes.
 */
export function windingNumber(point: Vec3, what: Where): number {
  checked(ask.windingNumber(read(point, "point", what)));
  return exchange()[PLACE.answer] as number;
}

/**
 * The winding number around each of many points: x, y, z, x, y, z… With `approximate`, groups of far
 * triangles of a mesh count as one: within some 0.002, and a few microseconds for each point at any number of
 * triangles.
 */
export function windingNumberMany(points: List, what: Where, approximate = false): Float64Array {
  const isRough = flag(approximate, "approximate");
  return about(points, "points", what, (shape, list) => ask.windingNumberMany(shape, list, isRough));
}

function label(value: unknown, field: string): number {
  if (value === undefined || value === null) return NOWHERE;
  const found = number(value, field);
  if (Number.isInteger(found) && found >= 0 && found < 2 ** 31) return found;
  throw new ClearanceError("invalid_shape", "must be a whole number, or null", field);
}

/**
 * The weights of the corners of a triangle, with sum 1, that give the point of a hit or a closest point: to
 * interpolate what is known at the vertices. `what` is the mesh that was asked about, or the compound that
 * has it as a part. `null` where there is no triangle, or it has no area.
 */
export function barycentric(on: OnTriangle, what: Where): [number, number, number] | null {
  if (typeof on !== "object" || on === null) throw wrongType("a hit or a closest point", on, "on");
  const { point, part, facet } = on;
  const [first, second] = [label(part, "on.part"), label(facet, "on.facet")];
  if (second === NOWHERE) return null;
  const shape = read(point, "on.point", what);
  return checked(ask.barycentric(shape, first, second)) === 1 ? space.vector(exchange(), PLACE.answer) : null;
}

function onTriangles(on: unknown): [Float64Array, Int32Array, Int32Array] {
  if (typeof on !== "object" || on === null) throw wrongType("hits or closest points", on, "on");
  const { points, parts, facets } = on as OnTriangles;
  const lists = [coordinates(points, "on.points"), labels(parts, "on.parts"), labels(facets, "on.facets")] as const;
  // Only what is still there when all has been read is asked about.
  return [coordinates(lists[0], "on.points"), labels(lists[1], "on.parts"), labels(lists[2], "on.facets")];
}

/** The barycentric coordinates of many hits or closest points, three each; NaN where there are none. */
export function barycentricMany(on: OnTriangles, what: Where | Placed<Space, Shape>): Float64Array {
  const given = take();
  const shape = place<Space, Shape>(space, what, given, PLACE.a, "what");
  const [points, parts, facets] = onTriangles(on);
  send(given);
  return ask.barycentricMany(rawOf(shape, "shape", "what"), points, parts, facets);
}

/** The same of what `scene.castRays` has found. */
export function barycentricInScene(on: OnTriangles & { handles: Float64Array }, scene: Scene): Float64Array {
  const [points, parts, facets] = onTriangles(on);
  const handles = numbers(on.handles, "on.handles");
  return rawScene(scene, space, "scene").barycentricMany(handles, points, parts, facets);
}
