// The corpus of ../../corpus: the same bits as native code for every query, with the build for simd128 and
// the plain one.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ClearanceError, d2, d3 } from "clearance";

const root = new URL("../../../", import.meta.url);
const queries = readFileSync(new URL("bindings/corpus/queries.jsonl", root), "utf8");

/** The answers of the command, line by line: of the one at CLEARANCE, else of the one that cargo builds. */
function native() {
  const given = process.env["CLEARANCE"];
  const run = ["run", "--quiet", "--bin", "clearance", "--", "query"];
  const options = { cwd: root, input: queries, maxBuffer: 1 << 28, stdio: ["pipe", "pipe", "inherit"] };
  try {
    return execFileSync(given ?? "cargo", given === undefined ? run : ["query"], options).toString();
  } catch (error) {
    // Exit status 2: some queries have no answer, such as for two half-spaces.
    if (error.status !== 2) throw error;
    return error.stdout.toString();
  }
}

/** The shape and the pose of an operand. */
function placed(d, { position, angle, rotation, scale, ...shape }) {
  const pose = { position, scale, ...(d === d2 ? { angle } : { rotation }) };
  return { shape: d.Shape.fromJSON(shape), pose: JSON.parse(JSON.stringify(pose)) };
}

const moving = ({ shape, pose }, { linear, angular } = {}) =>
  JSON.parse(JSON.stringify({ by: linear, turn: angular })) && { shape, from: pose, ...(linear ? { by: linear } : {}), ...(angular !== undefined ? { turn: angular } : {}) };

const ASK = {
  relation: (d, q, a, b) => ({ relation: d.relation(a, b) }),
  clearance: (d, q, a, b) => {
    const { distance, normal, pointA, pointB, depthKind } = d.clearance(a, b);
    return { clearance: distance, normal, point_a: pointA, point_b: pointB, depth_kind: depthKind };
  },
  manifold: (d, q, a, b) => {
    const { normal, contacts } = d.manifold(a, b, q.margin);
    return { normal, points: contacts.map(({ pointA, pointB, clearance }) => ({ point_a: pointA, point_b: pointB, clearance })) };
  },
  ray: (d, q, a) => {
    const hit = d.ray(q.origin, q.direction, a);
    return { hit: hit === undefined ? null : { time: hit.time, point: hit.point, normal: hit.normal } };
  },
  sweep: (d, q, a, b) => ({ hit: d.sweep(moving(a, q.motion_a), moving(b, q.motion_b)) ?? null }),
  closest_point: (d, q, a) => {
    const { point, distance, normal } = d.closestPoint(q.point, a);
    return { point, distance, normal };
  },
};

function answer(query) {
  const d = query.dimension === 2 ? d2 : d3;
  const a = placed(d, query.a);
  const b = query.b && placed(d, query.b);
  try {
    return { id: query.id, ...ASK[query.op](d, query, a, b) };
  } catch (error) {
    if (!(error instanceof ClearanceError)) throw error;
    return { id: query.id, error: error.kind };
  } finally {
    a.shape.free();
    b?.shape.free();
  }
}

/** With +0 instead of −0, as the command writes it, and fields in one order. */
function plain(value) {
  if (typeof value === "number") return value + 0;
  if (Array.isArray(value)) return value.map(plain);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.keys(value).sort().map((name) => [name, plain(value[name])]));
}

test("every query of the corpus gives the bits that native code gives", () => {
  const expected = native().trim().split("\n").map((line) => JSON.parse(line));
  const lines = queries.trim().split("\n").map((line) => JSON.parse(line));
  assert.equal(expected.length, lines.length);
  let refused = 0;
  lines.forEach((query, i) => {
    const theirs = expected[i];
    if (theirs.error) theirs.error = theirs.error.code;
    refused += theirs.error ? 1 : 0;
    assert.deepStrictEqual(plain(answer(query)), plain(theirs), JSON.stringify(query));
  });
  assert.ok(lines.length > 1000 && refused < lines.length / 100, `${refused} of ${lines.length} have no answer`);
});
