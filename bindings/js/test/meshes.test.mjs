// A mesh by itself, points near meshes, and rays at them: compared with brute force.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ClearanceError, d2, d3 } from "clearance";
import { SphereGeometry, TorusKnotGeometry } from "three";
import { random } from "./random.mjs";

const meshes = await d3.loadMeshes();
const arrays = (geometry) => ({ vertices: geometry.attributes.position.array, triangles: geometry.index.array });
const minus = (a, b) => a.map((x, i) => x - b[i]);
const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const cross = ([a, b, c], [d, e, f]) => [b * f - c * e, c * d - a * f, a * e - b * d];
const at = (list, i) => [...list.subarray(3 * i, 3 * i + 3)];
const near = (a, b, error = 1e-9) => assert.ok(Math.abs(a - b) <= error, `${a} and ${b}`);

/** Corners of each triangle. */
const cornersOf = ({ vertices, triangles }) => Array.from({ length: triangles.length / 3 }, (_, i) => at(triangles, i).map((v) => at(vertices, v)));

test("arrays of three.js are taken as they are", async () => {
  const ball = arrays(new SphereGeometry(1, 12, 8));
  assert.ok(ball.vertices instanceof Float32Array && ball.triangles instanceof Uint16Array);
  const shape = d3.Shape.mesh(ball.vertices, ball.triangles);
  assert.ok(!shape.isSolid && !meshes.report(ball).isClosed); // the sine of 2π is not 0
  assert.deepEqual(meshes.report(shape).openEdges, meshes.report(ball).openEdges);
  // Its seam and poles have vertices in one place, some of them up to rounding.
  const welded = meshes.weld(ball, 1e-6);
  assert.ok(welded.isSolid && welded.vertices.length / 3 === 2 + 12 * 7);
  near(meshes.report(welded).volume, d3.massProperties(d3.Shape.mesh(welded.vertices, welded.triangles)).volume);
  assert.equal(meshes.report(welded).eulerCharacteristic, 2);
  assert.equal(await d3.loadMeshes(), meshes);
});

/** What is asked about one mesh, over many points and rays. */
function answersOf(shape, points, rays) {
  const { distances } = d3.closestPointMany(points, shape);
  return [shape.isSolid, shape.aabb(), distances, d3.containsMany(points, shape), d3.countHitsMany(rays, shape), d3.rayMany(rays, shape).times];
}

test("a mesh that deforms answers like a new one, as does one whose tree is built fast", () => {
  const { between } = random(31);
  const geometry = new TorusKnotGeometry(1, 0.3, 48, 8);
  const knot = arrays(geometry);
  const solid = meshes.weld(knot, 1e-6);
  const open = { vertices: solid.vertices, triangles: solid.triangles.subarray(30) };
  for (const given of [knot, solid, open]) {
    const { vertices, triangles } = given;
    let [shape, inside] = [d3.Shape.mesh(vertices, triangles), 0];
    for (let round = 0; round < 4; round++) {
      // Places go together where they were together: where they go depends on where they are.
      const bend = between(-0.5, 0.5);
      const moved = vertices.map((x, i) => (i % 3 === 2 ? x : x * (1 + bend * vertices[i - (i % 3) + 2])));
      assert.equal(moved.constructor, vertices.constructor);
      const old = shape;
      shape = old.refit(moved);
      old.free();
      const points = Float64Array.from({ length: 300 }, () => between(-1.5, 1.5));
      const rays = Float64Array.from({ length: 300 }, () => between(-2, 2));
      const [refitted, made, fast] = [shape, d3.Shape.mesh(moved, triangles), d3.Shape.mesh(moved, triangles, { build: "fast" })].map((each) => answersOf(each, points, rays));
      assert.deepEqual(refitted, made);
      assert.deepEqual(fast, made);
      assert.deepEqual(d3.Shape.mesh(moved, triangles, { build: "good" }).aabb(), shape.aabb());
      inside += made[3].reduce((sum, x) => sum + x, 0);
    }
    assert.equal(shape.isSolid, given !== open);
    assert.ok(shape.isSolid ? inside > 10 : inside === 0, `${inside} inside`);
  }
});

