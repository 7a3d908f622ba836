// A magnifying glass under the pointer: among ten thousand shapes, one is three pixels wide, and whether two
// touch is not visible.

import type { Stage } from "../../../kit/stage/canvas";
import { onCanvas } from "../../../kit/stage/panning";
import type { Theme } from "../../../shell/theme";
import { paintPaths, type Picture } from "./paint";

const RADIUS = 96;
/** The width of a medium shape in it, in pixels. */
const SHAPE_PIXELS = 34;
/** If shapes are nearly that large anyway, there is no lens. */
const LEAST_FACTOR = 1.6;

export interface Lens { paint(stage: Stage, picture: Picture, theme: Theme): void }

/** The glass is a canvas of its own, so that what is below it needs not be drawn anew. */
export function createLens(canvas: HTMLCanvasElement): Lens {
  let at: { x: number; y: number } | undefined;
  canvas.addEventListener("pointermove", (event) => { at = onCanvas(canvas, event); });
  canvas.addEventListener("pointerdown", (event) => { at = onCanvas(canvas, event); });
  for (const name of ["pointerleave", "pointercancel"] as const) canvas.addEventListener(name, () => { at = undefined; });
  const glass = glassIn(canvas.parentElement!);
  return {
    paint(stage, picture, theme) {
      const zoom = stage.camera.width / picture.world.width;
      const factor = SHAPE_PIXELS / (2 * zoom);
      glass.canvas.hidden = !at || factor < LEAST_FACTOR;
      if (at && !glass.canvas.hidden) paintGlass(glass, picture, theme, { at, zoom, factor });
    },
  };
}

function glassIn(host: HTMLElement): CanvasRenderingContext2D {
  const canvas = document.createElement("canvas");
  const ratio = window.devicePixelRatio || 1;
  canvas.className = "over";
  canvas.setAttribute("aria-hidden", "true");
  canvas.width = canvas.height = Math.round(2 * RADIUS * ratio);
  Object.assign(canvas.style, { inset: "auto", width: `${2 * RADIUS}px`, height: `${2 * RADIUS}px`, borderRadius: "50%" });
  host.append(canvas);
  return canvas.getContext("2d", { alpha: false })!;
}

interface Where { at: { x: number; y: number }; zoom: number; factor: number }

function paintGlass(pen: CanvasRenderingContext2D, picture: Picture, theme: Theme, { at, zoom, factor }: Where): void {
  const { canvas } = pen;
  canvas.style.left = `${at.x - RADIUS}px`;
  canvas.style.top = `${at.y - RADIUS}px`;
  const ratio = canvas.width / (2 * RADIUS);
  const [x, y, reach] = [at.x / zoom, at.y / zoom, RADIUS / zoom / factor];
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.fillStyle = theme.paper;
  pen.fillRect(0, 0, 2 * RADIUS, 2 * RADIUS);
  pen.translate(RADIUS - at.x * factor, RADIUS - at.y * factor);
  paintPaths(pen, picture, theme, { zoom: zoom * factor, within: [x - reach, y - reach, x + reach, y + reach] });
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.strokeStyle = theme.ink;
  pen.lineWidth = 2;
  pen.beginPath();
  pen.arc(RADIUS, RADIUS, RADIUS - 1, 0, 2 * Math.PI);
  pen.stroke();
}
