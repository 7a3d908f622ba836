import { d2 } from "clearance";

// ANCHOR: by_hand
/** The shadow on an axis of unit length: of a polygon, or of a circle around one point. */
function shadow(points, radius, axis) {
  const along = points.map(([x, y]) => x * axis[0] + y * axis[1]);
  return [Math.min(...along) - radius, Math.max(...along) + radius];
}

function unit(x, y) {
  const length = Math.hypot(x, y);
  return [x / length, y / length];
}

/** The widest gap of two shadows: if it is positive, the shapes are apart. */
function widestGap(polygon, centre, radius, axes) {
  const gaps = axes.map((axis) => {
    const [p, q] = [shadow(polygon, 0, axis), shadow([centre], radius, axis)];
    return Math.max(q[0] - p[1], p[0] - q[1]);
  });
  return Math.max(...gaps);
}
// ANCHOR_END: by_hand

// ANCHOR: axes
const triangle = [[0, 0], [4, 0], [0, 3]];
const [centre, radius] = [[4.65, -0.65], 0.75];

// One axis for each edge: at right angles to it.
const edges = triangle.map(([x, y], i) => {
  const [u, v] = triangle[(i + 1) % triangle.length];
  return unit(v - y, x - u);
});
// And one for the circle: from its centre to the nearest corner.
const far = ([x, y]) => Math.hypot(x - centre[0], y - centre[1]);
const [x, y] = triangle.reduce((best, p) => (far(p) < far(best) ? p : best));
const vertex = unit(centre[0] - x, centre[1] - y);

console.log("edge axes alone:", widestGap(triangle, centre, radius, edges).toFixed(6));
const widest = widestGap(triangle, centre, radius, [...edges, vertex]);
console.log("with the vertex axis:", widest.toFixed(6));
// ANCHOR_END: axes

// ANCHOR: library
const [a, b] = [d2.Shape.convex(triangle), d2.Shape.circle(radius).at(centre)];
const answer = d2.clearance(a, b);
console.log(`library: ${d2.relation(a, b)}, ${answer.distance.toFixed(6)}`);
// ANCHOR_END: library
