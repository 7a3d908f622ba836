// Motion in scenes: steps in which nothing tunnels, sweeps of a shape, objects that push characters, and
// changes of their size.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ClearanceError, d2, d3 } from "clearance";
import { random } from "./random.mjs";

const refused = (call, kind, words) =>
  assert.throws(call, (error) => error instanceof ClearanceError && error.kind === kind && error.message.includes(words), words);

test("who presses against a thin wall stays before it, in the plane and in space, straight and turning", () => {
  const walls = [
    [d2, d2.Shape.circle(0.1), d2.Shape.box([0.005, 5]), [0.3, 0.2], [5.3, 0.1], 0.5],
    [d3, d3.Shape.sphere(0.1), d3.Shape.box([0.005, 5, 5]), [0.3, 0.2, 0.1], [5.3, 0.1, 0.2], [0, 0.5, 0.1]],
    [d3, d3.Shape.box([0.1, 0.2, 0.1]), d3.Shape.box([0.005, 5, 5]), [0.3, 0.2, 0.1], [5.3, 0.1, 0.2], [0, 0.5, 0.1]],
  ];
  for (const [d, ball, wall, from, by, turn] of walls) {
    for (const motion of [{ by }, { by, turn }]) {
      const scene = new d.Scene();
      const handle = scene.add(ball.at(from));
      const pane = scene.add(wall.at(from.map((_, i) => (i === 0 ? 4 : 0))));
      for (let i = 0; i < 40; i++) {
        const met = scene.sweepStep([{ handle, ...motion }]);
        assert.ok(scene.pose(handle).position[0] < 4, `step ${i}`);
        if (i === 0) {
          assert.equal(met.length, 1);
          const [{ a, b, hit }] = met;
          assert.deepEqual([a, b, hit.resolved], [handle, pane, true]);
          assert.ok(hit.time > 0 && hit.time < 1 && hit.normal[0] > 0.999 && hit.point.length === from.length);
        }
        assert.equal(d.relation({ shape: ball, pose: scene.pose(handle) }, { shape: wall, pose: scene.pose(pane) }), "disjoint");
      }
    }
  }
});

test("what slides goes on, what is free goes through, and who is not named stands still", () => {
  const scene = new d2.Scene();
  const [ball, wall] = [d2.Shape.circle(0.5), d2.Shape.box([0.25, 50])];
  const [stops, slides, ghost, still] = [[0, 0], [0, 5], [0, 10], [0, 15]].map((at) => scene.add(ball.at(at)));
  scene.add(wall.at([4, 0]));
  const met = scene.sweepStep([
    { handle: slides, by: [8, 2], kind: "slide" }, { handle: ghost, by: [8, 0], kind: "free" }, { handle: stops, by: [8, 2] }, { handle: still },
  ]);
  assert.deepEqual(met.map(({ a }) => a).sort(), [stops, slides].sort());
  const at = (handle) => scene.pose(handle).position;
  assert.ok(Math.abs(at(stops)[0] - 3.25) < 1e-9 && Math.abs(at(stops)[1] - 0.8125) < 1e-9);
  assert.ok(at(slides)[0] < 3.25 && Math.abs(at(slides)[1] - 7) < 1e-9);
  assert.deepEqual([at(ghost), at(still)], [[8, 10], [0, 15]]);
  const refusals = [
    [[{ handle: 99, by: [1, 0] }], "no_such_object", "travels[0]"], [[{ handle: still }, { handle: still }], "invalid_shape", "twice"],
    [[{ handle: still, by: [NaN, 0] }], "not_finite", "motion"], [[{ handle: still, kind: "fast" }], "invalid_shape", "travels[0].kind"],
    [[{ handle: still, way: 1 }], "invalid_type", "way"], ["x", "invalid_type", "travels"],
  ];
  for (const [travels, kind, words] of refusals) refused(() => scene.sweepStep(travels), kind, words);
  assert.deepEqual(at(still), [0, 15]);
});

