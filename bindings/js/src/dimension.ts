// What differs between the plane and space: vectors, poses, and the classes of the WebAssembly module. The rest of the
// package is written once, over a `Dimension`.

import { ClearanceError, wrongType } from "./errors.js";
import { components, finite, type Quaternion, type Vec2, type Vec3 } from "./numbers.js";
import * as wasm from "./wasm/clearance.js";

/** Where a shape stands in the plane: scaled, turned by `angle` radians counter-clockwise, then moved. */
export interface Pose2 {
  readonly position?: Vec2;
  readonly angle?: number;
  readonly scale?: number;
}
/** The same with every part there. */
export interface Stand2 {
  readonly position: [number, number];
  readonly angle: number;
  readonly scale: number;
}
/** Where a shape stands in space: scaled, turned by the quaternion `rotation`, then moved. */
export interface Pose3 {
  readonly position?: Vec3;
  readonly rotation?: Quaternion;
  readonly scale?: number;
}
/** The same with every part there. */
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
export type RawShape = wasm.Shape2 & wasm.Shape3;
/** Many of them. */
export type RawShapes = wasm.Shapes2 & wasm.Shapes3;
/** A scene of the module. */
export type RawScene = wasm.Scene2 & wasm.Scene3;

/** The classes of the module for one dimension. */
export interface RawClasses {
  readonly Shape: typeof wasm.Shape2 & typeof wasm.Shape3;
  readonly Shapes: typeof wasm.Shapes2 & typeof wasm.Shapes3;
  readonly Scene: typeof wasm.Scene2 & typeof wasm.Scene3;
  readonly questions: typeof wasm.Space2 & typeof wasm.Space3;
}

/** How vectors and poses of one dimension become numbers, and back. */
export interface Dimension<D extends Dimensional> {
  /** Components of a vector. */
  readonly size: 2 | 3;
  /** Numbers of a pose without its scale. */
  readonly poseSize: 3 | 7;
  readonly raw: RawClasses;
  /** A pose from what a caller gave, every part there. */
  stand(pose: D["pose"] | undefined, field: string): D["stand"];
  /** A pose from a position, a rotation and a scale. */
  standAt(position: D["given"], turn: D["turn"] | undefined, scale: number | undefined): D["stand"];
  /** Lays a pose on the desk. */
  write(desk: Float64Array, place: number, pose: D["pose"] | undefined, field: string): void;
  /** Lays down a rate of turning. */
  writeRate(desk: Float64Array, place: number, rate: D["rate"], field: string): void;
  /** A vector from the desk or another list. */
  vector(list: Float64Array, at: number): D["vector"];
  /** A pose from the desk. */
  readStand(list: Float64Array, at: number): D["stand"];
}

function object(pose: unknown, field: string): object {
  if (typeof pose !== "object" || pose === null || Array.isArray(pose)) throw wrongType("a pose", pose, field);
  return pose;
}

function finiteComponents(value: unknown, count: number, field: string): number[] {
  const found = components(value, count, field);
  if (!found.every(Number.isFinite)) throw new ClearanceError("not_finite", "must be finite", field);
  return found;
}

const ORIGIN2 = [0, 0] as const;
const ORIGIN3 = [0, 0, 0] as const;
const UNTURNED = [0, 0, 0, 1] as const;

function refuse(pose: object, name: string, instead: string, field: string): void {
  if (name in pose) throw new ClearanceError("invalid_pose", `here a rotation is given as "${instead}"`, `${field}.${name}`);
}

