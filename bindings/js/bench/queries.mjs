// What meets a box, in a scene of boxes that do not move, beside rbush, whose boxes are all it compares. The
// answers are compared before timing.

import RBush from "rbush";
import { d2, simd } from "clearance";
import { random } from "../test/random.mjs";
import { circumstances, least, measure, table } from "./measure.mjs";

const [QUERIES, HALF, DENSITY] = [2_000, 0.5, 0.25];

const byNumber = (handles) => [...handles].sort((a, b) => a - b).join();
const around = ([x, y], by) => ({ minX: x - by, minY: y - by, maxX: x + by, maxY: y + by });

/** As many boxes in a scene and in a tree of rbush. */
function world(boxes, dice) {
  const reach = Math.sqrt(boxes / DENSITY) / 2;
  const points = Array.from({ length: boxes }, () => dice.point(reach));
  const scene = new d2.Scene({ detail: "nothing" });
  const handles = scene.addMany(d2.Shape.box([HALF, HALF]), Float64Array.from(points.flatMap(([x, y]) => [x, y, 0])));
  scene.update();
  const tree = new RBush();
  tree.load(points.map(([x, y], i) => ({ minX: x - HALF, minY: y - HALF, maxX: x + HALF, maxY: y + HALF, i })));
  return { scene, tree, handles, places: Array.from({ length: QUERIES }, () => dice.point(reach)) };
}

/** The ways to ask for boxes of one size around all places. */
function ways({ scene, tree, handles, places }, half) {
  const box = d2.Shape.box([half, half]);
  const corners = Float64Array.from(places.flatMap(([x, y]) => [x - half, y - half, x + half, y + half]));
  const many = () => {
    const { starts, handles } = scene.overlappingBoxMany(corners, { view: true });
    return places.map((_, i) => handles.subarray(starts[i], starts[i + 1]));
  };
  return [
    { name: "rbush", run: () => places.map((place) => tree.search(around(place, half))), compare: (found) => found.map(({ i }) => handles[i]) },
    { name: "overlappingBox", run: () => places.map(([x, y]) => scene.overlappingBox([x - half, y - half], [x + half, y + half])) },
    { name: "overlapping(box.at(place))", run: () => places.map((place) => scene.overlapping(box.at(place))) },
    { name: "overlappingBoxMany", run: () => scene.overlappingBoxMany(corners, { view: true }), answers: many },
  ];
}

const rows = [];
for (const boxes of [1_000, 10_000, 100_000]) {
  for (const half of [0.5, 5, 20]) {
    const contenders = ways(world(boxes, random(5)), half);
    const answers = contenders.map(({ run, answers = run, compare = (found) => found }) => answers().map((found) => byNumber(compare(found))));
    const each = answers[0].reduce((sum, text) => sum + (text === "" ? 0 : text.split(",").length), 0) / QUERIES;
    const times = measure(contenders, least).map((ms) => (ms * 1e6) / QUERIES);
    contenders.forEach(({ name }, i) => {
      const differ = answers[i].filter((text, k) => text !== answers[0][k]).length;
      rows.push([boxes, `${2 * half} by ${2 * half}`, each.toFixed(1), name, times[i].toFixed(0), `${(times[0] / times[i]).toFixed(2)}×`, differ]);
    });
  }
}
console.log(`# What meets a box, beside rbush\n\n${circumstances()}; WebAssembly ${simd ? "with simd128" : "plain"}.`);
console.log("Nanoseconds for a query, the least of 15 rounds in turns; `node bench/queries.mjs` in bindings/js.\n");
console.log(table(["boxes", "query", "found", "who", "ns", "as fast as rbush", "differ"], rows));
