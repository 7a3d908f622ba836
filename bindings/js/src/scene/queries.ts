// The queries of a scene: rays, moving shapes, what is near, and what is where.

import { type Dimension, type Dimensional, type RawScene, type RawShape, writeVector } from "../base/dimension.js";
import { ClearanceError } from "../base/errors.js";
import { coordinates, finite, number, whole } from "../base/numbers.js";
import { Owner, rawOf } from "../base/owner.js";
import { type RayHit, readHit, writeRay } from "../ask/pairs.js";
import { keptColumns, startsOf, type ViewOptions } from "../ask/points.js";
import type { RayHits } from "../ask/rays.js";
import { type AnyShape, isShape, type Placed, place } from "../shape/shape.js";
import { type Moving, placeMoving, readSweepHit, type Release, releaseCode, type SweepHit } from "../ask/sweeps.js";
import { PLACE } from "../base/wasm.js";
import { type Handle, layersAndView, layersOf, type QueryOptions } from "./options.js";

/** Where many rays first meet an object. */
export interface SceneRayHits extends RayHits {
  /** For each ray the object; NaN if it hits none. */
  handles: Float64Array;
}
/** The objects that many queries find, one query after the other. */
export interface FoundMany {
  /** The objects of query i are those from `starts[i]` to `starts[i + 1]`. */
  starts: Uint32Array;
  handles: Float64Array;
}

/** The most objects that `nearest` can be asked for. */
const MOST_NEAREST = 2 ** 32 - 1;

/** The half of a scene that only looks: it changes neither objects nor lists of pairs. */
export abstract class SceneQueries<D extends Dimensional, S extends AnyShape<D>> extends Owner<RawScene> {
  readonly #dimension: Dimension<D>;
  /** A point, for queries. */
  readonly #point: RawShape;

  /** @internal */
  protected constructor(dimension: Dimension<D>, scene: RawScene) {
    const point = dimension.raw.Shape.point() as RawShape;
    super(scene, "scene", point);
    this.#dimension = dimension;
    this.#point = point;
  }

