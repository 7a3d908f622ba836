// Many objects, step after step: who meets whom, what a ray hits, what is near.

import { type Dimension, type Dimensional, type RawScene, type RawShape, writeVector } from "./dimension.js";
import { wrongType } from "./errors.js";
import { attached, finite, flag, number, numbers, options, text, whole } from "./numbers.js";
import { Owner, rawOf } from "./owner.js";
import {
  type Clearance,
  type Manifold,
  manifoldSize,
  type RayHit,
  readClearance,
  readHit,
  readManifold,
  type Relation,
  RELATIONS,
  writeRay,
} from "./pairs.js";
import { type AnyShape, isShape, type Placed, place, shapeIn } from "./shape.js";
import { type AnyShapes, withList } from "./shapes.js";
import {
  type Meeting,
  type Moving,
  placeMoving,
  readMeetings,
  readSweepHit,
  readTravels,
  type Release,
  releaseCode,
  type SweepHit,
  type Travel,
} from "./sweeps.js";
import { PLACE } from "./wasm.js";

/** How the scene finds pairs of boxes; `auto` looks at the scene and chooses. */
export type IndexKind =
  | "auto"
  | "brute"
  | "tree"
  | "grid"
  | "hash-grid"
  | "sweep-and-prune"
  | "orthtree"
  | "kd-tree"
  | "r-tree";
/** All of them. */
export const INDEX_KINDS: readonly IndexKind[] = [
  "auto",
  "brute",
  "tree",
  "grid",
  "hash-grid",
  "sweep-and-prune",
  "orthtree",
  "kd-tree",
  "r-tree",
];

export interface SceneOptions {
  /** `auto` if not said. */
  index?: IndexKind;
  /**
   * How much is found out about each pair: nothing at all (a scene that is only asked), that the boxes meet, the relation
   * (if not said), the relation and, when `touches` is called, the clearance, or contact points.
   */
  detail?: "nothing" | "boxes" | "relation" | "clearance" | "manifold";
  /** Contacts begin at this distance; 0 if not said. */
  margin?: number;
  /** More pairs than this make `update` fail, instead of filling the memory; 2^24 if not said. */
  maxPairs?: number;
  /**
   * Whether objects side by side are one ground, with detail `manifold`: what slides over their seam is not stopped there. It costs
   * more; on if not said.
   */
  joinedSeams?: boolean;
}
export interface ObjectOptions {
  /** Reports and is never pushed: its pairs are `sensorPairs`. */
  sensor?: boolean;
  /** The layers it is on, as 32 bits; 1 if not said. */
  layers?: number;
  /** The layers it is tested against; all if not said. */
  mask?: number;
  /** Objects of one group are never tested against each other where it is negative, always where it is positive. */
  group?: number;
}
/** What a question to a scene may ask besides. */
export interface QueryOptions {
  /** Only objects on one of these layers; all if not said. */
  layers?: number;
}
/** The name of an object, given to no other object ever after. */
export type Handle = number;
/** Two objects that meet, or are within the margin. */
export interface Touch<D extends Dimensional> {
  a: Handle;
  b: Handle;
  relation: Relation;
  /** With detail `clearance`. */
  clearance?: Clearance<D>;
  /** With detail `manifold`. Without points where contacts with others say it all, as at the seam of two floors. */
  manifold?: Manifold<D>;
}

const SCENE_OPTIONS = ["index", "detail", "margin", "maxPairs", "joinedSeams"];
const ALL_LAYERS = 2 ** 32 - 1;
const MOST_PAIRS = 2 ** 24;

/** 32 bits, given as a whole number of either sign. */
function bits(value: unknown, field: string): number {
  return whole(value, field, -(2 ** 31), ALL_LAYERS) >>> 0;
}

function rawOptions<D extends Dimensional>({ raw }: Dimension<D>, given: ObjectOptions | undefined) {
  const { sensor, layers, mask, group } = options(given, ["sensor", "layers", "mask", "group"], "options");
  return new raw.ObjectOptions(
    sensor === undefined ? false : flag(sensor, "options.sensor"),
    layers === undefined ? 1 : bits(layers, "options.layers"),
    mask === undefined ? ALL_LAYERS : bits(mask, "options.mask"),
    group === undefined ? 0 : whole(group, "options.group", -(2 ** 31), 2 ** 31 - 1),
  );
}

function layersOf(given: QueryOptions | undefined): number {
  const { layers } = options(given, ["layers"], "options");
  return layers === undefined ? ALL_LAYERS : bits(layers, "options.layers");
}

/** The object of the module behind a scene of a dimension; an error about the field where there is none. */
export let rawScene: <D extends Dimensional>(scene: unknown, dimension: Dimension<D>, field: string) => RawScene;

/** What scenes of the plane and of space have in common. */
export abstract class AnyScene<D extends Dimensional, S extends AnyShape<D>> extends Owner<RawScene> {
  readonly #dimension: Dimension<D>;
  readonly #make: (raw: RawShape) => S;
  /** The shape that is one point. */
  readonly #point: RawShape;

