// All that a convex shape passes over on its way: the shape at one moment and the next, and what each of its edges sweeps
// between them, each in counter-clockwise order, so that filling by the non-zero rule gives their union.

import type { Camera } from "../../kit/canvas";
import type { Experiment } from "./experiment";

/** Between two moments the shape's farthest point moves by so many pixels along its arc. */
const ARC_PIXELS = 4;
const MOST_PIECES = 160;

type Corner = readonly [number, number];

/** A path on the screen of what is passed over between two times, to be filled by the non-zero rule. */
export function sweptPath(experiment: Experiment, camera: Camera, from: number, to: number): Path2D {
  const pieces = piecesFor(experiment, camera, to - from);
  const path = new Path2D();
  let before = cornersAt(experiment, from);
  addRing(path, before, camera);
  for (let i = 1; i <= pieces; i++) {
    const after = cornersAt(experiment, from + (to - from) * i / pieces);
    addRing(path, after, camera);
    before.forEach((corner, k) => {
      const next = (k + 1) % before.length;
      addRing(path, [corner, before[next], after[next], after[k]], camera);
    });
    before = after;
  }
  return path;
}

/** A straight way is one piece; a turn is so many that its arc looks round. */
function piecesFor(experiment: Experiment, camera: Camera, frames: number): number {
  const isTurning = experiment.at(1).angle !== experiment.at(0).angle;
  if (!isTurning) return 1;
  return Math.min(MOST_PIECES, Math.max(1, Math.ceil(frames * experiment.stride * camera.zoom / ARC_PIXELS)));
}

function cornersAt({ moverRing, at }: Experiment, time: number): Corner[] {
  const { position, angle } = at(time);
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners: Corner[] = [];
  for (let i = 0; i < moverRing.length; i += 2) {
    corners.push([position[0] + cos * moverRing[i] - sin * moverRing[i + 1], position[1] + sin * moverRing[i] + cos * moverRing[i + 1]]);
  }
  return corners;
}

function addRing(path: Path2D, ring: readonly Corner[], camera: Camera): void {
  const ordered = twiceArea(ring) < 0 ? [...ring].reverse() : ring;
  ordered.forEach(([x, y], i) => {
    const p = camera.toScreen({ x, y });
    if (i === 0) path.moveTo(p.x, p.y);
    else path.lineTo(p.x, p.y);
  });
  path.closePath();
}

function twiceArea(ring: readonly Corner[]): number {
  return ring.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = ring[(i + 1) % ring.length];
    return sum + x * nextY - y * nextX;
  }, 0);
}
