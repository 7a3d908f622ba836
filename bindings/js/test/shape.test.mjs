// Shapes: conversion to data and back, parts, outlines, surfaces, meshes that meet.

import assert from "node:assert/strict";
import { test } from "node:test";
import { d2, d3, Mask } from "clearance";

const CASES2 = [
  { type: "point" },
  { type: "segment", a: [0, 0], b: [1, 2] },
  { type: "circle", radius: 2 },
  { type: "ellipse", radii: [1, 2] },
  { type: "capsule", a: [0, 0], b: [1, 0], radius: 0.5 },
  { type: "box", half_extents: [1, 2] },
  { type: "convex", vertices: [[0, 0], [1, 0], [0, 1]] },
  { type: "polygon", vertices: [[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]], holes: [[[0.5, 0.5], [0.5, 1], [1, 1]]] },
  { type: "polyline", vertices: [[0, 0], [1, 1], [2, 0]], closed: false },
  { type: "half_space", normal: [0, 2], offset: 1 },
  { type: "bitmap", rows: ["0110", "1111"], pixel_size: 0.5 },
  { type: "rounded", shape: { type: "box", half_extents: [1, 1] }, radius: 0.25 },
  { type: "compound", parts: [{ shape: { type: "circle", radius: 1 }, position: [1, 2], angle: 0.5, scale: 2 }] },
];
const CASES3 = [
  { type: "triangle", vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]] },
  { type: "sphere", radius: 2 },
  { type: "ellipsoid", radii: [1, 2, 3] },
  { type: "cylinder", half_height: 1, radius: 2 },
  { type: "cone", half_height: 1, radius: 2 },
  { type: "mesh", vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: [[0, 1, 2]] },
  { type: "terrain", heights: [[0, 1], [2, 3], [4, 5]], spacing: [1, 2] },
  { type: "half_space", normal: [0, 2, 0], offset: 1 },
  { type: "compound", parts: [{ shape: { type: "sphere", radius: 1 }, position: [1, 2, 3], rotation: [0, 0, 1, 1], scale: 1 }] },
];

test("data there and back", () => {
  for (const [d, cases] of [[d2, CASES2], [d3, CASES3]]) {
    for (const data of cases) {
      const shape = d.Shape.fromJSON(data);
      assert.equal(shape.kind, data.type);
      const again = d.Shape.fromJSON(JSON.stringify(shape));
      assert.deepEqual(again.toJSON(), shape.toJSON());
      // Rings of polygons may begin at another corner; everything else is equal.
      if (data.type !== "polygon") assert.deepEqual(JSON.parse(JSON.stringify(shape)), data);
    }
  }
});

test("data that is none names its field", () => {
  const at = (data) => {
    try {
      d2.Shape.fromJSON(data);
    } catch (error) {
      return [error.kind, error.field, error.index];
    }
  };
  assert.deepEqual(at({ type: "sphere", radius: 1 }), ["unknown_shape", "shape.type", undefined]);
  assert.deepEqual(at({ type: "circle", radius: -1 }), ["invalid_shape", "radius", undefined]);
  assert.deepEqual(at({ type: "circle", raduis: 1 }), ["invalid_shape", "shape.raduis", undefined]);
  assert.deepEqual(at({ type: "convex", vertices: [[0, 0], [1, NaN]] }), ["not_finite", "vertices", 1]);
  assert.deepEqual(at({ type: "polygon", vertices: [[0, 0], [2, 2], [2, 0], [0, 2]] })[0], "invalid_shape");
});

/** The area that a ring encloses. */
function area(ring) {
  let sum = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    sum += ring[i] * ring[j + 1] - ring[j] * ring[i + 1];
  }
  return sum / 2;
}

test("parts cover what outlines enclose", () => {
  const holed = d2.Shape.fromJSON(CASES2.find(({ type }) => type === "polygon"));
  const sum = (rings) => rings.reduce((total, ring) => total + Math.abs(area(ring)), 0);
  const [outer, hole] = holed.outlines();
  assert.ok(Math.abs(sum(holed.parts()) - (Math.abs(area(outer)) - Math.abs(area(hole)))) < 1e-12);
  const pixels = d2.Shape.bitmap(["0110", "1111"], 0.5);
  assert.equal(sum(pixels.outlines()), 6 * 0.25);
  assert.equal(sum(pixels.parts()), 6 * 0.25);
  const [circle] = d2.Shape.circle(2).outlines();
  assert.ok(Math.abs(area(circle) / (4 * Math.PI) - 1) < 1e-3);
  const [capsule] = d2.Shape.capsule([0, 0], [3, 0], 1).outlines();
  assert.ok(Math.abs(area(capsule) / (Math.PI + 6) - 1) < 1e-3);
  assert.equal(d2.Shape.halfSpace([0, 1], 0).outlines().length, 0);
});