  /**
   * Where a ray first meets an object; it sees all changes, also those since the last update. Times are in
   * units of the direction.
   */
  castRay(
    origin: D["given"],
    direction: D["given"],
    maxTime?: number,
    given?: QueryOptions,
  ): { handle: Handle; hit: RayHit<D> } | undefined {
    rawOf(this, "scene");
    const { checked, exchange, send, take } = this.#dimension;
    const list = take();
    writeRay(this.#dimension, list, origin, direction, maxTime);
    const layers = layersOf(given);
    send(list);
    const kind = checked(rawOf(this, "scene").castRay(layers));
    if (kind === 0) return undefined;
    const handle = exchange()[PLACE.answer] as number;
    return { handle, hit: readHit(this.#dimension, PLACE.answer + 1, kind) };
  }
  /**
   * Where each of many rays first meets an object, and which part and triangle of it. Each ray is an origin
   * and a direction, one after the other; `maxTime` is as in `castRay`.
   */
  castRays(rays: Float64Array | Float32Array, maxTime?: number, given?: QueryOptions & ViewOptions): SceneRayHits {
    rawOf(this, "scene");
    const { size } = this.#dimension;
    const last = maxTime === undefined ? Infinity : number(maxTime, "maxTime");
    const [layers, asView] = layersAndView(given);
    const list = coordinates(rays, "rays");
    const { checked, kept } = this.#dimension;
    const found = checked(rawOf(this, "scene").castRays(list, last, layers));
    const count = found / (2 + 2 * size);
    const { first: times, ...rest } = keptColumns(this.#dimension, count, asView, 1);
    return { handles: kept(asView, count), times, ...rest };
  }
  /**
   * The first object that a moving shape meets; the objects do not move. `release` is as in `sweep`. A shape
   * moved exactly to the time of a hit may overlap the object it has met, because of rounding: `sweepStep`
   * keeps a gap.
   */
  sweep(
    what: Moving<D, S> | S | Placed<D, S>,
    release: Release = false,
    given?: QueryOptions,
  ): { handle: Handle; hit: SweepHit<D> } | undefined {
    rawOf(this, "scene");
    const start = releaseCode(release);
    const { checked, exchange, send, take } = this.#dimension;
    const list = take();
    const shape = placeMoving<D, S>(this.#dimension, what, list, [PLACE.a, PLACE.more], "what");
    const layers = layersOf(given);
    send(list);
    const found = checked(rawOf(this, "scene").sweep(rawOf(shape, "shape", "what"), start, layers));
    if (found === 0) return undefined;
    return { handle: exchange()[PLACE.answer] as number, hit: readSweepHit(this.#dimension, exchange(), PLACE.answer + 1) };
  }
  /** The `count` objects nearest to a point or a shape and at most `within` away, the nearest first. */
  nearest(
    what: D["given"] | S | Placed<D, S>,
    count = 1,
    within = Infinity,
    given?: QueryOptions,
  ): { handle: Handle; distance: number }[] {
    rawOf(this, "scene");
    const { send, take } = this.#dimension;
    const list = take();
    const raw = this.#pointOr(what, list);
    const [most, reach, layers] = [whole(count, "count", 0, MOST_NEAREST), number(within, "within"), layersOf(given)];
    send(list);
    const found = rawOf(this, "scene").nearest(raw(), most, reach, layers);
    return Array.from({ length: found.length / 2 }, (_, i) => ({
      handle: found[2 * i] as number,
      distance: found[2 * i + 1] as number,
    }));
  }
  /** The objects that contain a point, borders included. */
  atPoint(point: D["given"], given?: QueryOptions): Handle[] {
    rawOf(this, "scene");
    const { checked, keptList, send, take } = this.#dimension;
    const list = take();
    this.#writePoint(point, list);
    const layers = layersOf(given);
    send(list, PLACE.b);
    return keptList(checked(rawOf(this, "scene").overlapping(this.#point, layers)));
  }
  /** The objects that a shape meets, touching included. */
  overlapping(what: S | Placed<D, S>, given?: QueryOptions): Handle[] {
    rawOf(this, "scene");
    const { checked, keptList, send, take } = this.#dimension;
    const list = take();
    const shape = place<D, S>(this.#dimension, what, list, PLACE.a, "what");
    const layers = layersOf(given);
    send(list, PLACE.b);
    return keptList(checked(rawOf(this, "scene").overlapping(rawOf(shape, "shape", "what"), layers)));
  }
  /**
   * The objects that an upright box meets, touching included, from its lowest and its highest corner: as
   * `overlapping` of a shape with exactly these corners, and faster than with a shape.
   */
  overlappingBox(min: D["given"], max: D["given"], given?: QueryOptions): Handle[] {
    rawOf(this, "scene");
    const { checked, keptList, send, size, take } = this.#dimension;
    const list = take();
    writeVector(list, PLACE.a, min, size, "min");
    writeVector(list, PLACE.a + size, max, size, "max");
    for (let i = 0; i < 2 * size; i++) checkCorner(list[PLACE.a + i] as number, i < size ? "min" : "max");
    const layers = layersOf(given);
    send(list, 2 * size);
    return keptList(checked(rawOf(this, "scene").overlappingBox(layers)));
  }
  /**
   * The same for many boxes, each its lowest and its highest corner, one after the other: the objects that
   * box i meets are those from `starts[i]` to `starts[i + 1]`.
   */
  overlappingBoxMany(boxes: Float64Array | Float32Array, given?: QueryOptions & ViewOptions): FoundMany {
    rawOf(this, "scene");
    const [layers, asView] = layersAndView(given);
    const { checked, kept, keptLabels } = this.#dimension;
    const list = coordinates(boxes, "boxes");
    const found = checked(rawOf(this, "scene").overlappingBoxMany(list, layers));
    return { starts: startsOf(keptLabels(true)), handles: kept(asView, found) };
  }
  /**
   * Writes the pose of a point or a shape into a list; returns the object of the module behind the shape when
   * all has been read.
   */
  #pointOr(what: D["given"] | S | Placed<D, S>, list: Float64Array): () => RawShape {
    if (isShape<D, S>(what, this.#dimension) || (typeof what === "object" && what !== null && "shape" in what)) {
      const shape = place<D, S>(this.#dimension, what, list, PLACE.a, "what");
      return () => rawOf(shape, "shape", "what");
    }
    this.#writePoint(what as D["given"], list);
    return () => this.#point;
  }
  #writePoint(point: D["given"], list: Float64Array): void {
    this.#dimension.write(list, PLACE.a, undefined, "point");
    writeVector(list, PLACE.a, point, this.#dimension.size, "point");
  }
}

/** The largest magnitude of a coordinate. */
const LARGEST_COORDINATE = 2 ** 480;

function checkCorner(x: number, field: string): void {
  if (Math.abs(x) <= LARGEST_COORDINATE) return;
  if (Number.isFinite(x)) throw new ClearanceError("limit_exceeded", "must be at most 2^480", field);
  finite(x, field);
}
