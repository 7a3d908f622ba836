import { d2 } from "clearance";

// ANCHOR: manifold
const [floor, box] = [d2.Shape.box([5, 1]), d2.Shape.box([1, 1])];
let crate = box.at([2, 1.75]);
const manifold = d2.manifold(floor, crate);
console.log(`normal: ${manifold.normal.join(" ")}`);
for (const contact of manifold.contacts) {
  console.log(`  at x = ${contact.pointB[0].toFixed(2)}, depth ${(-contact.clearance).toFixed(2)}`);
}
// ANCHOR_END: manifold

// ANCHOR: push
const { distance, normal } = d2.clearance(floor, crate);
const [x, y] = crate.pose.position;
crate = box.at([x - distance * normal[0], y - distance * normal[1]]);
console.log("after the push:", d2.relation(floor, crate));
// ANCHOR_END: push

// ANCHOR: within
const [room, small] = [d2.Shape.box([2, 2]), d2.Shape.box([0.5, 0.5])];
const overlap = Math.min(2, 0.75) - Math.max(-2, -0.25); // of the two shadows on the x axis
const depth = -d2.clearance(room, small.at([0.25, 0])).distance;
console.log(`overlap of the shadows: ${overlap.toFixed(2)}`);
console.log(`way out: ${depth.toFixed(2)}`);
for (const way of [overlap, depth]) {
  console.log(`moved by ${way.toFixed(2)}: ${d2.relation(room, small.at([0.25 + way, 0]))}`);
}
// ANCHOR_END: within
