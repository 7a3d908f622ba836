import { d2 } from "clearance";

// ANCHOR: frames
const [bullet, wall] = [d2.Shape.circle(0.0625), d2.Shape.box([0.125, 2]).at([1, 0])];
const step = 1.5; // 90 metres a second, 60 frames a second
for (let frame = 0; frame < 2; frame++) {
  console.log(`frame ${frame}:`, d2.relation(bullet.at([step * frame, 0]), wall));
}
// ANCHOR_END: frames

// ANCHOR: sweep
const hit = d2.sweep({ shape: bullet, by: [step, 0] }, wall);
console.log(`sweep: at ${hit.time.toFixed(6)} of the way, at x = ${hit.point[0].toFixed(3)}`);
// ANCHOR_END: sweep

// ANCHOR: turning
const rod = d2.Shape.capsule([0.5, 0], [4, 0], 0.0625);
const post = d2.Shape.circle(0.125).at([0, 3]);
const turned = d2.sweep({ shape: rod, turn: 2 }, post); // turns by 2 radians
console.log(`turning: at ${turned.time.toFixed(6)} of the turn`);
// ANCHOR_END: turning

// ANCHOR: step
const scene = new d2.Scene();
const fired = scene.add(bullet);
scene.add(wall);
const meetings = scene.sweepStep([{ handle: fired, by: [step, 0], kind: "swept" }]);
const [x] = scene.pose(fired).position;
scene.update();
const overlap = scene.pairs().length / 2;
console.log(`step: ${meetings.length} meeting, stopped at ${x.toFixed(6)}, ${overlap} overlap`);
// ANCHOR_END: step