export const plane: Dimension<Plane> = {
  size: 2,
  poseSize: 3,
  raw: {
    Shape: wasm.Shape2,
    Shapes: wasm.Shapes2,
    Scene: wasm.Scene2,
    questions: wasm.Space2,
  } as unknown as RawClasses,
  stand(pose, field) {
    const { position, angle, scale } = object(pose ?? {}, field) as Pose2;
    refuse(pose ?? {}, "rotation", "angle", field);
    return {
      position: finiteComponents(position ?? ORIGIN2, 2, `${field}.position`) as Plane["vector"],
      angle: finite(angle ?? 0, `${field}.angle`),
      scale: finite(scale ?? 1, `${field}.scale`),
    };
  },
  standAt(position, angle, scale) {
    return {
      position: finiteComponents(position, 2, "position") as Plane["vector"],
      angle: finite(angle ?? 0, "angle"),
      scale: finite(scale ?? 1, "scale"),
    };
  },
  write(desk, place, pose, field) {
    if (pose === undefined) {
      desk[place] = desk[place + 1] = desk[place + 2] = 0;
      desk[place + 3] = 1;
      return;
    }
    const { position, angle, scale } = object(pose, field) as Pose2;
    writeVector(desk, place, position ?? ORIGIN2, 2, `${field}.position`);
    desk[place + 2] = angle === undefined ? 0 : finite(angle, `${field}.angle`);
    desk[place + 3] = scale === undefined ? 1 : finite(scale, `${field}.scale`);
  },
  writeRate(desk, place, rate, field) {
    desk[place] = finite(rate, field);
  },
  vector: (list, at) => [list[at] as number, list[at + 1] as number],
  readStand: (list, at) => ({
    position: plane.vector(list, at),
    angle: list[at + 2] as number,
    scale: list[at + 3] as number,
  }),
};

export const space: Dimension<Space> = {
  size: 3,
  poseSize: 7,
  raw: {
    Shape: wasm.Shape3,
    Shapes: wasm.Shapes3,
    Scene: wasm.Scene3,
    questions: wasm.Space3,
  } as unknown as RawClasses,
  stand(pose, field) {
    const { position, rotation, scale } = object(pose ?? {}, field) as Pose3;
    refuse(pose ?? {}, "angle", "rotation", field);
    return {
      position: finiteComponents(position ?? ORIGIN3, 3, `${field}.position`) as Space["vector"],
      rotation: finiteComponents(rotation ?? UNTURNED, 4, `${field}.rotation`) as Stand3["rotation"],
      scale: finite(scale ?? 1, `${field}.scale`),
    };
  },
  standAt(position, rotation, scale) {
    return {
      position: finiteComponents(position, 3, "position") as Space["vector"],
      rotation: finiteComponents(rotation ?? UNTURNED, 4, "rotation") as Stand3["rotation"],
      scale: finite(scale ?? 1, "scale"),
    };
  },
  write(desk, place, pose, field) {
    if (pose === undefined) {
      desk.fill(0, place, place + 6);
      desk[place + 6] = desk[place + 7] = 1;
      return;
    }
    const { position, rotation, scale } = object(pose, field) as Pose3;
    writeVector(desk, place, position ?? ORIGIN3, 3, `${field}.position`);
    desk.set(components(rotation ?? UNTURNED, 4, `${field}.rotation`), place + 3);
    desk[place + 7] = scale === undefined ? 1 : finite(scale, `${field}.scale`);
  },
  writeRate(desk, place, rate, field) {
    writeVector(desk, place, rate, 3, field);
  },
  vector: (list, at) => [list[at] as number, list[at + 1] as number, list[at + 2] as number],
  readStand: (list, at) => ({
    position: space.vector(list, at),
    rotation: Array.from(list.subarray(at + 3, at + 7)) as Stand3["rotation"],
    scale: list[at + 7] as number,
  }),
};

/** Lays a vector on the desk; the usual ways to give one without a list in between. */
export function writeVector(desk: Float64Array, place: number, value: unknown, size: 2 | 3, field: string): void {
  if (Array.isArray(value) && value.length === size) {
    const [x, y, z] = value as unknown[];
    if (typeof x === "number" && typeof y === "number" && (size === 2 || typeof z === "number")) {
      desk[place] = x;
      desk[place + 1] = y;
      if (size === 3) desk[place + 2] = z as number;
      return;
    }
  }
  desk.set(components(value, size, field), place);
}