test("a stretched mesh answers like a new one of the products", () => {
  const { between } = random(37);
  const knot = meshes.weld(arrays(new TorusKnotGeometry(1, 0.3, 48, 8)), 1e-6);
  const shape = d3.Shape.mesh(knot.vertices, knot.triangles);
  const { volume } = d3.massProperties(shape);
  let inside = 0;
  for (const signs of [[1, 1, 1], [-1, 1, 1], [1, -1, -1], [-1, -1, -1]]) {
    const factors = signs.map((sign) => sign * between(0.3, 3));
    const moved = knot.vertices.map((x, i) => x * factors[i % 3]);
    const points = Float64Array.from({ length: 300 }, (_, i) => between(-1.5, 1.5) * factors[i % 3]);
    const rays = Float64Array.from({ length: 600 }, (_, i) => between(-2, 2) * factors[i % 3]);
    const [scaled, made] = [shape.scaled(factors), d3.Shape.mesh(moved, knot.triangles)];
    assert.deepEqual(answersOf(scaled, points, rays), answersOf(made, points, rays));
    near(d3.massProperties(scaled.at([1, 2, 3])).volume / Math.abs(factors.reduce((a, b) => a * b)), volume);
    assert.ok(scaled.isSolid);
    inside += d3.containsMany(points, scaled).reduce((sum, x) => sum + x, 0);
  }
  assert.ok(inside > 10, `${inside} inside`);
  const [x, y, z] = d3.Shape.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [0, 1, 2]).scaled({ x: 2, y: -3, z: 1 }).toJSON().vertices.map(([a, b]) => [a, b]);
  assert.deepEqual([x, y, z], [[0, -0], [2, -0], [0, -3]]);
});

test("what cannot be refitted, stretched or built", () => {
  const { vertices, triangles } = new SphereGeometry(1, 6, 4).toNonIndexed().attributes.position.array.reduce(
    ({ vertices, triangles }, x, i) => ({ vertices: [...vertices, x], triangles: i % 3 ? triangles : [...triangles, i / 3] }),
    { vertices: [], triangles: [] },
  );
  const shape = d3.Shape.mesh(Float64Array.from(vertices), triangles);
  const refused = (call, kind, field, index) => assert.throws(call, (e) => e instanceof ClearanceError && e.kind === kind && e.field === field && e.index === index, field);
  const numbers = (change) => Float32Array.from(vertices, change);
  refused(() => shape.refit(numbers((x) => x).subarray(3)), "invalid_shape", "vertices");
  refused(() => shape.refit(numbers((x, i) => (i === 7 ? NaN : x))), "not_finite", "vertices", 2);
  refused(() => shape.refit(numbers((x, i) => (i > vertices.length - 4 ? 9 : x))), "invalid_shape", "vertices", vertices.length / 3 - 1);
  refused(() => shape.refit(new Float64Array(4)), "invalid_shape", "vertices");
  refused(() => shape.refit("vertices"), "invalid_type", "vertices");
  refused(() => d3.Shape.box([1, 1, 1]).refit(new Float64Array(9)), "unsupported_pair", "this");
  refused(() => shape.scaled([1, 0, 1]), "invalid_shape", "factors", 1);
  refused(() => shape.scaled([1, 1, NaN]), "not_finite", "factors", 2);
  refused(() => shape.scaled([1e300, 1, 1]), "limit_exceeded", "factors", 0);
  refused(() => shape.scaled([1e140, 1, 1]).scaled([1e10, 1, 1]), "limit_exceeded", "factors", 0);
  refused(() => shape.scaled(2), "invalid_type", "factors");
  refused(() => d3.Shape.sphere(1).scaled([1, 2, 1]), "unsupported_pair", "this");
  refused(() => d3.Shape.mesh(new Float64Array(9), [0, 1, 2], { build: "best" }), "invalid_type", "options.build");
  refused(() => d3.Shape.mesh(new Float64Array(9), [0, 1, 2], { how: "fast" }), "invalid_type", "options.how");
});

