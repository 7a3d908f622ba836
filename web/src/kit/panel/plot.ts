// A running plot: the newest values at the right, older ones move to the left.

import "./plot.css";
import { write, writeAttribute } from "../../shell/language";
import type { Context, Text } from "../../shell/mode";
import { faded, type Theme } from "../../shell/theme";
import { drawLabel } from "../drawing/draw";

export interface Series {
  label: Text;
  colour(theme: Theme): string;
  /** Whether it is an area stacked on the areas before it; else it is a line. */
  stacked: boolean;
}

export interface PlotOptions {
  /** A description, for users who cannot see the plot. */
  label: Text;
  series: readonly Series[];
  /** A value to stay below, drawn as a dashed line. */
  limit: number;
  /** The top of the plot; higher values are cut off there. */
  most: number;
  show(value: number): string;
}

export interface Plot {
  element: HTMLElement;
  /** One value for each series. Cheap enough for every frame. */
  push(values: readonly number[]): void;
}

/** The number of values kept, one per pixel and a half of a usual panel: four seconds of 60 frames. */
const KEPT = 240;
/**
 * The plot is redrawn, and its numbers written, after this many values: doing both for each would cost more
 * than it shows.
 */
const DRAW_AFTER = 4;
const WRITE_AFTER = 20;

export function createPlot(context: Context, options: PlotOptions): Plot {
  const element = document.createElement("div");
  element.className = "plot";
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  writeAttribute(canvas, "aria-label", options.label);
  const outputs = options.series.map((series) => legendEntry(context, series));
  const list = document.createElement("ul");
  list.append(...outputs.map((output) => output.parentElement!));
  element.append(canvas, list);

  const values = options.series.map(() => new Float64Array(KEPT));
  let pushed = 0;
  const plot: Plot = {
    element,
    push(next) {
      next.forEach((value, i) => { values[i][pushed % KEPT] = value; });
      pushed += 1;
      if (pushed % DRAW_AFTER === 0) draw(canvas, options, ordered(values, pushed), context.theme());
      if (pushed % WRITE_AFTER !== 0) return;
      values.forEach((row, i) => { outputs[i].textContent = options.show(meanOfLast(row, pushed, WRITE_AFTER)); });
    },
  };
  return plot;
}

function legendEntry(context: Context, series: Series): HTMLOutputElement {
  const item = document.createElement("li");
  if (!series.stacked) item.className = "line";
  const output = document.createElement("output");
  const name = write(document.createElement("span"), series.label);
  const paint = () => item.style.setProperty("--swatch", series.colour(context.theme()));
  paint();
  context.onChange(paint);
  item.append(name, output);
  return output;
}

/** Each series from its oldest value to its newest. */
function ordered(values: readonly Float64Array[], pushed: number): number[][] {
  const count = Math.min(pushed, KEPT);
  return values.map((row) => Array.from({ length: count }, (_, i) => row[(pushed - count + i) % KEPT]));
}

function meanOfLast(row: Float64Array, pushed: number, count: number): number {
  let sum = 0;
  for (let i = 1; i <= count; i++) sum += row[(pushed - i) % KEPT];
  return sum / count;
}

function draw(canvas: HTMLCanvasElement, options: PlotOptions, rows: number[][], theme: Theme): void {
  const ratio = window.devicePixelRatio || 1;
  const [width, height] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(width * ratio)) canvas.width = Math.round(width * ratio);
  if (canvas.height !== Math.round(height * ratio)) canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext("2d")!;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
  const toX = (i: number) => width * (KEPT - rows[0].length + i) / (KEPT - 1);
  const toY = (value: number) => height * (1 - Math.min(1, value / options.most));
  drawSeries(pen, options, rows, { toX, toY }, theme);
  drawLimit(pen, options, { width, y: toY(options.limit) }, theme);
}

interface Axes { toX(i: number): number; toY(value: number): number }

function drawSeries(pen: CanvasRenderingContext2D, { series }: PlotOptions, rows: number[][], { toX, toY }: Axes, theme: Theme): void {
  const base = new Array<number>(rows[0].length).fill(0);
  series.forEach(({ stacked, colour }, s) => {
    const tops = rows[s].map((value, i) => value + (stacked ? base[i] : 0));
    const path = new Path2D();
    tops.forEach((top, i) => path.lineTo(toX(i), toY(top)));
    pen.strokeStyle = colour(theme);
    pen.lineWidth = 1.25;
    pen.stroke(path);
    if (!stacked) return;
    for (let i = base.length - 1; i >= 0; i--) path.lineTo(toX(i), toY(base[i]));
    pen.fillStyle = faded(colour(theme), 0.45);
    pen.fill(path);
    tops.forEach((top, i) => { base[i] = top; });
  });
}

function drawLimit(pen: CanvasRenderingContext2D, { limit, show }: PlotOptions, { width, y }: { width: number; y: number }, theme: Theme): void {
  pen.strokeStyle = theme.muted;
  pen.lineWidth = 1;
  pen.setLineDash([4, 4]);
  pen.beginPath();
  pen.moveTo(0, y);
  pen.lineTo(width, y);
  pen.stroke();
  pen.setLineDash([]);
  drawLabel(pen, show(limit), { x: 6, y: y - 9 }, { colour: theme.muted, halo: theme.paper, size: 11, align: "left" });
}
