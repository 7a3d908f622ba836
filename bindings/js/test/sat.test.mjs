// Pairs of convex 2D shapes compared with sat.js, an oracle that shares no code with us. Its answers come
// from plain floats, so pairs closer to touching than its rounding errors are left out, and counted.

import assert from "node:assert/strict";
import { test } from "node:test";
import SAT from "sat";
import { d2 } from "clearance";
import { polygon, random } from "./random.mjs";

const PAIRS = 4000;
/** For pairs nearer to touching than this, sat.js cannot decide. */
const TOO_CLOSE = 1e-9;

function body(dice) {
  const [x, y] = dice.point(1.6);
  if (dice.next() < 0.3) {
    const radius = dice.between(0.3, 1.5);
    return { shape: d2.Shape.circle(radius), at: [x, y], angle: 0, oracle: new SAT.Circle(new SAT.Vector(x, y), radius) };
  }
  const corners = polygon(dice, 3 + dice.whole(6), dice.between(0.5, 1.5));
  const angle = dice.between(-3, 3);
  const oracle = new SAT.Polygon(new SAT.Vector(x, y), corners.map(([u, v]) => new SAT.Vector(u, v)));
  oracle.setAngle(angle);
  return { shape: d2.Shape.convex(corners), at: [x, y], angle, oracle };
}

function askSat(a, b, response) {
  const [p, q] = [a, b].map((o) => (o instanceof SAT.Circle ? "Circle" : "Polygon"));
  return SAT[`test${p}${q}`](a, b, response);
}

test("who meets whom, and how deep, is as sat.js says", () => {
  const dice = random(7);
  let [meeting, left, depths] = [0, 0, 0];
  for (let i = 0; i < PAIRS; i++) {
    const [a, b] = [body(dice), body(dice)];
    const [p, q] = [a.shape.at(a.at, a.angle), b.shape.at(b.at, b.angle)];
    const ours = d2.clearance(p, q);
    if (Math.abs(ours.distance) < TOO_CLOSE) {
      left++;
      continue;
    }
    const response = new SAT.Response();
    const theirs = askSat(a.oracle, b.oracle, response);
    assert.equal(d2.intersects(p, q), theirs, `pair ${i}`);
    assert.equal(ours.distance < 0, theirs, `pair ${i}`);
    meeting += theirs ? 1 : 0;
    const bothPolygons = a.shape.kind === "convex" && b.shape.kind === "convex";
    if (theirs && bothPolygons) {
      depths++;
      assert.ok(Math.abs(response.overlap + ours.distance) < 1e-9, `pair ${i}: ${response.overlap} and ${-ours.distance}`);
    }
    if (theirs) {
      const inside = response.aInB ? "a_in_b" : response.bInA ? "b_in_a" : undefined;
      if (inside !== undefined && bothPolygons) assert.equal(d2.relation(p, q), inside, `pair ${i}`);
    }
    for (const { shape } of [a, b]) shape.free();
  }
  // Checks that the random cases cover both answers.
  assert.ok(meeting > 0.3 * PAIRS && meeting < 0.7 * PAIRS, `${meeting} of ${PAIRS} meet`);
  assert.ok(left < 3 && depths > 500);
});

test("a batch gives the bits that single calls give", () => {
  const dice = random(8);
  const [corners, count] = [6, 500];
  const make = () => Array.from({ length: count }, () => polygon(dice, corners, 1));
  const [a, b] = [make(), make()];
  const poses = () => Float64Array.from({ length: 3 * count }, () => dice.between(-1.5, 1.5));
  const [at, bt] = [poses(), poses()];
  const shapes = [a, b].map((list) => d2.Shapes.convex(Float64Array.from(list.flat(2)), corners));
  const many = {
    intersects: d2.intersectsMany(shapes[0], at, shapes[1], bt),
    relation: d2.relationMany(shapes[0], at, shapes[1], bt),
    distance: d2.distanceMany(shapes[0], at, shapes[1], bt),
    clearance: d2.clearanceMany(shapes[0], at, shapes[1], bt),
  };
  const names = ["disjoint", "touching", "overlapping", "a_in_b", "b_in_a", "equal"];
  for (let i = 0; i < count; i++) {
    const [p, q] = [
      shapes[0].get(i).at([at[3 * i], at[3 * i + 1]], at[3 * i + 2]),
      shapes[1].get(i).at([bt[3 * i], bt[3 * i + 1]], bt[3 * i + 2]),
    ];
    assert.equal(many.intersects[i] === 1, d2.intersects(p, q));
    assert.equal(names[many.relation[i]], d2.relation(p, q));
    assert.equal(many.distance[i], d2.distance(p, q));
    const { distance, normal, pointA, pointB } = d2.clearance(p, q);
    assert.deepEqual([...many.clearance.subarray(7 * i, 7 * i + 7)], [distance, ...normal, ...pointA, ...pointB]);
  }
  assert.ok(many.intersects.some((x) => x === 1) && many.intersects.some((x) => x === 0));
});
