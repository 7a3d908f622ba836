import { d2 } from "clearance";

// ANCHOR: course
const scene = new d2.Scene();
scene.add(d2.Shape.halfSpace([0, 1], 0)); // the ground: all that is below y = 0
for (let step = 0; step < 3; step++) {
  const half = 0.125 * (step + 1);
  scene.add(d2.Shape.box([0.5, half]).at([3 + step, half])); // a stair of three steps
}
scene.add(d2.Shape.box([0.5, 1]).at([8, 1])); // a wall
const lift = scene.add(d2.Shape.box([1, 0.125]).at([12, -0.125])); // level with the ground
// ANCHOR_END: course

// ANCHOR: walk
const walker = new d2.Character({ radius: 0.25, height: 1.75, stepHeight: 0.3 });
for (let frame = 1; frame <= 300; frame++) {
  const step = walker.step(scene, { velocity: [2, 0] }, 1 / 60);
  if (frame % 50 === 0) {
    const [x, y] = step.position;
    const blocked = step.contacts.filter((contact) => contact.slope === "steep");
    const place = `x ${x.toFixed(2)}, y ${y.toFixed(2)}`;
    console.log(`frame ${frame}: ${place}, stands ${step.standing}, blocked ${blocked.length}`);
  }
}
// ANCHOR_END: walk

// ANCHOR: jump
const jumper = new d2.Character({ radius: 0.25, height: 1.75 });
jumper.position = [12, 0];
for (let frame = 0; frame < 30; frame++) {
  scene.setPose(lift, { position: [12, -0.125 + 0.05 * frame] });
  jumper.step(scene, { velocity: [0, 0] }, 1 / 60);
}
let highest = jumper.position[1];
console.log(`lifted to ${highest.toFixed(1)}`);
let last;
for (let frame = 0; frame < 90; frame++) {
  last = jumper.step(scene, { velocity: [0, 0], jump: frame === 0 ? 5 : undefined }, 1 / 60);
  highest = Math.max(highest, last.position[1]);
}
console.log(`jumped to ${highest.toFixed(1)}, stands again: ${last.standing}`);
// ANCHOR_END: jump