test("a room of thin walls keeps what is in it, and the bits do not depend on the order of the travels", () => {
  const dice = random(8);
  const rooms = [0, 1].map(() => {
    const scene = new d2.Scene();
    for (const [at, half] of [[[5, 0], [0.01, 5]], [[-5, 0], [0.01, 5]], [[0, 5], [5, 0.01]], [[0, -5], [5, 0.01]]]) scene.add(d2.Shape.box(half).at(at));
    return { scene, all: Array.from({ length: 9 }, (_, i) => scene.add(d2.Shape.circle(0.25).at([(i % 3) * 2 - 2, Math.floor(i / 3) * 2 - 2]))) };
  });
  for (let step = 0; step < 60; step++) {
    const ways = rooms[0].all.map(() => ({ by: dice.point(9), turn: dice.between(-1, 1), kind: dice.next() < 0.5 ? "slide" : "swept" }));
    const [first, second] = rooms.map(({ scene, all }, i) => {
      const travels = all.map((handle, k) => ({ handle, ...ways[k] }));
      return JSON.stringify([scene.sweepStep(i === 0 ? travels : travels.reverse()), all.map((handle) => scene.pose(handle))]);
    });
    assert.equal(first, second);
    for (const handle of rooms[0].all) assert.ok(rooms[0].scene.pose(handle).position.every((x) => Math.abs(x) < 4.75), `step ${step}`);
  }
});

test("a scene's sweep meets what the sweep of two shapes meets first", () => {
  const dice = random(3);
  let hits = 0;
  for (let i = 0; i < 200; i++) {
    const scene = new d2.Scene();
    const box = d2.Shape.box([0.5, 1]);
    const placed = Array.from({ length: 5 }, () => box.at(dice.point(6), dice.between(0, 6)));
    const handles = placed.map((each, k) => scene.add(each, { layers: k === 0 ? 2 : 1 }));
    const moving = { shape: d2.Shape.circle(0.25), from: { position: dice.point(6) }, by: dice.point(12), turn: dice.between(-1, 1) };
    for (const release of [false, true, "overlap"]) {
      const one = placed.slice(1).map((each, k) => ({ handle: handles[k + 1], hit: d2.sweep(moving, each, release) })).filter(({ hit }) => hit);
      const first = one.sort((p, q) => p.hit.time - q.hit.time || p.handle - q.handle)[0];
      assert.deepEqual(scene.sweep(moving, release, { layers: 1 }), first);
      hits += first ? 1 : 0;
    }
  }
  assert.ok(hits > 180 && hits < 420, `${hits} of 600`);
  const [ball, scene] = [d2.Shape.circle(1), new d2.Scene()];
  scene.add(ball);
  const inside = { shape: ball, from: { position: [1.5, 0] }, by: [1, 0] };
  assert.deepEqual([false, true, "overlap"].map((release) => scene.sweep(inside, release)?.hit.time), [0, 0, undefined]);
  refused(() => scene.sweep(inside, "all"), "invalid_type", "release");
  refused(() => scene.sweep({ ...inside, shape: d3.Shape.sphere(1) }), "invalid_type", "what.shape");
});

test("a wall that moves a metre a step pushes a character with movers, and jumps over it without", () => {
  for (const told of [true, false]) {
    const scene = new d3.Scene();
    scene.add(d3.Shape.halfSpace([0, 1, 0], 0));
    const wall = scene.add(d3.Shape.box([0.1, 2, 2]).at([-1, 0, 0]));
    const [walker, movers] = [new d3.Character({ radius: 0.3, height: 1.8 }), new d3.Movers()];
    for (let i = 0; i < 5; i++) {
      movers.clear();
      if (told) movers.setPose(scene, wall, { position: [i, 0, 0] });
      else scene.setPose(wall, { position: [i, 0, 0] });
      assert.equal(movers.length, told ? 1 : 0);
      walker.step(scene, { velocity: [0, 0, 0] }, 1 / 60, { movers });
    }
    assert.equal(walker.position[0] > 4.4 && walker.position[0] < 4.5, told, `${walker.position}`);
  }
  const [flat, movers] = [new d2.Scene(), new d3.Movers()];
  refused(() => movers.setPose(flat, 0, {}), "invalid_type", "scene");
  refused(() => movers.setPose(new d3.Scene(), 0, {}), "no_such_object", "handle");
  refused(() => new d2.Character({ radius: 1, height: 2 }).step(flat, { velocity: [0, 0] }, 0.1, { movers }), "invalid_type", "movers");
  movers.free();
  refused(() => movers.clear(), "freed", "movers");
});

