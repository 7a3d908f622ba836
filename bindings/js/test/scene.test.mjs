// Scenes compared with testing every pair, with every index; events, queries, characters.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ClearanceError, d2, d3, INDEX_KINDS } from "clearance";
import { polygon, random } from "./random.mjs";

/** Pairs as text, each with its smaller handle first, sorted. */
function named(list) {
  const pairs = [];
  for (let i = 0; i < list.length; i += 2) pairs.push([list[i], list[i + 1]].sort((a, b) => a - b).join("-"));
  return pairs.sort();
}

function everyPair(bodies) {
  const pairs = [];
  for (const [i, a] of bodies.entries()) {
    for (const b of bodies.slice(i + 1)) {
      if (d2.intersects(a.placed, b.placed)) pairs.push([a.handle, b.handle].sort((p, q) => p - q).join("-"));
    }
  }
  return pairs.sort();
}

for (const index of INDEX_KINDS) {
  test(`pairs and events with index ${index} are those of asking about every pair`, () => {
    const dice = random(3);
    const scene = new d2.Scene({ index });
    const bodies = Array.from({ length: 60 }, () => {
      const shape = dice.next() < 0.5 ? d2.Shape.circle(dice.between(0.2, 1)) : d2.Shape.convex(polygon(dice, 5, 1));
      const placed = shape.at(dice.point(5), dice.between(-3, 3));
      return { shape, placed, handle: scene.add(placed) };
    });
    let before = [];
    for (let step = 0; step < 5; step++) {
      scene.update();
      const now = everyPair(bodies);
      assert.deepEqual(named(scene.pairs()), now);
      assert.deepEqual(named(scene.began()), now.filter((pair) => !before.includes(pair)));
      assert.deepEqual(named(scene.ended()), before.filter((pair) => !now.includes(pair)));
      assert.ok(now.length > 20);
      before = now;
      for (const body of bodies) {
        if (dice.next() < 0.5) continue;
        body.placed = body.shape.at(dice.point(5), dice.between(-3, 3));
        scene.setPose(body.handle, body.placed.pose);
      }
    }
    const far = [dice.point(5), dice.point(5)];
    const hits = bodies.map((b) => [d2.ray(far[0], far[1], b.placed)?.time ?? Infinity, b.handle]).sort((p, q) => p[0] - q[0]);
    assert.equal(scene.castRay(far[0], far[1])?.hit.time ?? Infinity, hits[0][0]);
    const point = d2.Shape.point().at(far[0]);
    const near = bodies.map((b) => d2.distance(b.placed, point)).sort((p, q) => p - q);
    assert.deepEqual(scene.nearest(far[0], 5).map(({ distance }) => distance), near.slice(0, 5));
    const inside = bodies.filter((b) => d2.intersects(b.placed, point)).map((b) => b.handle);
    assert.deepEqual(scene.atPoint(far[0]).sort(), inside.sort());
  });
}

test("touches tell what was asked for", () => {
  const box = d2.Shape.box([1, 1]);
  for (const detail of ["relation", "clearance", "manifold"]) {
    const scene = new d2.Scene({ detail });
    const [a, b] = [scene.add(box), scene.add(box.at([1.5, 0]))];
    scene.update();
    const [touch] = scene.touches();
    assert.deepEqual([touch.a, touch.b, touch.relation], [a, b, "overlapping"]);
    assert.equal(touch.clearance?.distance, detail === "clearance" ? -0.5 : undefined);
    assert.equal(touch.manifold?.contacts.length, detail === "manifold" ? 2 : undefined);
    assert.equal(scene.stats.candidates, 1);
  }
});

