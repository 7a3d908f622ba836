import { d3 } from "clearance";

// ANCHOR: by_hand
const cross = ([a, b, c], [x, y, z]) => [b * z - c * y, c * x - a * z, a * y - b * x];
const dot = (u, v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];

/** Between the shadows of two boxes, whose edges have the directions a and b. */
function gap(half, a, b, between, axis) {
  const length = Math.sqrt(dot(axis, axis));
  const reach = (i) => half[i] * (Math.abs(dot(a[i], axis)) + Math.abs(dot(b[i], axis)));
  return (Math.abs(dot(between, axis)) - reach(0) - reach(1) - reach(2)) / length;
}
// ANCHOR_END: by_hand

// ANCHOR: boxes
const half = [2, 0.5, 0.5]; // two beams, crossing above each other
const [t, s] = [Math.PI / 4, Math.sqrt(0.5)];
// Each is rolled by 45 degrees about its long side: edge lies over edge.
const lower = [[1, 0, 0], [0, Math.cos(t), Math.sin(t)], [0, -Math.sin(t), Math.cos(t)]];
const upper = [[0, 0, -1], [Math.sin(t), Math.cos(t), 0], [Math.cos(t), -Math.sin(t), 0]];
const between = [0.25, 1.5, 0.25];

const faces = [...lower, ...upper];
const edges = lower.flatMap((u) => upper.map((v) => cross(u, v)));
const widest = (axes) => Math.max(...axes.map((axis) => gap(half, lower, upper, between, axis)));
console.log("six face normals:", widest(faces).toFixed(6));
console.log("with nine edge products:", widest([...faces, ...edges]).toFixed(6));
// ANCHOR_END: boxes

// ANCHOR: library
const beam = d3.Shape.box(half);
const [c, h] = [Math.cos(Math.PI / 8), Math.sin(Math.PI / 8)];
const a = beam.at([0, 0, 0], [h, 0, 0, c]); // x, y, z, w: rolled about x
// Turned by 90 degrees about y, after a roll about x.
const b = beam.at(between, [s * h, s * c, -s * h, s * c]);
console.log(`library: ${d3.relation(a, b)}, ${d3.distance(a, b).toFixed(6)}`);
// ANCHOR_END: library

// ANCHOR: parallel
const u = lower[1];
console.log("parallel edges:", cross(u, u).map(Math.abs).join(" "));
// ANCHOR_END: parallel
