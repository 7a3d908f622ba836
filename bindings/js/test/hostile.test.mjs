// Every function, constructor, method and accessor of the package, found by reflection, is called on hostile
// receivers with hostile arguments, chosen at random with a seed. Each call answers or throws a
// ClearanceError; exceptions of a caller's getter or proxy are passed on unchanged. Afterwards both modules
// answer as before. CLEARANCE_CALLS sets how many calls of each are made.

import assert from "node:assert/strict";
import { test } from "node:test";
import * as clearance from "clearance";
import { random } from "./random.mjs";

const { ClearanceError, d2, d3, Mask } = clearance;
const CALLS = Number(process.env.CLEARANCE_CALLS ?? 30);
const dice = random(22);
const pick = (list) => list[dice.whole(list.length)];

class Own extends Error {}
const own = () => { throw new Own("of the caller"); };
const throwing = new Proxy({}, { get: own, has: own, ownKeys: own, getPrototypeOf: own, getOwnPropertyDescriptor: own });
const revoked = () => { const { proxy, revoke } = Proxy.revocable(pick([[], {}, () => 1]), {}); revoke(); return proxy; };
const transferred = (list) => { structuredClone(list, { transfer: [list.buffer] }); return list; };
const nested = (levels, wrap) => { let x = 0; for (let i = 0; i < levels; i++) x = wrap(x); return x; };
const cyclic = () => { const parts = []; const shape = { type: "compound", parts, shape: null }; shape.shape = shape; parts.push(shape, parts); return shape; };
let depth = 0;
/** Asks both modules questions while it is read, and returns a number, or something that is none. */
function reenter(answer) {
  if (depth < 2) {
    depth++;
    try {
      d2.distance(d2.Shape.circle(1).at([9, 9], 2, 3), d2.Shape.point());
      d3.sweep({ shape: d3.Shape.sphere(1), by: [5, 5, 5] }, d3.Shape.point());
    } finally {
      depth--;
    }
  }
  return answer;
}
const resizable = () => {
  const buffer = new ArrayBuffer(48, { maxByteLength: 96 });
  const list = pick([new Float64Array(buffer), new Uint8Array(buffer), new Float64Array(buffer, 24)]);
  if (typeof buffer.resize === "function") buffer.resize(pick([0, 8, 48, 96]));
  return list;
};