test("edges as counted, and holes that are filled again", () => {
  const { next, whole } = random(3);
  const closed = meshes.weld(arrays(new TorusKnotGeometry(1, 0.3, 32, 8)), 1e-6);
  let filled = 0;
  for (let round = 0; round < 20; round++) {
    const gone = new Set(Array.from({ length: 1 + whole(6) }, () => whole(closed.triangles.length / 3)));
    const triangles = closed.triangles.filter((_, i) => !gone.has(Math.floor(i / 3)));
    const report = meshes.report({ vertices: closed.vertices, triangles });
    const count = new Map();
    for (let i = 0; i < triangles.length; i += 3) {
      for (let k = 0; k < 3; k++) {
        const key = [triangles[i + k], triangles[i + ((k + 1) % 3)]].sort((a, b) => a - b).join();
        count.set(key, (count.get(key) ?? 0) + 1);
      }
    }
    const open = [...count].filter(([, n]) => n === 1).map(([key]) => key.split(",").map(Number));
    open.sort(([a, b], [c, d]) => a - c || b - d);
    assert.deepEqual([...report.openEdges], open.flat());
    assert.ok(!report.isClosed && report.isOriented && !report.isSound && report.volume === null);
    const again = meshes.fillHoles({ vertices: closed.vertices, triangles }, 3 + Math.floor(next() * 12));
    if (again.openEdges.length === 0) {
      filled++;
      assert.ok(again.isSolid && again.triangles.length === closed.triangles.length);
      assert.equal(again.holes.reduce((sum, hole) => sum + hole.length - 2, 0), gone.size);
    }
  }
  assert.ok(filled > 5, `${filled} of 20`);
});

test("crossings, pieces and doubles of random triangles", () => {
  const { between } = random(5);
  let met = 0;
  for (let round = 0; round < 20; round++) {
    const vertices = Float64Array.from({ length: 72 }, () => between(-1, 1));
    const triangles = Uint32Array.from({ length: 24 }, (_, i) => i);
    const single = cornersOf({ vertices, triangles }).map((corners) => d3.Shape.triangle(corners));
    const expected = [];
    for (let i = 0; i < 8; i++) for (let j = i + 1; j < 8; j++) if (d3.intersects(single[i], single[j])) expected.push(i, j);
    const report = meshes.report({ vertices, triangles });
    assert.deepEqual([...report.crossings], expected);
    assert.equal(report.pieces.length, 8);
    met += expected.length / 2;
  }
  assert.ok(met > 60 && met < 500, `${met} of 560 pairs`);
  const sheet = { vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [5, 0, 0], [6, 0, 0], [5, 1, 0], [2, 0, 0]], triangles: [0, 1, 2, 3, 4, 5, 2, 1, 0, 0, 1, 6] };
  const report = meshes.report(sheet);
  assert.deepEqual([[...report.doubles], [...report.flatTriangles]], [[0, 2], [3]]);
  const parts = meshes.split(sheet).map(({ oldTriangles }) => [...oldTriangles]);
  assert.deepEqual(parts, [[0, 2, 3], [1]]);
  const { triangles, oldTriangles, removed } = meshes.withoutDoubles(sheet);
  assert.deepEqual([triangles.length, [...oldTriangles], [...removed]], [9, [0, 1, 3], [0, 2]]);
});

/** The solid angle of a triangle (van Oosterom and Strackee), as a part of the whole sphere. */
function seen(corners, point) {
  const [a, b, c] = corners.map((corner) => minus(corner, point));
  const [p, q, r] = [a, b, c].map((v) => Math.sqrt(dot(v, v)));
  return Math.atan2(dot(a, cross(b, c)), p * q * r + dot(a, b) * r + dot(b, c) * p + dot(c, a) * q) / (2 * Math.PI);
}

