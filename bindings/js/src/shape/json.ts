// Shapes in clearance's JSON format: {"type": "circle", "radius": 2}.

import type { Dimension, Dimensional, RawShape } from "../base/dimension.js";
import { ClearanceError, described, wrongType } from "../base/errors.js";

/** A shape as data. */
export type ShapeData = { type: string } & { [field: string]: unknown };

/** The fields of a pose beside a shape within a shape. */
const POSE = ["position", "angle", "rotation", "scale"];

/** Unchecked fields: the constructors refuse what is wrong. */
type Fields = { readonly [field: string]: any };

/** Reads one kind of shape. */
export interface Kind<S> {
  /** The fields it has; those that may be missing end in `?`. */
  fields: readonly string[];
  read(data: Fields, inner: (data: unknown, field: string) => S): S;
}

/** Data, or the JSON of it. */
export function parsed(data: unknown): unknown {
  if (typeof data !== "string") return data;
  try {
    return JSON.parse(data) as unknown;
  } catch (error) {
    throw new ClearanceError("invalid_json", (error as Error).message, "shape");
  }
}

/** The deepest nesting of shapes: compounds may be nested 64 deep, with a rounded shape in each. */
const MOST_NESTED = 128;

/** A shape from data; fields that it does not have are refused. */
export function readShape<S>(kinds: { [type: string]: Kind<S> }, data: unknown, path = "shape", besides: readonly string[] = [], depth = 0): S {
  if (depth > MOST_NESTED) throw new ClearanceError("limit_exceeded", `shapes are nested more than ${MOST_NESTED} deep`, "shape");
  if (typeof data !== "object" || data === null || Array.isArray(data)) throw wrongType("a shape as data", data, path);
  const { type } = data as ShapeData;
  const kind = typeof type === "string" && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (kind === undefined) {
    const names = Object.keys(kinds).join(", ");
    throw new ClearanceError("unknown_shape", `must be one of ${names}, found ${described(type)}`, `${path}.type`);
  }
  const names = kind.fields.map((field) => field.replace("?", ""));
  for (const name of Object.keys(data)) {
    if (name !== "type" && !names.includes(name) && !besides.includes(name)) {
      throw new ClearanceError("invalid_shape", `a ${type} has no such field`, `${path}.${name}`);
    }
  }
  for (const field of kind.fields) {
    if (!field.endsWith("?") && !(field in data)) throw new ClearanceError("invalid_shape", "missing", `${path}.${field}`);
  }
  const inner = (within: unknown, field: string): S => {
    const mayStand = field.startsWith("parts") ? [...POSE, "shape"] : [];
    const named = (within as ShapeData | null)?.["shape"];
    const nested = mayStand.length > 0 && named !== undefined && (within as ShapeData).type === undefined;
    return readShape(kinds, nested ? named : within, `${path}.${field}`, nested ? [] : mayStand, depth + 1);
  };
  return kind.read(data as Fields, inner);
}

/** The pose beside a part of a compound. */
export function readPose(part: unknown): { [name: string]: unknown } {
  const given = part as { [name: string]: unknown };
  return Object.fromEntries(POSE.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
}

/** Numbers in groups, as vectors or triples. */
export function grouped(list: ArrayLike<number>, size: number): number[][] {
  const all = Array.from(list);
  return Array.from({ length: all.length / size }, (_, i) => all.slice(i * size, (i + 1) * size));
}

/** The data of kinds that both dimensions have; `undefined` for others. */
export function sharedData<D extends Dimensional>(
  dimension: Dimension<D>,
  kind: string,
  raw: RawShape,
  write: (raw: RawShape) => ShapeData,
): ShapeData | undefined {
  const { size } = dimension;
  const list = raw.numbers();
  const vectors = grouped(list.subarray(0, list.length - (list.length % size)), size);
  const last = list[list.length - 1];
  switch (kind) {
    case "point":
      return { type: kind };
    case "segment":
      return { type: kind, a: vectors[0], b: vectors[1] };
    case "circle":
    case "sphere":
      return { type: kind, radius: last };
    case "ellipse":
    case "ellipsoid":
      return { type: kind, radii: vectors[0] };
    case "capsule":
      return { type: kind, a: vectors[0], b: vectors[1], radius: last };
    case "box":
      return { type: kind, half_extents: vectors[0] };
    case "convex":
    case "triangle":
      return { type: kind, vertices: vectors };
    case "half_space":
      return { type: kind, normal: vectors[0], offset: last };
    case "rounded": {
      // The exact radius is the sum of these numbers: rounded shapes, one within another.
      const innermost = write(raw.inner(0) as RawShape);
      return Array.from(list).reduce<ShapeData>((shape, radius) => ({ type: kind, shape, radius }), innermost);
    }
    case "compound":
      return {
        type: kind,
        parts: Array.from({ length: list.length / (dimension.poseSize + 1) }, (_, i) => ({
          shape: write(raw.inner(i) as RawShape),
          ...dimension.readStand(list, i * (dimension.poseSize + 1)),
        })),
      };
    default:
      return undefined;
  }
}
