// Rays at one shape: whether they hit at all, all that they hit, and many of them in one call.

import type { Dimension, Dimensional } from "../base/dimension.js";
import { number } from "../base/numbers.js";
import { rawOf } from "../base/owner.js";
import { type RayHit, writeRay } from "./pairs.js";
import { aboutOne, columns, type Features, isView, keptColumns, type List, startsOf, type ViewOptions } from "./points.js";
import { type AnyShape, type Placed, place } from "../shape/shape.js";
import { PLACE } from "../base/wasm.js";

/** Where many rays first meet a shape. */
export interface RayHits extends Features {
  /** For each ray the time; infinite if it hits nothing. */
  times: Float64Array;
  /** x, y(, z), x, y(, z)…; NaN for a ray that hits nothing. */
  points: Float64Array;
  /** Outwards, in the same order; 0 for a ray that hits nothing or starts inside. */
  normals: Float64Array;
}
/** All that many rays hit, one ray after the other, each in the order of time. */
export interface AllHits extends RayHits {
  /** The hits of ray i are those from `starts[i]` to `starts[i + 1]`. */
  starts: Uint32Array;
}

/** Hits that come one after the other. */
export function rayHits(rows: Float64Array, size: 2 | 3): RayHits {
  const { first: times, ...rest } = columns(rows, size);
  return { times, ...rest };
}

/** The questions about rays and one shape, in one dimension. */
export function raysOf<D extends Dimensional, S extends AnyShape<D>>(dimension: Dimension<D>) {
  type Where = S | Placed<D, S>;
  type Given = D["given"];
  const { checked, send, size, take, vector } = dimension;
  const ask = dimension.raw.questions;
  const about = aboutOne<D, S>(dimension);
  const last = (maxTime: number | undefined): number => (maxTime === undefined ? Infinity : number(maxTime, "maxTime"));

  /** Writes a ray and the pose of a shape to the exchange array; the shape. */
  function read(origin: Given, direction: Given, what: Where, maxTime: number | undefined) {
    const given = take();
    const shape = place<D, S>(dimension, what, given, PLACE.a, "what");
    writeRay(dimension, given, origin, direction, maxTime);
    send(given);
    return rawOf(shape, "shape", "what");
  }
  /** Hit number i of some. */
  function single(hits: RayHits, i: number): RayHit<D> {
    const [part, facet] = [hits.parts[i] as number, hits.facets[i] as number];
    const feature = { part: part < 0 ? null : part, facet: facet < 0 ? null : facet };
    const [time, point, normal] = [hits.times[i] as number, vector(hits.points, size * i), vector(hits.normals, size * i)];
    if (normal.every((x) => x === 0)) return { time, point, normal: null, inside: true, ...feature };
    return { time, point, normal, inside: false, ...feature };
  }

  return {
    /** Whether a ray meets a shape at all, for shadows and lines of sight: faster than `ray` if it does. */
    anyHit(origin: Given, direction: Given, what: Where, maxTime?: number): boolean {
      return checked(ask.anyHit(read(origin, direction, what, maxTime))) === 1;
    },
    /**
     * Every triangle of a mesh or terrain, and every segment of a polyline or of the border of a polygon,
     * that a ray meets, in the order of time. A ray through an edge meets each of its facets; one that starts
     * inside a solid has no hit there. Other shapes are hit once, as by `ray`.
     */
    allHits(origin: Given, direction: Given, what: Where, maxTime?: number): RayHit<D>[] {
      const hits = rayHits(ask.allHits(read(origin, direction, what, maxTime)), size);
      return Array.from(hits.times, (_, i) => single(hits, i));
    },
    /** How many hits `allHits` lists. */
    countHits(origin: Given, direction: Given, what: Where, maxTime?: number): number {
      return checked(ask.countHits(read(origin, direction, what, maxTime)));
    },
    /**
     * Where each of many rays first meets a shape. Each ray is an origin and a direction, one after the
     * other.
     */
    rayMany(rays: List, what: Where, maxTime?: number, given?: ViewOptions): RayHits {
      const [until, asView] = [last(maxTime), isView(given)];
      const found = checked(about(rays, "rays", what, (shape, list) => ask.rayMany(shape, list, until)));
      const { first: times, ...rest } = keptColumns(dimension, found / (1 + 2 * size), asView);
      return { times, ...rest };
    },
    /** For each of many rays 1 if it meets the shape, else 0. */
    anyHitMany(rays: List, what: Where, maxTime?: number): Uint8Array {
      const until = last(maxTime);
      return about(rays, "rays", what, (shape, list) => ask.anyHitMany(shape, list, until));
    },
    /** All that each of many rays hits. */
    allHitsMany(rays: List, what: Where, maxTime?: number): AllHits {
      const until = last(maxTime);
      const found = about(rays, "rays", what, (shape, list) => ask.allHitsMany(shape, list, until));
      try {
        return { starts: startsOf(found.counts()), ...rayHits(found.rows(), size) };
      } finally {
        found.free();
      }
    },
    /** How many hits each of many rays has. */
    countHitsMany(rays: List, what: Where, maxTime?: number): Uint32Array {
      const until = last(maxTime);
      return about(rays, "rays", what, (shape, list) => ask.countHitsMany(shape, list, until));
    },
  };
}
