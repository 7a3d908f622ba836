// The constructors of shapes that the plane and space have in common; the classes `Shape` give each its types
// and its documentation.

import type { Dimension, Dimensional, RawShape } from "../base/dimension.js";
import { wrongType } from "../base/errors.js";
import { type Kind, readPose } from "./json.js";
import { components, listed, number, points } from "../base/numbers.js";
import { rawOf } from "../base/owner.js";
import { type AnyShape, type Placed, shapeIn, together } from "./shape.js";
import { withParts } from "./shapes.js";

/** The shapes that both dimensions have. */
export interface Makers<D extends Dimensional, S extends AnyShape<D>> {
  point(): S;
  segment(a: D["given"], b: D["given"]): S;
  /** A circle or a sphere. */
  ball(radius: number): S;
  /** An ellipse or an ellipsoid. */
  ellipsoid(radii: D["given"]): S;
  capsule(a: D["given"], b: D["given"], radius: number): S;
  box(halfExtents: D["given"]): S;
  convex(vertices: readonly D["given"][] | Float64Array): S;
  halfSpace(normal: D["given"], offset: number): S;
  compound(parts: readonly (S | Placed<D, S>)[]): S;
  rounded(shape: S, radius: number): S;
}

export function makersOf<D extends Dimensional, S extends AnyShape<D>>(dimension: Dimension<D>, make: (made: unknown) => S): Makers<D, S> {
  const { raw, size } = dimension;
  const vector = (value: unknown, field: string): number[] => components(value, size, field);
  return {
    point: () => make(raw.Shape.point()),
    segment: (a, b) => make(raw.Shape.segment(together(vector(a, "a"), vector(b, "b")))),
    ball: (radius) => make(raw.Shape.ball(number(radius, "radius"))),
    ellipsoid: (radii) => make(raw.Shape.ellipsoid(together(vector(radii, "radii")))),
    capsule: (a, b, radius) => make(raw.Shape.capsule(together(vector(a, "a"), vector(b, "b")), number(radius, "radius"))),
    box: (halfExtents) => make(raw.Shape.cuboid(together(vector(halfExtents, "halfExtents")))),
    convex: (vertices) => make(raw.Shape.convex(points(vertices, size, "vertices"))),
    halfSpace: (normal, offset) => make(raw.Shape.halfSpace(together(vector(normal, "normal")), number(offset, "offset"))),
    compound: (parts) => withParts<D, S, S>(dimension, parts, (list, poses) => make(raw.Shape.compound(list, poses))),
    rounded: (shape, radius) => make(rawShapeOf(dimension, shape, "shape").rounded(number(radius, "radius"))),
  };
}

/** The object of the module behind a shape of this dimension. */
export function rawShapeOf<D extends Dimensional, S extends AnyShape<D>>(dimension: Dimension<D>, shape: S, field: string): RawShape {
  return rawOf(shapeIn<D, S>(dimension, shape, field), "shape", field);
}

/** The same shapes as kinds of the JSON format. */
export function sharedKinds<D extends Dimensional, S extends AnyShape<D>>(makers: Makers<D, S>): { [type: string]: Kind<S> } {
  return {
    point: { fields: [], read: () => makers.point() },
    segment: { fields: ["a", "b"], read: ({ a, b }) => makers.segment(a, b) },
    capsule: { fields: ["a", "b", "radius"], read: ({ a, b, radius }) => makers.capsule(a, b, radius) },
    box: { fields: ["half_extents"], read: ({ half_extents }) => makers.box(half_extents) },
    convex: { fields: ["vertices"], read: ({ vertices }) => makers.convex(vertices) },
    half_space: { fields: ["normal", "offset"], read: ({ normal, offset }) => makers.halfSpace(normal, offset) },
    rounded: { fields: ["shape", "radius"], read: ({ shape, radius }, inner) => makers.rounded(inner(shape, "shape"), radius) },
    compound: {
      fields: ["parts"],
      read: ({ parts }, inner) => {
        if (!Array.isArray(parts)) throw wrongType("an array of shapes", parts, "parts");
        const placed = (part: unknown, i: number) => ({ shape: inner(part, `parts[${i}]`), pose: readPose(part) as D["pose"] });
        return makers.compound(listed(parts, "parts", placed));
      },
    },
  };
}
