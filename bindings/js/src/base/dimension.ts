// What differs between the plane and space: vectors, poses, and the classes of the WebAssembly module. The
// rest of the package is written once, over a `Dimension`.

import { ClearanceError, wrongType } from "./errors.js";
import { components, type Quaternion, type Vec2, type Vec3 } from "./numbers.js";
import type { Module } from "./wasm.js";
import type * as ofPlane from "../wasm/plane.js";
import type * as ofSpace from "../wasm/space.js";

/** The pose of a 2D shape: it is scaled, rotated by `angle` radians counter-clockwise, then moved. */
export interface Pose2 {
  readonly position?: Vec2;
  readonly angle?: number;
  readonly scale?: number;
}
/** A pose with all its fields. */
export interface Stand2 {
  readonly position: [number, number];
  readonly angle: number;
  readonly scale: number;
}
/** The pose of a 3D shape: it is scaled, rotated by the quaternion `rotation`, then moved. */
export interface Pose3 {
  readonly position?: Vec3;
  readonly rotation?: Quaternion;
  readonly scale?: number;
}
/** A pose with all its fields. */
export interface Stand3 {
  readonly position: [number, number, number];
  readonly rotation: [number, number, number, number];
  readonly scale: number;
}

/** The types of the plane. */
export interface Plane {
  vector: [number, number];
  given: Vec2;
  pose: Pose2;
  stand: Stand2;
  turn: number;
  rate: number;
}
/** The types of space. */
export interface Space {
  vector: [number, number, number];
  given: Vec3;
  pose: Pose3;
  stand: Stand3;
  turn: Quaternion;
  rate: Vec3;
}
/** The plane or space. */
export type Dimensional = Plane | Space;

/** A shape of the module, of either dimension. */
export type RawShape = ofPlane.Shape2 & ofSpace.Shape3;
/** Many of them. */
export type RawShapes = ofPlane.Shapes2 & ofSpace.Shapes3;
/** A scene of the module. */
export type RawScene = ofPlane.Scene2 & ofSpace.Scene3;

/** The classes of the module for one dimension. */
export interface RawClasses {
  readonly Shape: typeof ofPlane.Shape2 & typeof ofSpace.Shape3;
  readonly Shapes: typeof ofPlane.Shapes2 & typeof ofSpace.Shapes3;
  readonly Scene: typeof ofPlane.Scene2 & typeof ofSpace.Scene3;
  readonly Character: typeof ofPlane.Character2 & typeof ofSpace.Character3;
  readonly Movers: typeof ofPlane.Movers2 & typeof ofSpace.Movers3;
  readonly ObjectOptions: typeof ofPlane.ObjectOptions & typeof ofSpace.ObjectOptions;
  readonly questions: typeof ofPlane.Space2 & typeof ofSpace.Space3;
}

/** How vectors and poses of one dimension become numbers, and back. */
export interface Dimension<D extends Dimensional> extends Module {
  /** The number of components of a vector. */
  readonly size: 2 | 3;
  /** How many numbers a pose takes without its scale. */
  readonly poseSize: 3 | 7;
  readonly raw: RawClasses;
  /** A pose with all its fields, from what a caller gave. */
  stand(pose: D["pose"] | undefined, field: string): D["stand"];
  /** A pose from a position, a rotation and a scale. */
  standAt(position: D["given"], turn: D["turn"] | undefined, scale: number | undefined): D["stand"];
  /** Writes a pose into a list. */
  write(list: Float64Array, place: number, pose: D["pose"] | undefined, field: string): void;
  /** Writes an angular velocity into a list. */
  writeRate(list: Float64Array, place: number, rate: D["rate"], field: string): void;
  /** A vector from the exchange array or another list. */
  vector(list: Float64Array, at: number): D["vector"];
  /** A pose from the exchange array. */
  readStand(list: Float64Array, at: number): D["stand"];
}

export function object(pose: unknown, field: string): object {
  if (typeof pose !== "object" || pose === null || Array.isArray(pose)) throw wrongType("a pose", pose, field);
  return pose;
}

export function finiteComponents(value: unknown, count: number, field: string): number[] {
  const found = components(value, count, field);
  if (!found.every(Number.isFinite)) throw new ClearanceError("not_finite", "must be finite", field);
  return found;
}

export function refuse(pose: object, name: string, instead: string, field: string): void {
  if (name in pose) throw new ClearanceError("invalid_pose", `here a rotation is given as "${instead}"`, `${field}.${name}`);
}

/** Writes a vector into a list; for the usual arguments without another list in between. */
export function writeVector(list: Float64Array, place: number, value: unknown, size: 2 | 3, field: string): void {
  if (Array.isArray(value) && value.length === size) {
    const given = value as unknown[];
    const [x, y, z] = [given[0], given[1], size === 3 ? given[2] : 0];
    if (typeof x === "number" && typeof y === "number" && (size === 2 || typeof z === "number")) {
      list[place] = x;
      list[place + 1] = y;
      if (size === 3) list[place + 2] = z as number;
      return;
    }
  }
  list.set(components(value, size, field), place);
}
