// Ownership: free, Symbol.dispose, and objects that outlive others.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ClearanceError, d2, d3, Mask } from "clearance";

const isFreed = (error) => error instanceof ClearanceError && error.kind === "freed";

test("what has been freed answers no more, and may be freed again", () => {
  for (const make of [
    () => d2.Shape.circle(1),
    () => d3.Shape.sphere(1),
    () => d2.Shapes.of([d2.Shape.circle(1)]),
    () => new d2.Scene(),
    () => new d3.Scene(),
    () => new d2.Character({ radius: 1, height: 2 }),
    () => Mask.fromRows(["1"]),
  ]) {
    const owner = make();
    owner.free();
    owner.free();
    const ask = owner.relation ?? owner.aabb ?? owner.update ?? owner.area ?? owner.step ?? owner.get;
    assert.throws(() => ask.call(owner, 0), isFreed);
  }
});

test("Symbol.dispose frees", { skip: Symbol.dispose === undefined && "this Node knows no Symbol.dispose" }, () => {
  const circle = d2.Shape.circle(1);
  circle[Symbol.dispose]();
  assert.throws(() => circle.aabb(), isFreed);
});

test("a scene and a compound keep a shape that has been freed", () => {
  const circle = d2.Shape.circle(1);
  const scene = new d2.Scene();
  const handle = scene.add(circle);
  const pair = d2.Shape.compound([circle, circle.at([4, 0])]);
  circle.free();
  assert.deepEqual(scene.atPoint([0.5, 0]), [handle]);
  assert.equal(d2.relation(pair, d2.Shape.point().at([4.5, 0])), "b_in_a");
});

test("memory is given back", () => {
  const before = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  for (let i = 0; i < 300; i++) {
    const heights = Array.from({ length: 64 }, () => new Float64Array(64));
    d3.Shape.terrain(heights, [1, 1]).free();
  }
  const after = process.memoryUsage().arrayBuffers + process.memoryUsage().external;
  assert.ok(after - before < 64e6, `${(after - before) / 1e6} MB more`);
});
