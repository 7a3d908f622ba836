// The adapter of Phaser beside Phaser's own geometries, transforms and containers. As a whole Phaser needs a
// page; these classes of its sources do not.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { ClearanceError, d2, Mask } from "clearance";
import { Bodies, bodyOf, pixelArea } from "clearance/phaser";
import { compare } from "./display.mjs";
import { random } from "./random.mjs";

const require = createRequire(import.meta.url);
const source = (name) => require(fileURLToPath(new URL(`../node_modules/phaser/src/${name}.js`, import.meta.url)));
const geometry = (name) => source(`geom/${name.toLowerCase()}/${name}`);
const [Rectangle, Circle, Ellipse, Triangle, Polygon, Line] = ["Rectangle", "Circle", "Ellipse", "Triangle", "Polygon", "Line"].map(geometry);
const components = ["Transform", "Origin", "Size"].map((name) => source(`gameobjects/components/${name}`));
const Class = source("utils/Class");
const TransformMatrix = source("gameobjects/components/TransformMatrix");

const GameObject = new Class({
  Mixins: components,
  initialize: function (width, height) {
    this.setSize(width, height);
    this.setOrigin(0.5, 0.5);
    this.parentContainer = null;
  },
});

const AREAS = [
  new Rectangle(-10, 5, 40, 20), new Circle(5, -5, 12), new Ellipse(3, 4, 40, 20), new Triangle(0, 0, 30, 5, 10, 25),
  new Polygon([0, 0, 40, 0, 40, 30, 20, 10, 0, 30]),
];

function hung(dice, object, kind) {
  const parent = new GameObject(10, 10);
  for (const each of [parent, object]) {
    each.setPosition(dice.between(-100, 100), dice.between(-100, 100)).setRotation(dice.between(-3, 3)).setScale(dice.between(0.5, 2));
    if (kind === "mirrored") each.scaleX *= -1;
    if (kind === "stretched") each.setScale(dice.between(0.5, 2), dice.between(-2, -0.5)); // twice: sheared
  }
  object.parentContainer = parent;
  return object;
}

/** A point of the world in the frame of hit areas, as Phaser's input finds it. */
function local(object, [x, y]) {
  const found = object.getWorldTransformMatrix(new TransformMatrix(), new TransformMatrix()).applyInverse(x, y);
  return [found.x + object.displayOriginX, found.y + object.displayOriginY];
}

test("a point is on a body where Phaser's hit area contains it", () => {
  const dice = random(41);
  const bodies = [];
  for (const area of [undefined, ...AREAS]) {
    for (const kind of ["plain", "mirrored", "stretched"]) {
      const object = hung(dice, new GameObject(30, 20), kind);
      if (area !== undefined) object.input = { hitArea: area };
      bodies.push({ body: bodyOf(object), why: `${area?.type}, ${kind}` });
    }
  }
  compare(dice, bodies, (object, point) => (object.input?.hitArea ?? new Rectangle(0, 0, 30, 20)).contains(...local(object, point)), 20);
});

test("the pixels of a picture, and a line", () => {
  const dice = random(42);
  const mask = Mask.fromRows(["1100", "0110", "0011"]);
  const bodies = ["plain", "mirrored", "stretched"].map((kind) => ({ body: bodyOf(hung(dice, new GameObject(40, 30), kind), pixelArea(mask)), why: kind }));
  compare(dice, bodies, (object, point) => {
    const [x, y] = local(object, point);
    return ["1100", "0110", "0011"][Math.floor(y / 10)]?.[Math.floor(x / 10)] === "1";
  }, 20);
  const object = new GameObject(0, 0).setPosition(5, 6);
  const line = bodyOf(object, new Line(0, 0, 4, 0));
  assert.deepEqual([line.contains([7, 6]), line.contains([7, 7])], [true, false]);
});

test("what only turns keeps its shape, though matrices are in single precision", () => {
  const dice = random(43);
  const stretched = bodyOf(new GameObject(20, 20).setScale(2, 3), AREAS[4]);
  const circle = bodyOf(hung(dice, new GameObject(20, 20), "plain"), AREAS[1]);
  const { shape } = stretched;
  for (let i = 0; i < 50; i++) {
    for (const { object } of [circle, stretched]) object.setRotation(dice.between(-3, 3));
    assert.deepEqual([circle.update(), stretched.update()], [false, false]);
  }
  assert.deepEqual([circle.shape.kind, stretched.shape], ["circle", shape]);
});

test("bodies keep a scene in step with game objects", () => {
  const dice = random(44);
  const bodies = new Bodies();
  const objects = Array.from({ length: 12 }, () => hung(dice, new GameObject(40, 40), "plain"));
  for (const object of objects) bodies.add(object, AREAS[0]);
  let met = 0;
  for (let frame = 0; frame < 20; frame++) {
    for (const object of objects) object.setPosition(dice.between(-40, 40), dice.between(-40, 40)).setScale(dice.between(-2, 2), 1);
    bodies.update();
    const point = [dice.between(-60, 60), dice.between(-60, 60)];
    const wanted = objects.filter((object) => AREAS[0].contains(...local(object, point)));
    assert.deepEqual(new Set(bodies.at(point)), new Set(wanted));
    const apart = objects.map((object) => bodyOf(object, AREAS[0]));
    const expected = apart.reduce((sum, a, i) => sum + apart.slice(i + 1).filter((b) => d2.intersects(a, b)).length, 0);
    assert.equal(bodies.pairs().length, expected);
    met += expected * Math.min(1, wanted.length);
  }
  assert.ok(met > 5, `${met}`);
});

test("what is no geometry of Phaser is a typed error", () => {
  const object = new GameObject(1, 1);
  assert.throws(() => bodyOf(object, { type: 3 }), (error) => error instanceof ClearanceError && error.field === "area");
  object.scaleX = 0;
  assert.throws(() => bodyOf(object), (error) => error instanceof ClearanceError && error.kind === "invalid_pose");
});
