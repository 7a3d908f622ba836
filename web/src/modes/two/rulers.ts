// The positions of the rulers of the separating axes: parallel to their axis, just outside of both shapes, within the view if
// possible. Axes of A are below the shapes and those of B above, so that two boxes are framed by their four rulers.

import { type Body, type Point, dot, farthest, times } from "../../explain/body";
import type { Axis } from "../../explain/shadows";
import type { Camera } from "../../kit/canvas";

export interface Ruler {
  axis: Axis;
  /** The unit vector across the axis, from the shapes to the ruler. */
  across: Point;
  /** The distance of the ruler along `across`, and the extent of the shapes in the opposite direction (negative). */
  offset: number;
  back: number;
}

/** The pixels between the shapes and the ruler, and between the ruler and the border of the view. */
const FROM_SHAPES = 30;
const FROM_BORDER = 44;

/** `beside`: another ruler, from which this one keeps a distance if the two would nearly coincide. */
export function placeRuler(axis: Axis, bodies: readonly Body[], camera: Camera, beside?: Ruler): Ruler {
  const across = keepClear(acrossOf(axis), beside);
  const reach = (direction: Point) => Math.max(...bodies.map(({ corners, radius }) => dot(corners[farthest(corners, direction)], direction) + radius));
  const wished = reach(across) + FROM_SHAPES / camera.zoom;
  const back = -reach(times(across, -1));
  return { axis, across, offset: Math.max(back, Math.min(wished, withinView(axis, across, camera))), back };
}

/** Rulers whose directions differ by less than the angle of this cosine, about 25°, would overlap. */
const NEARLY_PARALLEL = 0.9;

function keepClear(across: Point, beside: Ruler | undefined): Point {
  return beside && dot(across, beside.across) > NEARLY_PARALLEL ? times(across, -1) : across;
}

function acrossOf({ direction, sources }: Axis): Point {
  const normal = { x: -direction.y, y: direction.x };
  const above = sources[0].kind === "edge" && sources[0].side === "b";
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
