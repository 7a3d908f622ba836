// Scenes: many objects that move from step to step.

import type { Dimension, Dimensional, RawScene, RawShape } from "../base/dimension.js";
import { wrongType } from "../base/errors.js";
import { attached, coordinates, number, numbers } from "../base/numbers.js";
import { type Owner, rawOf } from "../base/owner.js";
import { isView, type ViewOptions } from "../ask/points.js";
import { type AnyShape, type Placed, place, shapeIn } from "../shape/shape.js";
import { type AnyShapes, withList } from "../shape/shapes.js";
import { type Meeting, readMeetings, readTravels, type Travel } from "../ask/sweeps.js";
import { PLACE } from "../base/wasm.js";
import { emptyScene, type Handle, type IndexKind, type ObjectOptions, rawOptions, type SceneOptions } from "./options.js";
import { SceneQueries } from "./queries.js";
import { readTouches, type Touch } from "./touches.js";

export { type Handle, INDEX_KINDS, type IndexKind, type ObjectOptions, type QueryOptions, type SceneOptions } from "./options.js";
export type { FoundMany, SceneRayHits } from "./queries.js";
export type { Touch } from "./touches.js";

/** The object of the module behind a scene of a dimension; an error about the field if there is none. */
export let rawScene: <D extends Dimensional>(scene: unknown, dimension: Dimension<D>, field: string) => RawScene;

/**
 * A list of a scene of the module, copied or as a view; an error if the receiver of the method is no scene.
 */
let listed: (scene: Owner<RawScene>, given: ViewOptions | undefined, list: (raw: RawScene) => number) => Float64Array;

/** What scenes of the plane and of space have in common. */
export abstract class AnyScene<D extends Dimensional, S extends AnyShape<D>> extends SceneQueries<D, S> {
  readonly #dimension: Dimension<D>;
  readonly #make: (raw: RawShape) => S;

  /** @internal */
  protected constructor(
    dimension: Dimension<D>,
    make: (raw: RawShape) => S,
    given: SceneOptions | undefined,
  ) {
    super(dimension, emptyScene(dimension, given));
    this.#dimension = dimension;
    this.#make = make;
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
   * Adds many objects, of one shape or each with its own. The poses come one after the other: x, y, angle
   * each in 2D; x, y, z and a quaternion each in 3D. Throws an error for an invalid pose; then nothing is
   * added.
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
  /**
   * The poses of many objects without their scales, as `setPoses` takes them: one list, to draw what has
   * moved.
   */
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
  /**
   * Changes the layers, the group, and whether it is a sensor; an option that is not given gets its default.
   */
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
    return readTouches(this.#dimension, list);
  }

  /**
   * Moves objects by a step in which nothing tunnels; objects that are not named do not move. An object that
   * is `swept`, or slides, stops before the first object it meets. After the step it overlaps nothing, by the
   * exact relation, that it did not overlap before; only a `free` object goes through everything. The
   * meetings are in the order of time, each pair once. A touch at the start does not stop a motion that
   * separates or slides; an overlap stops a motion that would make it deeper. The lists of pairs change with
   * the next `update`.
   *
   * Throws an error for an unknown handle, a handle named twice, or a motion that is not finite or too large;
   * then nothing has moved.
   */
  sweepStep(travels: readonly Travel<D>[]): Meeting<D>[] {
    rawOf(this, "scene");
    const [handles, motions, kinds] = readTravels(this.#dimension, travels);
    return readMeetings(this.#dimension, rawOf(this, "scene").sweepStep(handles, motions, kinds));
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
