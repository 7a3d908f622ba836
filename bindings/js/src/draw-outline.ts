// The outlines of shapes as paths of a canvas, at their poses.
//
// Circles and ellipses are true arcs. The parts of a compound are separate paths: where two of them overlap,
// both are seen.

import { type Pose, Shape, type ShapeData } from "./d2.js";
import { components, type Vec2 } from "./base/numbers.js";
import { plane } from "./base/plane.js";

export type Path = Pick<CanvasRenderingContext2D, "beginPath" | "moveTo" | "lineTo" | "closePath" | "arc" | "ellipse">;
type Point = [number, number];

/** A pose with its rotation as numbers: a point p is at scale · rotation · p + position. */
export interface Frame {
  readonly position: readonly [number, number];
  readonly angle: number;
  readonly scale: number;
  /** Cosine and sine of the angle, times the scale. */
  readonly cos: number;
  readonly sin: number;
}
/** What some shapes need to know of the canvas. */
export interface Around {
  /** The radius of a point's dot. */
  readonly dot: number;
  /** The corners of what is seen. */
  view(): Point[];
}

export const at = (point: Vec2): Point => components(point, 2, "point") as Point;

export function frameOf(pose: Pose): Frame {
  const { position, angle, scale } = plane.stand(pose, "pose");
  return { position, angle, scale, cos: scale * Math.cos(angle), sin: scale * Math.sin(angle) };
}

const put = ({ position, cos, sin }: Frame, x: number, y: number): Point => [position[0] + cos * x - sin * y, position[1] + sin * x + cos * y];

/** A frame within another one. */
function inner(outer: Frame, pose: Pose): Frame {
  const { position: [x, y], angle, scale } = plane.stand(pose, "pose");
  return frameOf({ position: put(outer, x, y), angle: outer.angle + angle, scale: outer.scale * scale });
}

/** The parts of compounds that have been drawn. */
const partsOf = new WeakMap<Shape, { shape: Shape; pose: Pose }[]>();

function parts(shape: Shape): { shape: Shape; pose: Pose }[] {
  const known = partsOf.get(shape);
  if (known !== undefined) return known;
  const { parts: all } = shape.toJSON() as unknown as { parts: (Pose & { shape: ShapeData })[] };
  const made = all.map(({ shape: data, ...pose }) => ({ shape: Shape.fromJSON(data), pose }));
  partsOf.set(shape, made);
  return made;
}

/** Traces a shape, path by path; after each, `draw` is told whether it has an inside. */
export function outline(path: Path, shape: Shape, frame: Frame, around: Around, draw: (isFilled: boolean) => void): void {
  if (shape.kind === "compound") {
    for (const part of parts(shape)) outline(path, part.shape, inner(frame, part.pose), around, draw);
    return;
  }
  path.beginPath();
  if (shape.kind === "half_space") rings(path, [clipped(shape, frame, around.view())]);
  else if (shape.kind === "point") path.arc(...frame.position, around.dot, 0, 2 * Math.PI);
  else if (shape.kind === "circle") path.arc(...frame.position, frame.scale * (shape.toJSON()["radius"] as number), 0, 2 * Math.PI);
  else if (shape.kind === "ellipse") {
    const [a, b] = shape.toJSON()["radii"] as Point;
    path.ellipse(...frame.position, frame.scale * a, frame.scale * b, frame.angle, 0, 2 * Math.PI);
  } else {
    rings(path, shape.outlines().map((ring) => Array.from({ length: ring.length / 2 }, (_, i) => put(frame, ring[2 * i] as number, ring[2 * i + 1] as number))));
  }
  draw(shape.kind !== "polyline" && shape.kind !== "segment");
}

function rings(path: Path, all: Point[][]): void {
  for (const [first, ...rest] of all) {
    if (first === undefined) continue;
    path.moveTo(...first);
    for (const corner of rest) path.lineTo(...corner);
    path.closePath();
  }
}

/** What of a convex polygon is in a half-space (one step of Sutherland and Hodgman, 1974). */
function clipped(shape: Shape, frame: Frame, polygon: Point[]): Point[] {
  const { normal: [nx, ny], offset } = shape.toJSON() as unknown as { normal: Point; offset: number };
  const [x, y] = [frame.cos * nx - frame.sin * ny, frame.sin * nx + frame.cos * ny];
  const over = ([px, py]: Point): number => x * (px - frame.position[0]) + y * (py - frame.position[1]) - frame.scale * frame.scale * offset;
  return polygon.flatMap((corner, i) => {
    const next = polygon[(i + 1) % polygon.length] as Point;
    const [here, there] = [over(corner), over(next)];
    const kept = here <= 0 ? [corner] : [];
    if (here <= 0 === there <= 0) return kept;
    const share = here / (here - there);
    return [...kept, [corner[0] + share * (next[0] - corner[0]), corner[1] + share * (next[1] - corner[1])] as Point];
  });
}
