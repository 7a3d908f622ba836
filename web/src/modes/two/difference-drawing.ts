// The other view of a collision: A is shrunk to a point, the origin, and B grows by A in return. The axes of
// the drawing show b − a: B is drawn as seen from A's own origin.

import { type Body, type Point, between, length, subtract, times } from "../../explain/body";
import { type Difference, nearestToOrigin } from "../../explain/minkowski";
import type { Gjk } from "../../explain/simplex";
import { drawArrow, drawDot, drawLabel, drawLine, paint } from "../../kit/drawing/draw";
import { closed, grown } from "../../kit/drawing/outline";
import { colourOf, NOTHING, short } from "../../kit/notation/figures";
import type { Camera, Stage } from "../../kit/stage/canvas";
import { faded, type Theme } from "../../shell/theme";
import { drawPaper } from "./drawing";
import type { Part } from "./state";

type Pen = CanvasRenderingContext2D;

export interface DifferenceScene {
  a: Body; b: Body; difference: Difference; gjk: Gjk; part: Part; step: number; theme: Theme;
  /** The position of A's own origin, to which the copies of −A in the difference are relative. */
  origin: Point;
}

/** Shows D and the origin, whole. */
export function frameDifference(camera: Camera, { difference }: DifferenceScene): void {
  const points = [{ x: 0, y: 0 }, ...difference.hulls[difference.hulls.length - 1]];
  const r = difference.radius;
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  camera.show({ x: Math.min(...xs) - r, y: Math.min(...ys) - r }, { x: Math.max(...xs) + r, y: Math.max(...ys) + r }, 34);
}

export function drawDifference(stage: Stage, scene: DifferenceScene): void {
  drawPaper(stage, scene.theme);
  const { pen, camera } = stage;
  drawCross(pen, camera, scene.theme);
  if (scene.part === "grow") drawGrowth(pen, camera, scene);
  else drawSearch(pen, camera, scene);
  drawOrigin(pen, camera, scene.theme);
}

/** The two lines through the origin. */
function drawCross(pen: Pen, camera: Camera, theme: Theme): void {
  const { x, y } = camera.toScreen({ x: 0, y: 0 });
  drawLine(pen, { x, y: 0 }, { x, y: camera.height }, { stroke: theme.rule, width: 1.5 });
  drawLine(pen, { x: 0, y }, { x: camera.width, y }, { stroke: theme.rule, width: 1.5 });
}

function drawOrigin(pen: Pen, camera: Camera, theme: Theme): void {
  const at = camera.toScreen({ x: 0, y: 0 });
  drawDot(pen, at, 6, { fill: theme.ink, stroke: theme.paper, width: 2 });
  drawLabel(pen, "0", { x: at.x - 14, y: at.y + 14 }, { colour: theme.ink, halo: theme.paper, weight: 700 });
}

/** B as seen from A, a copy of −A at each of its corners so far, and their hull. */
function drawGrowth(pen: Pen, camera: Camera, scene: DifferenceScene): void {
  const { difference, b, origin, theme, step } = scene;
  const seen = b.corners.map((corner) => subtract(corner, origin));
  const colour = { a: colourOf(theme, "a"), b: colourOf(theme, "b") };
  const done = step + 1 >= difference.copies.length;
  const hullColour = done ? resultColour(scene) : theme.muted;
  paint(pen, grown(difference.hulls[step], difference.radius, camera), { fill: faded(hullColour, 0.14) });
  paint(pen, grown(seen, b.radius, camera), { fill: faded(colour.b, 0.16), stroke: colour.b, width: 1.5, dash: [5, 4] });
  difference.copies.forEach((copy, i) => {
    if (i > step) return;
    const newest = i === step && !done;
    paint(pen, grown(copy, scene.a.radius, camera), { fill: newest ? faded(colour.a, 0.25) : undefined, stroke: faded(colour.a, newest ? 1 : 0.55), width: newest ? 2.5 : 1.2 });
    drawDot(pen, camera.toScreen(seen[i]), 4, { fill: colour.a, stroke: theme.paper, width: 1.5 });
    if (newest) drawLabel(pen, "−A", camera.toScreen(middle(copy)), { colour: colour.a, halo: theme.paper, weight: 700 });
  });
  drawLabel(pen, "B", camera.toScreen(middle(seen)), { colour: colour.b, halo: theme.paper, weight: 700 });
  paint(pen, grown(difference.hulls[step], difference.radius, camera), { stroke: hullColour, width: done ? 3 : 2 });
  if (done) drawNearest(pen, camera, scene);
}

function middle(ring: readonly Point[]): Point {
  const sum = ring.reduce((total, point) => ({ x: total.x + point.x, y: total.y + point.y }));
  return times(sum, 1 / ring.length);
}

export function resultColour({ difference, theme }: DifferenceScene): string {
  return nearestToOrigin(difference).distance < -NOTHING ? theme.collision : theme.gap;
}