  /** @internal */
  protected constructor(
    dimension: Dimension<D>,
    make: (raw: RawShape) => S,
    given: SceneOptions | undefined,
  ) {
    const { index, detail, margin, maxPairs, joinedSeams } = options(given, SCENE_OPTIONS, "options");
    const scene = new dimension.raw.Scene(
      index === undefined ? "auto" : text(index, "options.index"),
      detail === undefined ? "relation" : text(detail, "options.detail"),
      margin === undefined ? 0 : finite(margin, "options.margin"),
      maxPairs === undefined ? MOST_PAIRS : whole(maxPairs, "options.maxPairs", 0, 2 ** 31),
      joinedSeams === undefined ? undefined : flag(joinedSeams, "options.joinedSeams"),
    ) as RawScene;
    const point = dimension.raw.Shape.point() as RawShape;
    super(scene, "scene", point);
    this.#dimension = dimension;
    this.#make = make;
    this.#point = point;
  }
  static {
    rawScene = <D extends Dimensional>(scene: unknown, dimension: Dimension<D>, field: string): RawScene => {
      const isOne = typeof scene === "object" && scene !== null && #dimension in scene && (scene.#dimension as unknown) === dimension;
      if (!isOne) throw wrongType(`a scene of ${dimension.size}D`, scene, field);
      return rawOf(scene, "scene", field);
    };
  }

