import type { d2 } from "clearance/d2";
import type { Body } from "../../explain/body";
import { drawArrow, drawDot, drawGrid, drawLabel, drawLine, paint, ringsPath } from "../../kit/drawing/draw";
import { colourOf, NOTHING, short } from "../../kit/notation/figures";
import type { Camera, Stage } from "../../kit/stage/canvas";
import { faded, type Theme } from "../../shell/theme";
import { isConcave } from "./kinds";
import type { Answer, Pair } from "./pair";
import type { Pose, Side, State } from "./state";

/** What one drawing needs. */
export interface Scene { state: State; pair: Pair; answer: Answer; theme: Theme; ghost: boolean }

const FILL = 0.2;
const COLLISION_FILL = { light: 0.5, dark: 0.62 };
/** The distance of the knob that rotates and scales, beyond the shape's extent, in pixels. */
export const KNOB_BEYOND = 26;
export const KNOB_RADIUS = 8;

export function collides(answer: Answer): boolean {
  return answer.relation !== "disjoint" && answer.relation !== "touching";
}

export function drawPaper({ pen, camera }: Stage, theme: Theme): void {
  pen.fillStyle = theme.paper;
  pen.fillRect(0, 0, camera.width, camera.height);
  drawGrid(pen, camera, theme.grid);
}

/** The shapes at their poses, and the package's answer. */
export function drawShapes(stage: Stage, scene: Scene): void {
  const { pen, camera } = stage;
  const { state, theme, pair } = scene;
  if (scene.ghost && scene.answer.clearance.distance < 0) drawGhost(pen, camera, scene);
  for (const side of ["a", "b"] as const) paint(pen, ringsPath(pair.of(side).outlines, state[side].pose, camera), { fill: theme.paper });
  for (const side of otherFirst(state.held)) drawOne(pen, camera, scene, side);
  // Its outline once more, over the shapes that hide it.
  if (scene.ghost && scene.answer.clearance.distance < 0) drawGhostOutline(pen, camera, scene);
  if (state.closest && state.view !== "shadows") drawClosest(pen, camera, scene.answer.clearance, theme);
  if (state.contacts) for (const manifold of scene.answer.manifolds) drawContacts(pen, camera, manifold, theme);
}

/** The held shape is on top. */
export function otherFirst(held: Side): readonly [Side, Side] {
  return held === "a" ? ["b", "a"] : ["a", "b"];
}

function drawOne(pen: CanvasRenderingContext2D, camera: Camera, scene: Scene, side: Side): void {
  const { state, theme, pair } = scene;
  const colour = colourOf(theme, side);
  const { outlines, parts } = pair.of(side);
  const pose = state[side].pose;
  const fill = collides(scene.answer) ? faded(theme.collision, theme.dark ? COLLISION_FILL.dark : COLLISION_FILL.light) : faded(colour, FILL);
  paint(pen, ringsPath(outlines, pose, camera), { fill, stroke: colour, width: state.held === side ? 3 : 2 });
  if (isConcave(state[side].spec)) paint(pen, ringsPath(parts, pose, camera), { stroke: faded(colour, 0.6), width: 1, dash: [3, 4] });
  const centre = camera.toScreen({ x: pose.position[0], y: pose.position[1] });
  drawLabel(pen, side.toUpperCase(), centre, { colour, halo: faded(theme.paper, 0.7), size: 15, weight: 700 });
}

/** The convex parts that are explained, for shapes that have several. */
export function lightParts({ pen, camera }: Stage, { state, theme }: Scene, bodies: Record<Side, Body>): void {
  for (const side of ["a", "b"] as const) {
    if (!isConcave(state[side].spec)) continue;
    const ring = bodies[side].corners.flatMap(({ x, y }) => [x, y]);
    const colour = colourOf(theme, side);
    paint(pen, ringsPath([ring], { position: [0, 0], angle: 0, scale: 1 }, camera), { fill: faded(colour, 0.35), stroke: colour, width: 2.5 });
  }
}

/** The held shape after the shortest way out. */
export function ghostPose({ state, answer }: Pick<Scene, "state" | "answer">): Pose {
  const { distance, normal } = answer.clearance;
  const way = state.held === "b" ? -distance : distance;
  const pose = state[state.held].pose;
  return { ...pose, position: [pose.position[0] + normal[0] * way, pose.position[1] + normal[1] * way] };
}

