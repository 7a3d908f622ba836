// Scenes: many objects that move from step to step.

import { type Dimension, type Dimensional, type RawScene, type RawShape, writeVector } from "../base/dimension.js";
import { ClearanceError, wrongType } from "../base/errors.js";
import { attached, coordinates, finite, flag, number, numbers, options, text, whole } from "../base/numbers.js";
import { Owner, rawOf } from "../base/owner.js";
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
} from "../ask/pairs.js";
import { isView, keptColumns, startsOf, type ViewOptions } from "../ask/points.js";
import type { RayHits } from "../ask/rays.js";
import { type AnyShape, isShape, type Placed, place, shapeIn } from "../shape/shape.js";
import { type AnyShapes, withList } from "../shape/shapes.js";
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
} from "../ask/sweeps.js";
import { PLACE } from "../base/wasm.js";

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
  /** `auto` by default. */
  index?: IndexKind;
  /**
   * How much is computed for each pair: nothing at all (for a scene that is only queried), that the boxes meet, the relation (the
   * default), the relation and, when `touches` is called, the clearance, or contact points.
   */
  detail?: "nothing" | "boxes" | "relation" | "clearance" | "manifold";
  /** Pairs this far apart are contacts; 0 by default. */
  margin?: number;
  /** More pairs than this make `update` fail, instead of filling the memory; 2^24 by default. */
  maxPairs?: number;
  /**
   * Whether objects that lie side by side form one ground, with detail `manifold`: a body that slides over the seam between them
   * is not stopped there. It costs more; on by default.
   */
  joinedSeams?: boolean;
}
export interface ObjectOptions {
  /** A sensor reports that it meets something and is never pushed: its pairs are `sensorPairs`. */
  sensor?: boolean;
  /** The layers it is on, as 32 bits; 1 by default. */
  layers?: number;
  /** The layers it is tested against; all by default. */
  mask?: number;
  /** Objects of one group are always tested against each other if the group is positive, never if it is negative. */
  group?: number;
}
/** The options of a query. */
export interface QueryOptions {
  /** Only objects on one of these layers count; all by default. */
  layers?: number;
}
/** The name of an object. It is never given to another object. */
export type Handle = number;
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
/** Two objects that meet, or are within the margin. */
export interface Touch<D extends Dimensional> {
  a: Handle;
  b: Handle;
  relation: Relation;
  /** With detail `clearance`. */
  clearance?: Clearance<D>;
  /**
   * With detail `manifold`. It has no points if contacts with other objects make it unnecessary, as at the seam between two
   * floors.
   */
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
  if (given === undefined) return ALL_LAYERS;
  const { layers } = options(given, ["layers"], "options");
  return layers === undefined ? ALL_LAYERS : bits(layers, "options.layers");
}

/** The layers, and whether lists are views. */
function layersAndView(given: (QueryOptions & ViewOptions) | undefined): [number, boolean] {
  if (given === undefined) return [ALL_LAYERS, false];
  const { layers, view } = options(given, ["layers", "view"], "options");
  return [layers === undefined ? ALL_LAYERS : bits(layers, "options.layers"), view === undefined ? false : flag(view, "options.view")];
}

/** The object of the module behind a scene of a dimension; an error about the field if there is none. */
export let rawScene: <D extends Dimensional>(scene: unknown, dimension: Dimension<D>, field: string) => RawScene;

/** A list of a scene of the module, copied or as a view; an error if the receiver of the method is no scene. */
let listed: (scene: Owner<RawScene>, given: ViewOptions | undefined, list: (raw: RawScene) => number) => Float64Array;

