import { d2 } from "clearance";

// ANCHOR: by_hand
/** Boxes by their lower and upper corners; boxes that only touch count. */
function boxesMeet(p, q) {
  return [0, 1].every((k) => p.min[k] <= q.max[k] && q.min[k] <= p.max[k]);
}
// ANCHOR_END: by_hand

// ANCHOR: upright
const crate = d2.Shape.box([1, 1]); // half extents: a square of side 2
const [a, b] = [crate.at([0, 0]), crate.at([2, 1])];
console.log("upright:", d2.relation(a, b));
// ANCHOR_END: upright

// ANCHOR: turned
const c = crate.at([2, 2], 0.7); // turned by 0.7 radians
console.log("bounding boxes meet:", boxesMeet(a.shape.aabb(a.pose), c.shape.aabb(c.pose)));
console.log("boxes:", d2.relation(a, c));
console.log("gap:", d2.clearance(a, c).distance.toFixed(6));
// ANCHOR_END: turned
