import { type At, drawArrow, drawGrid, drawLabel, paint, ringsPath } from "../../kit/drawing/draw";
import type { Camera, Stage } from "../../kit/stage/canvas";
import { faded, type Theme } from "../../shell/theme";
import type { Figure } from "./figure";
import { squaresOf } from "./figure";
import type { Side, State } from "./state";
import type { Answer, Table } from "./table";

type Pen = CanvasRenderingContext2D;

export interface Scene { state: State; table: Table; answer: Answer; theme: Theme }

/**
 * Lines between the lit pixels, so that they can be counted, if a pixel is at least this wide on the screen.
 */
const GRID_FROM_ZOOM = 6;

export function drawScene({ pen, camera }: Stage, scene: Scene): void {
  const { state, table, answer, theme } = scene;
  pen.fillStyle = theme.paper;
  pen.fillRect(0, 0, camera.width, camera.height);
  drawGrid(pen, camera, theme.grid);
  if (state.ghost && answer.shift && answer.collide) drawGhost(pen, camera, scene);
  for (const side of ["a", "b"] as const) drawPicture(pen, camera, table.of(side), table.pose(side), answer.collide ? 0.55 : 1);
  drawCommon(pen, camera, scene);
  for (const side of ["a", "b"] as const) {
    if (state.boxes) drawBox(pen, camera, scene, side);
    if (state.outlines) drawOutline(pen, camera, scene, side);
  }
}

function colourOf(theme: Theme, side: Side): string {
  return side === "a" ? theme.first : theme.second;
}

/** Moves the pen to a sprite's own frame, one unit per pixel, y up. */
function enter(pen: Pen, camera: Camera, at: At): void {
  camera.enterWorld(pen);
  pen.translate(at.position[0], at.position[1]);
  pen.rotate(at.angle);
}

function drawPicture(pen: Pen, camera: Camera, figure: Figure, at: At, opacity: number): void {
  enter(pen, camera, at);
  pen.imageSmoothingEnabled = false;
  pen.globalAlpha = opacity;
  pen.scale(1, -1); // pictures count their rows from the top
  pen.drawImage(figure.picture, 0, -figure.mask.height);
  pen.restore();
}

/** The pixels in common, one by one; if B is rotated, the exact areas. */
function drawCommon(pen: Pen, camera: Camera, { table, answer, theme }: Scene): void {
  pen.save();
  pen.fillStyle = theme.collision;
  if (answer.lit) {
    enter(pen, camera, table.pose("a"));
    const pixels = squaresOf(answer.lit, "pixel");
    pen.fill(pixels);
    if (camera.zoom >= GRID_FROM_ZOOM) paint(pen, pixels, { stroke: faded(theme.paper, 0.6), width: 1 / camera.zoom });
    pen.restore();
  } else {
    pen.clip(onScreen(camera, table, "a"));
    pen.fill(onScreen(camera, table, "b"));
  }
  pen.restore();
}

function onScreen(camera: Camera, table: Table, side: Side): Path2D {
  const path = new Path2D();
  path.addPath(table.of(side).squares(), matrix(camera, table.pose(side)));
  return path;
}

/** From a sprite's own frame to the screen. */
function matrix(camera: Camera, { position, angle }: At): DOMMatrix {
  const origin = camera.toScreen({ x: position[0], y: position[1] });
  return new DOMMatrix().translate(origin.x, origin.y).scale(camera.zoom, -camera.zoom).rotate((angle * 180) / Math.PI);
}

function drawBox(pen: Pen, camera: Camera, { table, theme, answer }: Scene, side: Side): void {
  const { min, max } = table.of(side).shape.aabb(table.pose(side));
  const [corner, far] = [camera.toScreen({ x: min[0], y: max[1] }), camera.toScreen({ x: max[0], y: min[1] })];
  const path = new Path2D();
  path.rect(corner.x, corner.y, far.x - corner.x, far.y - corner.y);
  const colour = answer.boxesMeet ? theme.overlap : theme.muted;
  paint(pen, path, { stroke: colour, width: 1.5, dash: [5, 5] });
  drawLabel(pen, side.toUpperCase(), { x: corner.x + 10, y: corner.y - 10 }, { colour: colourOf(theme, side), halo: theme.paper, weight: 700 });
}

function drawOutline(pen: Pen, camera: Camera, { table, theme, state }: Scene, side: Side): void {
  const rings = table.of(side).outlines(state.tolerance).map(({ vertices }) => vertices);
  paint(pen, ringsPath(rings, table.pose(side), camera), { stroke: colourOf(theme, side), width: state.held === side ? 3 : 2 });
}

/** Where the held sprite would have no pixel in common with the other. */
function drawGhost(pen: Pen, camera: Camera, { state, table, answer, theme }: Scene): void {
  const [dx, dy] = answer.shift!;
  const way = state.held === "b" ? 1 : -1;
  const figure = table.of(state.held);
  const pose = table.pose(state.held);
  const moved: At = { ...pose, position: [pose.position[0] + way * dx, pose.position[1] + way * dy] };
  enter(pen, camera, moved);
  pen.fillStyle = faded(theme.ghost, 0.4);
  pen.fill(figure.squares());
  pen.restore();
  const rings = figure.outlines(0).map(({ vertices }) => vertices);
  paint(pen, ringsPath(rings, moved, camera), { stroke: theme.ghost, width: 2, dash: [5, 4] });
  const [w, h] = figure.size.map((length) => length / 2);
  const middle = (at: At) => camera.toScreen({ x: at.position[0] + w, y: at.position[1] + h });
  drawArrow(pen, middle(pose), middle(moved), { stroke: theme.ghost, width: 3 });
}
