// 3D: its module, and its poses as numbers (x, y, z, a quaternion, scale).

import { type Dimension, finiteComponents, object, type Pose3, type Space, type RawClasses, refuse, type Stand3, writeVector } from "./dimension.js";
import { components, finite } from "./numbers.js";
import { compiled } from "../space-module.js";
import { start } from "./wasm.js";
import * as wasm from "../wasm/space.js";

const ORIGIN3 = [0, 0, 0] as const;
const UNTURNED = [0, 0, 0, 1] as const;

const module = start(wasm, compiled);

export const space: Dimension<Space> = {
  ...module,
  size: 3,
  poseSize: 7,
  raw: {
    Shape: wasm.Shape3,
    Shapes: wasm.Shapes3,
    Scene: wasm.Scene3,
    Character: wasm.Character3,
    Movers: wasm.Movers3,
    ObjectOptions: wasm.ObjectOptions,
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
  write(list, place, pose, field) {
    if (pose === undefined) {
      list.fill(0, place, place + 6);
      list[place + 6] = list[place + 7] = 1;
      return;
    }
    const { position, rotation, scale } = object(pose, field) as Pose3;
    writeVector(list, place, position ?? ORIGIN3, 3, `${field}.position`);
    list.set(components(rotation ?? UNTURNED, 4, `${field}.rotation`), place + 3);
    list[place + 7] = scale === undefined ? 1 : finite(scale, `${field}.scale`);
  },
  writeRate(list, place, rate, field) {
    writeVector(list, place, rate, 3, field);
  },
  vector: (list, at) => [list[at] as number, list[at + 1] as number, list[at + 2] as number],
  readStand: (list, at) => ({
    position: space.vector(list, at),
    rotation: Array.from(list.subarray(at + 3, at + 7)) as Stand3["rotation"],
    scale: list[at + 7] as number,
  }),
};
