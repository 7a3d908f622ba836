// A magnifying glass under the pointer: among ten thousand shapes, one is three pixels wide, and whether two touch is not
// visible.

import type { Stage } from "../../kit/canvas";
import { onCanvas } from "../../kit/panning";
import type { Theme } from "../../shell/theme";
import { paintPaths, type Picture } from "./paint";

const RADIUS = 96;
/** The width of a medium shape in it, in pixels. */
const SHAPE_PIXELS = 34;
/** If shapes are nearly that large anyway, there is no lens. */
const LEAST_FACTOR = 1.6;

/** `paint` returns whether the glass is on show. */
export interface Lens { paint(stage: Stage, picture: Picture, theme: Theme): boolean }

export function createLens(canvas: HTMLCanvasElement): Lens {
  let at: { x: number; y: number } | undefined;
  canvas.addEventListener("pointermove", (event) => { at = onCanvas(canvas, event); });
  canvas.addEventListener("pointerdown", (event) => { at = onCanvas(canvas, event); });
  for (const name of ["pointerleave", "pointercancel"] as const) canvas.addEventListener(name, () => { at = undefined; });
  return {
    paint(stage, picture, theme) {
      const zoom = stage.camera.width / picture.world.width;
      const factor = SHAPE_PIXELS / (2 * zoom);
      if (!at || factor < LEAST_FACTOR) return false;
      paintLens(stage.pen, picture, theme, { at, zoom, factor });
      return true;
    },
  };
}

interface Where { at: { x: number; y: number }; zoom: number; factor: number }

function paintLens(pen: CanvasRenderingContext2D, picture: Picture, theme: Theme, { at, zoom, factor }: Where): void {
  const glass = new Path2D();
  glass.arc(at.x, at.y, RADIUS, 0, 2 * Math.PI);
  const [x, y, reach] = [at.x / zoom, at.y / zoom, RADIUS / zoom / factor];
  pen.save();
  pen.clip(glass);
  pen.fillStyle = theme.paper;
  pen.fill(glass);
  pen.translate(at.x - at.x * factor, at.y - at.y * factor);
  paintPaths(pen, picture, theme, { zoom: zoom * factor, within: [x - reach, y - reach, x + reach, y + reach] });
  pen.restore();
  pen.strokeStyle = theme.ink;
  pen.lineWidth = 2;
  pen.stroke(glass);
}
