import { d2 } from "clearance";

// ANCHOR: by_hand
function circlesMeet(p, pRadius, q, qRadius) {
  const [dx, dy] = [q[0] - p[0], q[1] - p[1]];
  const reach = pRadius + qRadius;
  return dx * dx + dy * dy <= reach * reach;
}
// ANCHOR_END: by_hand

console.log("by hand:", circlesMeet([0, 0], 1, [1.5, 2], 1));

// ANCHOR: library
const coin = d2.Shape.circle(1);
const [a, b] = [coin.at([0, 0]), coin.at([1.5, 2])];
console.log("relation:", d2.relation(a, b));
console.log("distance:", d2.distance(a, b));
// ANCHOR_END: library

// ANCHOR: close
for (const [pRadius, qRadius] of [[0.1, 0.4], [0.2, 0.3]]) {
  const [p, q] = [d2.Shape.circle(pRadius), d2.Shape.circle(qRadius)];
  const root = Math.sqrt(0.3 * 0.3 + 0.4 * 0.4);
  console.log(`radii ${pRadius} and ${qRadius}`);
  console.log("  by roots, equal:", root === pRadius + qRadius);
  console.log("  relation:", d2.relation(p, q.at([0.3, 0.4])));
}
// ANCHOR_END: close
