// 2D: its module, and its poses as numbers (x, y, angle, scale).

import { type Dimension, finiteComponents, object, type Plane, type Pose2, type RawClasses, refuse, writeVector } from "./dimension.js";
import { finite } from "./numbers.js";
import { compiled } from "../plane-module.js";
import { start } from "./wasm.js";
import * as wasm from "../wasm/plane.js";

const ORIGIN2 = [0, 0] as const;

const module = start(wasm, compiled);

export const plane: Dimension<Plane> = {
  ...module,
  size: 2,
  poseSize: 3,
  raw: {
    Shape: wasm.Shape2,
    Shapes: wasm.Shapes2,
    Scene: wasm.Scene2,
    Character: wasm.Character2,
    Movers: wasm.Movers2,
    ObjectOptions: wasm.ObjectOptions,
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
  write(list, place, pose, field) {
    if (pose === undefined) {
      list[place] = list[place + 1] = list[place + 2] = 0;
      list[place + 3] = 1;
      return;
    }
    const { position, angle, scale } = object(pose, field) as Pose2;
    writeVector(list, place, position ?? ORIGIN2, 2, `${field}.position`);
    list[place + 2] = angle === undefined ? 0 : finite(angle, `${field}.angle`);
    list[place + 3] = scale === undefined ? 1 : finite(scale, `${field}.scale`);
  },
  writeRate(list, place, rate, field) {
    list[place] = finite(rate, field);
  },
  vector: (list, at) => [list[at] as number, list[at + 1] as number],
  readStand: (list, at) => ({
    position: plane.vector(list, at),
    angle: list[at + 2] as number,
    scale: list[at + 3] as number,
  }),
};
