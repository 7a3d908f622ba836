// Many shapes held together: what batches and scenes take.

import type { Dimension, Dimensional, RawShape, RawShapes } from "./dimension.js";
import { wrongType } from "./errors.js";
import { listed, whole } from "./numbers.js";
import { made, Owner } from "./owner.js";
import { type AnyShape, isShape, type Placed, type ShapeClass } from "./shape.js";

/** What lists of shapes of the plane and of space have in common. */
export abstract class AnyShapes<D extends Dimensional, S extends AnyShape<D>> extends Owner<RawShapes> {
  readonly #make: (raw: RawShape) => S;
  /** How many there are. */
  readonly length: number;

  protected constructor(raw: RawShapes, make: (raw: RawShape) => S, rawClass: unknown) {
    super(made(raw, rawClass, "Shapes", "Shapes.of()"), "shapes");
    this.#make = make;
    this.length = raw.length();
  }
  /** Shape `i`, shared with this list. */
  get(i: number): S {
    const found = this.raw().get(whole(i, "i", 0, this.length - 1)) as RawShape;
    return this.#make(found);
  }
}

/** A list of the module with these shapes. */
export function listOf<D extends Dimensional, S extends AnyShape<D>>(
  dimension: Dimension<D>,
  shapeClass: ShapeClass<D, S>,
  shapes: unknown,
  field: string,
): RawShapes {
  if (!Array.isArray(shapes)) throw wrongType("an array of shapes", shapes, field);
  // All are read before the list is made: an element may have a getter, or be none, and then nothing is left behind.
  const raws = listed(shapes, field, (shape, i) => {
    if (!isShape(shape, shapeClass)) throw wrongType(`a shape of ${dimension.size}D`, shape, field, i);
    return shape;
  }).map((shape) => shape.raw(field));
  const list = new dimension.raw.Shapes() as RawShapes;
  for (const raw of raws) list.push(raw);
  return list;
}

/** Calls `use` with the raw list of one shape or of many; a list made for it is freed. */
export function withList<D extends Dimensional, S extends AnyShape<D>, R>(
  dimension: Dimension<D>,
  shapeClass: ShapeClass<D, S>,
  given: unknown,
  field: string,
  use: (list: RawShapes) => R,
): R {
  if (given instanceof AnyShapes) {
    const raw: unknown = given.raw(field);
    if (raw instanceof dimension.raw.Shapes) return use(raw as RawShapes);
  }
  if (!isShape(given, shapeClass)) throw wrongType(`a shape or Shapes of ${dimension.size}D`, given, field);
  const list = listOf(dimension, shapeClass, [given], field);
  try {
    return use(list);
  } finally {
    list.free();
  }
}

/** Calls `use` with the raw list of the parts of a compound and their poses, one after the other; the list is freed. */
export function withParts<D extends Dimensional, S extends AnyShape<D>, R>(
  dimension: Dimension<D>,
  shapeClass: ShapeClass<D, S>,
  parts: unknown,
  use: (list: RawShapes, poses: Float64Array) => R,
): R {
  if (!Array.isArray(parts)) throw wrongType("an array of shapes", parts, "parts");
  const stride = dimension.poseSize + 1;
  const all: number[] = [];
  const pose = new Float64Array(stride);
  const shapes = listed(parts, "parts", (part, i) => {
    const shape = isShape(part, shapeClass) ? part : (part as Partial<Placed<D, S>> | null | undefined)?.shape;
    if (!isShape(shape, shapeClass)) throw wrongType(`a shape of ${dimension.size}D`, part, "parts", i);
    dimension.write(pose, 0, part === shape ? undefined : (part as Placed<D, S>).pose, `parts[${i}]`);
    all.push(...pose);
    return shape;
  });
  const poses = Float64Array.from(all);
  const list = listOf(dimension, shapeClass, shapes, "parts");
  try {
    return use(list, poses);
  } finally {
    list.free();
  }
}
