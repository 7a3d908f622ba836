// The picture: the boxes of the index below, the shapes above, those that touch in red.

import type { Stage } from "../../../kit/stage/canvas";
import type { Theme } from "../../../shell/theme";
import type { World } from "../world/world";
import { depthColours, mixed, pixelOf } from "./colours";
import { Pixels } from "./pixels";
import { WebGlPainter } from "./webgl";

/** What draws many shapes: the graphics card, the processor, or the faster of the two. */
export const DRAWERS = ["auto", "webgl", "pixels"] as const;
export type Drawer = (typeof DRAWERS)[number];

/** Up to this many shapes are drawn with the canvas itself: larger, and sharp. */
const FEW = 600;
/** The number of numbers of a box of `drawIndex`: least x, least y, most x, most y, level. */
const BOX = 5;
/** The number of levels, from the root, whose boxes are drawn with a thicker line. */
export const THICK_LEVELS = 3;
/** The share of ink in the colour of a shape that touches nothing; the rest is paper. */
const SHAPE_INK = 0.42;

export interface Picture {
  world: World;
  /** The boxes as `drawIndex` returns them; none if they are hidden. */
  boxes: Float64Array;
  /** The number of levels, and the deepest one that is drawn. */
  levels: number;
  deepest: number;
  smooth: boolean;
  dots: boolean;
  drawer: Drawer;
}

/** How many levels a list of boxes has. */
export function levelsOf(boxes: Float64Array): number {
  let most = -1;
  for (let i = BOX - 1; i < boxes.length; i += BOX) most = Math.max(most, boxes[i]);
  return most + 1;
}

/**
 * Few shapes are drawn as paths; many with WebGL, or into the pixels of an image: where there is no WebGL,
 * and where the processor would have to draw for it. There both take about as long for shapes, and WebGL
 * twice as long for the boxes of the index.
 */
export class Painter {
  #pixels?: Pixels;
  #webGl?: WebGlPainter;
  /** Whether there is no WebGL, or only one that the processor draws. */
  #hasNone = false;
  #isSlow = false;
  paint(stage: Stage, picture: Picture, theme: Theme): void {
    const { canvas, pen, camera } = stage;
    const many = picture.world.count > FEW;
    const webGl = many ? this.#webGlFor(stage, picture) : null;
    if (this.#webGl) this.#webGl.canvas.hidden = !webGl;
    canvas.dataset.drawnBy = webGl ? "webgl" : many ? "pixels" : "paths";
    if (webGl) {
      webGl.paint(picture, canvas, theme);
      return;
    }
    if (many) {
      this.#paintPixels(stage, picture, theme);
      return;
    }
    pen.fillStyle = theme.paper;
    pen.fillRect(0, 0, camera.width, camera.height);
    paintPaths(pen, picture, theme, { zoom: camera.width / picture.world.width });
  }

  #paintPixels({ canvas, pen }: Stage, picture: Picture, theme: Theme): void {
    const pixels = this.#fitting(canvas, picture.world);
    pixels.clear(pixelOf(theme.paper));
    stampBoxes(pixels, picture, depthColours(picture.levels, theme).map(pixelOf));
    stampShapes(pixels, picture, shapeColours(theme).map(pixelOf));
    pixels.show(pen);
  }