  /** Adds a shape where it stands; the shape is shared, and may be freed. */
  add(what: S | Placed<D, S>, given?: ObjectOptions): Handle {
    rawOf(this, "scene");
    const { send, take } = this.#dimension;
    const list = take();
    const shape = place<D, S>(this.#dimension, what, list, PLACE.a, "what");
    const asked = rawOptions(this.#dimension, given);
    send(list);
    return rawOf(this, "scene").add(rawOf(shape, "shape", "what"), asked);
  }
  /**
   * Adds many objects, of one shape or each of its own. Poses one after the other: x, y, angle each in the plane; x, y, z and
   * a quaternion in space. Errors: a pose that is none; then nothing is added.
   */
  addMany(shapes: S | AnyShapes<D, S>, poses: Float64Array, given?: ObjectOptions): Float64Array {
    rawOf(this, "scene");
    const asked = rawOptions(this.#dimension, given);
    const list = numbers(poses, "poses");
    return withList(this.#dimension, shapes, "shapes", (raw) => rawOf(this, "scene").addMany(raw, list, asked));
  }
  /** Removes an object; its pairs are among those that ended at the next update. */
  remove(handle: Handle): void {
    rawOf(this, "scene").remove(number(handle, "handle"));
  }
  /** Whether the object is in. */
  has(handle: Handle): boolean {
    return rawOf(this, "scene").has(number(handle, "handle"));
  }
  /** How many objects are in. */
  get length(): number {
    return rawOf(this, "scene").length();
  }
  /** All of them, in the scene's own order. */
  handles(): Float64Array {
    return rawOf(this, "scene").handles();
  }
  /** Where an object stands. */
  pose(handle: Handle): D["stand"] {
    const found = rawOf(this, "scene").pose(number(handle, "handle"));
    this.#dimension.checked(found);
    return this.#dimension.readStand(this.#dimension.exchange(), PLACE.answer);
  }
  /** Moves, turns and scales an object. */
  setPose(handle: Handle, pose: D["pose"]): void {
    rawOf(this, "scene");
    const { checked, send, take, write } = this.#dimension;
    const list = take();
    write(list, PLACE.a, pose, "pose");
    send(list);
    checked(rawOf(this, "scene").setPose(number(handle, "handle")));
  }
  /** Moves and turns many objects, which keep their scales; poses as in `addMany`. All or none. */
  setPoses(handles: Float64Array, poses: Float64Array): void {
    rawOf(this, "scene");
    const [names, list] = [numbers(handles, "handles"), numbers(poses, "poses")];
    rawOf(this, "scene").setPoses(attached(names, "handles"), list);
  }
  /** The shape of an object. */
  shape(handle: Handle): S {
    const found = rawOf(this, "scene").shape(number(handle, "handle")) as RawShape;
    return this.#make(found);
  }
  /** Replaces the shape of an object. */
  setShape(handle: Handle, shape: S): void {
    const raw = rawOf(this, "scene");
    raw.setShape(number(handle, "handle"), rawOf(shapeIn<D, S>(this.#dimension, shape, "shape"), "shape", "shape"));
  }
  /** Changes layers, group, and whether it is a sensor; what is not said is as if the object were new. */
  setOptions(handle: Handle, given: ObjectOptions): void {
    rawOf(this, "scene");
    const asked = rawOptions(this.#dimension, given);
    rawOf(this, "scene").setOptions(number(handle, "handle"), asked);
  }

  /**
   * Brings the pairs up to date with all that changed since the last update. Errors: more pairs than `maxPairs`.
   */
  update(): void {
    rawOf(this, "scene").update();
  }
  /** The handles of all that met at the last update, sensors apart: a, b, a, b… */
  pairs(): Float64Array {
    return rawOf(this, "scene").pairs();
  }
  /** Those of `pairs` that did not meet before. */
  began(): Float64Array {
    return rawOf(this, "scene").began();
  }
  /** Those that met before and no longer do. */
  ended(): Float64Array {
    return rawOf(this, "scene").ended();
  }
  /** The pairs of which at least one is a sensor. */
  sensorPairs(): Float64Array {
    return rawOf(this, "scene").sensorPairs();
  }
  sensorsBegan(): Float64Array {
    return rawOf(this, "scene").sensorsBegan();
  }
  sensorsEnded(): Float64Array {
    return rawOf(this, "scene").sensorsEnded();
  }
  /** The pairs with all that the scene finds out about each. */
  touches(): Touch<D>[] {
    const list = rawOf(this, "scene").touches();
    const all: Touch<D>[] = [];
    for (let at = 0; at < list.length; ) {
      const [a, b, relation, what, count] = list.subarray(at, at + HEAD) as unknown as [number, number, number, number, number];
      at += HEAD;
      const touch: Touch<D> = { a, b, relation: RELATIONS[relation] as Relation };
      if (what === CLEARANCE) {
        touch.clearance = readClearance(this.#dimension, list, at);
        at += 2 + 3 * this.#dimension.size;
      } else if (what === MANIFOLD) {
        touch.manifold = readManifold(this.#dimension, list, at, count);
        at += manifoldSize(this.#dimension.size, count);
      }
      all.push(touch);
    }
    return all;
  }

  /** Where a ray first meets an object, at once after any change. Times are in units of the direction. */
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
  /** Many rays, origin and direction each; for each its handle (NaN: none), time and normal. */
  castRays(rays: Float64Array, given?: QueryOptions): Float64Array {
    rawOf(this, "scene");
    const layers = layersOf(given);
    const list = numbers(rays, "rays");
    return rawOf(this, "scene").castRays(list, layers);
  }
  /**
   * What a moving shape first meets among the objects, which stand still; `release` as in `sweep`. Something moved to the time of a hit
   * may overlap by rounding what it has met: `sweepStep` keeps a gap.
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
  /**
   * Moves objects by a step in which nothing tunnels; those not named stand still. What is `swept`, or slides, stops before what it
   * first meets, and does not overlap after the step, by the exact relation, what it did not overlap before; only what is `free`
   * goes through everything. The meetings are in the order of time, each two once. A touch at the start does not stop what parts or
   * slides; an overlap stops what would make it deeper. Pairs are those of the next `update`.
   *
   * Errors: a handle of no object, or one named twice, a motion that is not finite or too large; then nothing has moved.
   */
  sweepStep(travels: readonly Travel<D>[]): Meeting<D>[] {
    rawOf(this, "scene");
    const [handles, motions, kinds] = readTravels(this.#dimension, travels);
    return readMeetings(this.#dimension, rawOf(this, "scene").sweepStep(handles, motions, kinds));
  }
  /** The `count` objects nearest to a point or a shape and no further than `within`, the nearest first. */
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
    const [most, reach, layers] = [whole(count, "count", 0, ALL_LAYERS), number(within, "within"), layersOf(given)];
    send(list);
    const found = rawOf(this, "scene").nearest(raw(), most, reach, layers);
    return Array.from({ length: found.length / 2 }, (_, i) => ({
      handle: found[2 * i] as number,
      distance: found[2 * i + 1] as number,
    }));
  }
  /** The objects that a point is in, borders included. */
  atPoint(point: D["given"], given?: QueryOptions): Handle[] {
    rawOf(this, "scene");
    const { send, take } = this.#dimension;
    const list = take();
    this.#writePoint(point, list);
    const layers = layersOf(given);
    send(list);
    return Array.from(rawOf(this, "scene").overlapping(this.#point, layers));
  }
  /** The objects that a shape meets, touching included. */
  overlapping(what: S | Placed<D, S>, given?: QueryOptions): Handle[] {
    rawOf(this, "scene");
    const { send, take } = this.#dimension;
    const list = take();
    const shape = place<D, S>(this.#dimension, what, list, PLACE.a, "what");
    const layers = layersOf(given);
    send(list);
    return Array.from(rawOf(this, "scene").overlapping(rawOf(shape, "shape", "what"), layers));
  }
  /** Writes where a point or a shape is; gives its raw half when all has been read. */
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

  /** The index's boxes or cells, to draw: least corner, greatest corner, how deep each lies. */
  drawIndex(): Float64Array {
    return rawOf(this, "scene").drawIndex();
  }
  /** Pairs that the index proposed at the last update, bytes in use, which index it is. */
  get stats(): { candidates: number; bytes: number; index: IndexKind } {
    const raw = rawOf(this, "scene");
    return { candidates: raw.candidates(), bytes: raw.bytes(), index: raw.index() as IndexKind };
  }
}

/** Numbers that stand before what else is known of a touch; and which of these there is. */
const HEAD = 5;
const CLEARANCE = 1;
const MANIFOLD = 2;
