// The positions of the rulers of the separating axes: parallel to their axis, just outside of both shapes,
// within the view if possible. Axes of A are below the shapes and those of B above, so that two boxes are
// framed by their four rulers; where two rulers would cross, the less important one gives way.

import { type Body, type Point, dot, farthest, times } from "../../explain/body";
import { type Axis, shadows } from "../../explain/shadows";
import type { Camera } from "../stage/canvas";

export interface Ruler {
  axis: Axis;
  /** The unit vector across the axis, from the shapes to the ruler. */
  across: Point;
  /**
   * The distance of the ruler along `across`, and the extent of the shapes in the opposite direction
   * (negative).
   */
  offset: number;
  back: number;
}

/** The pixels between the shapes and the ruler, and between the ruler and the border of the view. */
const FROM_SHAPES = 30;
const FROM_BORDER = 44;

/**
 * `asked`: the side of the shapes, if the axis shall not choose it; `further`: pixels beyond the usual
 * distance from them.
 */
export function placeRuler(axis: Axis, bodies: readonly Body[], camera: Camera, asked?: Point, further = 0): Ruler {
  const across = asked ?? acrossOf(axis);
  const reach = (direction: Point) => Math.max(...bodies.map(({ corners, radius }) => dot(corners[farthest(corners, direction)], direction) + radius));
  const wished = reach(across) + (FROM_SHAPES + further) / camera.zoom;
  const back = -reach(times(across, -1));
  return { axis, across, offset: Math.max(back, Math.min(wished, withinView(axis, across, camera))), back };
}

/**
 * What a ruler covers, in pixels: beyond both ends of the shadows, on the shapes' side of its line, and on
 * the other.
 */
export interface Cover { ends: number; before: number; behind: number }

/** How much further from the shapes a ruler may be, in pixels, where there is no room for it. */
const FURTHER = [0, 26, 52, 78];

/**
 * Rulers that never cross: each is put on one side of the shapes or on the other, nearer or further, wherever
 * it is free of those before it, and is left out where it is not. The first is always placed. Whether two are
 * apart their own shadows tell.
 */
export function placeRulers(axes: readonly Axis[], bodies: readonly Body[], camera: Camera, covers: (index: number) => Cover): (Ruler | undefined)[] {
  const taken: Body[] = [];
  return axes.map((axis, index) => {
    const across = acrossOf(axis);
    for (const further of FURTHER) {
      for (const side of [across, times(across, -1)]) {
        const ruler = placeRuler(axis, bodies, camera, side, further);
        const area = covered(ruler, camera, covers(index));
        if (index > 0 && !(isFree(area, taken) && isWhere(ruler, bodies, camera, further))) continue;
        taken.push(area);
        return ruler;
      }
    }
    return undefined;
  });
}

/** The rectangle of a ruler, in pixels. */
export function covered(ruler: Ruler, camera: Camera, { ends, before, behind }: Cover): Body {
  const { a, b } = ruler.axis;
  const beyond = ends / camera.zoom;
  const [least, most] = [Math.min(a.least, b.least) - beyond, Math.max(a.most, b.most) + beyond];
  const corners = [[least, -before], [most, -before], [most, behind], [least, behind]].map(([along, lane]) => onRuler(ruler, camera, along, lane));
  return { corners, radius: 0 };
}

function isFree(area: Body, taken: readonly Body[]): boolean {
  return taken.every((other) => {
    const { axes, deciding } = shadows(area, other);
    return axes[deciding].gap > 0;
  });
}

/**
 * Whether the ruler is whole in the view, and as far from the shapes as it was meant to be: the border has
 * not pushed it over them.
 */
function isWhere(ruler: Ruler, bodies: readonly Body[], camera: Camera, further: number): boolean {
  const { corners } = covered(ruler, camera, { ends: 0, before: 0, behind: 0 });
  if (!corners.every(({ x, y }) => x >= 0 && y >= 0 && x <= camera.width && y <= camera.height)) return false;
  const reach = Math.max(...bodies.map(({ corners, radius }) => dot(corners[farthest(corners, ruler.across)], ruler.across) + radius));
  return ruler.offset >= reach + (FROM_SHAPES + further) / camera.zoom * 0.99;
}

function acrossOf({ direction, sources }: Axis): Point {
  const normal = { x: -direction.y, y: direction.x };
  const above = sources[0]?.kind === "edge" && sources[0].side === "b";
  const upward = normal.y !== 0 ? normal.y > 0 : normal.x < 0;
  return upward === above ? normal : times(normal, -1);
}

/** The largest offset at which the center between the shadows is in the view. */
function withinView(axis: Axis, across: Point, camera: Camera): number {
  const middle = (Math.min(axis.a.least, axis.b.least) + Math.max(axis.a.most, axis.b.most)) / 2;
  const foot = times(axis.direction, middle);
  const half = { x: (camera.width / 2 - FROM_BORDER) / camera.zoom, y: (camera.height / 2 - FROM_BORDER) / camera.zoom };
  let most = Infinity;
  for (const [component, centre, extent] of [["x", camera.centre.x, half.x], ["y", camera.centre.y, half.y]] as const) {
    const slope = across[component];
    if (slope === 0) continue;
    const border = centre + Math.sign(slope) * extent;
    most = Math.min(most, (border - foot[component]) / slope);
  }
  return most;
}

/** The screen position of a place on the ruler: `along` the axis, and `lane` pixels away from the shapes. */
export function onRuler(ruler: Ruler, camera: Camera, along: number, lane = 0): Point {
  return acrossTo(ruler, camera, along, ruler.offset + lane / camera.zoom);
}

/** The same for another distance across the axis. */
export function acrossTo({ axis, across }: Ruler, camera: Camera, along: number, offset: number): Point {
  const foot = times(axis.direction, along);
  return camera.toScreen({ x: foot.x + across.x * offset, y: foot.y + across.y * offset });
}