  #webGlFor({ canvas }: Stage, { world, drawer }: Picture): WebGlPainter | null {
    if (drawer === "pixels" || this.#hasNone || (drawer === "auto" && this.#isSlow)) return null;
    if (this.#webGl?.isLost) this.free();
    this.#webGl ??= WebGlPainter.in(canvas.parentElement!, world.pieces);
    this.#hasNone = this.#webGl === undefined;
    this.#isSlow = this.#webGl?.isSlow ?? false;
    if (drawer === "auto" && this.#isSlow) this.free();
    return this.#webGl ?? null;
  }

  free(): void {
    this.#webGl?.free();
    this.#webGl = undefined;
  }

  #fitting({ width, height }: HTMLCanvasElement, world: World): Pixels {
    const zoom = width / world.width;
    const old = this.#pixels;
    const fits = old && old.width === width && old.height === height && old.zoom === zoom;
    return fits ? old : (this.#pixels = new Pixels(width, height, world.pieces, zoom));
  }
}

/** The colours of a shape that touches nothing, and of one that touches another. */
export function shapeColours(theme: Theme): [string, string] {
  return [mixed(theme.paper, theme.ink, SHAPE_INK), theme.collision];
}

function stampBoxes(pixels: Pixels, { boxes, deepest }: Picture, colours: number[]): void {
  const { zoom } = pixels;
  for (let at = boxes.length - BOX; at >= 0; at -= BOX) {
    const level = boxes[at + 4];
    if (level > deepest) continue;
    const corners = [boxes[at] * zoom, boxes[at + 1] * zoom, boxes[at + 2] * zoom, boxes[at + 3] * zoom] as const;
    pixels.frame(corners, colours[level], level < THICK_LEVELS ? 2 : 1);
  }
}

function stampShapes(pixels: Pixels, { world, smooth, dots }: Picture, colours: number[]): void {
  const { zoom } = pixels;
  const { poses, pieceOf, touching } = world;
  for (let i = 0; i < world.count; i++) {
    const [x, y, colour] = [poses[3 * i] * zoom, poses[3 * i + 1] * zoom, colours[touching[i]]];
    if (dots) pixels.dot(pieceOf[i], x, y, colour);
    else pixels.stamp(pieceOf[i], x, y, poses[3 * i + 2], colour, smooth);
  }
}

/** The size, and, if not everything is drawn, the range of x and y of the world that is. */
export interface Extent { zoom: number; within?: readonly [number, number, number, number] }

/** Draws with the canvas's own paths: slower, and sharp at any size. */
export function paintPaths(pen: CanvasRenderingContext2D, picture: Picture, theme: Theme, extent: Extent): void {
  const colours = depthColours(picture.levels, theme);
  for (let level = Math.min(picture.deepest, picture.levels - 1); level >= 0; level--) {
    pen.strokeStyle = colours[level];
    pen.lineWidth = level < THICK_LEVELS ? 2.5 : 1.25;
    pen.stroke(boxesPath(picture.boxes, level, extent));
  }
  shapeColours(theme).forEach((colour, touching) => {
    pen.fillStyle = colour;
    pen.fill(shapesPath(picture.world, touching, extent));
  });
}

function boxesPath(boxes: Float64Array, level: number, { zoom, within }: Extent): Path2D {
  const path = new Path2D();
  for (let at = 0; at < boxes.length; at += BOX) {
    if (boxes[at + 4] !== level) continue;
    const [left, top, right, bottom] = boxes.subarray(at, at + 4);
    if (within && (right < within[0] || bottom < within[1] || left > within[2] || top > within[3])) continue;
    path.rect(left * zoom, top * zoom, (right - left) * zoom, (bottom - top) * zoom);
  }
  return path;
}

function shapesPath(world: World, marked: number, { zoom, within }: Extent): Path2D {
  const path = new Path2D();
  const { poses, pieces, pieceOf, touching, count } = world;
  for (let i = 0; i < count; i++) {
    if (touching[i] !== marked) continue;
    const [x, y, { radius, rings }] = [poses[3 * i], poses[3 * i + 1], pieces[pieceOf[i]]];
    if (within && (x + radius < within[0] || y + radius < within[1] || x - radius > within[2] || y - radius > within[3])) continue;
    addRings(path, rings, { x: x * zoom, y: y * zoom, angle: poses[3 * i + 2], zoom });
  }
  return path;
}

function addRings(path: Path2D, rings: readonly Float64Array[], { x, y, angle, zoom }: { x: number; y: number; angle: number; zoom: number }): void {
  const [cos, sin] = [Math.cos(angle) * zoom, Math.sin(angle) * zoom];
  for (const ring of rings) {
    for (let k = 0; k < ring.length; k += 2) {
      const [px, py] = [x + cos * ring[k] - sin * ring[k + 1], y + sin * ring[k] + cos * ring[k + 1]];
      if (k === 0) path.moveTo(px, py);
      else path.lineTo(px, py);
    }
    path.closePath();
  }
}