test("winding numbers are sums of solid angles", () => {
  const { between } = random(11);
  const ball = meshes.weld(arrays(new SphereGeometry(1, 12, 8)), 1e-6);
  const open = { vertices: ball.vertices, triangles: ball.triangles.slice(60) };
  const what = d3.Shape.mesh(open.vertices, open.triangles).at([1, 2, 3], [0, 0, 0, 1], 2);
  const points = Float64Array.from({ length: 300 }, (_, i) => [1, 2, 3][i % 3] + between(-2.5, 2.5));
  const [exact, rough] = [d3.windingNumberMany(points, what), d3.windingNumberMany(points, what, true)];
  let inside = 0;
  for (let i = 0; i < 100; i++) {
    const local = minus(at(points, i), [1, 2, 3]).map((x) => x / 2);
    near(exact[i], cornersOf(open).reduce((sum, corners) => sum + seen(corners, local), 0), 1e-12);
    assert.equal(d3.windingNumber(at(points, i), what), exact[i]);
    near(rough[i], exact[i], 5e-3);
    inside += exact[i] > 0.5 ? 1 : 0;
  }
  assert.ok(inside > 10 && inside < 90, `${inside} of 100`);
});

test("the triangles near points, one by one", () => {
  const { between } = random(13);
  const ball = meshes.weld(arrays(new SphereGeometry(1, 12, 8)), 1e-6);
  const [shape, single] = [d3.Shape.mesh(ball.vertices, ball.triangles), cornersOf(ball).map((corners) => d3.Shape.triangle(corners))];
  const points = Float32Array.from({ length: 150 }, () => between(-1.5, 1.5));
  const found = d3.trianglesWithinMany(points, shape, 0.4);
  let some = 0;
  for (let i = 0; i < 50; i++) {
    const point = d3.Shape.point().at(at(points, i));
    const row = [found.starts[i], found.starts[i + 1]];
    const expected = single.map((triangle, k) => [d3.distance(point, triangle), k]).filter(([far]) => far <= 0.4).sort(([a, k], [b, l]) => a - b || k - l);
    assert.deepEqual([...found.triangles.subarray(...row)], expected.map(([, k]) => k));
    assert.deepEqual([...found.distances.subarray(...row)], expected.map(([far]) => far));
    for (let k = row[0]; k < row[1]; k++) near(d3.distance(point, d3.Shape.point().at(at(found.points, k))), found.distances[k]);
    assert.deepEqual(d3.trianglesWithin(at(points, i), shape, 0.4).triangles, found.triangles.slice(...row));
    some += expected.length > 0 ? 1 : 0;
  }
  assert.ok(some > 5 && some < 45, `${some} of 50`);
  assert.equal(found.starts.length, 51);
});

test("all hits, any and their number: of many rays as one by one", () => {
  const { between } = random(17);
  const knot = arrays(new TorusKnotGeometry(1, 0.3, 48, 8));
  const fence = d2.Shape.polyline([[-2, -2], [2, -1], [0, 3], [-1, 0], [1, 1]]).at([0.25, 0]);
  for (const [d, size, what] of [[d3, 3, d3.Shape.mesh(knot.vertices, knot.triangles).at([0.5, 0, 0], [0, 0.6, 0, 0.8])], [d2, 2, fence], [d2, 2, d2.Shape.circle(2)]]) {
    const rays = Float64Array.from({ length: 120 * 2 * size }, () => between(-3, 3));
    const part = (i) => [...rays.subarray(size * i, size * (i + 1))];
    const [all, any, counts] = [d.allHitsMany(rays, what, 1.5), d.anyHitMany(rays, what, 1.5), d.countHitsMany(rays, what, 1.5)];
    let most = 0;
    for (let i = 0; i < 120; i++) {
      const one = [part(2 * i), part(2 * i + 1), what, 1.5];
      const [hits, first] = [d.allHits(...one), d.ray(...one)];
      assert.deepEqual([...all.times.subarray(all.starts[i], all.starts[i + 1])], hits.map(({ time }) => time));
      assert.deepEqual([...all.facets.subarray(all.starts[i], all.starts[i + 1])], hits.map(({ facet }) => facet ?? -1));
      const isHit = first !== undefined;
      assert.deepEqual([counts[i], d.countHits(...one), any[i] === 1, d.anyHit(...one)], [hits.length, hits.length, isHit, isHit]);
      // From inside a solid mesh, `ray` answers at once, and `allHits` lists what lies ahead.
      if (isHit && !(what.shape && first.inside)) {
        assert.deepEqual([hits[0].part, hits[0].facet, hits[0].inside], [first.part, first.facet, first.inside]);
        near(hits[0].time, first.time, 1e-12);
      }
      most = Math.max(most, hits.length);
    }
    assert.ok(counts.includes(0) && most >= (what.shape ? 2 : 1));
  }
});

