// Display objects of a 2D engine as objects of a scene: each has a shape that stays where the display object
// is.

import { AreaShape, type Area, type Matrix } from "../shape/areas.js";
import { contains, type Handle, type ObjectOptions, type Pose, type QueryOptions, Scene, Shape } from "../d2.js";
import { ClearanceError, wrongType } from "../base/errors.js";
import { Mask } from "../shape/mask.js";
import { finite, number, type Vec2 } from "../base/numbers.js";

/** What an engine says of its display objects. */
export interface Engine<T, A> {
  /** The area of an object in its own frame; without `area` that which the engine itself takes for hits. */
  area(object: T, area: A | undefined): Area;
  /** Where its frame is in the world. */
  matrix(object: T): Matrix;
  /** Numbers of its matrices that differ by this share are equal but for rounding. */
  readonly rounding: number;
}

/** Pixels as an area: those of the object's picture, stretched over its size. */
export class PixelArea {
  constructor(readonly mask: Mask) {
    if (!(mask instanceof Mask)) throw wrongType("a Mask", mask, "mask");
  }
  /** The pixels over a rectangle, as an area whose y axis points down: the first row comes first. */
  over(x: number, y: number, width: number, height: number): Area {
    const rows = Array.from({ length: this.mask.height }, (_, row) =>
      Array.from({ length: this.mask.width }, (_, column) => (this.mask.get(column, row) ? "1" : "0")).join(""));
    const [w, h] = [width / this.mask.width, height / this.mask.height];
    return w === h
      ? { kind: "pixels", shape: Shape.bitmap(rows, w), corner: [x, y], size: [1, 1] }
      : { kind: "pixels", shape: Shape.bitmap(rows, 1), corner: [x, y], size: [w, h] };
  }
}

/** The pixels of a picture as an area: from a mask, with the first row of the picture on top. */
export function pixelArea(mask: Mask): PixelArea {
  return new PixelArea(mask);
}

/** The numbers of an engine's own shape. */
export interface Fields {
  readonly [name: string]: number;
}
/** How an engine's own shapes are read, by their types. */
export interface Readers {
  readonly [type: string]: (shape: Fields) => Area;
}
/** The area of an engine's own shape; `wanted` is what it must be, for errors. */
export function areaOf(readers: Readers, shape: { readonly type: string | number }, wanted: string): Area {
  const read = Object.hasOwn(readers, shape.type) ? readers[shape.type] : undefined;
  if (read === undefined) throw wrongType(wanted, shape.type ?? shape, "area");
  return read(shape as unknown as Fields);
}

/** The shape of a display object, for every question: `shape` and `pose` are those of the last `update`. */
export class Body<T, A> {
  readonly object: T;
  shape!: Shape;
  pose!: Pose;
  readonly #engine: Engine<T, A>;
  readonly #area: AreaShape;

  constructor(engine: Engine<T, A>, object: T, area: A | undefined) {
    if (typeof object !== "object" || object === null) throw wrongType("a display object", object, "object");
    [this.#engine, this.object] = [engine, object];
    this.#area = new AreaShape(engine.area(object, area), engine.rounding);
    this.update();
  }
  /**
   * Follows the display object. True if the shape is another one, since it was stretched, mirrored or
   * sheared.
   */
  update(): boolean {
    const { shape, pose } = this.#area.at(this.#engine.matrix(this.object));
    const isOther = shape !== this.shape;
    [this.shape, this.pose] = [shape, pose];
    return isOther;
  }
  /** Whether a point of the world is on it, border included. */
  contains(point: Vec2): boolean {
    return contains(point, this);
  }
}

/** Keeps a scene in step with display objects. */
export class AnyBodies<T extends object, A> {
  readonly scene: Scene;
  readonly #engine: Engine<T, A>;
  readonly #bodies = new Map<Handle, Body<T, A>>();
  readonly #handles = new Map<T, Handle>();

  /** @internal */
  protected constructor(engine: Engine<T, A>, scene: Scene) {
    if (!(scene instanceof Scene)) throw wrongType("a scene of 2D", scene, "scene");
    [this.#engine, this.scene] = [engine, scene];
  }

  /** Adds a display object, as its own area or as another one. */
  add(object: T, area?: A, options?: ObjectOptions): Handle {
    if (this.#handles.has(object)) throw new ClearanceError("invalid_type", "has been added before", "object");
    const body = new Body(this.#engine, object, area);
    const handle = this.scene.add(body, options);
    this.#bodies.set(handle, body);
    this.#handles.set(object, handle);
    return handle;
  }
  /** Takes one out of the scene; false if it is not there. */
  remove(object: T): boolean {
    const handle = this.#handles.get(object);
    if (handle === undefined) return false;
    this.#handles.delete(object);
    this.#bodies.delete(handle);
    this.scene.remove(handle);
    return true;
  }
  /** Puts all objects of the scene where their display objects are, and updates the scene. */
  update(): void {
    for (const [handle, body] of this.#bodies) {
      if (body.update()) this.scene.setShape(handle, body.shape);
      this.scene.setPose(handle, body.pose);
    }
    this.scene.update();
  }
  /** The display object with this handle. */
  object(handle: Handle): T | undefined {
    return this.#bodies.get(number(handle, "handle"))?.object;
  }
  /** The display objects at a point of the world. */
  at(point: Vec2, options?: QueryOptions): T[] {
    return this.#objects(this.scene.atPoint(point, options));
  }
  /** The pairs of display objects that met at the last update. */
  pairs(): [T, T][] {
    const list = this.scene.pairs();
    const found: [T, T][] = [];
    for (let i = 0; i < list.length; i += 2) {
      const [a, b] = this.#objects([list[i] as number, list[i + 1] as number]);
      if (a !== undefined && b !== undefined) found.push([a, b]);
    }
    return found;
  }
  #objects(handles: readonly Handle[]): T[] {
    return handles.flatMap((handle) => this.#bodies.get(handle)?.object ?? []);
  }
}

/** An area from numbers; not finite ones are refused by name. */
export function rectangle(x: number, y: number, width: number, height: number, radius = 0): Area {
  for (const [name, value] of Object.entries({ x, y, width, height, radius })) finite(value, `area.${name}`);
  return { kind: "rectangle", center: [x + width / 2, y + height / 2], half: [width / 2, height / 2], radius };
}
export function round(x: number, y: number, radiusX: number, radiusY: number): Area {
  return { kind: "ellipse", center: [finite(x, "area.x"), finite(y, "area.y")], radii: [radiusX, radiusY] };
}
/** A polygon without a last corner that repeats the first one. */
export function polygon(points: readonly (readonly [number, number])[]): Area {
  const [first, last] = [points[0], points[points.length - 1]];
  const isTwice = points.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return { kind: "polygon", points: isTwice ? points.slice(0, -1) : points };
}
