// The drawer, on a context that records its calls.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ClearanceError, d2 } from "clearance";
import { Drawer } from "clearance/draw";
import { paths, recorder } from "./recorder.mjs";

const { Shape } = d2;
const CASES = [
  Shape.box([1, 2]), Shape.convex([[0, 0], [2, 0], [0, 1]]), Shape.polygon([[0, 0], [4, 0], [4, 4]], [[[2, 0.5], [3, 0.5], [3, 2]]]),
  Shape.bitmap(["101", "111"], 0.5), Shape.capsule([0, 0], [1, 0], 0.5), Shape.rounded(Shape.box([1, 1]), 0.3), Shape.circle(1.5), Shape.ellipse([2, 1]),
  Shape.compound([Shape.circle(1).at([1, 0], 0.2, 2), Shape.box([1, 1]).at([3, 1], 0.3)]),
  Shape.compound([Shape.compound([Shape.ellipse([1, 2]).at([1, 1], 0.4)]).at([2, 0], 1, 0.5)]),
];

/** Whether a point is within an arc or an ellipse. */
function rounds([name, cx, cy, a, b, angle], [x, y]) {
  if (name === "arc") return Math.hypot(x - cx, y - cy) < a;
  const [dx, dy, c, s] = [x - cx, y - cy, Math.cos(angle), Math.sin(angle)];
  return Math.hypot((c * dx + s * dy) / a, (c * dy - s * dx) / b) < 1;
}

/** Whether a point is within closed rings of lines, by crossings. */
function within(steps, [x, y]) {
  let [odd, first, last] = [false, undefined, undefined];
  const edge = ([ax, ay], [bx, by]) => {
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) odd = !odd;
  };
  for (const step of steps) {
    const [name, ...words] = step;
    if (name === "arc" || name === "ellipse") odd = odd !== rounds(step, [x, y]);
    else if (name === "moveTo") first = last = words;
    else if (name === "lineTo") (edge(last, words), (last = words));
    else if (name === "closePath") edge(last, first);
  }
  return odd;
}

test("what is filled is what the shape contains", () => {
  let [inked, asked] = [0, 0];
  for (const shape of CASES) {
    for (const where of [shape, shape.at([0.5, -0.25], 0.7, 0.8)]) {
      const { context, calls } = recorder();
      new Drawer(context).shape(where);
      const filled = paths(calls).filter(({ how }) => how === "fill");
      for (let x = -4.03; x < 6; x += 0.31) {
        for (let y = -4.01; y < 5; y += 0.29) {
          const ink = filled.some(({ steps }) => within(steps, [x, y]));
          const { distance } = d2.clearance(Shape.point().at([x, y]), where);
          if (Math.abs(distance) > 0.01) assert.equal(ink, distance < 0, `${shape.kind} at ${x}, ${y}`);
          [inked, asked] = [inked + Number(ink), asked + 1];
        }
      }
    }
  }
  assert.ok(inked > 0.02 * asked, `${inked} of ${asked}`);
});

test("a half-space is drawn as far as the canvas shows it", () => {
  const { context, calls } = recorder(); // from (-8, -6) to (8, 6)
  new Drawer(context).shape(Shape.halfSpace([0, 2], 2).at([0, 1], 0, 2));
  const [{ steps }] = paths(calls);
  const [xs, ys] = [1, 2].map((i) => steps.filter(({ length }) => length > i).map((step) => step[i]));
  assert.deepEqual([Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)], [-8, 8, -6, 3]);
  const turned = recorder();
  const where = Shape.halfSpace([1, 2], 3).at([1, -1], 0.7, 1.5);
  new Drawer(turned.context).shape(where);
  const [path] = paths(turned.calls);
  for (let x = -7.9; x < 8; x += 0.7) {
    for (let y = -5.9; y < 6; y += 0.7) assert.equal(within(path.steps, [x, y]), d2.contains([x, y], where), `${x}, ${y}`);
  }
});

test("polylines, segments and points have no inside", () => {
  for (const shape of [Shape.polyline([[0, 0], [1, 0], [1, 1]], true), Shape.segment([0, 0], [1, 1])]) {
    const { context, calls } = recorder();
    new Drawer(context).shape(shape);
    assert.deepEqual(paths(calls).map(({ how }) => how), ["stroke"]);
  }
  const { context, calls } = recorder({ scale: 10 });
  new Drawer(context).shape(Shape.point().at([1, 2]));
  const [{ steps: [[name, x, y, radius]] }] = paths(calls);
  assert.deepEqual([name, x, y, radius], ["arc", 1, 2, 0.375]); // 2.5 lines of 1.5 pixels
});

