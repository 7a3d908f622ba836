// What three.js draws of a geometry, as a mesh: its vertices, and the corners of the triangles in its draw
// range.

import type { BufferAttribute, BufferGeometry, InterleavedBufferAttribute } from "three";
import { type MeshOptions, Shape } from "../d3.js";
import { ClearanceError, wrongType } from "../base/errors.js";

/** A part of the corners of a geometry: those of its index, or else its vertices. */
export interface Range {
  readonly start: number;
  readonly count: number;
}

/**
 * A geometry whose triangles are those of a mesh. Triangle i of the mesh begins at corner `start + 3 · i` of
 * the geometry.
 */
export interface Read {
  readonly vertices: Float32Array | Float64Array;
  readonly triangles: Uint32Array | Uint16Array;
  readonly start: number;
}

type Attribute = BufferAttribute | InterleavedBufferAttribute;

function positionsOf(attribute: Attribute): Float32Array | Float64Array {
  const isPlain = "array" in attribute && attribute.array instanceof Float32Array && attribute.itemSize === 3 && !attribute.normalized;
  if (isPlain && !("isInterleavedBufferAttribute" in attribute)) return attribute.array as Float32Array;
  const all = new Float64Array(3 * attribute.count);
  for (let i = 0; i < attribute.count; i++) {
    all[3 * i] = attribute.getX(i);
    all[3 * i + 1] = attribute.getY(i);
    all[3 * i + 2] = attribute.getZ(i);
  }
  return all;
}

function cornersOf(index: Attribute | null, start: number, end: number): Uint32Array | Uint16Array {
  const corners = (corner: (i: number) => number): Uint32Array => {
    const all = new Uint32Array(end - start);
    for (let i = start; i < end; i++) all[i - start] = corner(i);
    return all;
  };
  if (index === null) return corners((i) => i);
  const { array } = index as BufferAttribute;
  const isPlain = array instanceof Uint32Array || array instanceof Uint16Array;
  if (isPlain && !("isInterleavedBufferAttribute" in index)) return array.subarray(start, end);
  return corners((i) => index.getX(i));
}

/**
 * Reads a geometry; an error that names the field if it has no triangles. Triangles outside the range are
 * left out.
 */
export function readGeometry(geometry: BufferGeometry, range: Range = geometry?.drawRange): Read {
  if (typeof geometry !== "object" || geometry === null || !geometry.isBufferGeometry) throw wrongType("a BufferGeometry", geometry, "geometry");
  const { index, attributes } = geometry;
  const position = attributes["position"] as Attribute | undefined;
  if (position === undefined) throw new ClearanceError("invalid_shape", "has no such attribute", "geometry.attributes.position");
  const start = Math.max(0, range.start);
  const end = Math.min((index ?? position).count, range.start + range.count);
  const whole = end - ((end - start) % 3);
  if (!(whole > start)) throw new ClearanceError("invalid_shape", "has no triangles in this range", "geometry");
  return { vertices: positionsOf(position), triangles: cornersOf(index, start, whole), start };
}

/** The mesh of what was read. */
export function meshOf({ vertices, triangles }: Read, options?: MeshOptions): Shape {
  return Shape.mesh(vertices, triangles, options);
}
