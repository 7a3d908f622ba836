// Getters in arguments: whatever they ask, free or throw, the outer call answers as for plain numbers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ClearanceError, d2, d3, Mask } from "clearance";

/** The same data with every field as a getter that calls `act` first. */
function stirred(data, act) {
  if (typeof data !== "object" || data === null || ArrayBuffer.isView(data)) return data;
  if (![Object.prototype, Array.prototype].includes(Object.getPrototypeOf(data))) return data;
  const copy = Array.isArray(data) ? [] : {};
  for (const name of Object.keys(data)) {
    const inner = stirred(data[name], act);
    Object.defineProperty(copy, name, { enumerable: true, configurable: true, get: () => (act(), inner) });
  }
  return copy;
}

/** The calls of one dimension: names, functions and their arguments. */
function questions(d, round, corner, [near, far, way], turn, rate) {
  const block = d.Shape.box(near.map(() => 1));
  const [a, b] = [block.at(near, turn, 1.5), { shape: round, pose: { position: far, scale: 2 } }];
  const scene = new d.Scene();
  const handle = scene.add(block, { layers: 3 });
  scene.add(round.at(far));
  const list = Float64Array.from([...near, ...(typeof turn === "number" ? [turn] : turn)]);
  const all = [];
  for (const name of ["relation", "intersects", "distance", "clearance", "manifold", "contacts"]) all.push([name, d[name], [a, b]]);
  for (const name of ["intersectsMany", "relationMany", "distanceMany", "clearanceMany"]) {
    all.push([name, d[name], [round, Array.from(list), block, Array.from(list)]]);
  }
  all.push(["ray", d.ray, [far, way, a]], ["closestPoint", d.closestPoint, [far, a]], ["contains", d.contains, [near, a]]);
  for (const name of ["containsMany", "closestPointMany"]) all.push([name, d[name], [[...near, ...far], a]]);
  for (const name of ["rayMany", "anyHitMany", "allHitsMany", "countHitsMany"]) all.push([name, d[name], [[...far, ...way, ...near, ...way], a, 9]]);
  for (const name of ["anyHit", "allHits", "countHits"]) all.push([name, d[name], [far, way, a]]);
  all.push(["massProperties", d.massProperties, [b]]);
  all.push(["common", d.common, [a, { shape: block, pose: { position: near, scale: 2 } }]]);
  all.push(["sweep", d.sweep, [{ shape: block, from: { position: far }, by: way, turn: rate }, { shape: round, by: far.map(() => 0.25) }]]);
  all.push(["aabb", (pose) => block.aabb(pose), [{ position: far, scale: 3 }]]);
  all.push(["at", (...given) => d.distance(round.at(...given), corner), [{ position: far, scale: 0.5 }]]);
  all.push(["compound", (parts) => d.Shape.compound(parts).toJSON(), [[a, b]]]);
  all.push(["convex", (points) => d.Shape.convex(points).toJSON(), [[near, far, way]]]);
  const ask = (name) => [name, (...given) => scene[name](...given)];
  all.push([...ask("castRay"), [far, way, 100, { layers: 2 }]], [...ask("castRays"), [[...far, ...way], 9, { layers: 1 }]]);
  all.push([...ask("nearest"), [far, 2, 100, { layers: 1 }]], ["nearest shape", ask("nearest")[1], [b, 2]]);
  all.push([...ask("atPoint"), [near, {}]], [...ask("overlapping"), [a, {}]], [...ask("overlappingBox"), [near, near.map((x) => x + 5), { layers: 3 }]]);
  all.push([...ask("overlappingBoxMany"), [[...near, ...near.map((x) => x + 5)], { layers: 3 }]], [...ask("poses"), [[handle], {}]]);
  all.push(["setPose", (pose) => (scene.setPose(handle, pose), scene.pose(handle)), [{ position: near, scale: 1.25 }]]);
  all.push(["setPoses", (poses) => (scene.setPoses([handle], poses), scene.pose(handle)), [Array.from(list)]]);
  all.push(["add", (...given) => scene.pose(scene.add(...given)), [{ shape: block, pose: { position: way } }, { group: 4 }]]);
  all.push(["addMany", (...given) => scene.pose(scene.addMany(...given)[0]), [block, Array.from(list), { layers: 8 }]]);
  all.push(["step", (wish) => new d.Character({ radius: 0.25, height: 2 }).step(scene, wish, 0.1), [{ velocity: way, jump: 1 }]]);
  return all;
}