test("barycentric coordinates give the point of a hit, also in a scene", () => {
  const { between } = random(19);
  const ball = meshes.weld(arrays(new SphereGeometry(1, 12, 8)), 1e-6);
  const shape = d3.Shape.mesh(ball.vertices, ball.triangles);
  const both = d3.Shape.compound([d3.Shape.sphere(1.25).at([2, 0, 0]), shape.at([0, 1, 0], [1, 0, 0, 1], 1.5)]);
  const scene = new d3.Scene();
  const where = [scene.add(shape.at([-2, 0, 0])), scene.add(both.at([2, 0, 0]))];
  const rays = Float64Array.from({ length: 600 }, (_, i) => (i % 6 < 3 ? between(-5, 5) : 0));
  for (let i = 0; i < 600; i += 6) rays.set([0, 1, 2].map((k) => between(-2, 2) - rays[i + k]), i + 3);
  const hits = scene.castRays(rays);
  const weights = d3.barycentricInScene(hits, scene);
  const [again, kinds] = [d3.rayMany(rays, both.at([2, 0, 0])), [0, 0, 0]];
  const ofBoth = d3.barycentricMany(again, both.at([2, 0, 0]));
  for (let i = 0; i < 100; i++) {
    const one = scene.castRay(at(rays, 2 * i), at(rays, 2 * i + 1));
    const row = [hits.handles[i], hits.times[i], hits.parts[i], hits.facets[i]];
    assert.deepEqual(row, one ? [one.handle, one.hit.time, one.hit.part ?? -1, one.hit.facet ?? -1] : [NaN, Infinity, -1, -1]);
    const on = at(weights, i);
    kinds[Number.isNaN(hits.handles[i]) ? 0 : hits.facets[i] < 0 ? 1 : 2]++;
    if (hits.facets[i] < 0) { assert.ok(on.every(Number.isNaN)); continue; }
    const [u, v, w] = at(ball.triangles, hits.facets[i]).map((k) => d3.Shape.point().at(at(ball.vertices, k)).pose.position);
    const local = [0, 1, 2].map((k) => on[0] * u[k] + on[1] * v[k] + on[2] * w[k]);
    const turned = hits.parts[i] < 0 ? [local[0] - 2, local[1], local[2]] : [2 + 1.5 * local[0], 1 - 1.5 * local[2], 1.5 * local[1]];
    turned.forEach((x, k) => near(x, hits.points[3 * i + k]));
    if (hits.handles[i] === where[1]) assert.deepEqual(at(ofBoth, i), on);
    if (hits.handles[i] === where[1]) assert.deepEqual(d3.barycentric(one.hit, both.at([2, 0, 0])), on);
  }
  assert.ok(kinds.every((n) => n > 2), kinds.join());
});

