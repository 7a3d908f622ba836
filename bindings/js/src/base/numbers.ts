// Reads numbers from what callers give: anything else is refused here.

import { ClearanceError, wrongType } from "./errors.js";

/** A point or a direction of the plane. */
export type Vec2 = readonly [number, number] | { readonly x: number; readonly y: number };
/** A point or a direction of space. */
export type Vec3 = readonly [number, number, number] | { readonly x: number; readonly y: number; readonly z: number };
/** A quaternion x, y, z, w of any length except zero. */
export type Quaternion =
  | readonly [number, number, number, number]
  | { readonly x: number; readonly y: number; readonly z: number; readonly w: number };

/** The most numbers a list may hold. */
export const MOST_NUMBERS = 1 << 26;

export function number(value: unknown, field: string, index = -1): number {
  if (typeof value !== "number") throw wrongType("a number", value, field, index);
  return value;
}

/** A finite number. */
export function finite(value: unknown, field: string, index = -1): number {
  const x = number(value, field, index);
  if (!Number.isFinite(x)) throw new ClearanceError("not_finite", "must be finite", field, index);
  return x;
}

/** A whole number from `least` to `most`. */
export function whole(value: unknown, field: string, least: number, most: number): number {
  const x = number(value, field);
  if (Number.isInteger(x) && x >= least && x <= most) return x;
  throw new ClearanceError("invalid_shape", `must be a whole number from ${least} to ${most}`, field);
}

export function flag(value: unknown, field: string): boolean {
  if (typeof value !== "boolean") throw wrongType("true or false", value, field);
  return value;
}

export function text(value: unknown, field: string, index = -1): string {
  if (typeof value !== "string") throw wrongType("a string", value, field, index);
  return value;
}

const NAMES = ["x", "y", "z", "w"] as const;

/** `count` components, from [x, y, …] or {x, y, …}. */
export function components(value: unknown, count: number, field: string, index = -1): number[] {
  if (typeof value !== "object" || value === null) throw wrongType(`${count} numbers`, value, field, index);
  const given = value as ArrayLike<unknown> & { [name: string]: unknown };
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  if (isList && given.length !== count) throw wrongType(`${count} numbers`, value, field, index);
  const found: number[] = [];
  for (let i = 0; i < count; i++) {
    const component = isList ? given[i] : given[NAMES[i] as string];
    if (typeof component !== "number") throw wrongType(`${count} numbers`, value, field, index);
    found.push(component);
  }
  return found;
}

function checkLength(length: number, field: string): number {
  if (length > MOST_NUMBERS) throw new ClearanceError("limit_exceeded", `more than ${MOST_NUMBERS} numbers`, field);
  return length > 0 ? Math.floor(length) : 0;
}

/** The elements of an array. Each is read once, and the length too: a getter may change both. */
export function listed<R>(list: readonly unknown[], field: string, read: (element: unknown, i: number) => R): R[] {
  const all: R[] = [];
  const length = checkLength(list.length, field);
  for (let i = 0; i < length; i++) all.push(read(list[i], i));
  return all;
}

type Typed = Float64Array | Float32Array | Int32Array | Uint32Array | Uint16Array | Uint8Array | Uint8ClampedArray;
const TYPED = [Float64Array, Float32Array, Int32Array, Uint32Array, Uint16Array, Uint8Array, Uint8ClampedArray];

/**
 * A typed array as it is, unless its buffer has been transferred (to a worker): then it has no numbers, and
 * looks empty. An instance of a subclass, whose `length` may be anything, is copied.
 */
export function attached<A extends Typed>(list: A, field: string): A {
  const plain = TYPED.find((each) => list instanceof each) as unknown as { prototype: A; new (list: A): A };
  const isPlain = Object.getPrototypeOf(list) === plain.prototype && !Object.hasOwn(list, "length");
  try {
    const numbers = isPlain ? list : new plain(list);
    if (checkLength(numbers.length, field) === 0) new Uint8Array(list.buffer);
    return numbers;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ClearanceError("invalid_type", "its buffer has been transferred: it has no numbers any more", field);
  }
}

/** Points as one list of numbers, from points or from such a list. */
export function points(value: unknown, count: number, field: string): Float64Array {
  if (value instanceof Float64Array) return attached(value, field);
  if (!Array.isArray(value)) throw wrongType("an array of points or a Float64Array", value, field);
  const length = checkLength(value.length * count, field) / count;
  const all = new Float64Array(length * count);
  for (let i = 0; i < length; i++) all.set(components(value[i], count, field, i), i * count);
  return all;
}

/**
 * A list of other numbers for an argument of the module, which only asks its length and copies it into its
 * memory by `set`: that converts each number, so nothing is copied in between.
 */
function converted<A extends Typed>(list: Typed): A {
  return list as unknown as A;
}

/**
 * The vertices of a mesh: points, or a list of numbers that may be in single precision, as those of a
 * geometry to draw are.
 */
export function vertices(value: unknown, field: string): Float64Array {
  return value instanceof Float32Array ? converted(attached(value, field)) : points(value, 3, field);
}

/** Small whole numbers, one for each answer, as answers about many points and rays have them. */
export function labels(value: unknown, field: string): Int32Array {
  if (value instanceof Int32Array) return attached(value, field);
  throw wrongType("an Int32Array", value, field);
}

/** A list of numbers, unchanged. */
export function numbers(value: unknown, field: string): Float64Array {
  if (value instanceof Float64Array) return attached(value, field);
  if (!Array.isArray(value)) throw wrongType("a Float64Array", value, field);
  return Float64Array.from(listed(value, field, (x, i) => number(x, field, i)));
}

/** A list of numbers that may be in single precision, as those of a geometry to draw are. */
export function coordinates(value: unknown, field: string): Float64Array {
  return value instanceof Float32Array ? converted(attached(value, field)) : numbers(value, field);
}

/** Indices, from a Uint32Array, a Uint16Array or an array of whole numbers. */
export function indices(value: unknown, field: string): Uint32Array {
  if (value instanceof Uint32Array) return attached(value, field);
  if (value instanceof Uint16Array) return converted(attached(value, field));
  if (!Array.isArray(value)) throw wrongType("a Uint32Array or a Uint16Array", value, field);
  const read = (x: unknown, i: number): number => {
    const isIndex = typeof x === "number" && Number.isInteger(x) && x >= 0 && x < 2 ** 32;
    if (!isIndex) throw wrongType("a whole number", x, field, i);
    return x;
  };
  return Uint32Array.from(listed(value, field, read));
}

/** An object with options, or none. Unknown names are refused, since they are probably misspelt. */
export function options<T extends object>(value: T | undefined, known: readonly string[], field: string): Partial<T> {
  if (value === undefined) return {};
  const isList = Array.isArray(value) || ArrayBuffer.isView(value);
  if (typeof value !== "object" || value === null || isList) throw wrongType("an object", value, field);
  for (const name of Object.keys(value)) {
    if (!known.includes(name)) {
      throw new ClearanceError("invalid_type", `no such option; there are ${known.join(", ")}`, `${field}.${name}`);
    }
  }
  return value;
}
