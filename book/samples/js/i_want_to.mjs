import { ClearanceError, d2, d3, Mask } from "clearance";

// ANCHOR: meet
const [a, b] = [d2.Shape.box([1, 1]).at([0, 0]), d2.Shape.circle(1).at([2, 0])];
console.log("meet:", d2.intersects(a, b), d2.relation(a, b));
// ANCHOR_END: meet

// ANCHOR: far
const c = d2.Shape.circle(1).at([4, 0.5]);
console.log("far:", d2.distance(a, c));
// ANCHOR_END: far

// ANCHOR: way_out
const { distance, normal } = d2.clearance(a, d2.Shape.box([1, 1]).at([1.5, 0.5]));
console.log("way out:", -distance, "along", ...normal);
// ANCHOR_END: way_out

// ANCHOR: nearest_points
const { pointA, pointB } = d2.clearance(a, c);
console.log("nearest points:", ...pointA, "and", ...pointB);
// ANCHOR_END: nearest_points

// ANCHOR: inside
console.log("inside:", d2.contains([0.5, 0.5], a), d2.contains([1.5, 0.5], a));
// ANCHOR_END: inside

// ANCHOR: ray
const hit = d2.ray([-5, 0], [1, 0], a);
console.log("ray:", hit.time, "free:", d2.ray([-5, 2], [1, 0], a) === undefined);
// ANCHOR_END: ray

// ANCHOR: closest
console.log("closest:", ...d2.closestPoint([3, 0.5], a).point);
// ANCHOR_END: closest

// ANCHOR: concave
const room = d2.Shape.polygon([[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]]);
console.log("concave:", d2.relation(room, d2.Shape.circle(0.5).at([2, 2])));
// ANCHOR_END: concave

// ANCHOR: compound
const wheel = d2.Shape.circle(0.5);
const body = d2.Shape.box([2, 0.5]);
const car = d2.Shape.compound([body, wheel.at([-1, -0.5]), wheel.at([1, -0.5])]);
console.log("compound:", d2.relation(car, d2.Shape.halfSpace([0, 1], -1)));
// ANCHOR_END: compound

// ANCHOR: events
const hall = new d2.Scene();
const door = hall.add(d2.Shape.box([0.5, 1]), { sensor: true });
const guest = hall.add(d2.Shape.circle(0.5).at([-3, 0]));
for (const x of [-1, 0, 3]) {
  hall.setPose(guest, { position: [x, 0] });
  hall.update();
  const [began, ended] = [hall.sensorsBegan(), hall.sensorsEnded()];
  console.log("events:", began.length / 2, "began,", ended.length / 2, "ended");
}
// ANCHOR_END: events

// ANCHOR: layers
const field = new d2.Scene();
field.add(d2.Shape.circle(1), { layers: 1, mask: 2 }); // a player: meets only what is on layer 2
field.add(d2.Shape.circle(1), { layers: 1, mask: 2 }); // another one
field.add(d2.Shape.circle(1), { layers: 2 }); // an enemy
field.update();
console.log("layers:", field.pairs().length / 2, "pairs");
// ANCHOR_END: layers

// ANCHOR: neighbours
const street = new d2.Scene();
const lamps = [2, 5, 9].map((x) => street.add(d2.Shape.circle(0.25).at([x, 0])));
for (const lamp of street.nearest([6, 0], 2)) {
  console.log("neighbour:", lamps.indexOf(lamp.handle), "at", lamp.distance);
}
// ANCHOR_END: neighbours

// ANCHOR: click
console.log("click:", street.atPoint([5.1, 0.1]).length, "lamp");
// ANCHOR_END: click

// ANCHOR: batch
const start = new Float64Array(3); // one pose for all
const poses = new Float64Array([0, 0, 0, 1.9, 0, 0, 2.1, 0, 0]); // x, y, angle each
const squares = d2.Shapes.of([a.shape, a.shape, a.shape]);
const meet = d2.intersectsMany(squares, poses, a.shape, start);
console.log("batch:", meet.reduce((sum, one) => sum + one), "of", meet.length);
// ANCHOR_END: batch

// ANCHOR: common
const part = d2.common(a, d2.Shape.box([1, 1]).at([1.5, 1]));
console.log("common:", part.volume);
// ANCHOR_END: common

// ANCHOR: mass
console.log("mass:", d3.massProperties(d3.Shape.box([1, 2, 3])).volume);
// ANCHOR_END: mass

// ANCHOR: pixels
const plus = Mask.fromRows(["010", "111", "010"]);
console.log("pixels:", plus.overlapArea(plus, [2, 0]), "out by", ...plus.partingShift(plus, [2, 0]));
// ANCHOR_END: pixels

// ANCHOR: errors
try {
  d2.Shape.circle(-1);
} catch (error) {
  if (error instanceof ClearanceError) console.log("error:", error.field);
}
// ANCHOR_END: errors