/** The line from the origin to the border of D: the distance, or the depth. */
function drawNearest(pen: Pen, camera: Camera, scene: DifferenceScene): void {
  const { distance, point } = nearestToOrigin(scene.difference);
  const reach = length(point);
  const { radius } = scene.difference;
  if (reach === 0) return;
  // If the origin is inside the difference of the cores, the radius is beyond the border, else in front of
  // it.
  const inside = distance + radius < 0;
  const border = times(point, (inside ? reach + radius : reach - radius) / reach);
  const [from, to] = [camera.toScreen({ x: 0, y: 0 }), camera.toScreen(border)];
  const colour = resultColour(scene);
  drawLine(pen, from, to, { stroke: colour, width: 3 });
  drawDot(pen, to, 5, { fill: colour, stroke: scene.theme.paper, width: 1.5 });
  const middle = between(from, to, 0.5);
  drawLabel(pen, short(Math.abs(distance)), { x: middle.x + 20, y: middle.y - 14 }, { colour, halo: scene.theme.paper, size: 14, weight: 700 });
}

/** A step of GJK, drawn over D, which GJK never builds. */
function drawSearch(pen: Pen, camera: Camera, scene: DifferenceScene): void {
  const { difference, gjk, theme } = scene;
  const step = gjk.steps[scene.step];
  const full = difference.hulls[difference.hulls.length - 1];
  if (difference.radius > 0) paint(pen, grown(full, difference.radius, camera), { stroke: faded(theme.muted, 0.6), width: 1, dash: [2, 4] });
  paint(pen, grown(full, 0, camera), { fill: faded(theme.muted, 0.07), stroke: theme.muted, width: 1.5, dash: [5, 4] });
  const points = step.simplex.map(({ point }) => camera.toScreen(point));
  const colour = step.outcome === "holds the origin" ? theme.collision : theme.accent;
  paint(pen, closed(points), { fill: points.length > 2 ? faded(colour, 0.22) : undefined, stroke: colour, width: 3 });
  drawLook(pen, camera, scene);
  for (const corner of step.simplex) {
    const dropped = !step.kept.includes(corner);
    const at = camera.toScreen(corner.point);
    drawDot(pen, at, 6, { fill: dropped ? theme.paper : colour, stroke: dropped ? theme.muted : theme.paper, width: 2 });
  }
  drawFound(pen, camera, scene, colour);
}

const LOOK_LENGTH = 62;

/** The point that this step looked from, and the direction. */
function drawLook(pen: Pen, camera: Camera, { gjk, step, theme }: DifferenceScene): void {
  const before = step > 0 ? gjk.steps[step - 1].nearest : undefined;
  const { direction } = gjk.steps[step];
  const from = camera.toScreen(before ?? { x: 0, y: 0 });
  const reach = length(direction);
  const to = { x: from.x + (direction.x / reach) * LOOK_LENGTH, y: from.y - (direction.y / reach) * LOOK_LENGTH };
  if (before) {
    drawLine(pen, from, camera.toScreen({ x: 0, y: 0 }), { stroke: faded(theme.contact, 0.7), width: 1.5, dash: [3, 4] });
    drawLabel(pen, "v", { x: from.x + 12, y: from.y - 12 }, { colour: theme.contact, halo: theme.paper, weight: 700 });
  }
  drawArrow(pen, from, to, { stroke: theme.contact, width: 3 });
  drawDot(pen, from, 4.5, { fill: theme.contact, stroke: theme.paper, width: 1.5 });
}

function drawFound(pen: Pen, camera: Camera, { gjk, step, theme }: DifferenceScene, colour: string): void {
  const at = camera.toScreen(gjk.steps[step].found.point);
  drawDot(pen, at, 10, { stroke: colour, width: 2 });
  drawLabel(pen, "w", { x: at.x + 16, y: at.y + 14 }, { colour, halo: theme.paper, weight: 700 });
}

/** On the drawing of the shapes: the corners whose difference was found, and the directions of the search. */
export function drawSupports({ pen, camera }: Stage, { a, b, gjk, step, theme, part }: DifferenceScene): void {
  if (part !== "gjk") return;
  const { found, direction } = gjk.steps[step];
  const reach = length(direction);
  for (const [corner, side, sign] of [[a.corners[found.a], "a", -1], [b.corners[found.b], "b", 1]] as const) {
    const at = camera.toScreen(corner);
    const tip = { x: at.x + (sign * direction.x * NORMAL_LENGTH) / reach, y: at.y - (sign * direction.y * NORMAL_LENGTH) / reach };
    drawArrow(pen, at, tip, { stroke: theme.contact, width: 2.5 });
    drawDot(pen, at, 6, { fill: colourOf(theme, side), stroke: theme.paper, width: 2 });
  }
}

const NORMAL_LENGTH = 42;
