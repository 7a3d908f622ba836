// A mesh at a matrix of three.js. A pose has one scale for all axes; a matrix may also stretch, mirror and
// shear.
//
// A matrix whose columns are orthogonal is a stretched, perhaps mirrored mesh at a pose, which shares the
// triangles of the mesh. Any other one shears: then the corners themselves are transformed, which takes as
// long as making the mesh. Rotations that three.js computes are orthogonal only but for rounding, so columns
// count as orthogonal, and lengths as equal, within 2^-40 of their lengths.

import type { Matrix4 } from "three";
import { type Placed, type Pose, Shape } from "../d3.js";
import { ClearanceError } from "../base/errors.js";
import type { Read } from "./geometry.js";

const ROUNDING = 2 ** -40;

type Triple = [number, number, number];
const dot = (a: Triple, b: Triple): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const over = (a: Triple, s: number): Triple => [a[0] / s, a[1] / s, a[2] / s];

/**
 * Factors along the axes, then a rotation and a move: what a matrix without shear is. The first factor is
 * negative if it mirrors.
 */
export interface Stretch {
  readonly factors: Triple;
  readonly position: Triple;
  readonly rotation: [number, number, number, number];
}

/**
 * The columns of the linear part of a matrix, and its position; an error if it is not finite, or flattens.
 */
function columns(matrix: Matrix4, field: string): { axes: [Triple, Triple, Triple]; position: Triple; determinant: number } {
  const all = matrix.elements;
  const column = (i: number): Triple => [all[4 * i] as number, all[4 * i + 1] as number, all[4 * i + 2] as number];
  const [x, y, z, position] = [column(0), column(1), column(2), column(3)];
  if (![x, y, z, position].flat().every(Number.isFinite)) throw new ClearanceError("not_finite", "must be finite", field);
  const determinant = dot(x, [y[1] * z[2] - y[2] * z[1], y[2] * z[0] - y[0] * z[2], y[0] * z[1] - y[1] * z[0]]);
  if (determinant === 0) throw new ClearanceError("invalid_pose", "must not flatten the mesh: its determinant is 0", field);
  return { axes: [x, y, z], position, determinant };
}

/** The quaternion of a rotation with these columns, from its largest component (Shepperd, 1978). */
function quaternion([x, y, z]: [Triple, Triple, Triple]): [number, number, number, number] {
  const squares = [1 + x[0] - y[1] - z[2], 1 - x[0] + y[1] - z[2], 1 - x[0] - y[1] + z[2], 1 + x[0] + y[1] + z[2]];
  const [a, b, c] = [y[2] - z[1], z[0] - x[2], x[1] - y[0]];
  const [d, e, f] = [y[0] + x[1], z[0] + x[2], z[1] + y[2]];
  const rows = [[squares[0], d, e, a], [d, squares[1], f, b], [e, f, squares[2], c], [a, b, c, squares[3]]];
  return rows[squares.indexOf(Math.max(...squares))] as [number, number, number, number];
}

/** A matrix as a stretch and a pose; `undefined` if it shears. */
export function stretchOf(matrix: Matrix4, field = "matrix"): Stretch | undefined {
  const { axes, position, determinant } = columns(matrix, field);
  const lengths = axes.map((axis) => Math.hypot(...axis)) as Triple;
  const units = axes.map((axis, i) => over(axis, lengths[i] as number)) as [Triple, Triple, Triple];
  const sheared = Math.max(Math.abs(dot(units[0], units[1])), Math.abs(dot(units[0], units[2])), Math.abs(dot(units[1], units[2])));
  if (sheared > ROUNDING) return undefined;
  if (determinant < 0) {
    lengths[0] = -lengths[0];
    units[0] = over(units[0], -1);
  }
  return { factors: lengths, position, rotation: quaternion(units) };
}

/** The one scale of a stretch; `undefined` if its factors differ, or it mirrors. */
export function scaleOf({ factors: [x, y, z] }: Stretch): number | undefined {
  return Math.abs(x - y) <= ROUNDING * y && Math.abs(x - z) <= ROUNDING * y ? x : undefined;
}

/** The pose of a stretch whose factors the shape already has, or whose factors are one scale. */
export function poseOf({ position, rotation }: Stretch, scale = 1): Pose {
  return { position, rotation, scale };
}

/**
 * The mesh with its corners where the matrix takes them; mirrored triangles are turned round, so that outside
 * stays outside.
 */
function transformed({ vertices, triangles }: Read, matrix: Matrix4, field: string): Shape {
  const { axes: [x, y, z], position, determinant } = columns(matrix, field);
  const corners = new Float64Array(vertices.length);
  for (let i = 0; i < corners.length; i += 3) {
    const [a, b, c] = [vertices[i] as number, vertices[i + 1] as number, vertices[i + 2] as number];
    for (const k of [0, 1, 2] as const) corners[i + k] = x[k] * a + y[k] * b + z[k] * c + position[k];
  }
  if (determinant > 0) return Shape.mesh(corners, triangles);
  const turned = Uint32Array.from(triangles);
  for (let i = 0; i < turned.length; i += 3) [turned[i + 1], turned[i + 2]] = [turned[i + 2] as number, turned[i + 1] as number];
  return Shape.mesh(corners, turned);
}

/** A mesh at a matrix. If `made` is set, the shape is a new one. */
export function standing(shape: Shape, read: Read, matrix: Matrix4, field = "matrix"): Placed & { made: boolean } {
  const stretch = stretchOf(matrix, field);
  if (stretch === undefined) return { ...transformed(read, matrix, field).at({}), made: true };
  const scale = scaleOf(stretch);
  if (scale !== undefined) return { ...shape.at(poseOf(stretch, scale)), made: false };
  return { ...shape.scaled(stretch.factors).at(poseOf(stretch)), made: true };
}
