// What meets a box, in a scene of boxes that do not move, beside rbush, whose boxes are all it compares. The answers are compared
// before timing.

import RBush from "rbush";
import { d2, simd } from "clearance";
import { random } from "../test/random.mjs";
import { circumstances, measure, table } from "./measure.mjs";

const [BOXES, QUERIES, HALF, DENSITY] = [20_000, 2_000, 0.5, 0.25];

const dice = random(5);
const reach = Math.sqrt(BOXES / DENSITY) / 2;
const points = Array.from({ length: BOXES }, () => dice.point(reach));
const scene = new d2.Scene({ detail: "nothing" });
const handles = scene.addMany(d2.Shape.box([HALF, HALF]), Float64Array.from(points.flatMap(([x, y]) => [x, y, 0])));
scene.update();
const tree = new RBush();
const around = ([x, y], by) => ({ minX: x - by, minY: y - by, maxX: x + by, maxY: y + by });
tree.load(points.map(([x, y], i) => ({ minX: x - HALF, minY: y - HALF, maxX: x + HALF, maxY: y + HALF, i })));

const rows = [0.5, 5].map((half) => {
  const [box, places] = [d2.Shape.box([half, half]), Array.from({ length: QUERIES }, () => dice.point(reach))];
  const ours = () => places.map((place) => scene.overlapping(box.at(place)));
  const theirs = () => places.map((place) => tree.search(around(place, half)));
  const wanted = theirs().map((found) => found.map(({ i }) => handles[i]).sort((a, b) => a - b).join());
  const differ = ours().filter((found, i) => found.sort((a, b) => a - b).join() !== wanted[i]).length;
  const each = ours().reduce((sum, found) => sum + found.length, 0) / QUERIES;
  const [own, peer] = measure([{ name: "clearance", run: ours }, { name: "rbush", run: theirs }]).map((ms) => ((ms * 1000) / QUERIES).toFixed(2));
  return [`${2 * half} by ${2 * half}`, each.toFixed(1), own, peer, (peer / own).toFixed(2), differ];
});
console.log(`# What meets a box, among ${BOXES} boxes\n\n${circumstances()}; WebAssembly ${simd ? "with simd128" : "plain"}.`);
console.log("Microseconds for a query; `node bench/queries.mjs` in bindings/js.\n");
console.log(table(["box", "found", "clearance", "rbush", "ratio", "differ"], rows));
