// Measures: common parts, masses and pairs of triangles, compared with closed forms and with single questions.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ClearanceError, d2, d3 } from "clearance";
import { random } from "./random.mjs";

const near = (ours, theirs, what = "") => {
  const scale = Math.max(1, ...theirs.map(Math.abs));
  assert.ok(ours.length === theirs.length && ours.every((x, i) => Math.abs(x - theirs[i]) <= 1e-12 * scale), `${what}: ${ours} and ${theirs}`);
};

/** A box as a closed mesh. */
function boxMesh(half) {
  const { vertices, triangles } = d3.Shape.box(half).triangles();
  const mesh = d3.Shape.mesh(vertices, triangles);
  assert.ok(mesh.isSolid);
  return mesh;
}

test("what boxes have in common", () => {
  const { next } = random(11);
  let touching = 0;
  for (let round = 0; round < 60; round++) {
    for (const [d, size] of [[d2, 2], [d3, 3]]) {
      const some = (from, count) => Array.from({ length: size }, () => (from + Math.floor(next() * count)) / 2);
      const [half, other, shift] = [some(1, 4), some(1, 4), some(-6, 13)];
      const low = half.map((h, i) => Math.max(-h, shift[i] - other[i]));
      const sides = half.map((h, i) => Math.max(0, Math.min(h, shift[i] + other[i]) - low[i]));
      const volume = sides.reduce((product, side) => product * side, 1);
      const border = 2 * (size === 2 ? sides[0] + sides[1] : sides[0] * sides[1] + sides[1] * sides[2] + sides[2] * sides[0]);
      const pairs = [[d.Shape.box(half), d.Shape.box(other)]];
      if (d === d3) pairs.push([boxMesh(half), boxMesh(other)], [d.Shape.box(half), boxMesh(other)]);
      for (const [a, b] of pairs) {
        const found = d.common(a, b.at(shift));
        if (volume > 0) {
          near([found.volume, found.border, ...found.center], [volume, border, ...low.map((x, i) => x + sides[i] / 2)], "common");
        } else {
          assert.deepEqual(found, { volume: 0, border: 0, center: null });
          touching += d.intersects(a, b.at(shift)) ? 1 : 0;
        }
      }
    }
  }
  assert.ok(touching > 10);
});

test("masses by closed forms", () => {
  const [a, b, c] = [0.5, 1, 1.5];
  const around = [b * b + c * c, a * a + c * c, a * a + b * b];
  const diagonal = (mass, factor) => around.map((x) => mass * factor * x);
  for (const shape of [d3.Shape.box([a, b, c]), boxMesh([a, b, c])]) {
    const { volume, center, inertia } = d3.massProperties(shape.at([4, 5, 6]));
    near([volume, ...center, inertia[0][0], inertia[1][1], inertia[2][2], inertia[0][1]], [6, 4, 5, 6, ...diagonal(6, 1 / 3), 0], "box");
  }
  const ball = d3.massProperties(d3.Shape.ellipsoid([a, b, c]));
  near([ball.volume, ...ball.inertia.map((row, i) => row[i])], [Math.PI, ...diagonal(Math.PI, 1 / 5)], "ellipsoid");
  const disc = d2.massProperties(d2.Shape.circle(2).at([3, 0], 0, 0.5));
  near([disc.volume, ...disc.center, disc.inertia[2][2], disc.inertia[0][0]], [Math.PI, 3, 0, Math.PI / 2, Math.PI / 4], "disc");
});

test("pairs of triangles are those that meet one by one", () => {
  const { next } = random(13);
  // On a coarse lattice triangles touch in corners and edges, and lie in one plane.
  for (const coordinate of [() => next() * 4 - 2, () => Math.floor(next() * 5) - 2]) {
    const lists = [0, 1].map(() => Float64Array.from({ length: 8 * 9 }, coordinate));
    const [a, b] = lists.map((list) => d3.Shape.mesh(list, Uint32Array.from({ length: 24 }, (_, i) => i)));
    const [one, two] = lists.map((list) => Array.from({ length: 8 }, (_, t) => d3.Shape.triangle(list.slice(9 * t, 9 * t + 9))));
    const expected = [];
    for (let i = 0; i < 8; i++) for (let j = 0; j < 8; j++) if (d3.intersects(one[i], two[j])) expected.push(i, j);
    assert.ok(expected.length > 0 && expected.length < 128);
    assert.deepEqual(Object.keys(d3.trianglePairs(a, b)), ["pairs"]);
    assert.deepEqual([...d3.trianglePairs(a, b).pairs], expected);
    const { pairs, segments, coplanar } = d3.trianglePairs(a, b, true);
    assert.deepEqual([...pairs], expected);
    assert.deepEqual([segments.length, coplanar.length], [3 * pairs.length, pairs.length / 2]);
    for (let k = 0; k < 2 * coplanar.length; k++) {
      const end = segments.subarray(3 * k, 3 * k + 3);
      assert.equal(Number.isNaN(end[0]), coplanar[k >> 1] === 1);
      if (coplanar[k >> 1] === 1) continue;
      for (const triangle of [one[pairs[2 * (k >> 1)]], two[pairs[2 * (k >> 1) + 1]]]) {
        assert.ok(d3.distance(d3.Shape.point().at([...end]), triangle) < 1e-12);
      }
    }
  }
});

test("what cannot be measured", () => {
  const sheet = d3.Shape.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [0, 1, 2]);
  const box = d3.Shape.box([1, 1, 1]);
  const [inner, outer] = [box, d3.Shape.box([2, 2, 2])].map((each) => each.triangles());
  const indices = [...inner.triangles, ...outer.triangles.map((i) => i + inner.vertices.length / 3)];
  const twice = d3.Shape.mesh(Float64Array.from([...inner.vertices, ...outer.vertices]), indices);
  const refused = (call, kind, field) => assert.throws(call, (e) => e instanceof ClearanceError && e.kind === kind && e.field === field, field);
  refused(() => d3.common(box, sheet), "unsupported_pair", "b");
  refused(() => d3.common(d3.Shape.sphere(1), box), "unsupported_pair", "a");
  refused(() => d3.common(twice, d3.Shape.box([4, 0.5, 0.5])), "invalid_shape", "a");
  refused(() => d3.massProperties(sheet), "unsupported_pair", "what");
  refused(() => d2.massProperties(d2.Shape.halfSpace([0, 1], 0)), "unsupported_pair", "what");
  refused(() => d3.trianglePairs(sheet, box), "unsupported_pair", "b");
  refused(() => d3.intersectingTriangles(box, sheet), "unsupported_pair", "a");
  refused(() => d3.trianglePairs(sheet, sheet, 1), "invalid_type", "segments");
});
