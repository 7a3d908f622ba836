// The adapter of Pixi beside Pixi's own hit tests. Pixi asks for a browser's name when it is loaded; nothing
// is rendered.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ClearanceError, d2, Mask } from "clearance";
import { Bodies, bodyOf, pixelArea } from "clearance/pixi";
import { compare } from "./display.mjs";
import { random } from "./random.mjs";

globalThis.navigator ??= { userAgent: "" };
const { Circle, Container, Ellipse, Graphics, Polygon, Rectangle, RoundedRectangle, Sprite, Texture, Triangle } = await import("pixi.js");

const AREAS = [
  new Rectangle(-10, 5, 40, 20), new Circle(5, -5, 12), new Ellipse(3, 4, 20, 10), new Triangle(0, 0, 30, 5, 10, 25),
  new Polygon([0, 0, 40, 0, 40, 30, 20, 10, 0, 30]), new Polygon(0, 0, 20, 0, 20, 20, 0, 0), new RoundedRectangle(0, 0, 40, 20, 6), new RoundedRectangle(0, 0, 20, 20, 99),
];

function hung(dice, object, kind) {
  const parent = new Container();
  for (const each of [parent, object]) {
    each.position.set(dice.between(-100, 100), dice.between(-100, 100));
    each.rotation = dice.between(-4, 4);
    each.pivot.set(dice.between(-5, 5), dice.between(-5, 5));
    each.scale.set(dice.between(0.5, 2));
    if (kind === "stretched") each.scale.set(dice.between(0.5, 2), dice.between(-2, -0.5));
    if (kind === "mirrored") each.scale.x *= -1;
    if (kind === "sheared") each.skew.set(dice.between(-0.5, 0.5), dice.between(-0.5, 0.5));
  }
  parent.addChild(object);
  return object;
}

test("a point is on a body where Pixi's hit area contains it", () => {
  const dice = random(31);
  const bodies = [];
  for (const area of AREAS) {
    for (const kind of ["plain", "mirrored", "stretched", "sheared"]) {
      const object = hung(dice, new Container(), kind);
      object.hitArea = area;
      if (area.type === "roundedRectangle" && kind !== "plain" && kind !== "mirrored") {
        assert.throws(() => bodyOf(object), (error) => error instanceof ClearanceError && error.kind === "invalid_pose" && error.field === "matrix");
      } else bodies.push({ body: bodyOf(object), why: `${area.type}, ${kind}` });
    }
  }
  compare(dice, bodies, (object, [x, y]) => {
    const local = object.toLocal({ x, y });
    // Pixi's rounded rectangle with a radius over its half sides is one with that half as its radius.
    return object.hitArea.contains(local.x, local.y);
  }, 20);
});

test("without a hit area it is the local bounds, and a sprite may be its pixels", () => {
  const dice = random(32);
  const mask = Mask.fromRows(["1100", "0110", "0011"]);
  const bodies = [];
  for (const kind of ["plain", "mirrored", "stretched", "sheared"]) {
    bodies.push({ body: bodyOf(hung(dice, new Graphics().rect(3, 4, 20, 10).fill(0xff), kind)), why: `bounds, ${kind}` });
    const sprite = hung(dice, new Sprite(Texture.WHITE), kind);
    sprite.anchor.set(0.5);
    sprite.texture.orig.width = 40; // four pixels, ten a side
    sprite.texture.orig.height = kind === "sheared" ? 24 : 30;
    sprite.onViewUpdate();
    bodies.push({ body: bodyOf(sprite, pixelArea(mask)), why: `pixels, ${kind}`, sprite });
    const { x, y, width, height } = sprite.getLocalBounds();
    sprite.size = { x, y, width, height };
  }
  compare(dice, bodies, (object, [x, y]) => {
    const local = object.toLocal({ x, y });
    if (!object.size) return local.x >= 3 && local.x <= 23 && local.y >= 4 && local.y <= 14;
    const [column, row] = [((local.x - object.size.x) / object.size.width) * 4, ((local.y - object.size.y) / object.size.height) * 3];
    return "1100 0110 0011".split(" ")[Math.floor(row)]?.[Math.floor(column)] === "1";
  }, 20);
});

test("bodies keep a scene in step with a container", () => {
  const dice = random(33);
  const root = new Container();
  const bodies = new Bodies();
  const objects = Array.from({ length: 20 }, (_, i) => root.addChild(Object.assign(new Container(), { hitArea: AREAS[i % 6], label: `${i}` })));
  const handles = objects.map((object) => bodies.add(object));
  assert.equal(bodies.object(handles[3]), objects[3]);
  let [met, pairs] = [0, 0];
  for (let frame = 0; frame < 15; frame++) {
    root.rotation += 0.3;
    root.scale.x = frame % 2 === 0 ? 1 : -1.5;
    for (const object of objects) object.position.set(dice.between(-90, 90), dice.between(-90, 90));
    bodies.update();
    const point = { x: dice.between(-50, 50), y: dice.between(-50, 50) };
    const wanted = objects.filter((object) => object.hitArea.contains(...Object.values(object.toLocal(point)).slice(-2)));
    assert.deepEqual(bodies.at(point).map(({ label }) => label).sort(), wanted.map(({ label }) => label).sort());
    const apart = objects.map((object) => bodyOf(object));
    const expected = apart.flatMap((a, i) => apart.slice(i + 1).filter((b) => d2.intersects(a, b)).map((b) => [a.object.label, b.object.label].sort().join()));
    assert.deepEqual(bodies.pairs().map((pair) => pair.map(({ label }) => label).sort().join()).sort(), expected.sort());
    [met, pairs] = [met + wanted.length, pairs + expected.length];
  }
  assert.ok(met > 5 && pairs > 20, `${met}, ${pairs}`);
  assert.deepEqual([bodies.remove(objects[0]), bodies.remove(objects[0]), bodies.scene.length], [true, false, 19]);
});

test("a body keeps its shape while it only moves and turns", () => {
  const object = Object.assign(new Container(), { hitArea: AREAS[1] });
  object.scale.set(2, 3);
  const body = bodyOf(object);
  object.position.set(5, 6);
  object.rotation = 1;
  assert.equal(body.update(), false);
  object.scale.x = 4;
  assert.equal(body.update(), true);
});

test("wrong arguments are typed errors", () => {
  const refused = (act, field, kind) => assert.throws(act, (error) => error instanceof ClearanceError && error.field === field && error.kind === kind, field);
  const object = new Container();
  refused(() => bodyOf(null), "object", "invalid_type");
  refused(() => bodyOf(object, { type: "star" }), "area", "invalid_type");
  refused(() => bodyOf(object, new Rectangle(0, 0, NaN, 1)), "area.width", "not_finite");
  refused(() => bodyOf(object, new Circle(0, 0, -1)), "radius", "invalid_shape");
  refused(() => bodyOf(object, new Polygon([0, 0, 2, 2, 2, 0, 0, 2])), "vertices", "invalid_shape");
  refused(() => pixelArea(7), "mask", "invalid_type");
  refused(() => new Bodies(7), "scene", "invalid_type");
  const bodies = new Bodies();
  bodies.add(Object.assign(object, { hitArea: AREAS[0] }));
  refused(() => bodies.add(object), "object", "invalid_type");
  object.scale.x = 0;
  refused(() => bodies.update(), "matrix", "invalid_pose");
});
