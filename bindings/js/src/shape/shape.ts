// Shapes: each owns memory of the module and is checked once, when it is made.

import type { Dimension, Dimensional, RawShape } from "../base/dimension.js";
import { wrongType } from "../base/errors.js";
import { number } from "../base/numbers.js";
import { made, Owner, rawOf } from "../base/owner.js";
import { PLACE } from "../base/wasm.js";

/** A shape and its pose: a plain object, nothing to free. */
export interface Placed<D extends Dimensional, S extends AnyShape<D>> {
  readonly shape: S;
  readonly pose: D["pose"];
}

/** What `at` returns: a shape and a pose with all its fields. */
export interface Stand<D extends Dimensional, S extends AnyShape<D>> {
  readonly shape: S;
  readonly pose: D["stand"];
}

/** Whether something is a shape of a dimension, made by its class. */
export let isShape: <D extends Dimensional, S extends AnyShape<D>>(value: unknown, dimension: Dimension<D>) => value is S;

/** What the shapes of the plane and of space have in common. */
export abstract class AnyShape<D extends Dimensional> extends Owner<RawShape> {
  readonly #dimension: Dimension<D>;
  /** Its name in the JSON format: `"circle"`, `"half_space"`. */
  readonly kind: string;

  protected constructor(dimension: Dimension<D>, raw: RawShape) {
    super(made(raw, dimension?.raw?.Shape, "Shape", "Shape.point() and the other constructors"), "shape");
    this.#dimension = dimension;
    this.kind = raw.kind();
  }

  static {
    isShape = <D extends Dimensional, S extends AnyShape<D>>(value: unknown, dimension: Dimension<D>): value is S =>
      typeof value === "object" && value !== null && #dimension in value && (value.#dimension as unknown) === dimension;
  }

  /** The shape at a position, rotated (by an angle or a quaternion) and scaled; or at a pose. */
  at(position: D["given"], turn?: D["turn"], scale?: number): Stand<D, this>;
  at(pose: D["pose"]): Stand<D, this>;
  at(where: D["given"] | D["pose"], turn?: D["turn"], scale?: number): Stand<D, this> {
    rawOf(this, "shape");
    const isPosition = Array.isArray(where) || (typeof where === "object" && where !== null && "x" in where);
    const pose = isPosition
      ? this.#dimension.standAt(where as D["given"], turn, scale)
      : this.#dimension.stand(where as D["pose"], "pose");
    return { shape: this, pose };
  }

  /**
   * The axis-aligned bounding box of the shape at a pose, never too small; that of a half-space is unbounded.
   */
  aabb(pose?: D["pose"]): { min: D["vector"]; max: D["vector"] } {
    rawOf(this, "shape");
    const { checked, exchange, send, size, take, vector, write } = this.#dimension;
    const given = take();
    write(given, PLACE.a, pose, "pose");
    const raw = rawOf(this, "shape");
    send(given);
    checked(raw.aabb());
    return { min: vector(exchange(), PLACE.answer), max: vector(exchange(), PLACE.answer + size) };
  }
}

/** A shape of a dimension, or an error about the field. */
export function shapeIn<D extends Dimensional, S extends AnyShape<D>>(dimension: Dimension<D>, value: unknown, field: string, index = -1): S {
  if (!isShape<D, S>(value, dimension)) throw wrongType(`a shape of ${dimension.size}D`, value, field, index);
  return value;
}

/**
 * The shape of what a caller gave; its pose is written into a list. The object behind the shape is asked for
 * only after all arguments have been read.
 */
export function place<D extends Dimensional, S extends AnyShape<D>>(
  dimension: Dimension<D>,
  where: unknown,
  given: Float64Array,
  at: number,
  field: string,
): S {
  if (isShape<D, S>(where, dimension)) {
    dimension.write(given, at, undefined, field);
    return where;
  }
  const shape = (where as { shape?: unknown } | null | undefined)?.shape;
  if (!isShape<D, S>(shape, dimension)) throw wrongType(`a shape of ${dimension.size}D, or one with a pose`, where, field);
  const { pose } = where as { pose: D["pose"] | undefined };
  dimension.write(given, at, pose, field);
  return shape;
}

/** Asks about two shapes, whose poses are in the exchange array. */
export type AboutTwo<D extends Dimensional, S extends AnyShape<D>> = <R>(
  a: S | Placed<D, S>,
  b: S | Placed<D, S>,
  question: (p: RawShape, q: RawShape) => R,
) => R;

/** Reads two shapes and their poses, writes the poses to the exchange array, and asks. */
export function aboutTwo<D extends Dimensional, S extends AnyShape<D>>(dimension: Dimension<D>): AboutTwo<D, S> {
  const { send, take } = dimension;
  return (a, b, question) => {
    const given = take();
    const p = place<D, S>(dimension, a, given, PLACE.a, "a");
    const q = place<D, S>(dimension, b, given, PLACE.b, "b");
    send(given);
    return question(rawOf(p, "shape", "a"), rawOf(q, "shape", "b"));
  };
}

/** The numbers of all lists, one after the other, as the constructors of the module take them. */
export function together(...lists: number[][]): Float64Array {
  return Float64Array.from(lists.flat());
}

/** A radius or an offset: checked here to be a number; the module checks its value. */
export const length = number;
