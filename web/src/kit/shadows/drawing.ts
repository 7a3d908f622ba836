// The shadows: light falls across each axis onto a ruler beside the shapes, and the shapes cast their shadows
// on it. If there is a gap between the shadows, light passes through: a straight corridor lies between the
// shapes.

import type { Body, Point } from "../../explain/body";
import type { Axis, Shadow, Shadows, Side, Source } from "../../explain/shadows";
import { faded, type Theme } from "../../shell/theme";
import { drawArrow, drawDot, drawLabel, drawLine, paint } from "../drawing/draw";
import { colourOf, NOTHING, short } from "../notation/figures";
import type { Camera, Stage } from "../stage/canvas";
import { acrossTo, type Cover, onRuler, placeRuler, placeRulers, type Ruler } from "./rulers";

type Pen = CanvasRenderingContext2D;

/** The layout of a ruler: lanes are pixels from the ruler's line. */
interface Style { bar: number; lanes: Record<Side, number>; opacity: number }

const SHOWN: Style = { bar: 9, lanes: { a: 10, b: 24 }, opacity: 1 };
const DECIDING: Style = { bar: 6, lanes: { a: 7, b: 16 }, opacity: 1 };
const OTHERS: Style = { bar: 3, lanes: { a: 5, b: 11 }, opacity: 0.75 };
/** The more axes there are, the more the others fade: the sum of their inks is about constant. */
const INK = 3;

export interface ShadowScene {
  shadows: Shadows;
  /** The bodies of the axes: the shapes, or a convex part of each. */
  bodies: Record<Side, Body>;
  /** Everything that the rulers must be outside of. */
  around: readonly Body[];
  shown: number;
  all: boolean;
  theme: Theme;
  /** The side of the shapes on which the ruler is, if it shall not choose it itself. */
  across?: Point;
  /** Without numbers on the rulers: there is only one. */
  plain?: boolean;
  /** What is measured so far; everything, unless said. */
  known?: { a: boolean; b: boolean; gap: boolean };
}

const ALL_KNOWN = { a: true, b: true, gap: true };

/** Drawn under the shapes: beams and corridor, so that the shapes stay legible. */
export function drawLight({ pen, camera }: Stage, scene: ShadowScene): void {
  const ruler = placeRuler(scene.shadows.axes[scene.shown], scene.around, camera, scene.across);
  const { axis } = ruler;
  const known = scene.known ?? ALL_KNOWN;
  if (axis.gap > NOTHING && known.gap) drawCorridor(pen, camera, ruler, scene.theme);
  for (const side of (["a", "b"] as const).filter((each) => known[each])) drawBeam(pen, camera, ruler, axis[side], colourOf(scene.theme, side));
}

/** Drawn over the shapes: rulers, bars and the origin of the axis. */
export function drawRulers({ pen, camera }: Stage, scene: ShadowScene): void {
  const { shadows, bodies, around, shown, theme } = scene;
  const axis = shadows.axes[shown];
  const ruler = placeRuler(axis, around, camera, scene.across);
  for (const [index, other] of otherRulers(camera, scene)) drawRuler(pen, camera, other, styleOf(scene, index), index, scene);
  drawRuler(pen, camera, ruler, SHOWN, shown, scene);
  const known = scene.known ?? ALL_KNOWN;
  if (known.gap) drawMeasure(pen, camera, ruler, theme);
  for (const source of axis.sources) drawSource(pen, camera, source, bodies[source.side].radius, theme);
  for (const side of (["a", "b"] as const).filter((each) => known[each])) {
    for (const point of [axis[side].leastPoint, axis[side].mostPoint]) drawDot(pen, camera.toScreen(point), 4, { fill: colourOf(theme, side), stroke: theme.paper, width: 1 });
  }
}

/**
 * The rulers beside the one on show, as far as there is room: the deciding one first, then those with the
 * larger gaps.
 */
export function otherRulers(camera: Camera, { shadows: { axes, deciding }, shown, all, around }: ShadowScene): [number, Ruler][] {
  const others = axes.map((_, i) => i).filter((i) => i !== shown && (all || i === deciding)).sort((i, j) => axes[j].gap - axes[i].gap);
  const order = [shown, ...others];
  const rulers = placeRulers(order.map((i) => axes[i]), around, camera, (place) => (place === 0 ? SHOWN_COVER : OTHER_COVER));
  return order.flatMap((index, place): [number, Ruler][] => (place > 0 && rulers[place] ? [[index, rulers[place]]] : []));
}

