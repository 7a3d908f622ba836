// Wrong arguments of every kind: each call either answers or throws a ClearanceError, and the module still
// works.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ClearanceError, d2, d3, Mask } from "clearance";

const freed = d2.Shape.circle(1);
freed.free();
const [circle, sphere] = [d2.Shape.circle(1), d3.Shape.sphere(1)];
const many = d2.Shapes.of([circle, circle]);

/** Values that people, or their bugs, pass. */
const STRANGE = [
  undefined, null, true, 0, -0, -1, 1, 0.5, NaN, Infinity, -Infinity, 1e308, -1e308, 5e-324, 2 ** 32, 2 ** 53, 1n, "", "x", "1",
  Symbol("s"), () => 1, {}, [], [0], [0, 0], [0, 0, 0], [0, 0, 0, 0], [NaN, 0], [1, NaN, 0], [Infinity, 0], ["1", "2"], [[0, 0]],
  [[0, 0], [1, 0], [0, 1]], [[0, 0, 0], [1, 0, 0], [0, 1, 0]], [[0, 0], [1, NaN]], [[0, 0], [0, 0], [0, 0]], [null], [undefined],
  [{}], [circle], [sphere], [circle, null], { x: 0, y: 0 }, { x: "0", y: 0 }, { x: 1, y: 2, z: 3 }, { position: [0, 0] },
  { position: [NaN, 0] }, { position: "here" }, { angle: {} }, { scale: 0 }, { scale: -1 }, { scale: NaN }, { rotation: [0, 0, 0, 0] },
  { shape: circle }, { shape: sphere }, { shape: circle, pose: 7 }, { shape: circle, pose: { position: [1e300, 0] } },
  { shape: sphere, pose: { rotation: [0, 0, 0, 0] } }, { shape: {} }, { shape: freed }, circle, sphere, freed, many, new Date(0),
  /x/, new Map(), new Float64Array(0), new Float64Array(3), new Float64Array(6), new Float64Array(7), new Float64Array([NaN, 0, 0]),
  new Float64Array([1e300, 0, 0]), new Float32Array(3), new Uint32Array([0, 1, 2]), new Uint32Array([0, 1, 99]), new Uint8Array(4),
  new ArrayBuffer(8), Object.create(null), ["01", "1"], ["01", "10"], ["2"], { velocity: [1, 0] }, { velocity: [NaN, 0, 0] },
  { radius: 1, height: 2 }, { radius: 1, height: 3 }, { detail: "manifold" }, { index: 4 }, { layers: -1 }, { layers: 1.5 },
  { type: "circle", radius: 1 }, { type: "circle" }, { type: "compound", parts: [{}] }, { type: "constructor" }, { from: {}, by: [1, 0], shape: circle },
];

const transferred = new Float64Array(6);
structuredClone(transferred, { transfer: [transferred.buffer] });
const transferredBytes = new Uint8ClampedArray(16);
structuredClone(transferredBytes, { transfer: [transferredBytes.buffer] });
/** A list whose length is reported too large or too small. */
class Liar extends Float64Array { get length() { return 1 << 20; } }
let [deep, deepList] = [{ type: "circle", radius: 1 }, []];
for (let i = 0; i < 20_000; i++) [deep, deepList] = [{ type: i % 2 ? "rounded" : "compound", shape: deep, parts: [deep], radius: 1 }, [deepList]];
const deepText = `${'{"type":"rounded","radius":1,"shape":'.repeat(20_000)}0${"}".repeat(20_000)}`;
const endless = { type: "compound", parts: [] };
endless.parts.push(endless);

STRANGE.push(
  transferred, transferredBytes, new Liar(3), deep, { ...deep, parts: undefined }, deepText, deepList, endless,
  Object.create(d2.Shape.prototype), Object.create(d3.Shape.prototype), Object.create(d2.Shapes.prototype),
  Object.create(d2.Scene.prototype), Object.create(Mask.prototype), { shape: Object.create(d2.Shape.prototype) }, d2.Shape, d2.Scene,
  new d2.Scene(), new d3.Scene(), new d2.Character({ radius: 1, height: 2 }), new d3.Character({ radius: 1, height: 2 }), Mask.fromRows(["1"]),
  new Proxy([], { get: (list, name) => (name === "length" ? -1 : list[name]) }), new Proxy([0, 0], { get: (list, name) => (name === "length" ? NaN : list[name]) }),
  { constructor: { name: Symbol("s") } }, Object.assign([0, 0], { [Symbol.iterator]: () => [circle, 1, 2][Symbol.iterator]() }),
  new Float64Array(2 ** 26 + 1), Object.assign([], { length: 2 ** 32 - 1 }), new DataView(new ArrayBuffer(8)), new BigInt64Array(2),
);