const PLAIN = [
  undefined, null, true, false, 0, -0, 1, -1, 0.5, 3, NaN, Infinity, -Infinity, 1e400, 1e300, -1e300, 5e-324, 2 ** 31, 2 ** 32, 2 ** 53,
  2 ** 53 + 2, 1n, -1n, 2n ** 64n, Symbol("s"), Symbol.iterator, "", "x", "1", "[]", '{"type":"point"}', "\ud800", "01\n10",
  "a".repeat(1 << 16), "auto", "manifold", "overlap", () => 1, function () {}, class {}, Math.max, /x/g, new Date(NaN),
];
const MADE = [
  () => throwing, revoked, cyclic, () => Object.create(null), () => new Map([[0, 1]]), () => new WeakSet(), () => Promise.resolve(1),
  () => nested(20_000, (x) => [x]), () => nested(20_000, (x) => ({ shape: x, parts: [x], type: "compound", pose: x })),
  () => '{"type":"compound","parts":['.repeat(20_000), () => Object(1n), () => Object(Symbol("s")), () => new Number(1), () => new String("1"),
  resizable, () => transferred(new Float64Array(6)), () => transferred(new Uint8ClampedArray(16)), () => new DataView(new ArrayBuffer(8)),
  () => new Float64Array(new SharedArrayBuffer(48)), () => new Uint8Array(new SharedArrayBuffer(16)), () => new BigInt64Array(3),
  () => new ArrayBuffer(8), () => new SharedArrayBuffer(8), () => new Float32Array(3), () => new Uint32Array([0, 1, 2]),
  () => new Float64Array(pick([0, 1, 2, 3, 6, 7, 9, 12])), () => Float64Array.of(NaN, 0, 1e300), () => Object.assign([1, 2], { length: 2 ** 31 }),
  () => new Proxy([1, 2, 3], { get: (list, name) => (name === "length" ? pick([-1, NaN, 1e9, "3", 2]) : list[name]) }),
  () => new Proxy([1, 2, 3], {}), () => new Proxy(() => 1, {}), () => ({ valueOf: own, toString: own, [Symbol.toPrimitive]: own }),
  () => ({ get x() { return reenter(1); }, y: 2, z: 3, w: 1 }), () => ({ x: 1, get y() { return reenter("2"); } }),
  () => ({ get shape() { return reenter(pick(shapes())); }, get pose() { return reenter({}); } }),
  () => ({ position: { get x() { return own(); }, y: 0 } }), () => ({ get position() { return reenter([0, 0, 0]); }, scale: 2 }),
  () => Object.defineProperty([0, 0], 1, { get: () => reenter(1) }), () => Object.defineProperty([0, 0, 0], 0, { get: own }),
  () => [[0, 0], [1, 0], [0, 1]], () => [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], () => [0, 0], () => [0, 0, 0], () => [0, 0, 0, 1],
  () => ({ shape: pick(shapes()), pose: { position: pick([[1, 2], [1, 2, 3]]) } }), () => ({ shape: pick(shapes()), by: pick([[1, 2], [1, 2, 3], {}]), turn: 1 }),
  () => [{ handle: pick([0, 1, NaN, -1]), by: pick([[1, 2], [1, 2, 3], null]), kind: pick(["swept", "slide", "free", 7]) }],
  () => ({ velocity: pick([[1, 0], [1, 0, 0], [NaN, 0]]), jump: pick([undefined, 1, -1, NaN, "1"]) }), () => ({ radius: 0.3, height: 1.8 }),
  () => ({ type: "circle", radius: 1 }), () => ({ type: "mesh", vertices: [[0, 0, 0]], triangles: [[0, 0, pick([0, 7, "x"])]] }),
  () => ({ layers: pick([0, 1, -1, 1.5, "1"]), movers: pick(objects()) }), () => ["01", "10"], () => ({ data: new Uint8ClampedArray(16), width: 2 }),
];

/** Objects of the package: of both dimensions, freed ones, and imitations. */
const shapes = () => [d2.Shape.circle(1), d3.Shape.sphere(1), d2.Shape.box([1, 2]), d3.Shape.box([1, 2, 3]), d2.Shape.polygon([[0, 0], [2, 0], [0, 2]])];
function objects() {
  const all = [...shapes(), new d2.Scene({ joinedSeams: true }), new d3.Scene({ detail: "manifold" }), Mask.fromRows(["11", "01"])];
  for (const d of [d2, d3]) all.push(d.Shapes.of([d.Shape.point()]), new d.Movers(), new d.Character({ radius: 0.3, height: 1.8 }));
  for (const each of all) if (each instanceof d2.Scene) each.add(d2.Shape.circle(1)); else if (each instanceof d3.Scene) each.add(d3.Shape.sphere(1));
  const freed = pick(all);
  if (dice.next() < 0.3) freed.free();
  const prototypes = all.map(Object.getPrototypeOf);
  const moved = Object.setPrototypeOf(pick(shapes()), pick(prototypes));
  return [...all, moved, pick(prototypes), Object.create(pick(prototypes)), Object.create(pick(all)), new Proxy(pick(all), {})];
}
const hostile = () => (dice.next() < 0.4 ? pick(PLAIN) : dice.next() < 0.6 ? pick(MADE)() : pick(objects()));