function styleOf({ shadows }: ShadowScene, index: number): Style {
  if (index === shadows.deciding) return DECIDING;
  return { ...OTHERS, opacity: Math.min(OTHERS.opacity, INK / shadows.axes.length) };
}

/** How far a ruler's line continues beyond the shadows, in pixels. */
const OVERHANG = 26;
const BADGE = 9;
/** What rulers cover of the drawing, with their numbers. */
export const SHOWN_COVER: Cover = { ends: OVERHANG + BADGE, before: 8, behind: 76 };
export const OTHER_COVER: Cover = { ends: OVERHANG + BADGE, before: 8, behind: 24 };

function drawRuler(pen: Pen, camera: Camera, ruler: Ruler, style: Style, index: number, { theme, plain, known = ALL_KNOWN }: ShadowScene): void {
  const { a, b } = ruler.axis;
  const [least, most] = [Math.min(a.least, b.least), Math.max(a.most, b.most)];
  const overhang = OVERHANG / camera.zoom;
  pen.save();
  pen.globalAlpha = style.opacity;
  const ends = [onRuler(ruler, camera, least - overhang), onRuler(ruler, camera, most + overhang)];
  drawLine(pen, ends[0], ends[1], { stroke: theme.muted, width: style === SHOWN ? 1.5 : 1 });
  if (style === SHOWN) drawTicks(pen, camera, ruler, least - overhang, most + overhang, theme);
  if (known.gap) drawBetween(pen, camera, ruler, style, theme);
  for (const side of (["a", "b"] as const).filter((each) => known[each])) {
    const lane = style.lanes[side];
    const bar = [onRuler(ruler, camera, ruler.axis[side].least, lane), onRuler(ruler, camera, ruler.axis[side].most, lane)];
    drawBar(pen, bar[0], bar[1], style.bar, colourOf(theme, side));
  }
  if (!plain) drawBadge(pen, topmost(ends), style, ruler, index, theme);
  pen.restore();
}

function drawBadge(pen: Pen, badge: Point, style: Style, ruler: Ruler, index: number, theme: Theme): void {
  const colour = ruler.axis.gap > NOTHING ? theme.gap : theme.overlap;
  drawDot(pen, badge, style.opacity < 1 ? BADGE - 1 : BADGE, { fill: style.opacity === 1 ? colour : theme.panel, stroke: style.opacity === 1 ? colour : theme.muted, width: 1 });
  drawLabel(pen, String(index + 1), badge, { colour: style.opacity === 1 ? theme.paper : theme.muted, size: 11, weight: 700 });
}

/** The end at which the number is least likely to be covered. */
function topmost([p, q]: Point[]): Point {
  return p.x <= q.x ? p : q;
}

function drawBar(pen: Pen, from: Point, to: Point, width: number, colour: string): void {
  const path = new Path2D();
  path.moveTo(from.x, from.y);
  path.lineTo(to.x, to.y);
  pen.save();
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke(path);
  pen.restore();
}

/** The ticks of the ruler, one per unit. */
const TICK = 5;

function drawTicks(pen: Pen, camera: Camera, ruler: Ruler, least: number, most: number, theme: Theme): void {
  for (let along = Math.ceil(least); along <= most; along++) {
    drawLine(pen, onRuler(ruler, camera, along), onRuler(ruler, camera, along, -TICK), { stroke: theme.muted, width: 1 });
  }
}

/** The range of the gap or the overlap along the axis. */
export function betweenShadows({ a, b, way, gap }: Axis): { from: number; to: number } {
  const from = way === 1 ? a.most : b.most;
  const to = way === 1 ? b.least : a.least;
  return gap >= 0 ? { from, to } : { from: to, to: from };
}

/** How far the colour of the gap or overlap extends beside the bars, in pixels. */
const BORDER = 4;

/** Green or amber under both lanes: the gap or the overlap. */
function drawBetween(pen: Pen, camera: Camera, ruler: Ruler, style: Style, theme: Theme): void {
  const { from, to } = betweenShadows(ruler.axis);
  const colour = ruler.axis.gap > NOTHING ? theme.gap : theme.overlap;
  const inner = style.lanes.a - style.bar / 2 - BORDER;
  const outer = style.lanes.b + style.bar / 2 + BORDER;
  const corners = [onRuler(ruler, camera, from, inner), onRuler(ruler, camera, to, inner), onRuler(ruler, camera, to, outer), onRuler(ruler, camera, from, outer)];
  paint(pen, polygon(corners), { fill: faded(colour, style.opacity < 1 ? 0.6 : 0.9) });
}