/** Calls `call` with every strange value as each argument, with the other arguments right. */
function assail(name, call, right) {
  let refused = 0;
  for (let place = 0; place < right.length; place++) {
    for (const strange of STRANGE) {
      const given = right.map((value, i) => (i === place ? strange : value));
      try {
        const answer = call(...given);
        if (typeof answer?.free === "function") answer.free();
      } catch (error) {
        refused++;
        if (!(error instanceof ClearanceError)) {
          assert.fail(`${name}, argument ${place}: ${typeof strange === "symbol" ? "a symbol" : typeof strange} ${error.stack}`);
        }
        assert.ok(error instanceof RangeError && typeof error.kind === "string" && error.message.length > 3, name);
      }
    }
  }
  assert.ok(right.length === 0 || refused > 0, `${name} refuses nothing`);
}

const square = [[0, 0], [1, 0], [1, 1], [0, 1]];
const poses2 = new Float64Array([0, 0, 0]);
const poses3 = new Float64Array([0, 0, 0, 0, 0, 0, 1]);

test("shapes of the plane", () => {
  const { Shape, Shapes } = d2;
  assail("segment", Shape.segment, [[0, 0], [1, 1]]);
  assail("circle", Shape.circle, [1]);
  assail("ellipse", Shape.ellipse, [[1, 2]]);
  assail("capsule", Shape.capsule, [[0, 0], [1, 1], 1]);
  assail("box", Shape.box, [[1, 1]]);
  assail("convex", Shape.convex, [square]);
  assail("polygon", Shape.polygon, [square, []]);
  assail("polyline", Shape.polyline, [square, true]);
  assail("halfSpace", Shape.halfSpace, [[0, 1], 0]);
  assail("bitmap", Shape.bitmap, [["01", "10"], 1]);
  assail("compound", Shape.compound, [[circle]]);
  assail("rounded", Shape.rounded, [circle, 1]);
  assail("fromMask", Shape.fromMask, [Mask.fromRows(["1"]), 1]);
  assail("fromJSON", Shape.fromJSON, [{ type: "point" }]);
  assail("Shapes.of", Shapes.of, [[circle]]);
  assail("Shapes.convex", Shapes.convex, [new Float64Array([0, 0, 1, 0, 0, 1]), 3]);
  assail("get", (i) => many.get(i), [0]);
  assail("at", (...all) => circle.at(...all), [[0, 0], 0, 1]);
  assail("aabb", (pose) => circle.aabb(pose), [{ position: [0, 0] }]);
});

test("shapes of space", () => {
  const { Shape, Shapes } = d3;
  assail("segment", Shape.segment, [[0, 0, 0], [1, 1, 1]]);
  assail("triangle", Shape.triangle, [[[0, 0, 0], [1, 0, 0], [0, 1, 0]]]);
  assail("sphere", Shape.sphere, [1]);
  assail("ellipsoid", Shape.ellipsoid, [[1, 2, 3]]);
  assail("capsule", Shape.capsule, [[0, 0, 0], [1, 1, 1], 1]);
  assail("cylinder", Shape.cylinder, [1, 1]);
  assail("cone", Shape.cone, [1, 1]);
  assail("box", Shape.box, [[1, 1, 1]]);
  assail("convex", Shape.convex, [[[0, 0, 0], [1, 0, 0]]]);
  assail("mesh", Shape.mesh, [[[0, 0, 0], [1, 0, 0], [0, 1, 0]], new Uint32Array([0, 1, 2]), { build: "fast" }]);
  assail("refit", (vertices) => Shape.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [0, 1, 2]).refit(vertices), [new Float32Array(9)]);
  assail("scaled", (factors) => Shape.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [0, 1, 2]).scaled(factors), [[1, 2, 1]]);
  assail("terrain", Shape.terrain, [[[0, 0], [0, 1]], [1, 1]]);
  assail("halfSpace", Shape.halfSpace, [[0, 1, 0], 0]);
  assail("compound", Shape.compound, [[sphere]]);
  assail("rounded", Shape.rounded, [sphere, 1]);
  assail("fromJSON", Shape.fromJSON, [{ type: "point" }]);
  assail("Shapes.convex", Shapes.convex, [new Float64Array(12), 4]);
  assail("at", (...all) => sphere.at(...all), [[0, 0, 0], [0, 0, 0, 1], 1]);
});