const [disc, ball] = [d2.Shape.circle(1), d3.Shape.sphere(1)];
const mask = Mask.fromRows(["0110", "1111"]);
const everything = () => [
  ...questions(d2, disc, d2.Shape.point(), [[0.5, 0.25], [6, 1], [-3, 0.5]], 0.3, 0.7),
  ...questions(d3, ball, d3.Shape.point(), [[0.5, 0.25, 1], [6, 1, 0.5], [-3, 0.5, 0.25]], [0, 0, 0.6, 0.8], [0, 0.5, 0]),
  ...[["windingNumber", []], ["trianglesWithin", [2]]].map(([name, more]) => [name, d3[name], (() => {
    const sheet = d3.Shape.mesh([[0, 0, 0], [2, 0, 0], [0, 2, 0]], [0, 1, 2]);
    return [[0.5, 0.25, 1], { shape: sheet, pose: { position: [0.25, 0, 0] } }, ...more];
  })()]),
  ["barycentric", d3.barycentric, [{ point: [0.5, 0.25, 0], facet: 0 }, { shape: d3.Shape.mesh([[0, 0, 0], [2, 0, 0], [0, 2, 0]], [0, 1, 2]), pose: { position: [0.25, 0, 0] } }]],
  ...["intersectingTriangles", "trianglePairs"].map((name) => [name, d3[name], (() => {
    const sheet = d3.Shape.mesh([[0, 0, 0], [2, 0, 0], [0, 2, 0]], [0, 1, 2]);
    return [{ shape: sheet, pose: { position: [0, 0, 0] } }, { shape: sheet, pose: { position: [0.25, 0, 0] } }];
  })()]),
  ...["overlaps", "overlapArea", "partingShift"].map((name) => [name, (o) => mask[name](mask, o), [[1, 0]]]),
  ["turnedOverlap", (pose) => mask.turnedOverlap(mask, pose), [{ position: [1, 0], angle: 0.5 }]],
];

/** Asks both modules other questions, with other poses at every index of the exchange array. */
function askElsewhere() {
  d2.distance(disc.at([100, 100], 1, 3), disc.at([-50, 3]));
  d2.sweep({ shape: disc, from: { position: [9, 9] }, by: [8, 7], turn: 3 }, { shape: disc, by: [-4, 2], turn: 1 });
  d3.sweep({ shape: ball, from: { position: [9, 9, 9] }, by: [8, 7, 6] }, { shape: ball, by: [-4, 2, 1] });
  assert.throws(() => d2.distance({ shape: disc, pose: { position: [7, 7] } }, null), ClearanceError);
}

test("the outer question is answered, whatever a getter asks", () => {
  const b = d2.Shape.circle(1);
  const pose = { get position() { d2.distance(b.at([100, 100]), b.at([-50, 3])); return [5, 0]; } };
  assert.equal(d2.distance(b, { shape: b, pose }), 3);
  const plain = everything().map(([name, call, given]) => [name, call(...given)]);
  everything().forEach(([name, call, given], i) => {
    let asked = 0;
    const answer = call(...given.map((each) => stirred(each, () => { asked++; askElsewhere(); })));
    assert.ok(asked > 0, `${name} has no getter`);
    assert.equal(JSON.stringify(answer), JSON.stringify(plain[i][1]), `${plain[i][0]} and ${name}`);
  });
});

test("memory may grow meanwhile", () => {
  const kept = [];
  const grow = () => { if (kept.length < 400) kept.push(new Mask(1024, 1024), d3.Shape.terrain([new Float64Array(4000), new Float64Array(4000)], [1, 1])); };
  const plain = everything().map(([, call, given]) => JSON.stringify(call(...given)));
  everything().forEach(([name, call, given], i) => {
    kept.splice(0, kept.length - 300).forEach((each) => each.free());
    assert.equal(JSON.stringify(call(...given.map((each) => stirred(each, grow)))), plain[i], name);
  });
  kept.forEach((each) => each.free());
});

test("a getter that throws is heard, and the next call is right", () => {
  const own = new Error("my own");
  for (const [name, call, given] of everything()) {
    const expected = JSON.stringify(everything().find(([other]) => other === name)[1](...everything().find(([other]) => other === name)[2]));
    assert.throws(() => call(...given.map((each) => stirred(each, () => { throw own; }))), own, name);
    const again = everything().find(([other]) => other === name);
    assert.equal(JSON.stringify(again[1](...again[2])), expected, name);
  }
});

test("a getter that frees what is asked about is told so", () => {
  const isFreed = (error) => error instanceof ClearanceError && error.kind === "freed";
  for (const [d, make, at] of [[d2, () => d2.Shape.circle(1), [3, 0]], [d3, () => d3.Shape.sphere(1), [3, 0, 0]]]) {
    const freeing = (shape) => ({ shape, pose: { get position() { shape.free(); return at; } } });
    const other = make();
    for (const name of ["relation", "intersects", "distance", "clearance", "manifold", "contacts", "sweep", "common"]) {
      assert.throws(() => d[name](freeing(make()), other), isFreed, name);
      const first = make();
      assert.throws(() => d[name](first, { shape: other, pose: { get position() { first.free(); return at; } } }), isFreed, name);
    }
    const scene = new d.Scene();
    for (const name of ["add", "overlapping", "nearest"]) assert.throws(() => scene[name](freeing(make())), isFreed, name);
    const gone = new d.Scene();
    assert.throws(() => gone.overlapping({ shape: other, pose: { get position() { gone.free(); return at; } } }), isFreed);
    const shape = make();
    assert.throws(() => shape.aabb({ get position() { shape.free(); return at; } }), isFreed);
  }
});
