import { d2 } from "clearance";

// ANCHOR: crowd
/** The same `count` places in every language: a generator by Park and Miller. */
function crowd(count) {
  let seed = 1;
  const next = () => {
    seed = (seed * 16807) % 2147483647;
    return (seed / 2147483647) * 100;
  };
  return Array.from({ length: count }, () => [next(), next()]);
}
// ANCHOR_END: crowd

// ANCHOR: all_pairs
const [places, radius] = [crowd(1000), 0.5];
let [tests, met] = [0, 0];
for (const [i, [x, y]] of places.entries()) {
  for (const [u, v] of places.slice(i + 1)) { // each pair once, and none with itself
    tests += 1;
    if ((u - x) ** 2 + (v - y) ** 2 <= (2 * radius) ** 2) met += 1;
  }
}
console.log(`all pairs: ${tests} tests, ${met} meet`);
// ANCHOR_END: all_pairs

// ANCHOR: scene
const scene = new d2.Scene();
const handles = places.map((place) => scene.add(d2.Shape.circle(radius).at(place)));
scene.update();
console.log(`scene: ${scene.pairs().length / 2} meet`); // two handles for a pair

for (const [i, [x, y]] of places.entries()) {
  if (i % 2 === 0) scene.setPose(handles[i], { position: [x + 0.25, y] }); // every other one moves
}
scene.update();
console.log(`next frame: ${scene.began().length / 2} began, ${scene.ended().length / 2} ended`);
// ANCHOR_END: scene
