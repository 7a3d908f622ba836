// Rays and points at one shape: which part and triangle an answer is about, and many of them in one call.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ClearanceError, d2, d3 } from "clearance";
import { random } from "./random.mjs";

const sheet = d3.Shape.mesh([[0, 0, 0], [2, 0, 0], [2, 2, 0], [0, 2, 0]], [0, 1, 2, 0, 2, 3]);
const both = d3.Shape.compound([d3.Shape.sphere(1).at([-4, 0, 0]), sheet.at([1, 0, 0])]);
const feature = ({ part, facet }) => [part, facet];

test("single answers name part and facet", () => {
  assert.deepEqual(feature(d3.closestPoint([1.5, 1.5, -3], both)), [1, 1]);
  assert.deepEqual(feature(d3.closestPoint([-4, 0, 3], both)), [0, null]);
  assert.deepEqual(feature(d3.ray([2.5, 0.5, 3], [0, 0, -1], both)), [1, 0]);
  const inside = d3.ray([-4, 0, 0], [1, 0, 0], both);
  assert.ok(inside.inside && inside.normal === null);
  assert.deepEqual(feature(inside), [0, null]);
  assert.deepEqual(feature(d3.ray([9, 0, 0], [-1, 0, 0], d3.Shape.sphere(1))), [null, null]);
  const scene = new d2.Scene();
  scene.add(d2.Shape.polyline([[0, 0], [4, 0], [4, 4]]));
  const { hit } = scene.castRay([2, 3], [1, 0]);
  assert.deepEqual([hit.time, ...hit.normal.map((x) => x + 0), ...feature(hit)], [2, -1, 0, null, 1]);
});

test("the border belongs to a shape", () => {
  assert.ok(d2.contains([1, 0], d2.Shape.circle(1)) && !d2.contains([1 + 2 ** -52, 0], d2.Shape.circle(1)));
  assert.ok(d3.contains({ x: 5, y: 1, z: 0 }, d3.Shape.box([1, 1, 1]).at([5, 0, 0])));
});

/** Random shapes of a dimension, each at a pose. */
function shapes(d) {
  if (d === d3) return [both.at([0.5, 0, 0], [0, 0.6, 0, 0.8]), d3.Shape.box([1, 2, 1]).at([0, 0, 0], [0, 0, 0, 1], 0.75), sheet.at([0, 0, 0])];
  const star = d2.Shape.polygon([[3, 0], [1, 1], [0, 3], [-1, 1], [-3, 0], [-1, -1], [0, -3], [1, -1]]);
  return [star.at([0.25, 0], 0.5), d2.Shape.polyline([[-2, -2], [2, -1], [0, 3]]).at([0, 0]), d2.Shape.compound([star, d2.Shape.circle(2).at([2, 2])])];
}

test("a batch is its questions one by one", () => {
  const { next } = random(7);
  for (const [d, size] of [[d2, 2], [d3, 3]]) {
    const points = Float64Array.from({ length: 200 * size }, () => next() * 8 - 4);
    // Towards the middle, some of them not so far.
    const rays = Float64Array.from({ length: 200 * 2 * size }, () => next() * 8 - 4);
    for (let i = 0; i < rays.length; i++) if (i % (2 * size) >= size) rays[i] = rays[i] / 3 - rays[i - size];
    const at = (list, i) => [...list.subarray(size * i, size * i + size)];
    const [none, numberless] = [new Array(size).fill(0), new Array(size).fill(NaN)];
    let met = 0;
    for (const shape of shapes(d)) {
      const [inside, closest, hits] = [d.containsMany(points, shape), d.closestPointMany(points, shape), d.rayMany(rays, shape, 0.75)];
      for (let i = 0; i < 200; i++) {
        assert.equal(inside[i] === 1, d.contains(at(points, i), shape));
        const one = d.closestPoint(at(points, i), shape);
        const ours = [closest.distances[i], at(closest.points, i), at(closest.normals, i), closest.parts[i], closest.facets[i]];
        assert.deepEqual(ours, [one.distance, one.point, one.normal, one.part ?? -1, one.facet ?? -1]);
        const hit = d.ray(at(rays, 2 * i), at(rays, 2 * i + 1), shape, 0.75);
        const theirs = [hits.times[i], at(hits.points, i), at(hits.normals, i), hits.parts[i], hits.facets[i]];
        assert.deepEqual(theirs, hit ? [hit.time, hit.point, hit.normal ?? none, hit.part ?? -1, hit.facet ?? -1] : [Infinity, numberless, none, -1, -1]);
        met += hit ? 1 : 0;
      }
    }
    assert.ok(met > 40 && met < 500, `${met} of 600 rays hit`);
  }
});

test("points may be in single precision", () => {
  const disc = d2.Shape.circle(1);
  assert.deepEqual([...d2.containsMany(new Float32Array([0, 0, 1, 0, 2, 0]), disc)], [1, 1, 0]);
  assert.deepEqual([...d2.closestPointMany(new Float32Array([3, 0, 0, 0.5]), disc).distances], [2, -0.5]);
  assert.deepEqual([...d2.rayMany(new Float32Array([-3, 0, 1, 0]), disc).times], [2]);
  assert.equal(d2.containsMany(new Float64Array(), disc).length, 0);
});

test("refused batches name their field and index", () => {
  const disc = d2.Shape.circle(1);
  const refused = (call, kind, field, index) =>
    assert.throws(call, (e) => e instanceof ClearanceError && e.kind === kind && e.field === field && e.index === index, kind);
  refused(() => d2.containsMany(new Float64Array(3), disc), "invalid_shape", "points", undefined);
  refused(() => d2.closestPointMany(new Float64Array([0, 0, NaN, 0]), disc), "not_finite", "points", 1);
  refused(() => d2.rayMany(new Float64Array([0, 0, 1, 0, 0, 0, 0, 0]), disc), "invalid_pose", "rays", 1);
  refused(() => d2.rayMany(new Float64Array([0, 0, 1, 0]), disc, -1), "not_finite", "rays", 0);
  refused(() => d2.containsMany("1", disc), "invalid_type", "points", undefined);
});
