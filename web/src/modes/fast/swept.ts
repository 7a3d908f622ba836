// The area that a moving convex shape sweeps: the hulls of the shape at one moment and at the next, one
// beside the other.

import { d2 } from "clearance/d2";
import { ringsPath } from "../../kit/drawing/draw";
import type { Camera } from "../../kit/stage/canvas";
import type { Experiment } from "./experiment";

/** How many pixels the farthest point of the shape moves along its arc between two moments. */
const ARC_PIXELS = 4;
const MOST_PIECES = 160;
const UNMOVED = { position: [0, 0], angle: 0, scale: 1 } as const;

/** A path on the screen of the area swept between two times, to be filled by the non-zero rule. */
export function sweptPath(experiment: Experiment, camera: Camera, from: number, to: number): Path2D {
  const pieces = piecesFor(experiment, camera, to - from);
  const path = new Path2D();
  let before = cornersAt(experiment, from);
  for (let i = 1; i <= pieces; i++) {
    const after = cornersAt(experiment, from + (to - from) * i / pieces);
    path.addPath(ringsPath(hullOf([...before, ...after]), UNMOVED, camera));
    before = after;
  }
  return path;
}

/** A straight motion is one piece; a rotation has enough pieces for its arc to look round. */
function piecesFor(experiment: Experiment, camera: Camera, frames: number): number {
  const isTurning = experiment.at(1).angle !== experiment.at(0).angle;
  if (!isTurning) return 1;
  return Math.min(MOST_PIECES, Math.max(1, Math.ceil(frames * experiment.stride * camera.zoom / ARC_PIXELS)));
}

function hullOf(corners: readonly number[]): Float64Array[] {
  const hull = d2.Shape.convex(Float64Array.from(corners));
  try {
    return hull.outlines();
  } finally {
    hull.free();
  }
}

/** x, y, x, y … */
function cornersAt({ moverRing, at }: Experiment, time: number): number[] {
  const { position, angle } = at(time);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners: number[] = [];
  for (let i = 0; i < moverRing.length; i += 2) {
    corners.push(position[0] + cos * moverRing[i] - sin * moverRing[i + 1], position[1] + sin * moverRing[i] + cos * moverRing[i + 1]);
  }
  return corners;
}
