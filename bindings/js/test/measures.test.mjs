// Measures: common parts, depths, masses and pairs of triangles, compared with closed forms and with single
// questions.

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

/** Corners of a star around the origin. */
function star({ between }, corners) {
  const at = (i) => [between(0.3, 1), ((i + between(0, 0.5)) * 2 * Math.PI) / corners];
  return Array.from({ length: corners }, (_, i) => at(i)).map(([r, angle]) => [r * Math.cos(angle), r * Math.sin(angle)]);
}

test("the common part as a mesh has the volume of the common part, and its triangles lie in those that they are pieces of", () => {
  const { between, next } = random(19);
  const cornersOf = ({ vertices, triangles }, t) => Array.from(triangles.subarray(3 * t, 3 * t + 3), (v) => [...vertices.subarray(3 * v, 3 * v + 3)]);
  let [full, empty, pieces] = [0, 0, 0];
  for (let round = 0; round < 30; round++) {
    const hull = () => d3.Shape.convex(Array.from({ length: 12 }, () => [between(-1, 1), between(-1, 1), between(-1, 1)])).triangles();
    const surfaces = [hull(), hull()];
    const [a, b] = surfaces.map(({ vertices, triangles }) => d3.Shape.mesh(vertices, triangles));
    const there = b.at([between(-1.5, 1.5), between(-1.5, 1.5), 0], [next(), next(), next(), 1], between(0.5, 1.5));
    const { vertices, triangles, ofB, sources } = d3.commonMesh(a, there);
    const { volume } = d3.common(a, there);
    assert.deepEqual([triangles.length, ofB.length], [3 * sources.length, sources.length]);
    if (triangles.length === 0) {
      assert.equal(volume, 0);
      empty++;
      continue;
    }
    const solid = d3.Shape.mesh(vertices, triangles);
    assert.ok(solid.isSolid && !triangles.some((i) => i >= vertices.length / 3));
    near([d3.massProperties(solid).volume], [volume], "volume");
    for (const t of [0, sources.length - 1]) {
      const middle = cornersOf({ vertices, triangles }, t).reduce((sum, corner) => sum.map((x, i) => x + corner[i] / 3), [0, 0, 0]);
      const own = d3.Shape.triangle(cornersOf(surfaces[ofB[t]], sources[t]));
      assert.ok(d3.distance(d3.Shape.point().at(middle), ofB[t] ? { shape: own, pose: there.pose } : own) < 1e-12);
      pieces |= 1 << ofB[t];
    }
    full++;
  }
  assert.ok(full > 10 && empty > 3 && pieces === 3, `${full} of 30, ${empty} empty`);
  const box = d3.Shape.box([1, 1, 1]);
  assert.ok(d3.commonMesh(box, box.at([1, 1, 1])).sources.every((source) => source === -1));
});

test("the common part as rings has the area and the border of the common part", () => {
  const dice = random(23);
  let [full, most] = [0, 0];
  for (let round = 0; round < 60; round++) {
    const hole = star(dice, 5).map(([x, y]) => [x / 8, y / 8]);
    const [a, b] = [d2.Shape.polygon(star(dice, 9), [hole]), d2.Shape.polygon(star(dice, 11))];
    const there = b.at(dice.point(0.8), dice.between(0, 6));
    const { volume, border } = d2.common(a, there);
    let [area, length] = [0, 0];
    const rings = d2.commonRings(a, there);
    for (const ring of rings) {
      for (let i = 0; i < ring.length; i += 2) {
        const [x, y, u, v] = [ring[i], ring[i + 1], ring[(i + 2) % ring.length], ring[(i + 3) % ring.length]];
        area += (x * v - u * y) / 2;
        length += Math.hypot(u - x, v - y);
      }
    }
    near([area, length], [volume, border], "rings");
    [full, most] = [full + (volume > 0 ? 1 : 0), Math.max(most, rings.length)];
  }
  assert.ok(full > 30 && most > 1);
  const box = d2.Shape.box([1, 1]);
  assert.deepEqual(d2.commonRings(box, box.at([2, 0])), []); // touching
});

test("the depth of boxes is that of the shortest way out", () => {
  const { next } = random(29);
  let overlapping = 0;
  for (let round = 0; round < 60; round++) {
    for (const [d, size] of [[d2, 2], [d3, 3]]) {
      const some = (from, count) => Array.from({ length: size }, () => (from + Math.floor(next() * count)) / 2);
      const [half, other, shift] = [some(1, 4), some(1, 4), some(-6, 13)];
      const ways = half.map((h, i) => h + other[i] - Math.abs(shift[i]));
      const depth = Math.min(...ways);
      const pairs = [[d.Shape.box(half), d.Shape.box(other)]];
      if (d === d3) pairs.push([boxMesh(half), boxMesh(other)], [d.Shape.box(half), boxMesh(other)]);
      for (const [a, b] of pairs) {
        const [found, mirrored] = [d.depthBounds(a, b.at(shift)), d.depthBounds(b.at(shift), a)];
        if (depth <= 0) {
          assert.deepEqual([found, mirrored], [undefined, undefined]);
          continue;
        }
        overlapping++;
        assert.ok(found.atLeast <= depth && depth <= found.atMost && found.atMost - found.atLeast < 1e-11, `${JSON.stringify(found)}: ${depth}`);
        const along = found.direction.findIndex((x) => Math.abs(x) > 0.9);
        assert.ok(ways[along] === depth && found.direction[along] * shift[along] >= 0);
        assert.deepEqual([mirrored.atLeast, mirrored.atMost], [found.atLeast, found.atMost]);
        assert.deepEqual(mirrored.direction.map((x) => 0 - x), found.direction.map((x) => x + 0));
      }
    }
  }
  assert.ok(overlapping > 50);
});

test("the depth of a bar in a bracket, which it crosses twice, leads out of its opening", () => {
  const bracket = d2.Shape.polygon([[0, 0], [6, 0], [6, 4], [5, 4], [5, 1], [1, 1], [1, 4], [0, 4]]);
  const channel = d3.Shape.compound([d3.Shape.box([3, 0.5, 9]).at([3, 0.5, 0]), ...[0.5, 5.5].map((x) => d3.Shape.box([0.5, 1.5, 9]).at([x, 2.5, 0]))]);
  for (const found of [d2.depthBounds(bracket, d2.Shape.box([2.5, 0.5]).at([3, 3])), d3.depthBounds(channel, d3.Shape.box([2.5, 0.5, 1]).at([3, 3, 0]))]) {
    assert.ok(found.atLeast > 1.4 && found.atLeast <= 1.5 && found.atMost >= 1.5 && found.atMost < 1.5 + 1e-9, JSON.stringify(found));
    assert.ok(found.direction[1] > 1 - 1e-9);
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
  refused(() => d3.commonMesh(box, sheet), "unsupported_pair", "b");
  refused(() => d2.commonRings(d2.Shape.circle(1), d2.Shape.box([1, 1])), "unsupported_pair", "a");
  refused(() => d2.depthBounds(d2.Shape.halfSpace([0, 1], 0), d2.Shape.halfSpace([1, 0], 0)), "unsupported_pair", undefined);
  refused(() => d3.massProperties(sheet), "unsupported_pair", "what");
  refused(() => d2.massProperties(d2.Shape.halfSpace([0, 1], 0)), "unsupported_pair", "what");
  refused(() => d3.trianglePairs(sheet, box), "unsupported_pair", "b");
  refused(() => d3.intersectingTriangles(box, sheet), "unsupported_pair", "a");
  refused(() => d3.trianglePairs(sheet, sheet, 1), "invalid_type", "segments");
});