function drawGhostOutline(pen: CanvasRenderingContext2D, camera: Camera, scene: Scene): void {
  const path = ringsPath(scene.pair.of(scene.state.held).outlines, ghostPose(scene), camera);
  paint(pen, path, { stroke: faded(scene.theme.ghost, 0.8), width: 1.5, dash: [6, 5] });
}

function drawGhost(pen: CanvasRenderingContext2D, camera: Camera, scene: Scene): void {
  const { state, theme, pair } = scene;
  const pose = ghostPose(scene);
  const path = ringsPath(pair.of(state.held).outlines, pose, camera);
  paint(pen, path, { fill: faded(theme.ghost, 0.22), stroke: theme.ghost, width: 2, dash: [6, 5] });
  const from = state[state.held].pose.position;
  const look = { stroke: theme.ghost, width: 2 };
  drawArrow(pen, camera.toScreen({ x: from[0], y: from[1] }), camera.toScreen({ x: pose.position[0], y: pose.position[1] }), look);
}

/** The two witness points of the clearance, and its length. */
function drawClosest(pen: CanvasRenderingContext2D, camera: Camera, clearance: d2.Clearance, theme: Theme): void {
  const [a, b] = [clearance.pointA, clearance.pointB].map(([x, y]) => camera.toScreen({ x, y }));
  const deep = clearance.distance < 0;
  const colour = deep ? theme.collision : theme.ink;
  drawLine(pen, a, b, { stroke: colour, width: 1.5, dash: deep ? undefined : [4, 4] });
  for (const point of [a, b]) drawDot(pen, point, 4, { fill: colour, stroke: theme.paper, width: 1.5 });
  if (Math.abs(clearance.distance) < NOTHING) return;
  const aside = { x: (a.x + b.x) / 2 - clearance.normal[1] * 18, y: (a.y + b.y) / 2 - clearance.normal[0] * 18 };
  drawLabel(pen, short(clearance.distance), aside, { colour, halo: theme.paper, size: 13, weight: 600 });
}

const CONTACT_ARROW = 34;

function drawContacts(pen: CanvasRenderingContext2D, camera: Camera, manifold: d2.Manifold, theme: Theme): void {
  for (const contact of manifold.contacts) {
    const at = camera.toScreen({ x: (contact.pointA[0] + contact.pointB[0]) / 2, y: (contact.pointA[1] + contact.pointB[1]) / 2 });
    const tip = { x: at.x + manifold.normal[0] * CONTACT_ARROW, y: at.y - manifold.normal[1] * CONTACT_ARROW };
    drawArrow(pen, at, tip, { stroke: theme.contact, width: 2.5 });
    drawDot(pen, at, 5, { fill: theme.contact, stroke: theme.paper, width: 1.5 });
  }
}

/** The position of the knob of the held shape, in pixels. */
export function knobAt(camera: Camera, { state, pair }: Pick<Scene, "state" | "pair">) {
  const pose = state[state.held].pose;
  const centre = camera.toScreen({ x: pose.position[0], y: pose.position[1] });
  const away = pair.of(state.held).reach * pose.scale * camera.zoom + KNOB_BEYOND;
  const direction = pose.angle + Math.PI / 2;
  return { centre, knob: { x: centre.x + Math.cos(direction) * away, y: centre.y - Math.sin(direction) * away } };
}

/** Drawn over everything, so that it can be seen and grabbed. */
export function drawKnob({ pen, camera }: Stage, scene: Scene): void {
  const { knob, centre } = knobAt(camera, scene);
  const colour = colourOf(scene.theme, scene.state.held);
  const length = Math.hypot(knob.x - centre.x, knob.y - centre.y);
  const share = Math.max(0, (length - KNOB_BEYOND) / length);
  const from = { x: centre.x + (knob.x - centre.x) * share, y: centre.y + (knob.y - centre.y) * share };
  drawLine(pen, from, knob, { stroke: faded(colour, 0.5), width: 1.5, dash: [2, 3] });
  drawDot(pen, knob, KNOB_RADIUS, { fill: scene.theme.panel, stroke: colour, width: 2 });
}
