import { d3 } from "clearance";

// ANCHOR: check
const parts = {
  plate: d3.Shape.box([10, 10, 1]).at([0, 0, 0]),
  block: d3.Shape.box([2, 2, 2]).at([0, 0, 2.75]), // sunk in by 0.25
  cap: d3.Shape.box([2, 2, 1]).at([0, 0, 5.75]), // on the block
  core: d3.Shape.box([0.5, 0.5, 0.5]).at([0, 0, 3]), // within the block
};
// What the command calls a pair whose facets are meant as they are.
const CLASSES = {
  touching: "contact",
  overlapping: "interference",
  a_in_b: "containment",
  b_in_a: "containment",
  equal: "duplicate",
};
const names = Object.keys(parts);
names.forEach((a, i) => {
  for (const b of names.slice(i + 1)) {
    const relation = d3.relation(parts[a], parts[b]);
    if (relation !== "disjoint") console.log(`${a}, ${b}: ${CLASSES[relation]}`);
  }
});
// ANCHOR_END: check

// ANCHOR: measured
console.log(`common volume: ${d3.common(parts.plate, parts.block).volume.toFixed(2)}`);
console.log(`depth: ${d3.depthBounds(parts.plate, parts.block).atMost.toFixed(2)}`);
// ANCHOR_END: measured