test("questions about two shapes", () => {
  for (const [d, shape, point, poses] of [[d2, circle, [0, 0], poses2], [d3, sphere, [0, 0, 0], poses3]]) {
    for (const ask of ["relation", "intersects", "distance", "clearance"]) assail(ask, d[ask], [shape, shape.at(point)]);
    for (const ask of ["manifold", "contacts"]) assail(ask, d[ask], [shape, shape.at(point), 0]);
    assail("ray", d.ray, [point, point.map(() => 1), shape, 9]);
    for (const ask of ["closestPoint", "contains"]) assail(ask, d[ask], [point, shape]);
    for (const ask of ["closestPointMany", "containsMany"]) assail(ask, d[ask], [new Float64Array(2 * point.length), shape]);
    for (const ask of ["rayMany", "anyHitMany", "allHitsMany", "countHitsMany"]) assail(ask, d[ask], [new Float64Array(2 * point.length).fill(1), shape, 9]);
    for (const ask of ["anyHit", "allHits", "countHits"]) assail(ask, d[ask], [point, point.map(() => 1), shape, 9]);
    const boxes = [d.Shape.box(point.map(() => 1)), d.Shape.box(point.map(() => 1)).at(point)];
    for (const ask of ["common", "depthBounds", d === d2 ? "commonRings" : "commonMesh"]) assail(ask, d[ask], boxes);
    assail("massProperties", d.massProperties, [shape]);
    assail("sweep", (a, b) => d.sweep(a, b), [{ shape, by: point }, shape]);
    for (const by of ["by", "from", "turn"]) assail(`sweep ${by}`, (x) => d.sweep({ shape, [by]: x }, shape), [undefined]);
    for (const ask of ["intersectsMany", "relationMany", "distanceMany", "clearanceMany"]) assail(ask, d[ask], [shape, poses, shape, poses]);
  }
  const sheet = d3.Shape.mesh([[0, 0, 0], [1, 0, 0], [0, 1, 0]], [0, 1, 2]);
  assail("intersectingTriangles", d3.intersectingTriangles, [sheet, sheet]);
  assail("trianglePairs", d3.trianglePairs, [sheet, sheet, true]);
});

test("scenes and characters", () => {
  for (const [d, shape, point, poses] of [[d2, circle, [0, 0], poses2], [d3, sphere, [0, 0, 0], poses3]]) {
    assail("Scene", (o) => new d.Scene(o), [{}]);
    for (const option of ["index", "detail", "margin", "maxPairs"]) assail(option, (x) => new d.Scene({ [option]: x }), [undefined]);
    const scene = new d.Scene();
    const handle = scene.add(shape);
    const call = (name) => (...all) => scene[name](...all);
    assail("add", call("add"), [shape.at(point), {}]);
    for (const option of ["sensor", "layers", "mask", "group"]) assail(option, (x) => scene.add(shape, { [option]: x }), [undefined]);
    assail("addMany", call("addMany"), [shape, poses, {}]);
    assail("remove", call("remove"), [2 ** 40]);
    assail("has", call("has"), [handle]);
    const other = scene.add(shape);
    assail("pose", call("pose"), [other]);
    assail("setPose", call("setPose"), [other, {}]);
    assail("setPoses", call("setPoses"), [new Float64Array([other]), poses]);
    assail("setShape", call("setShape"), [other, shape]);
    assail("setOptions", call("setOptions"), [other, {}]);
    assail("castRay", call("castRay"), [point, point.map(() => 1), 3, {}]);
    assail("castRays", call("castRays"), [new Float64Array(2 * point.length).fill(1), 9, {}]);
    assail("nearest", call("nearest"), [point, 2, 3, {}]);
    assail("atPoint", call("atPoint"), [point, {}]);
    assail("overlapping", call("overlapping"), [shape, {}]);
    assail("overlappingBox", call("overlappingBox"), [point, point.map(() => 1), {}]);
    assail("overlappingBoxMany", call("overlappingBoxMany"), [new Float64Array(2 * point.length), {}]);
    assail("poses", call("poses"), [new Float64Array([other]), {}]);
    assail("pairs", call("pairs"), [{}]);
    assail("Character", (s) => new d.Character(s), [{ radius: 1, height: 2 }]);
    const walker = new d.Character({ radius: 0.3, height: 1.8 });
    assail("step", (...all) => walker.step(...all), [scene, { velocity: point }, 0.1, {}]);
    assail("position", (x) => (walker.position = x) && undefined, [point]);
    scene.update();
    assert.ok(scene.pairs().length > 0);
  }
});

