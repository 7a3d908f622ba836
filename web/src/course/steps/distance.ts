import { type Body, type Point, between, length, nearestShare, subtract, times } from "../../explain/body";
import { signedDistance } from "../../explain/minkowski";
import { type Axis, shadows } from "../../explain/shadows";
import { drawDot, drawLabel, drawLine, paint } from "../../kit/drawing/draw";
import { short } from "../../kit/notation/figures";
import type { Stage } from "../../kit/stage/canvas";
import type { Text } from "../../shell/mode";
import { faded, type Theme } from "../../shell/theme";
import type { Lesson } from "../lesson";
import { picture } from "../picture";
import { boxCorners, Pieces } from "../pieces";
import { says } from "../says";

export const distance: Lesson = {
  id: "distance",
  title: { en: "Why a gap is not the distance", zh: "为什么间隙不是距离" },
  intro: [{
    en: "The largest gap on the rulers of the edges is the width of a straight corridor between the shapes, along an edge. The distance is that of the two nearest points. If both are corners, the line between them crosses the corridor askew, and is longer. Drag the shapes until the two agree: a corner must come to face an edge.",
    zh: "各条边的标尺上最大的间隙，是两个形状之间一条沿着某条边的笔直通道的宽度。距离则是最近两点之间的距离。如果这两点都是角，它们的连线斜穿通道，所以更长。拖动形状，直到两者相等：那时有一个角正对着一条边。",
  }],
  build(place, room) {
    const pieces = new Pieces({
      a: { corners: boxCorners(1, 0.7), radius: 0, at: { x: -1.6, y: -1 }, angle: 0.06, turns: true },
      b: { corners: boxCorners(0.9, 0.7), radius: 0, at: { x: 1.35, y: 1.15 }, angle: -0.05, turns: true },
    }, { x: 2.6, y: 1.6 }, room);
    const stage = picture(place, room, {
      label: {
        en: "Two shapes apart, the widest corridor between them, and their nearest points. A and B choose a shape, the arrow keys move it, with Shift left and right turn it.",
        zh: "两个分离的形状、其间最宽的通道与最近两点。A、B 键选择，方向键移动，Shift 加左右键旋转。",
      },
      view: { least: { x: -4, y: -2.5 }, most: { x: 4, y: 2.7 } },
      className: "tall",
      draw: (drawn, theme) => {
        const measured = measure(pieces.body("a"), pieces.body("b"));
        draw(drawn, theme, pieces, measured);
        answer.say(formula(measured), follows(measured), measured.axis.gap);
      },
      handles: (camera) => pieces.handles(() => camera, () => stage.redraw()),
      key: (event) => pieces.key(event),
    });
    const answer = says(place);
    return stage;
  },
};

export interface Measured { axis: Axis; distance: number; p: Point; q: Point }

export function measure(a: Body, b: Body): Measured {
  const { axes, deciding } = shadows(a, b);
  return { axis: axes[deciding], distance: signedDistance(a, b), ...nearest(a, b) };
}

/** The nearest points of two polygons that are apart: one of them is a corner. */
function nearest(a: Body, b: Body): { p: Point; q: Point } {
  const pairs = [
    ...a.corners.map((p) => ({ p, q: nearestOn(b, p) })),
    ...b.corners.map((q) => ({ p: nearestOn(a, q), q })),
  ];
  return pairs.reduce((best, pair) => (length(subtract(pair.q, pair.p)) < length(subtract(best.q, best.p)) ? pair : best));
}

function nearestOn({ corners }: Body, to: Point): Point {
  const points = corners.map((from, i) => {
    const end = corners[(i + 1) % corners.length];
    return between(from, end, nearestShare(subtract(from, to), subtract(end, to)));
  });
  return points.reduce((best, point) => (length(subtract(point, to)) < length(subtract(best, to)) ? point : best));
}

/** Two numbers that read the same are the same for the reader. */
function agree({ axis, distance: apart }: Measured): boolean {
  return short(axis.gap) === short(apart);
}

