import { d2 } from "clearance";

const MAP = [
  "############",
  "#@.....#..$#",
  "#..##..#...#",
  "#..##.....$#",
  "############",
];
// Or read them from your keyboard.
const KEYS = "d".repeat(28) + "s".repeat(13) + "d".repeat(23) + "w".repeat(13);
const WAYS = { w: [0, 1], a: [-1, 0], s: [0, -1], d: [1, 0] };
const [SPEED, TIME] = [12, 1 / 60]; // cells a second, seconds a frame

// 1. The world: every cell of the map becomes an object of the scene.
const scene = new d2.Scene({ detail: "manifold" });
const [wall, ball, coin] = [d2.Shape.box([0.5, 0.5]), d2.Shape.circle(0.4), d2.Shape.circle(0.25)];
const coins = new Set();
let hero;
for (const [row, line] of MAP.entries()) {
  for (const [column, cell] of [...line].entries()) {
    const place = [column, -row];
    // Walls are never tested against each other.
    if (cell === "#") scene.add(wall.at(place), { group: -1 });
    if (cell === "$") coins.add(scene.add(coin.at(place), { sensor: true }));
    if (cell === "@") hero = scene.add(ball.at(place));
  }
}

/** The map as it is now: the hero is in the cell that is nearest. */
function draw() {
  const picture = MAP.map((line) => [...line].map((cell) => (cell === "#" ? "#" : ".")));
  for (const [sign, handles] of [["$", coins], ["@", [hero]]]) {
    for (const handle of handles) {
      const [x, y] = scene.pose(handle).position;
      picture[Math.floor(-y + 0.5)][Math.floor(x + 0.5)] = sign;
    }
  }
  console.log(picture.map((line) => line.join("")).join("\n"));
}

for (const [frame, key] of [...KEYS].entries()) {
  // 2. Move: where the hero would be if nothing were in the way.
  const [x, y] = scene.pose(hero).position;
  const [dx, dy] = WAYS[key];
  scene.setPose(hero, { position: [x + SPEED * TIME * dx, y + SPEED * TIME * dy] });

  // 3. Detect: what meets what now?
  scene.update();

  // 4. Respond: coins are taken, walls push the hero out.
  for (const handle of scene.sensorsBegan()) {
    if (!coins.delete(handle)) continue;
    scene.remove(handle);
    console.log(`frame ${frame}: a coin, ${coins.size} left`);
  }
  for (const { a, manifold } of scene.touches()) {
    const away = a === hero ? -1 : 1; // the normal points from a to b
    const depth = Math.max(0, ...manifold.contacts.map((contact) => -contact.clearance));
    const [x, y] = scene.pose(hero).position;
    const [nx, ny] = manifold.normal;
    scene.setPose(hero, { position: [x + away * depth * nx, y + away * depth * ny] });
  }

  // 5. Draw.
  if (frame % 30 === 0 || frame === KEYS.length - 1) {
    console.log(`frame ${frame}`);
    draw();
  }
}