function polygon(corners: readonly Point[]): Path2D {
  const path = new Path2D();
  corners.forEach(({ x, y }, i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
  path.closePath();
  return path;
}

/** The length of the gap or overlap, beyond the bars, between two end marks. */
const MEASURE_LANE = 39;
const NUMBER_LANE = 54;
const NUMBER_WIDER = 12;

function drawMeasure(pen: Pen, camera: Camera, ruler: Ruler, theme: Theme): void {
  const { from, to } = betweenShadows(ruler.axis);
  const apart = ruler.axis.gap > NOTHING;
  const colour = apart ? theme.gap : theme.overlap;
  drawLine(pen, onRuler(ruler, camera, from, MEASURE_LANE), onRuler(ruler, camera, to, MEASURE_LANE), { stroke: colour, width: 2 });
  for (const end of [from, to]) {
    drawLine(pen, onRuler(ruler, camera, end, MEASURE_LANE - 4), onRuler(ruler, camera, end, MEASURE_LANE + 4), { stroke: colour, width: 2 });
  }
  // A number is wider than high, so beside an upright ruler it stands further off.
  const at = onRuler(ruler, camera, (from + to) / 2, NUMBER_LANE + NUMBER_WIDER * Math.abs(ruler.across.x));
  drawLabel(pen, short(ruler.axis.gap), at, { colour, halo: theme.paper, size: 14, weight: 700 });
}

/** The area in a shape's shadow, from its extreme points to the ruler. */
function drawBeam(pen: Pen, camera: Camera, ruler: Ruler, shadow: Shadow, colour: string): void {
  const [least, most] = [camera.toScreen(shadow.leastPoint), camera.toScreen(shadow.mostPoint)];
  const [leastFoot, mostFoot] = [onRuler(ruler, camera, shadow.least), onRuler(ruler, camera, shadow.most)];
  paint(pen, polygon([least, leastFoot, mostFoot, most]), { fill: faded(colour, 0.09) });
  for (const [point, foot] of [[least, leastFoot], [most, mostFoot]]) {
    drawLine(pen, point, foot, { stroke: faded(colour, 0.8), width: 1.2, dash: [5, 4] });
  }
}

/**
 * The pixels between the rays of light, how far behind the shapes they start, and the largest width of the
 * corridor's rays.
 */
const RAY_SPACING = 16;
const LIGHT_BEHIND = 46;
const MOST_RAYS = 40;

function drawCorridor(pen: Pen, camera: Camera, ruler: Ruler, theme: Theme): void {
  const { from, to } = betweenShadows(ruler.axis);
  const start = ruler.back - LIGHT_BEHIND / camera.zoom;
  const corners = [acrossTo(ruler, camera, from, start), acrossTo(ruler, camera, to, start), onRuler(ruler, camera, to), onRuler(ruler, camera, from)];
  paint(pen, polygon(corners), { fill: faded(theme.gap, theme.dark ? 0.16 : 0.13) });
  const rays = Math.min(MOST_RAYS, Math.max(1, Math.floor(((to - from) * camera.zoom) / RAY_SPACING)));
  for (let ray = 0; ray < rays; ray++) {
    const along = from + ((ray + 0.5) / rays) * (to - from);
    drawArrow(pen, acrossTo(ruler, camera, along, start), onRuler(ruler, camera, along, -3), { stroke: faded(theme.gap, 0.7), width: 1.3 });
  }
}

const NORMAL_LENGTH = 46;

/** The edge and its normal, or the line to the nearest corner. */
function drawSource(pen: Pen, camera: Camera, source: Source, radius: number, theme: Theme): void {
  const colour = colourOf(theme, source.side);
  if (source.kind === "corner") {
    const [from, to] = [camera.toScreen(source.from), camera.toScreen(source.to)];
    drawArrow(pen, from, to, { stroke: colour, width: 2.5 });
    for (const end of [from, to]) drawDot(pen, end, 4.5, { fill: colour, stroke: theme.paper, width: 1.5 });
    return;
  }
  const { from, to, normal, index } = source.edge;
  // The straight sides of a capsule are a radius beside the edges of its core.
  const [start, end] = [from, to].map((corner) => camera.toScreen({ x: corner.x + normal.x * radius, y: corner.y + normal.y * radius }));
  drawLine(pen, start, end, { stroke: colour, width: 6 });
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  drawArrow(pen, middle, { x: middle.x + normal.x * NORMAL_LENGTH, y: middle.y - normal.y * NORMAL_LENGTH }, { stroke: colour, width: 2.5 });
  const beside = { x: middle.x - normal.x * 15, y: middle.y + normal.y * 15 };
  drawLabel(pen, String(index + 1), beside, { colour, halo: theme.paper, size: 12, weight: 700 });
}
