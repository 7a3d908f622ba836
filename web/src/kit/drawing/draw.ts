import type { Camera, Point } from "../stage/canvas";

/**
 * The output of `outlines()` of the package's shapes: closed rings, x, y, x, y … in the shape's own frame.
 */
export interface Outlined { outlines(): Float64Array[] }
export interface At { position: readonly [number, number]; angle: number; scale: number }

export interface Look { fill?: string; stroke?: string; width?: number; dash?: readonly number[] }

export const ARROW_HEAD = 9;

/** A path of closed rings, each point transformed by `at` to screen pixels. */
export function ringsPath(rings: readonly ArrayLike<number>[], at: At, camera: Camera): Path2D {
  const path = new Path2D();
  const cos = Math.cos(at.angle) * at.scale;
  const sin = Math.sin(at.angle) * at.scale;
  for (const ring of rings) {
    for (let i = 0; i + 1 < ring.length; i += 2) {
      const x = at.position[0] + cos * ring[i] - sin * ring[i + 1];
      const y = at.position[1] + sin * ring[i] + cos * ring[i + 1];
      const p = camera.toScreen({ x, y });
      if (i === 0) path.moveTo(p.x, p.y);
      else path.lineTo(p.x, p.y);
    }
    path.closePath();
  }
  return path;
}

/** A shape of the package at a pose. Rings inside rings are holes. */
export function drawShape(pen: CanvasRenderingContext2D, camera: Camera, shape: Outlined, at: At, look: Look): void {
  paint(pen, ringsPath(shape.outlines(), at, camera), look);
}

/** Fills and strokes a path; the fill by the even-odd rule. */
export function paint(pen: CanvasRenderingContext2D, path: Path2D, look: Look): void {
  if (look.fill) {
    pen.fillStyle = look.fill;
    pen.fill(path, "evenodd");
  }
  if (look.stroke) {
    pen.save();
    pen.strokeStyle = look.stroke;
    pen.lineWidth = look.width ?? 2;
    pen.lineJoin = pen.lineCap = "round";
    pen.setLineDash(look.dash ? [...look.dash] : []);
    pen.stroke(path);
    pen.restore();
  }
}

/** A line between two points of the screen; dashed if `look.dash` is given. */
export function drawLine(pen: CanvasRenderingContext2D, from: Point, to: Point, look: Look): void {
  const path = new Path2D();
  path.moveTo(from.x, from.y);
  path.lineTo(to.x, to.y);
  paint(pen, path, look);
}

/** An arrow on the screen, its head at `to`; one shorter than its head shrinks it. */
export function drawArrow(pen: CanvasRenderingContext2D, from: Point, to: Point, look: Look): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return;
  const head = Math.min(ARROW_HEAD + (look.width ?? 2), length);
  const along = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const neck = { x: to.x - along.x * head, y: to.y - along.y * head };
  drawLine(pen, from, neck, look);
  const half = head * 0.45;
  const path = new Path2D();
  path.moveTo(to.x, to.y);
  path.lineTo(neck.x - along.y * half, neck.y + along.x * half);
  path.lineTo(neck.x + along.y * half, neck.y - along.x * half);
  path.closePath();
  paint(pen, path, { fill: look.stroke });
}

export function drawDot(pen: CanvasRenderingContext2D, at: Point, radius: number, look: Look): void {
  const path = new Path2D();
  path.arc(at.x, at.y, radius, 0, 2 * Math.PI);
  paint(pen, path, look);
}

export interface LabelLook { colour: string; halo?: string; size?: number; weight?: number; align?: CanvasTextAlign }

/** Text on the drawing; `halo`, best in the paper's colour, keeps it legible on lines. */
export function drawLabel(pen: CanvasRenderingContext2D, words: string, at: Point, look: LabelLook): void {
  pen.save();
  pen.font = `${look.weight ?? 500} ${look.size ?? 13}px system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei", sans-serif`;
  pen.textAlign = look.align ?? "center";
  pen.textBaseline = "middle";
  if (look.halo) {
    pen.strokeStyle = look.halo;
    pen.lineWidth = 4;
    pen.lineJoin = "round";
    pen.strokeText(words, at.x, at.y);
  }
  pen.fillStyle = look.colour;
  pen.fillText(words, at.x, at.y);
  pen.restore();
}

/** The least distance between grid lines, in pixels. */
const LEAST_SPACING = 34;

/** Squared paper whose squares are 1, 2 or 5 times a power of ten units. */
export function drawGrid(pen: CanvasRenderingContext2D, camera: Camera, colour: string): void {
  const step = roundStep(LEAST_SPACING / camera.zoom);
  const least = camera.toWorld({ x: 0, y: camera.height });
  const most = camera.toWorld({ x: camera.width, y: 0 });
  const path = new Path2D();
  for (let x = Math.ceil(least.x / step) * step; x <= most.x; x += step) {
    const at = Math.round(camera.toScreen({ x, y: 0 }).x) + 0.5;
    path.moveTo(at, 0);
    path.lineTo(at, camera.height);
  }
  for (let y = Math.ceil(least.y / step) * step; y <= most.y; y += step) {
    const at = Math.round(camera.toScreen({ x: 0, y }).y) + 0.5;
    path.moveTo(0, at);
    path.lineTo(camera.width, at);
  }
  paint(pen, path, { stroke: colour, width: 1 });
}

/** The least of 1, 2, 5, 10, 20 … (and 0.5, 0.2 …) that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((digit) => digit * power >= least) ?? 10);
}