test("sensors, layers and groups", () => {
  const ball = d2.Shape.circle(1);
  const scene = new d2.Scene();
  const wall = scene.add(ball);
  const coin = scene.add(ball, { sensor: true });
  const ghost = scene.add(ball, { layers: 2, mask: 2 });
  const limbs = [scene.add(ball, { group: -1, layers: 4, mask: 4 }), scene.add(ball, { group: -1, layers: 4, mask: 4 })];
  scene.update();
  assert.deepEqual(named(scene.pairs()), []);
  assert.deepEqual(named(scene.sensorPairs()), [`${wall}-${coin}`]);
  assert.deepEqual(scene.atPoint([0, 0], { layers: 2 }), [ghost]);
  scene.setOptions(limbs[0], { layers: 4, mask: 4 });
  scene.update();
  assert.deepEqual(named(scene.began()), [limbs.join("-")]);
});

test("handles of what was removed name nothing, ever", () => {
  const ball = d2.Shape.circle(1);
  const scene = new d2.Scene();
  const first = scene.add(ball);
  scene.remove(first);
  const second = scene.add(ball);
  assert.ok(first !== second && !scene.has(first) && scene.has(second));
  assert.throws(() => scene.pose(first), (error) => error instanceof ClearanceError && error.kind === "no_such_object");
  const poses = new Float64Array([1, 2, 0.5, 3, 4, 0]);
  assert.throws(() => scene.setPoses(new Float64Array([second, first]), poses), { index: 1 });
  assert.deepEqual(scene.pose(second).position, [0, 0]); // all or none
});

test("poses and shapes come back as they were given", () => {
  const scene = new d3.Scene();
  const handle = scene.add(d3.Shape.box([1, 2, 3]).at([1, 2, 3], [0, 0, 2, 2], 2));
  assert.deepEqual(scene.pose(handle), { position: [1, 2, 3], rotation: [0, 0, 2, 2], scale: 2 });
  assert.equal(scene.shape(handle).kind, "box");
  const many = scene.addMany(d3.Shape.sphere(1), new Float64Array([9, 0, 0, 0, 0, 0, 1, 0, 9, 0, 0, 0, 0, 1]));
  assert.equal(scene.length, 3);
  assert.deepEqual(scene.pose(many[1]).position, [0, 9, 0]);
});

test("a character walks on the ground, is stopped by a wall, jumps", () => {
  for (const [d, at] of [[d2, (x, y) => [x, y]], [d3, (x, y) => [x, y, 0]]]) {
    const scene = new d.Scene();
    const ground = scene.add(d.Shape.halfSpace(at(0, 1), 0));
    const wall = scene.add(d.Shape.box(at(0.5, 5).map((x) => x || 5)).at(at(4, 5)));
    const walker = new d.Character({ radius: 0.3, height: 1.8 });
    walker.position = at(0, 0.5);
    let step;
    for (let i = 0; i < 240; i++) step = walker.step(scene, { velocity: at(2, 0) }, 1 / 60);
    assert.ok(step.standing && step.ground.handle === ground);
    assert.ok(step.contacts.some(({ handle, slope }) => handle === wall && slope === "steep"));
    assert.ok(Math.abs(step.position[0] - (4 - 0.5 - 0.3)) < 0.02, `${step.position}`);
    step = walker.step(scene, { velocity: at(0, 0), jump: 5 }, 1 / 60);
    assert.ok(!step.standing && step.velocity[1] > 4);
    assert.equal(step.crushed, undefined);
  }
});

test("a character without room is told what is in it and what it stands against", () => {
  for (const [d, at] of [[d2, (x, y) => [x, y]], [d3, (x, y) => [x, y, 0]]]) {
    const scene = new d.Scene();
    const ground = scene.add(d.Shape.halfSpace(at(0, 1), 0));
    const ceiling = scene.add(d.Shape.box(at(2, 0.5).map((x) => x || 2)).at(at(0, 1.5)));
    const walker = new d.Character({ radius: 0.3, height: 1.8 });
    walker.position = at(0, 0.01);
    const { crushed, position } = walker.step(scene, { velocity: at(0, 0) }, 1 / 60);
    assert.deepEqual([crushed.by, crushed.against], [ceiling, ground]);
    assert.ok(Math.abs(crushed.depth - 0.81) < 0.01 && Math.abs(position[1] - 0.01) < 0.01);
  }
});
