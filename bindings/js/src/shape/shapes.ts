// Lists of shapes, for batches and scenes.

import type { Dimension, Dimensional, RawShape, RawShapes } from "../base/dimension.js";
import { wrongType } from "../base/errors.js";
import { listed, whole } from "../base/numbers.js";
import { made, Owner, rawOf } from "../base/owner.js";
import { type AnyShape, isShape, type Placed, shapeIn } from "./shape.js";

/** Whether something is a list of shapes of a dimension, made by its class. */
let isShapes: <D extends Dimensional>(value: unknown, dimension: Dimension<D>) => value is AnyShapes<D, AnyShape<D>>;

/** What lists of shapes of the plane and of space have in common. */
export abstract class AnyShapes<D extends Dimensional, S extends AnyShape<D>> extends Owner<RawShapes> {
  readonly #dimension: Dimension<D>;
  readonly #make: (raw: RawShape) => S;
  /** The number of shapes. */
  readonly length: number;

  protected constructor(raw: RawShapes, make: (raw: RawShape) => S, dimension: Dimension<D>) {
    super(made(raw, dimension?.raw?.Shapes, "Shapes", "Shapes.of()"), "shapes");
    this.#dimension = dimension;
    this.#make = make;
    this.length = raw.length();
  }
  static {
    isShapes = <D extends Dimensional>(value: unknown, dimension: Dimension<D>): value is AnyShapes<D, AnyShape<D>> =>
      typeof value === "object" && value !== null && #dimension in value && (value.#dimension as unknown) === dimension;
  }
  /** Shape `i`, shared with this list. */
  get(i: number): S {
    const found = rawOf(this, "shapes").get(whole(i, "i", 0, this.length - 1)) as RawShape;
    return this.#make(found);
  }
}

/** A list of the module with these shapes. */
export function listOf<D extends Dimensional, S extends AnyShape<D>>(
  dimension: Dimension<D>,
  shapes: unknown,
  field: string,
): RawShapes {
  if (!Array.isArray(shapes)) throw wrongType("an array of shapes", shapes, field);
  // All elements are read before the list is made: one may have a getter, or be no shape, and then no list is
  // left behind.
  const all = listed(shapes, field, (shape, i) => shapeIn<D, S>(dimension, shape, field, i));
  const raws = all.map((shape) => rawOf(shape, "shape", field));
  const list = new dimension.raw.Shapes() as RawShapes;
  for (const raw of raws) list.push(raw);
  return list;
}

/** Calls `use` with the raw list of one shape or of many; a list made for it is freed. */
export function withList<D extends Dimensional, S extends AnyShape<D>, R>(
  dimension: Dimension<D>,
  given: unknown,
  field: string,
  use: (list: RawShapes) => R,
): R {
  if (isShapes<D>(given, dimension)) return use(rawOf(given, "shapes", field));
  if (!isShape<D, S>(given, dimension)) throw wrongType(`a shape or Shapes of ${dimension.size}D`, given, field);
  const list = listOf<D, S>(dimension, [given], field);
  try {
    return use(list);
  } finally {
    list.free();
  }
}

/**
 * Calls `use` with the raw list of the parts of a compound and their poses, one after the other; the list is
 * freed.
 */
export function withParts<D extends Dimensional, S extends AnyShape<D>, R>(
  dimension: Dimension<D>,
  parts: unknown,
  use: (list: RawShapes, poses: Float64Array) => R,
): R {
  if (!Array.isArray(parts)) throw wrongType("an array of shapes", parts, "parts");
  const stride = dimension.poseSize + 1;
  const all: number[] = [];
  const pose = new Float64Array(stride);
  const shapes = listed(parts, "parts", (part, i) => {
    const shape = isShape<D, S>(part, dimension) ? part : (part as Partial<Placed<D, S>> | null | undefined)?.shape;
    if (!isShape<D, S>(shape, dimension)) throw wrongType(`a shape of ${dimension.size}D`, part, "parts", i);
    dimension.write(pose, 0, part === shape ? undefined : (part as Placed<D, S>).pose, `parts[${i}]`);
    all.push(...pose);
    return shape;
  });
  const poses = Float64Array.from(all);
  const list = listOf<D, S>(dimension, shapes, "parts");
  try {
    return use(list, poses);
  } finally {
    list.free();
  }
}
