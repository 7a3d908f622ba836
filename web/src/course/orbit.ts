// Space, drawn on a plane without a graphics card: a view is three unit vectors, and what lies along the
// third is seen as one point. For a few dozen lines this is enough, and the course needs no 3D library.

import { cross, dot, plus, scaled, type Vector } from "../explain/vectors";
import type { Point } from "../kit/stage/canvas";

export interface View { right: Vector; up: Vector; towards: Vector }

export function unitOf(v: Vector): Vector {
  return scaled(v, 1 / Math.hypot(...v));
}

export function project({ right, up }: View, at: Vector): Point {
  return { x: dot(at, right), y: dot(at, up) };
}

/** The view along a direction, in which another one (not parallel to it) is upright. */
export function viewAlong(towards: Vector, upright: Vector): View {
  const right = unitOf(cross(upright, towards));
  return { right, up: cross(towards, right), towards };
}

/**
 * From one view to another, about one axis (Rodrigues' formula for the turn of the one's vectors into those
 * of the other).
 */
export function turned(view: View, about: Vector, angle: number): View {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const turn = (v: Vector): Vector => plus(plus(scaled(v, cos), scaled(cross(about, v), sin)), scaled(about, dot(about, v) * (1 - cos)));
  return { right: turn(view.right), up: turn(view.up), towards: turn(view.towards) };
}
