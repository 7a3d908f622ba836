// The outline of a convex shape on the screen: corners, and arcs about them where it is grown by a radius.

import type { Point } from "../../explain/body";
import type { Camera } from "../stage/canvas";

export function closed(points: readonly Point[]): Path2D {
  const path = new Path2D();
  points.forEach(({ x, y }, i) => (i === 0 ? path.moveTo(x, y) : path.lineTo(x, y)));
  path.closePath();
  return path;
}

/** A convex ring, counter-clockwise, grown by a radius: arcs at its corners. */
export function grown(ring: readonly Point[], radius: number, camera: Camera): Path2D {
  if (radius === 0) return closed(ring.map((point) => camera.toScreen(point)));
  const path = new Path2D();
  ring.forEach((corner, i) => {
    const at = camera.toScreen(corner);
    const before = ring[(i + ring.length - 1) % ring.length];
    const after = ring[(i + 1) % ring.length];
    // Angles of the outward normals of the edges before and after, on the screen, where y points down.
    const start = ring.length === 1 ? 0 : normalAngle(before, corner);
    const end = ring.length === 1 ? -2 * Math.PI : normalAngle(corner, after);
    path.arc(at.x, at.y, radius * camera.zoom, start, end, true);
  });
  path.closePath();
  return path;
}

function normalAngle(from: Point, to: Point): number {
  return Math.atan2(to.x - from.x, to.y - from.y);
}