test("answers: witness points, contacts, rays, boxes", () => {
  const draw = (act) => {
    const { context, calls } = recorder();
    act(new Drawer(context, { colours: { contact: "c", normal: "n", ray: "r", box: "b" } }));
    assert.ok(calls.every(([, words]) => words.every((word) => typeof word === "string" || Number.isFinite(word))));
    return paths(calls).map(({ colour, steps }) => [colour, ...steps[0], ...(steps[1] ?? [])]);
  };
  const [box, ball] = [Shape.box([1, 1]), Shape.circle(1).at([3, 0])];
  const found = draw((drawer) => drawer.clearance(d2.clearance(box, ball)));
  assert.deepEqual(found[0], ["n", "moveTo", 1, 0, "lineTo", 2, 0]);
  assert.deepEqual(found.filter(([colour]) => colour === "c").map((each) => each.slice(2, 4)), [[1, 0], [2, 0]]);
  const manifold = d2.manifold(box, box.at([0, 1.75]));
  const dots = draw((drawer) => drawer.manifold(manifold)).filter(([colour]) => colour === "c");
  assert.deepEqual(dots.map((each) => each.slice(2, 4)), manifold.contacts.flatMap(({ pointA, pointB }) => [pointA, pointB]));
  const hit = d2.ray([-5, 0.5], [1, 0], box);
  assert.deepEqual(draw((drawer) => drawer.ray([-5, 0.5], [1, 0], hit))[0], ["r", "moveTo", -5, 0.5, "lineTo", -1, 0.5]);
  assert.deepEqual(draw((drawer) => drawer.ray([0, 0], [1, 2], undefined, 3)), [["r", "moveTo", 0, 0, "lineTo", 3, 6]]);
  assert.deepEqual(draw((drawer) => drawer.ray([0, 0], [1, 0], d2.ray([0, 0], [1, 0], box))).at(-1).slice(0, 4), ["c", "arc", 0, 0]);
  assert.deepEqual(draw((drawer) => drawer.box({ min: [1, 2], max: { x: 4, y: 6 } })), [["b", "rect", 1, 2, 3, 4]]);
  assert.deepEqual(draw((drawer) => drawer.closestPoint([3, 0], d2.closestPoint([3, 0], box)))[0], ["n", "moveTo", 3, 0, "lineTo", 1, 0]);
});

test("a scene, its contacts and its index", () => {
  const scene = new d2.Scene({ detail: "manifold" });
  for (const x of [0, 1.5, 9]) scene.add(Shape.box([1, 1]).at([x, 0]));
  scene.update();
  const { context, calls } = recorder();
  const drawer = new Drawer(context);
  drawer.scene(scene);
  assert.equal(paths(calls).filter(({ how }) => how === "fill").length, 3);
  drawer.touches(scene);
  drawer.index(scene);
  assert.equal(paths(calls).filter(({ steps }) => steps[0]?.[0] === "rect").length, scene.drawIndex().length / 5);
  assert.equal(calls.filter(([name]) => name === "save").length, calls.filter(([name]) => name === "restore").length);
});

test("an empty colour draws nothing, and wrong arguments are typed errors", () => {
  const { context, calls } = recorder();
  const drawer = new Drawer(context, { colours: { fill: "", border: "", contact: "", normal: "", ray: "", box: "" } });
  drawer.shape(CASES[0]);
  drawer.point([0, 0]);
  drawer.ray([0, 0], [1, 0]);
  assert.deepEqual(paths(calls), []);
  const refused = (act, field) => assert.throws(act, (error) => error instanceof ClearanceError && error.field === field);
  refused(() => new Drawer({}), "context");
  refused(() => new Drawer(context, { colour: {} }), "options.colour");
  refused(() => new Drawer(context, { colours: { inside: "red" } }), "options.colours.inside");
  refused(() => new Drawer(context, { width: NaN }), "options.width");
  refused(() => drawer.point([1]), "point");
  refused(() => drawer.shape(7), "what");
});