test("a lift under a ceiling crushes, and says by what and against what", () => {
  const scene = new d3.Scene();
  const ceiling = scene.add(d3.Shape.box([4, 0.25, 4]).at([0, 2.5, 0]));
  const lift = scene.add(d3.Shape.box([2, 0.25, 2]).at([0, -0.25, 0]));
  const [walker, movers] = [new d3.Character({ radius: 0.3, height: 1.8 }), new d3.Movers()];
  walker.position = [0, 0.01, 0];
  let crushed;
  for (let i = 1; i <= 12; i++) {
    movers.clear();
    movers.setPose(scene, lift, { position: [0, -0.25 + i * 0.1, 0] });
    crushed = walker.step(scene, { velocity: [0, 0, 0] }, 1 / 60, { movers }).crushed;
  }
  assert.deepEqual([crushed.by, crushed.against].sort(), [ceiling, lift].sort());
  assert.ok(crushed.depth > 0.5, `${crushed.depth}`);
});

test("a taller character takes over only where there is room", () => {
  for (const [d, ground, table, at] of [
    [d2, d2.Shape.halfSpace([0, 1], 0), d2.Shape.box([2, 0.25]), (x) => [x, 0.01]],
    [d3, d3.Shape.halfSpace([0, 1, 0], 0), d3.Shape.box([2, 0.25, 2]), (x) => [x, 0.01, 0]],
  ]) {
    const scene = new d.Scene();
    scene.add(ground);
    const above = scene.add(table.at(d === d2 ? [0, 1.5] : [0, 1.5, 0]), { layers: 2 });
    const [small, tall] = [0.9, 1.8].map((height) => new d.Character({ radius: 0.3, height }));
    small.position = at(0);
    const before = tall.position;
    const blocked = tall.takeOver(scene, small);
    assert.equal(blocked.by, above);
    assert.ok(blocked.depth > 0.3 && blocked.depth < 0.6, `${blocked.depth}`);
    assert.deepEqual(tall.position, before);
    assert.equal(tall.takeOver(scene, small, { layers: 1 }), undefined);
    small.position = at(2.5);
    small.fall = at(0).map((x) => -x);
    assert.equal(tall.takeOver(scene, small), undefined);
    assert.deepEqual([tall.position, tall.fall], [small.position, small.fall]);
    assert.equal(tall.takeOver(scene, tall), undefined);
    refused(() => tall.takeOver(scene, d === d2 ? new d3.Character({ radius: 1, height: 2 }) : new d2.Character({ radius: 1, height: 2 })), "invalid_type", "other");
  }
});

test("joined seams do not stop what slides over them", () => {
  const sideways = (options) => {
    const scene = new d2.Scene({ detail: "manifold", ...options });
    for (const x of [-5, 5]) scene.add(d2.Shape.box([5, 0.5]).at([x, -0.5]));
    const slider = scene.add(d2.Shape.box([0.5, 0.5]));
    let count = 0;
    for (let x = -0.6; x < 0.6; x += 0.0037) {
      scene.setPose(slider, { position: [x, 0.49] });
      scene.update();
      const mine = scene.touches().filter(({ a, b }) => a === slider || b === slider);
      count += mine.filter(({ manifold }) => manifold.contacts.length > 0 && Math.abs(manifold.normal[0]) > 0.5).length;
    }
    return count;
  };
  assert.equal(sideways({ joinedSeams: true }), 0);
  assert.ok(sideways({ joinedSeams: false }) > 0);
  refused(() => new d2.Scene({ joinedSeams: 1 }), "invalid_type", "joinedSeams");
});
