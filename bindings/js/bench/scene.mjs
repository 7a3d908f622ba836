// Pairs among 100,000 moving boxes, beside rbush, which is rebuilt in each step, as its authors advise, and
// queried for each box. The pairs are compared before timing.

import RBush from "rbush";
import { d2, simd } from "clearance";
import { random } from "../test/random.mjs";
import { circumstances, measure, table } from "./measure.mjs";

const BOXES = 100_000;
const HALF = 0.5;
/** Boxes per unit of area, so that each meets about one other. */
const DENSITY = 0.25;
const STEP = 0.1;

function world(dice) {
  const reach = Math.sqrt(BOXES / DENSITY) / 2;
  const poses = new Float64Array(3 * BOXES);
  for (let i = 0; i < BOXES; i++) poses.set(dice.point(reach), 3 * i);
  return poses;
}

/** Moves this many boxes a little. */
function shake(poses, dice, moving) {
  for (let i = 0; i < moving; i++) {
    poses[3 * i] += dice.between(-STEP, STEP);
    poses[3 * i + 1] += dice.between(-STEP, STEP);
  }
}

function ours(poses, moving, detail, index) {
  const scene = new d2.Scene({ detail, index });
  const handles = scene.addMany(d2.Shape.box([HALF, HALF]), poses);
  const moved = handles.slice(0, moving);
  scene.update();
  return {
    name: `clearance, ${detail === "boxes" ? "boxes" : "exact relations"}, index ${index}`,
    run: () => {
      scene.setPoses(moved, poses.subarray(0, 3 * moving));
      scene.update();
      return scene.pairs().length / 2;
    },
  };
}

const boxAt = (poses, i) => {
  const [x, y] = [poses[3 * i], poses[3 * i + 1]];
  return { minX: x - HALF, minY: y - HALF, maxX: x + HALF, maxY: y + HALF, i };
};

function countPairs(tree, items) {
  let pairs = 0;
  for (const item of items) for (const other of tree.search(item)) if (other.i > item.i) pairs++;
  return pairs;
}

function rebuilt(poses) {
  const tree = new RBush();
  return {
    name: "rbush, built anew",
    run: () => {
      const items = Array.from({ length: BOXES }, (_, i) => boxAt(poses, i));
      tree.clear();
      tree.load(items);
      return countPairs(tree, items);
    },
  };
}

function moved(poses, moving) {
  const tree = new RBush();
  const items = Array.from({ length: BOXES }, (_, i) => boxAt(poses, i));
  tree.load(items);
  return {
    name: "rbush, moved ones removed and inserted",
    run: () => {
      for (let i = 0; i < moving; i++) {
        tree.remove(items[i]);
        items[i] = boxAt(poses, i);
        tree.insert(items[i]);
      }
      return countPairs(tree, items);
    },
  };
}

const rows = [];
for (const share of [1, 0.1]) {
  const [dice, moving] = [random(5), BOXES * share];
  const poses = world(dice);
  const contenders = [
    ours(poses, moving, "boxes", "auto"),
    ours(poses, moving, "relation", "auto"),
    ours(poses, moving, "relation", "tree"),
    rebuilt(poses),
    ...(share < 1 ? [moved(poses, moving)] : []),
  ];
  const pairs = contenders.map(({ run }) => run());
  contenders[0].before = () => shake(poses, dice, moving);
  const times = measure(contenders);
  const best = Math.min(...times.filter((_, i) => contenders[i].name.startsWith("rbush")));
  contenders.forEach(({ name }, i) => {
    const agrees = pairs[i] === pairs[0] ? `${pairs[i]}` : `**${pairs[i]}, not ${pairs[0]}**`;
    rows.push([`${100 * share} %`, name, times[i].toFixed(1), `${(best / times[i]).toFixed(1)}×`, agrees]);
  });
}
console.log(`# A scene of ${BOXES} boxes in JavaScript\n\n${circumstances()}; WebAssembly ${simd ? "with simd128" : "plain"}.`);
console.log("Each step moves this share of the boxes, then lists all pairs; `node bench/scene.mjs` in bindings/js.\n");
console.log(table(["moving", "who", "ms a step", "as fast as rbush's best", "pairs"], rows));
