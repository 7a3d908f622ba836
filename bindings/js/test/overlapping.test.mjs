// What a box meets in a scene: by its corners, as a shape, and many at once, compared with asking about every
// object.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ClearanceError, d2, d3 } from "clearance";
import { random } from "./random.mjs";

const sorted = (handles) => [...handles].sort((a, b) => a - b);
const SIZES = [0.5, 1, 0.25, 0.1, 0.3, 1 / 3];

/** Corners of a box as a list of points. */
const cornersOf = (min, max) => Array.from({ length: 2 ** min.length }, (_, i) => min.map((x, k) => (i >> k & 1 ? max[k] : x)));

/** Half of them on a grid, where they touch exactly. */
function world(d, size, dice) {
  const place = () => Array.from({ length: size }, () => (dice.whole(9) - 4) * (dice.next() < 0.7 ? 0.5 : 0.7));
  const turn = () => (size === 2 ? dice.between(-3, 3) : [dice.next(), dice.next(), dice.next(), 1]);
  const half = () => Array.from({ length: size }, () => SIZES[dice.whole(SIZES.length)]);
  const scene = new d.Scene();
  const bodies = Array.from({ length: 40 }, () => {
    const shape = dice.next() < 0.7 ? d.Shape.box(half()) : size === 2 ? d.Shape.circle(0.5) : d.Shape.sphere(0.5);
    const placed = dice.next() < 0.8 ? shape.at(place()) : shape.at(place(), turn());
    return { placed, layers: 1 + dice.whole(2) };
  });
  for (const body of bodies) body.handle = scene.add(body.placed, { layers: body.layers });
  return { scene, bodies, place, half };
}

for (const [d, size] of [[d2, 2], [d3, 3]]) {
  test(`in ${size}D boxes find what the relation of each object says`, () => {
    const dice = random(size);
    let [found, asked] = [0, 0];
    for (let round = 0; round < 12; round++) {
      const { scene, bodies, place, half } = world(d, size, dice);
      if (round % 3 > 0) scene.update();
      if (round % 3 === 2) bodies.slice(0, 5).forEach((body) => scene.setPose(body.handle, (body.placed = body.placed.shape.at(place())).pose));
      const boxes = Array.from({ length: 12 }, () => {
        const [center, reach] = [place(), half()];
        return [center.map((x, k) => x - reach[k]), center.map((x, k) => x + reach[k]), center, reach];
      });
      const layers = round % 2 ? 2 : undefined;
      const options = layers && { layers };
      const truth = (asked) => sorted(bodies.filter((body) => (!layers || body.layers & layers) && d.intersects(body.placed, asked)).map((body) => body.handle));
      const wanted = boxes.map(([min, max]) => truth(d.Shape.convex(cornersOf(min, max))));
      boxes.forEach(([min, max, center, reach], i) => {
        assert.deepEqual(sorted(scene.overlappingBox(min, max, options)), wanted[i], `${min} ${max}`);
        const box = d.Shape.box(reach).at(center);
        assert.deepEqual(sorted(scene.overlapping(box, options)), truth(box), `${center} ${reach}`);
        found += wanted[i].length;
        asked += layers ? 20 : 40;
      });
      const list = boxes.flatMap(([min, max]) => [...min, ...max]);
      for (const view of [false, true]) {
        const { starts, handles } = scene.overlappingBoxMany(Float64Array.from(list), { ...options, view });
        assert.deepEqual(wanted.map((_, i) => sorted(handles.subarray(starts[i], starts[i + 1]))), wanted);
      }
    }
    assert.ok(found > 100 && found < asked / 2, `${found} of ${asked}`);
  });
}

test("a box that touches finds it, and none that is a rounding away", () => {
  const scene = new d2.Scene();
  const handle = scene.add(d2.Shape.box([0.5, 0.5]).at([1, 1]));
  scene.update();
  const below = 1.5 + 2 ** -52;
  assert.deepEqual(scene.overlappingBox([1.5, 1.5], { x: 2, y: 2 }), [handle]);
  assert.deepEqual(scene.overlappingBox([below, 1], [2, 2]), []);
  const round = scene.add(d2.Shape.circle(1).at([-5, 0]));
  assert.deepEqual(scene.overlappingBox([-4, 0], [-3, 1]), [round]);
  assert.deepEqual(scene.overlappingBox([-4.25, 0.75], [-3, 1]), []);
  assert.deepEqual(scene.overlappingBox([-4.5, 0.75], [-3, 1]), [round]);
});

test("corners that are no box are refused, by name", () => {
  const scene = new d2.Scene();
  const refused = (kind, field, call, index) => assert.throws(call, (error) => error instanceof ClearanceError && error.kind === kind && error.field === field && error.index === index);
  refused("invalid_shape", "max", () => scene.overlappingBox([0, 0], [1, -1]));
  refused("not_finite", "min", () => scene.overlappingBox([NaN, 0], [1, 1]));
  refused("not_finite", "max", () => scene.overlappingBox([0, 0], [Infinity, 1]));
  refused("limit_exceeded", "max", () => scene.overlappingBox([0, 0], [1, 1e300]));
  refused("invalid_type", "min", () => scene.overlappingBox([0, 0, 0], [1, 1]));
  refused("invalid_shape", "boxes", () => scene.overlappingBoxMany(new Float64Array(3)));
  refused("invalid_shape", "boxes", () => scene.overlappingBoxMany(new Float64Array([0, 0, 1, 1, 0, 0, -1, 1])), 1);
  refused("not_finite", "boxes", () => scene.overlappingBoxMany(new Float64Array([0, 0, NaN, 1])), 0);
  scene.free();
  refused("freed", "scene", () => scene.overlappingBox([0, 0], [1, 1]));
});
