// The gap against the angle of the ruler, from 0° to 180°: a second picture, from which the ruler can be
// turned as well.

import type { Body } from "../explain/body";
import { gapAt, normalAngles, type Widest, within } from "../explain/curve";
import { drawDot, drawLabel, drawLine, paint } from "../kit/drawing/draw";
import { colourOf, short } from "../kit/notation/figures";
import type { Camera, Point, Stage } from "../kit/stage/canvas";
import { faded, type Theme } from "../shell/theme";

/**
 * The plot's own units: degrees to the right, gaps upwards, both made as large as the picture by `scales`.
 */
const PIECES = 360;
const INSET = { left: 46, right: 24, top: 16, bottom: 34 };

export interface Curve { a: Body; b: Body; angle: number; most: Widest }

interface Scales { x(angle: number): number; y(gap: number): number }

function scales({ width, height }: Camera, gaps: readonly number[]): Scales {
  const least = Math.min(-0.2, ...gaps);
  const most = Math.max(0.2, ...gaps);
  const high = height - INSET.top - INSET.bottom;
  return {
    x: (angle) => INSET.left + (width - INSET.left - INSET.right) * angle / Math.PI,
    y: (gap) => INSET.top + high * (most - gap) / (most - least),
  };
}

/** The angle under a place of the picture, in pixels. */
export function angleAt({ width }: Camera, { x }: Point): number {
  const share = (x - INSET.left) / (width - INSET.left - INSET.right);
  return Math.min(0.9999, Math.max(0, share)) * Math.PI;
}

export function drawCurve({ pen, camera }: Stage, theme: Theme, { a, b, angle, most }: Curve): void {
  const angles = Array.from({ length: PIECES + 1 }, (_, i) => (Math.PI * i) / PIECES);
  const gaps = angles.map((each) => gapAt(a, b, each));
  const to = scales(camera, gaps);
  const zero = to.y(0);
  fillSigns(pen, camera, theme, angles.map((each, i) => ({ x: to.x(each), y: to.y(gaps[i]) })), zero);
  drawLine(pen, { x: INSET.left, y: zero }, { x: camera.width - INSET.right, y: zero }, { stroke: theme.muted, width: 1.5 });
  drawLabel(pen, "0", { x: INSET.left - 12, y: zero }, { colour: theme.muted, size: 12 });
  drawNormals(pen, camera, theme, { a, b }, to);
  const curve = new Path2D();
  angles.forEach((each, i) => curve.lineTo(to.x(each), to.y(gaps[i])));
  paint(pen, curve, { stroke: theme.ink, width: 2 });
  drawMost(pen, theme, most, to);
  const here = { x: to.x(within(angle)), y: to.y(gapAt(a, b, angle)) };
  drawLine(pen, { x: here.x, y: INSET.top }, { x: here.x, y: camera.height - INSET.bottom }, { stroke: theme.accent, width: 2 });
  drawDot(pen, here, 8, { fill: theme.accent, stroke: theme.paper, width: 2 });
  for (const degrees of [0, 45, 90, 135, 180]) {
    drawLabel(pen, `${degrees}°`, { x: to.x(degrees * Math.PI / 180), y: camera.height - 10 }, { colour: theme.muted, size: 12 });
  }
}

/** Green above 0, amber below. */
function fillSigns(pen: CanvasRenderingContext2D, camera: Camera, theme: Theme, points: readonly Point[], zero: number): void {
  const area = new Path2D();
  area.moveTo(points[0].x, zero);
  for (const { x, y } of points) area.lineTo(x, y);
  area.lineTo(points[points.length - 1].x, zero);
  for (const [colour, top, height] of [[theme.gap, 0, zero], [theme.overlap, zero, camera.height - zero]] as const) {
    pen.save();
    pen.beginPath();
    pen.rect(0, top, camera.width, height);
    pen.clip();
    paint(pen, area, { fill: faded(colour, 0.22) });
    pen.restore();
  }
}

/**
 * Where an edge is at right angles to the ruler: a line in the shape's colour, with the number of the edge.
 */
function drawNormals(pen: CanvasRenderingContext2D, camera: Camera, theme: Theme, bodies: { a: Body; b: Body }, to: Scales): void {
  const bottom = camera.height - INSET.bottom;
  for (const side of ["a", "b"] as const) {
    for (const angle of normalAngles(bodies[side])) {
      const x = to.x(angle);
      drawLine(pen, { x, y: INSET.top }, { x, y: bottom + 5 }, { stroke: faded(colourOf(theme, side), 0.75), width: 1.5, dash: [3, 4] });
      drawDot(pen, { x, y: bottom + 6 }, 4, { fill: colourOf(theme, side) });
    }
  }
}

function drawMost(pen: CanvasRenderingContext2D, theme: Theme, most: Widest, to: Scales): void {
  const at = { x: to.x(most.angle), y: to.y(most.gap) };
  const colour = most.gap > 0 ? theme.gap : theme.overlap;
  drawDot(pen, at, 6, { fill: theme.paper, stroke: colour, width: 3 });
  const aside = at.x < 110 ? 30 : -30;
  drawLabel(pen, short(most.gap), { x: at.x + aside, y: Math.max(12, at.y - 8) }, { colour, halo: theme.paper, size: 14, weight: 700 });
}
