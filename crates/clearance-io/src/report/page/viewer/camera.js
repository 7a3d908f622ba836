
// ---------------------------------------------------------------- camera

const solid = $("solid"), marks = $("marks"), pen = marks.getContext("2d");
const gl = solid.getContext("webgl2", { antialias: true, alpha: false, stencil: true, preserveDrawingBuffer: true });
const camera = { target: [0, 0, 0], distance: 1, yaw: 0.7, pitch: 0.5 };
/** The extent of all parts, and of those that are shown at first. */
let whole, first;

// Z is up, unless most parts are stacked along Y, or nothing but shapes is shown, of which cones and terrains
// stand along Y; U changes it.
const along = (k) => data.pairs.filter((p) => p.direction && Math.abs(p.direction[k]) > 0.999).length;
let zIsUp = !data.view && along(2) >= along(1);
const upright = ([x, y, z]) => zIsUp ? [x, -z, y] : [x, y, z];

function axes() {
  const [cy, sy, cp, sp] = [Math.cos(camera.yaw), Math.sin(camera.yaw), Math.cos(camera.pitch), Math.sin(camera.pitch)];
  const back = upright([cp * sy, sp, cp * cy]), right = upright([cy, 0, -sy]);
  return { right, up: cross(back, right), back };
}

/** Width and height of the view per unit of depth. */
function lens() {
  const tall = Math.tan(Math.PI / 10);
  return [tall * solid.width / Math.max(1, solid.height), tall];
}

const distanceFor = (radius) => radius * 1.06 / Math.sin(Math.atan(Math.min(...lens())));

function look(at) {
  camera.target = at.middle;
  camera.distance = distanceFor(at.radius);
}

let flight = 0;
/** Moves the camera to a place in a third of a second, or at once for those who want no motion. */
function fly(at) {
  cancelAnimationFrame(flight);
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    look(at);
    return redraw();
  }
  const from = { ...camera }, to = { target: at.middle, distance: distanceFor(at.radius) }, start = performance.now();
  const step = (now) => {
    const t = Math.min(1, Math.max(0, (now - start) / 350)), s = t * t * (3 - 2 * t);
    camera.distance = from.distance * (to.distance / from.distance) ** s;
    // Nearing a place, the target arrives first.
    const near = t === 1 || from.distance === to.distance ? s : (camera.distance - from.distance) / (to.distance - from.distance);
    camera.target = add(from.target, mul(sub(to.target, from.target), to.distance < from.distance ? Math.min(1, near) : near));
    redraw();
    if (t < 1) flight = requestAnimationFrame(step);
  };
  flight = requestAnimationFrame(step);
}

/** Where a point of the world is on the stage, in CSS pixels; null behind the camera. */
function project(p) {
  const { right, up, back } = axes(), q = sub(p, camera.target), depth = camera.distance - dot(q, back), [w, h] = lens();
  if (depth <= camera.distance * 1e-3) return null;
  return [(dot(q, right) / depth / w + 1) * marks.clientWidth / 2, (1 - dot(q, up) / depth / h) * marks.clientHeight / 2];
}

/** Nearer or further, but not so far in either direction that nothing is left to see. */
function zoom(factor) {
  camera.distance = Math.max(whole.radius * 1e-7, Math.min(whole.radius * 1e3, camera.distance * factor));
}
function turn(yaw, pitch) {
  camera.yaw += yaw;
  camera.pitch = Math.max(-1.57, Math.min(1.57, camera.pitch + pitch));
}
function pan(dx, dy) {
  const { right, up } = axes(), step = 2 * lens()[1] * camera.distance / marks.clientHeight;
  camera.target = add(camera.target, add(mul(right, -dx * step), mul(up, dy * step)));
}