/** What scenes of the plane and of space have in common. */
export abstract class AnyScene<D extends Dimensional, S extends AnyShape<D>> extends Owner<RawScene> {
  readonly #dimension: Dimension<D>;
  readonly #make: (raw: RawShape) => S;
  /** A point, for queries. */
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
    listed = (scene, given, list) => {
      rawOf(scene, "scene");
      const asView = isView(given);
      const { checked, kept } = (scene as AnyScene<Dimensional, AnyShape<Dimensional>>).#dimension;
      return kept(asView, checked(list(rawOf(scene, "scene"))));
    };
    rawScene = <D extends Dimensional>(scene: unknown, dimension: Dimension<D>, field: string): RawScene => {
      const isOne = typeof scene === "object" && scene !== null && #dimension in scene && (scene.#dimension as unknown) === dimension;
      if (!isOne) throw wrongType(`a scene of ${dimension.size}D`, scene, field);
      return rawOf(scene, "scene", field);
    };
  }

  /** Adds a shape at its pose; the shape is shared, and may be freed. */
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
   * Adds many objects, of one shape or each with its own. The poses come one after the other: x, y, angle each in 2D; x, y, z and
   * a quaternion each in 3D. Throws an error for an invalid pose; then nothing is added.
   */
  addMany(shapes: S | AnyShapes<D, S>, poses: Float64Array | Float32Array, given?: ObjectOptions): Float64Array {
    rawOf(this, "scene");
    const asked = rawOptions(this.#dimension, given);
    const list = coordinates(poses, "poses");
    return withList(this.#dimension, shapes, "shapes", (raw) => rawOf(this, "scene").addMany(raw, list, asked));
  }
  /** Removes an object; at the next update its pairs have ended. */
  remove(handle: Handle): void {
    rawOf(this, "scene").remove(number(handle, "handle"));
  }
  /** Whether the object is in the scene. */
  has(handle: Handle): boolean {
    return rawOf(this, "scene").has(number(handle, "handle"));
  }
  /** The number of objects. */
  get length(): number {
    return rawOf(this, "scene").length();
  }
  /** The handles of all objects, in the scene's own order. */
  handles(given?: ViewOptions): Float64Array {
    return listed(this, given, (scene) => scene.handles());
  }
  /** The poses of many objects without their scales, as `setPoses` takes them: one list, to draw what has moved. */
  poses(handles: Float64Array, given?: ViewOptions): Float64Array {
    rawOf(this, "scene");
    const names = numbers(handles, "handles");
    return listed(this, given, (scene) => scene.poses(attached(names, "handles")));
  }
  /** The pose of an object. */
  pose(handle: Handle): D["stand"] {
    const found = rawOf(this, "scene").pose(number(handle, "handle"));
    this.#dimension.checked(found);
    return this.#dimension.readStand(this.#dimension.exchange(), PLACE.answer);
  }
  /** Sets the pose of an object. */
  setPose(handle: Handle, pose: D["pose"]): void {
    rawOf(this, "scene");
    const { checked, send, take, write } = this.#dimension;
    const list = take();
    write(list, PLACE.a, pose, "pose");
    send(list);
    checked(rawOf(this, "scene").setPose(number(handle, "handle")));
  }
  /** Sets the poses of many objects, which keep their scales; poses as in `addMany`. All are set, or none. */
  setPoses(handles: Float64Array, poses: Float64Array | Float32Array): void {
    rawOf(this, "scene");
    const [names, list] = [numbers(handles, "handles"), coordinates(poses, "poses")];
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
  /** Changes the layers, the group, and whether it is a sensor; an option that is not given gets its default. */
  setOptions(handle: Handle, given: ObjectOptions): void {
    rawOf(this, "scene");
    const asked = rawOptions(this.#dimension, given);
    rawOf(this, "scene").setOptions(number(handle, "handle"), asked);
  }

  /**
   * Finds the pairs that meet now. Throws an error if there are more pairs than `maxPairs`.
   */
  update(): void {
    rawOf(this, "scene").update();
  }
  /** The handles of all pairs that met at the last update, without sensors: a, b, a, b… */
  pairs(given?: ViewOptions): Float64Array {
    return listed(this, given, (scene) => scene.pairs());
  }
  /** The pairs that did not meet before the last update. */
  began(given?: ViewOptions): Float64Array {
    return listed(this, given, (scene) => scene.began());
  }
  /** The pairs that met before the last update and no longer do. */
  ended(given?: ViewOptions): Float64Array {
    return listed(this, given, (scene) => scene.ended());
  }
  /** The pairs that include a sensor. */
  sensorPairs(given?: ViewOptions): Float64Array {
    return listed(this, given, (scene) => scene.sensorPairs());
  }
  sensorsBegan(given?: ViewOptions): Float64Array {
    return listed(this, given, (scene) => scene.sensorsBegan());
  }
  sensorsEnded(given?: ViewOptions): Float64Array {
    return listed(this, given, (scene) => scene.sensorsEnded());
  }
  /** The pairs with everything that the scene computes for them. */
  touches(): Touch<D>[] {
    const list = rawOf(this, "scene").touches();
    const all: Touch<D>[] = [];
    for (let at = 0; at < list.length; ) {
      const [a, b, relation, what, count] = list.subarray(at, at + TOUCH_HEADER) as unknown as [number, number, number, number, number];
      at += TOUCH_HEADER;
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

  /**
   * Where a ray first meets an object; it sees all changes, also those since the last update. Times are in units of the
   * direction.
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
   * Where each of many rays first meets an object, and which part and triangle of it. Each ray is an origin and a direction, one
   * after the other; `maxTime` is as in `castRay`.
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
   * The first object that a moving shape meets; the objects do not move. `release` is as in `sweep`. A shape moved exactly to the
   * time of a hit may overlap the object it has met, because of rounding: `sweepStep` keeps a gap.
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
   * Moves objects by a step in which nothing tunnels; objects that are not named do not move. An object that is `swept`, or
   * slides, stops before the first object it meets. After the step it overlaps nothing, by the exact relation, that it did not
   * overlap before; only a `free` object goes through everything. The meetings are in the order of time, each pair once. A touch
   * at the start does not stop a motion that separates or slides; an overlap stops a motion that would make it deeper. The lists
   * of pairs change with the next `update`.
   *
   * Throws an error for an unknown handle, a handle named twice, or a motion that is not finite or too large; then nothing has
   * moved.
   */
  sweepStep(travels: readonly Travel<D>[]): Meeting<D>[] {
    rawOf(this, "scene");
    const [handles, motions, kinds] = readTravels(this.#dimension, travels);
    return readMeetings(this.#dimension, rawOf(this, "scene").sweepStep(handles, motions, kinds));
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
    const [most, reach, layers] = [whole(count, "count", 0, ALL_LAYERS), number(within, "within"), layersOf(given)];
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
   * The objects that an upright box meets, touching included, from its lowest and its highest corner: as `overlapping` of a shape
   * with exactly these corners, and faster than with a shape.
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
   * The same for many boxes, each its lowest and its highest corner, one after the other: the objects that box i meets are those
   * from `starts[i]` to `starts[i + 1]`.
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
   * Writes the pose of a point or a shape into a list; returns the object of the module behind the shape when all has been read.
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

  /** The boxes or cells of the index, to draw: lower corner, upper corner, and the depth of each. */
  drawIndex(): Float64Array {
    return rawOf(this, "scene").drawIndex();
  }
  /** The pairs that the index proposed at the last update, the bytes in use, and the kind of the index. */
  get stats(): { candidates: number; bytes: number; index: IndexKind } {
    const raw = rawOf(this, "scene");
    return { candidates: raw.candidates(), bytes: raw.bytes(), index: raw.index() as IndexKind };
  }
}

/** The largest magnitude of a coordinate. */
const LARGEST_COORDINATE = 2 ** 480;

function checkCorner(x: number, field: string): void {
  if (Math.abs(x) <= LARGEST_COORDINATE) return;
  if (Number.isFinite(x)) throw new ClearanceError("limit_exceeded", "must be at most 2^480", field);
  finite(x, field);
}

/** The number of numbers in front of the rest of a touch, and the codes of what the rest is. */
const TOUCH_HEADER = 5;
const CLEARANCE = 1;
const MANIFOLD = 2;