test("masks", () => {
  const mask = Mask.fromRows(["11", "01"]);
  assail("Mask", (...all) => new Mask(...all), [2, 2]);
  assail("fromRows", Mask.fromRows, [["1"]]);
  assail("fromAlpha", Mask.fromAlpha, [new Uint8Array(4), 2, 1]);
  assail("fromImageData", Mask.fromImageData, [{ data: new Uint8ClampedArray(16), width: 2 }, 1]);
  assail("get", (...all) => mask.get(...all), [0, 0]);
  assail("set", (...all) => mask.set(...all), [0, 0, true]);
  for (const ask of ["overlaps", "overlapArea", "overlap", "partingShift"]) assail(ask, (...all) => mask[ask](...all), [mask, [0, 0]]);
  assail("turnedOverlap", (...all) => mask.turnedOverlap(...all), [mask, {}]);
  assail("outlines", (x) => mask.outlines(x), [0]);
});

test("what is too large, too many or too deep is refused", () => {
  const refused = (call, kind) => assert.throws(call, (error) => error instanceof ClearanceError && error.kind === kind);
  refused(() => new Mask(2 ** 24, 2 ** 24), "limit_exceeded");
  refused(() => d2.Shape.circle(1e308), "limit_exceeded");
  let nested = d2.Shape.circle(1);
  for (let i = 0; i < 64; i++) nested = d2.Shape.compound([nested]);
  refused(() => d2.Shape.compound([nested]), "limit_exceeded");
  assert.equal(d2.relation(nested, nested.at([1, 0])), "overlapping"); // the deepest nesting, traversed by recursion
  assert.equal(d2.relation(nested, nested.at([2, 0])), "touching");
  const crowd = new d2.Scene({ maxPairs: 1000 });
  crowd.addMany(circle, new Float64Array(3 * 10_000));
  refused(() => crowd.update(), "limit_exceeded");
  refused(() => d3.Shape.convex(new Float64Array(2 ** 26 + 3)), "limit_exceeded");
});

test("a class without its maker, and what was never made", () => {
  const refused = (call) => assert.throws(call, ClearanceError);
  for (const d of [d2, d3]) {
    for (const make of [() => new d.Shape(), () => new d.Shapes(), () => new d.Shape(1, {}), () => d.Shape.of({}), () => new d.Character()]) refused(make);
    refused(() => Object.create(d.Shape.prototype).at([0, 0, 0]));
    refused(() => Object.create(d.Scene.prototype).update());
  }
  const [flat, solid] = [new d2.Scene(), new d3.Scene()];
  refused(() => new d2.Character({ radius: 1, height: 2 }).step(solid, { velocity: [1, 0] }, 0.1));
  refused(() => new d3.Character({ radius: 1, height: 2 }).step(flat, { velocity: [1, 0, 0] }, 0.1));
  refused(() => solid.addMany(d2.Shapes.of([circle]), poses3));
  refused(() => d2.intersectsMany(circle, transferred, circle, transferred));
});

test("the module is alive after all this", () => {
  assert.equal(d2.relation(circle, circle.at([2, 0])), "touching");
  assert.equal(d3.relation(sphere, sphere.at([2, 0, 0])), "touching");
});
