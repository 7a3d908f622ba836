// Pairs of convex polygons: intersects or not, beside sat, detect-collisions, matter-js and box2d-wasm. The
// answers are compared before timing. Pairs nearer to touching than Box2D's skin are left out, since Box2D
// answers differently there on purpose. The peers' polygons are placed once, before timing; ours are given as
// shapes and poses each time.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import Box2DFactory from "box2d-wasm";
import { System } from "detect-collisions";
import Matter from "matter-js";
import SAT from "sat";
import { d2, simd } from "clearance";
import { random } from "../test/random.mjs";
import { circumstances, measure, table } from "./measure.mjs";

const PAIRS = 20_000;
/** Box2D's skin: twice two slops. */
const MARGIN = 0.05;

// Node's fetch does not read files: the module is passed in.
const box2dFile = createRequire(import.meta.url).resolve("box2d-wasm").replace("entry.js", "Box2D.simd.wasm");
const box2d = await Box2DFactory({ wasmBinary: readFileSync(box2dFile) });

function regular(corners, turn) {
  return Array.from({ length: corners }, (_, i) => {
    const angle = turn + (2 * Math.PI * i) / corners;
    return [Math.cos(angle), Math.sin(angle)];
  });
}

/** Polygons in world coordinates, pair after pair, about half of which meet. */
function pairsOf(corners, dice) {
  const pairs = [];
  while (pairs.length < PAIRS) {
    const body = () => ({ corners: regular(corners, dice.between(0, 7)), at: dice.point(1.25) });
    const [a, b] = [body(), body()];
    const shapes = [a, b].map((o) => d2.Shape.convex(o.corners));
    const { distance } = d2.clearance(shapes[0].at(a.at), shapes[1].at(b.at));
    shapes.forEach((shape) => shape.free());
    if (Math.abs(distance) > MARGIN) pairs.push([a, b]);
  }
  return pairs;
}

function ours(pairs, corners) {
  const side = (k) => d2.Shapes.convex(Float64Array.from(pairs.flatMap((pair) => pair[k].corners.flat())), corners);
  const poses = (k) => Float64Array.from(pairs.flatMap((pair) => [...pair[k].at, 0]));
  const [a, b, at, bt] = [side(0), side(1), poses(0), poses(1)];
  const placed = pairs.map((pair) => pair.map((body) => d2.Shape.convex(body.corners).at(body.at)));
  return [
    { name: "clearance, a batch", run: () => d2.intersectsMany(a, at, b, bt) },
    { name: "clearance, one by one", run: () => placed.map(([p, q]) => d2.intersects(p, q)) },
    { name: "clearance, a batch with distances", run: () => d2.distanceMany(a, at, b, bt), compare: (x) => x === 0 },
  ];
}

function theirs(pairs) {
  const sat = pairs.map((pair) => pair.map(({ corners, at }) => new SAT.Polygon(new SAT.Vector(...at), corners.map((c) => new SAT.Vector(...c)))));
  const system = new System();
  const detect = pairs.map((pair) => pair.map(({ corners, at }) => system.createPolygon({ x: at[0], y: at[1] }, corners.map(([x, y]) => ({ x, y })))));
  const matter = pairs.map((pair) =>
    pair.map(({ corners, at }) => {
      const vertices = Matter.Vertices.create(corners.map(([x, y]) => ({ x: x + at[0], y: y + at[1] })), undefined);
      return Matter.Body.create({ vertices, position: Matter.Vertices.centre(vertices) });
    }),
  );
  const boxes = pairs.map((pair) => pair.map(({ corners, at }) => box2dPolygon(corners, at)));
  const manifold = new box2d.b2Manifold();
  const still = new box2d.b2Transform();
  still.SetIdentity();
  return [
    { name: "sat", run: () => sat.map(([p, q]) => SAT.testPolygonPolygon(p, q)) },
    { name: "detect-collisions", run: () => detect.map(([p, q]) => system.checkCollision(p, q)) },
    { name: "matter-js", run: () => matter.map(([p, q]) => Matter.Collision.collides(p, q) !== null) },
    {
      name: "box2d-wasm (with contact points)",
      run: () =>
        boxes.map(([p, q]) => {
          box2d.b2CollidePolygons(manifold, p, still, q, still);
          return manifold.get_pointCount() > 0;
        }),
    },
  ];
}

function box2dPolygon(corners, [x, y]) {
  const shape = new box2d.b2PolygonShape();
  const [array, free] = box2d.tuplesToVec2Array(corners.map(([u, v]) => [u + x, v + y]));
  shape.Set(array, corners.length);
  free();
  return shape;
}

/** Pairs on which two contenders disagree. */
function disagreements(first, other) {
  const said = ({ run, compare = (x) => x === 1 || x === true }) => Array.from(run(), compare);
  const [p, q] = [said(first), said(other)];
  return p.filter((x, i) => x !== q[i]).length;
}

const rows = [];
for (const [name, corners] of [["boxes", 4], ["8 corners", 8]]) {
  const pairs = pairsOf(corners, random(corners));
  const contenders = [...ours(pairs, corners), ...theirs(pairs)];
  const wrong = contenders.map((contender) => disagreements(contenders[0], contender));
  const times = measure(contenders).map((ms) => (ms * 1e6) / PAIRS);
  const satTime = times[contenders.findIndex((contender) => contender.name === "sat")];
  contenders.forEach((contender, i) => {
    const ratio = `${(satTime / times[i]).toFixed(1)}×`;
    rows.push([name, contender.name, times[i].toFixed(0), ratio, wrong[i] === 0 ? "all agree" : `**${wrong[i]} differ**`]);
  });
}
console.log(`# Pairs of polygons in JavaScript\n\n${circumstances()}; WebAssembly ${simd ? "with simd128" : "plain"}.`);
console.log(`${PAIRS} pairs, about half of which meet; \`node bench/pairs.mjs\` in bindings/js.\n`);
console.log(table(["pairs", "who", "ns a pair", "as fast as sat", "answers"], rows));