/** The volume that a surface encloses. */
function volume({ vertices, triangles }) {
  const p = (i) => vertices.subarray(3 * i, 3 * i + 3);
  let sum = 0;
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [p(triangles[t]), p(triangles[t + 1]), p(triangles[t + 2])];
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

test("surfaces face outwards", () => {
  assert.ok(Math.abs(volume(d3.Shape.box([1, 2, 3]).triangles()) - 48) < 1e-12);
  assert.ok(Math.abs(volume(d3.Shape.sphere(1).triangles()) / ((4 / 3) * Math.PI) - 1) < 0.03);
  assert.equal(d3.Shape.box([1, 1, 1]).triangles().edges.length, 24);
});

test("triangles of two meshes that meet are those that meet one by one", () => {
  const { vertices, triangles } = d3.Shape.sphere(1).triangles();
  const mesh = d3.Shape.mesh(vertices, triangles);
  const pose = { position: [0.9, 0.3, 0.2], rotation: [0.1, 0.2, 0.3, 0.9] };
  const [a, b] = d3.intersectingTriangles(mesh, mesh.at(pose));
  const corner = (i) => [vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]];
  const all = Array.from({ length: triangles.length / 3 }, (_, t) =>
    d3.Shape.triangle([corner(triangles[3 * t]), corner(triangles[3 * t + 1]), corner(triangles[3 * t + 2])]),
  );
  const [inA, inB] = [new Set(), new Set()];
  for (const [i, p] of all.entries()) {
    for (const [j, q] of all.entries()) {
      if (d3.intersects(p, q.at(pose))) {
        inA.add(i);
        inB.add(j);
      }
    }
  }
  assert.deepEqual([...a], [...inA].sort((p, q) => p - q));
  assert.deepEqual([...b], [...inB].sort((p, q) => p - q));
  assert.ok(a.length > 10 && a.length < all.length / 2);
});

test("masks: rows, bytes, outlines, what two have in common", () => {
  const mask = Mask.fromRows(["110", "011"]);
  assert.deepEqual([...mask.toBytes()], [1, 1, 0, 0, 1, 1]);
  assert.ok(mask.get(0, 1) && !mask.get(0, 0));
  assert.deepEqual([mask.area(), mask.overlapArea(mask, [1, 0]), mask.overlaps(mask, [3, 0])], [4, 2, false]);
  const shift = mask.partingShift(mask, [0, 0]);
  assert.equal(mask.overlapArea(mask, shift), 0);
  assert.ok(Math.abs(mask.turnedOverlap(mask, {}).area - 4) < 1e-12);
  const image = { width: 3, data: new Uint8ClampedArray(24) };
  [...mask.toBytes()].forEach((on, i) => (image.data[4 * i + 3] = on * 255));
  assert.deepEqual(Mask.fromImageData(image).toBytes(), mask.toBytes());
  const right = d2.Shape.fromMask(mask, 2).aabb().max[0];
  assert.ok(right >= 6 && right < 6 + 1e-9); // never too small
});

// In WebAssembly the maximum of a number and of no number is no number. The search for the nearest part
// computed the middle of a box without end, so `distance` was infinite beside a half-space of a compound, and
// `clearance` refused.
test("a half-space in a compound is found", () => {
  for (const [d, up, here, away] of [[d2, [0, 1], [0, 3], [100, 50]], [d3, [0, 1, 0], [0, 3, 0], [100, 50, 0]]]) {
    const far = d.Shape.box(up.map(() => 1)).at(away);
    const both = d.Shape.compound([far, d.Shape.halfSpace(up, 0)]);
    const ball = (d === d2 ? d.Shape.circle(1) : d.Shape.sphere(1)).at(here);
    assert.equal(d.distance(both, ball), 2);
    assert.equal(d.clearance(both, ball).distance, 2);
  }
});