/** Everything that can be called: a name, and a call with a receiver and arguments. */
function everything() {
  const found = [];
  const seen = new Set();
  const add = (name, call) => found.push({ name, call });
  const methods = (owner, name) => {
    for (const key of Reflect.ownKeys(owner).filter((each) => !["length", "name", "prototype", "constructor"].includes(each))) {
      const { value, get, set } = Object.getOwnPropertyDescriptor(owner, key);
      const called = `${name}.${String(key)}`;
      if (typeof value === "function") look(value, called);
      if (get) add(`get ${called}`, (self) => Reflect.apply(get, self, []));
      if (set) add(`set ${called}`, (self, given) => Reflect.apply(set, self, given.slice(0, 1)));
    }
  };
  const look = (value, name) => {
    if (seen.has(value)) return;
    seen.add(value);
    if (!/^class\b/.test(Function.prototype.toString.call(value))) return add(name, (self, given) => Reflect.apply(value, self, given));
    add(`new ${name}`, (_, given) => Reflect.construct(value, given));
    for (let each = value; each !== Function.prototype && each !== RangeError; each = Object.getPrototypeOf(each)) methods(each, name);
    for (let each = value.prototype; each !== Object.prototype && each !== RangeError.prototype; each = Object.getPrototypeOf(each)) methods(each, `${name}.prototype`);
  };
  for (const [name, value] of Object.entries({ ...clearance, ...d2 })) if (typeof value === "function") look(value, name);
  for (const [name, value] of Object.entries(d3)) if (typeof value === "function") look(value, `d3.${name}`);
  return found;
}

/** Whether an error was thrown by a caller's own object, or by the engine for a revoked proxy. */
const isCallers = (error) => error instanceof Own || (error instanceof TypeError && /revoked/.test(error.message));

/** Answers of both modules, whose bits must not change. */
function answers() {
  const [box, ball] = [d2.Shape.box([1, 2]), d3.Shape.sphere(1)];
  const scene = new d2.Scene({ detail: "manifold" });
  const handle = scene.add(box.at([0, 0], 0.3));
  scene.add(box.at([1.5, 0.25]));
  scene.update();
  const met = scene.sweepStep([{ handle, by: [-5, 1] }]);
  return JSON.stringify([
    d2.clearance(box, box.at([3, 1], 0.5)), d3.clearance(ball, d3.Shape.box([1, 2, 3]).at([0.5, 0.25, 4])), d2.relation(box, box), scene.touches(), met,
    d3.sweep({ shape: ball, by: [9, 0, 0], turn: [0, 1, 0] }, ball.at([4, 0.5, 0])), Mask.fromRows(["110"]).partingShift(Mask.fromRows(["01"]), [0, 0]),
  ]);
}

test("whatever is called on whatever with whatever: an answer, or a ClearanceError", () => {
  const [all, before] = [everything(), answers()];
  assert.ok(all.length > 120, `${all.length} found`);
  const wrong = new Map();
  let [answered, refused] = [0, 0];
  for (const { name, call } of all) {
    for (let i = 0; i < CALLS; i++) {
      const self = dice.next() < 0.5 ? pick(objects()) : hostile();
      const given = Array.from({ length: dice.whole(6) }, hostile);
      try {
        call(self, given);
        answered++;
      } catch (error) {
        if (error instanceof ClearanceError) refused++;
        else if (!isCallers(error) && !wrong.has(name)) wrong.set(name, error?.stack ?? String(error));
      }
    }
  }
  assert.deepEqual([...wrong].map(([name, stack]) => `${name}: ${stack.split("\n").slice(0, 4).join(" | ")}`), []);
  assert.ok(answered > all.length && refused > all.length * CALLS / 4, `${answered} answered, ${refused} refused`);
  assert.equal(answers(), before);
});

test("each method on each wrong receiver", () => {
  const receivers = [undefined, null, 1, "x", {}, () => 1, throwing, ...objects()];
  for (const { name, call } of everything().filter((each) => each.name.includes("prototype"))) {
    for (const self of receivers) {
      try {
        call(self, []);
      } catch (error) {
        assert.ok(error instanceof ClearanceError || isCallers(error), `${name}: ${error?.stack}`);
      }
    }
  }
});