function formula({ axis, distance: apart }: Measured): string {
  if (axis.gap <= 0) return `gap = ${short(axis.gap)}`;
  const degrees = Math.round((Math.acos(Math.min(1, axis.gap / apart)) * 180) / Math.PI);
  return `gap = ${short(axis.gap)}   distance = ${short(apart)}   gap = distance · cos ${degrees}°`;
}

function follows(measured: Measured): Text {
  if (measured.axis.gap <= 0) return { en: "They overlap, and there is no corridor. Here the least overlap is the depth, exactly: draw them apart again.", zh: "它们重叠了，没有通道。此时最小的重叠恰好就是深度。请把它们重新拉开。" };
  if (agree(measured)) return { en: "A corner faces an edge: the nearest points lie straight across the corridor, and the gap is the distance.", zh: "一个角正对一条边：最近两点正好横跨通道，间隙就是距离。" };
  return { en: "Both nearest points are corners. The gap proves that the shapes are apart; it does not say how far.", zh: "最近两点都是角。间隙证明了两个形状是分开的，但没有说相距多远。" };
}

/** How far the corridor's borders are drawn, in pixels. */
const CORRIDOR = 900;

function draw(stage: Stage, theme: Theme, pieces: Pieces, measured: Measured): void {
  const { pen, camera } = stage;
  const { axis, p, q } = measured;
  if (axis.gap > 0) drawCorridor(stage, theme, axis);
  pieces.draw(stage, theme, axis.gap < 0);
  if (axis.gap > 0) {
    const [start, end] = [camera.toScreen(p), camera.toScreen(q)];
    // The gap, drawn from the same corner: straight across the corridor.
    const foot = camera.toScreen({ x: p.x + axis.direction.x * axis.way * axis.gap, y: p.y + axis.direction.y * axis.way * axis.gap });
    const askew = !agree(measured);
    if (askew) drawLine(pen, foot, end, { stroke: theme.muted, width: 1.5, dash: [3, 4] });
    if (askew) drawMeasured(pen, start, foot, theme.gap, short(axis.gap), end);
    drawMeasured(pen, start, end, theme.contact, short(measured.distance), foot);
    for (const at of [start, end]) drawDot(pen, at, 5, { fill: theme.contact, stroke: theme.paper, width: 1.5 });
  }
  pieces.drawKnobs(stage, theme);
}

function drawCorridor({ pen, camera }: Stage, theme: Theme, axis: Axis): void {
  const { direction, way, gap } = axis;
  const from = camera.toScreen(times(direction, way === 1 ? axis.a.most : axis.b.most));
  const wide = gap * camera.zoom;
  const along = { x: direction.y, y: direction.x };
  const corner = (side: number, far: number): Point => ({ x: from.x + direction.x * far + along.x * side * CORRIDOR, y: from.y - direction.y * far + along.y * side * CORRIDOR });
  const strip = new Path2D();
  for (const { x, y } of [corner(-1, 0), corner(1, 0), corner(1, wide), corner(-1, wide)]) strip.lineTo(x, y);
  strip.closePath();
  paint(pen, strip, { fill: faded(theme.gap, theme.dark ? 0.16 : 0.13) });
  for (const far of [0, wide]) drawLine(pen, corner(-1, far), corner(1, far), { stroke: faded(theme.gap, 0.6), width: 1.2, dash: [6, 5] });
}

/** A line with its length beside it, on the side away from a point. */
function drawMeasured(pen: CanvasRenderingContext2D, from: Point, to: Point, colour: string, words: string, away: Point): void {
  drawLine(pen, from, to, { stroke: colour, width: 3 });
  const middle = between(from, to, 0.5);
  const reach = length(subtract(to, from)) || 1;
  const across = { x: -(to.y - from.y) / reach, y: (to.x - from.x) / reach };
  const side = (away.x - middle.x) * across.x + (away.y - middle.y) * across.y > 0 ? -1 : 1;
  const halo = getComputedStyle(document.documentElement).getPropertyValue("--paper");
  drawLabel(pen, words, { x: middle.x + across.x * side * 26, y: middle.y + across.y * side * 20 }, { colour, halo, size: 15, weight: 700 });
}

