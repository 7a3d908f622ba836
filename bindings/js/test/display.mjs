// What the adapters of Pixi and Phaser are tested by: display objects that hang in others, turned, stretched,
// mirrored and sheared.

import assert from "node:assert/strict";
import { d2 } from "clearance";

/**
 * Asks whether random points are on bodies, and an engine the same; both answers must agree, except on
 * borders.
 */
export function compare(dice, bodies, isOn, reach) {
  let [on, asked] = [0, 0];
  for (const { body, why } of bodies) {
    const { min, max } = body.shape.aabb(body.pose);
    for (let i = 0; i < 60; i++) {
      const point = [0, 1].map((k) => dice.between(min[k] - 0.2 * reach, max[k] + 0.2 * reach));
      if (Math.abs(d2.closestPoint(point, body).distance) < 1e-4 * reach) continue;
      const ours = body.contains(point);
      assert.equal(ours, isOn(body.object, point), `${why} at ${point}`);
      [on, asked] = [on + Number(ours), asked + 1];
    }
  }
  assert.ok(on > 0.15 * asked && on < 0.85 * asked, `${on} of ${asked}`);
}