test("refused arguments name their field", () => {
  const sheet = { vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: new Uint16Array([0, 1, 2]) };
  const shape = d3.Shape.mesh(sheet.vertices, sheet.triangles);
  const refused = (call, kind, field, index) =>
    assert.throws(call, (e) => e instanceof ClearanceError && e.kind === kind && e.field === field && e.index === index, `${kind} ${field}`);
  refused(() => meshes.report(d3.Shape.sphere(1)), "unsupported_pair", "mesh");
  refused(() => meshes.report(7), "invalid_type", "mesh");
  refused(() => meshes.report({ ...sheet, triangles: [0, 1, 3] }), "invalid_shape", "triangles[0]", 2);
  refused(() => meshes.report({ ...sheet, triangles: [0, 1] }), "invalid_shape", "triangles");
  refused(() => meshes.report({ ...sheet, vertices: new Float32Array([0, 0, NaN, 1, 0, 0, 0, 1, 0]) }), "not_finite", "vertices", 0);
  refused(() => meshes.weld(sheet, -1), "not_finite", "distance");
  refused(() => meshes.weld(sheet, 9), "invalid_shape", "mesh");
  refused(() => meshes.fillHoles(sheet, 1.5), "invalid_shape", "maxEdges");
  refused(() => d3.windingNumber([0, 0, 0], d3.Shape.sphere(1)), "unsupported_pair", "what");
  refused(() => d3.windingNumberMany(new Float64Array([0, 0, 0, 0, 0, Infinity]), shape, true), "not_finite", "points", 1);
  refused(() => d3.trianglesWithin([0, 0, 0], shape, -1), "not_finite", "radius");
  refused(() => d3.trianglesWithinMany(new Float64Array(), shape, NaN), "not_finite", "radius");
  refused(() => d3.barycentric({ point: [0, 0, 0], facet: 1 }, shape), "invalid_shape", "facet");
  refused(() => d3.barycentric({ point: [0, 0, 0], facet: -1 }, shape), "invalid_shape", "on.facet");
  refused(() => d3.barycentricMany({ points: new Float64Array(3), parts: new Int32Array(1), facets: new Int32Array(2) }, shape), "invalid_shape", "hits");
  refused(() => d2.anyHit([0, 0], [0, 0], d2.Shape.circle(1)), "invalid_pose", "direction");
  refused(() => d2.allHitsMany(new Float64Array([0, 0, 1, 0, 0, 0, 0, 0]), d2.Shape.circle(1)), "invalid_pose", "rays", 1);
});

test("convex parts cover a solid, and say how far they reach out", () => {
  const knot = meshes.weld(arrays(new TorusKnotGeometry(1, 0.3, 24, 5)), 1e-6);
  const mesh = d3.Shape.mesh(knot.vertices, knot.triangles);
  const { hulls, error } = meshes.convexParts(mesh, { concavity: 0.08 });
  assert.ok(hulls.length > 2 && error > 0 && error < 0.08 * 4);
  assert.equal(error, Math.max(...hulls.map((hull) => hull.error)));
  const shapes = hulls.map((hull) => d3.Shape.convex(hull.vertices));
  for (let i = 0; i < knot.vertices.length / 3; i++) {
    const corner = at(knot.vertices, i);
    assert.ok(shapes.some((shape) => d3.contains(corner, shape)), `${corner} is in no hull`);
  }
  for (const { vertices, faces, error } of hulls) {
    const used = new Set(faces.flatMap((face) => [...face]));
    assert.equal(used.size, vertices.length / 3);
    for (const face of faces) {
      const corners = [...face].map((v) => at(vertices, v));
      const middle = corners[0].map((_, k) => corners.reduce((sum, p) => sum + p[k], 0) / corners.length);
      assert.ok(d3.closestPoint(middle, mesh).distance <= error + 1e-12);
    }
  }
  const single = meshes.convexParts(mesh, { maxParts: 1 });
  assert.ok(single.hulls.length === 1 && single.error > error);
  for (const [options, field] of [[{ concavity: 0 }, "concavity"], [{ maxParts: 0 }, "maxParts"], [{ concavity: "1" }, "concavity"]]) {
    assert.throws(() => meshes.convexParts(mesh, options), (e) => e instanceof ClearanceError && e.field === field);
  }
  const open = { vertices: knot.vertices, triangles: knot.triangles.slice(3) };
  assert.throws(() => meshes.convexParts(open), (e) => e.kind === "invalid_shape" && e.field === "mesh" && /^mesh: open at the edge/.test(e.message));
});
