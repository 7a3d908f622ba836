"use strict";
// The viewer of a report: WebGL 2 for the solids, a plain canvas above it for contacts and names. No library, no network.
// Positions are doubles until they are relative to the camera's target, and floats only from there on.

const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const solid = $("solid"), marks = $("marks"), gl = solid.getContext("webgl2", { antialias: true, alpha: false }), pen = marks.getContext("2d");

// ---------------------------------------------------------------- small vectors

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const mul = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a) => mul(a, 1 / (Math.hypot(...a) || 1));

// ---------------------------------------------------------------- shapes and objects

const bytes = (text) => Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer;

for (const shape of data.shapes) {
  shape.points = new Float32Array(bytes(shape.vertices));
  shape.faces = new Uint32Array(bytes(shape.triangles));
  shape.lines = new Uint32Array(bytes(shape.edges));
  shape.half = [0, 0, 0]; // half the size of its box, whose center is the origin
  shape.points.forEach((x, i) => shape.half[i % 3] = Math.max(shape.half[i % 3], Math.abs(x)));
}
for (const object of data.objects) {
  const [a, h] = [object.axes, data.shapes[object.shape].half];
  object.half = [0, 1, 2].map((k) => Math.abs(a[k]) * h[0] + Math.abs(a[3 + k]) * h[1] + Math.abs(a[6 + k]) * h[2]);
  object.radius = Math.hypot(...object.half);
}

/** The middle and radius of some objects, or of all bounded ones. */
function extent(objects) {
  const list = objects.some((o) => o.bounded) ? objects.filter((o) => o.bounded) : objects;
  let low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const o of list) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], o.origin[k] - o.half[k]);
      high[k] = Math.max(high[k], o.origin[k] + o.half[k]);
    }
  }
  if (!list.length) return { middle: [0, 0, 0], radius: 1 };
  return { middle: mul(add(low, high), 0.5), radius: Math.hypot(...sub(high, low)) / 2 || 1 };
}

// ---------------------------------------------------------------- camera

const whole = extent(data.objects);
const camera = { target: whole.middle, distance: whole.radius * 2.6, yaw: 0.7, pitch: 0.45 };
let picked = null; // { pair } or { object }

// Y is up, unless most objects are stacked along Z; U changes it.
const along = (k) => data.pairs.filter((p) => p.class !== "near" && Math.abs(p.normal[k]) > 0.999).length;
let zIsUp = along(2) > along(1);
const upright = ([x, y, z]) => zIsUp ? [x, -z, y] : [x, y, z];

function axes() {
  const [cy, sy, cp, sp] = [Math.cos(camera.yaw), Math.sin(camera.yaw), Math.cos(camera.pitch), Math.sin(camera.pitch)];
  const back = upright([cp * sy, sp, cp * cy]), right = upright([cy, 0, -sy]);
  return { right, up: cross(back, right), back };
}

/** Width and height of the view per unit of depth. */
function lens() {
  const tall = Math.tan(Math.PI / 8);
  return [tall * solid.width / Math.max(1, solid.height), tall];
}

function look(at) {
  camera.target = at.middle;
  camera.distance = at.radius * 2.6 / Math.min(1, lens()[0] / lens()[1]);
}

/** Where a point of the world is on the stage, in CSS pixels; null behind the camera. */
function project(p) {
  const { right, up, back } = axes(), q = sub(p, camera.target), depth = camera.distance - dot(q, back), [w, h] = lens();
  if (depth <= camera.distance * 1e-3) return null;
  return [(dot(q, right) / depth / w + 1) * marks.clientWidth / 2, (1 - dot(q, up) / depth / h) * marks.clientHeight / 2];
}

// ---------------------------------------------------------------- WebGL

const VERTEX = `#version 300 es
in vec3 position; uniform mat3 axes; uniform vec3 origin; uniform vec4 lens; out vec3 seen;
void main() { seen = axes * position + origin; float depth = -seen.z;
  gl_Position = vec4(seen.xy / lens.xy, (lens.z * depth - lens.w), depth); }`;
const FRAGMENT = `#version 300 es
precision highp float; in vec3 seen; uniform vec4 color; uniform float lit; out vec4 result;
void main() { vec3 n = normalize(cross(dFdx(seen), dFdy(seen)));
  float light = 0.68 + 0.32 * abs(dot(n, normalize(vec3(0.35, 0.6, 0.8))));
  result = vec4(color.rgb * mix(1.0, light, lit), color.a); }`;

let program, at = {};

function setUp() {
  const compile = (kind, text) => {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    return shader;
  };
  program = gl.createProgram();
  gl.attachShader(program, compile(gl.VERTEX_SHADER, VERTEX));
  gl.attachShader(program, compile(gl.FRAGMENT_SHADER, FRAGMENT));
  gl.bindAttribLocation(program, 0, "position");
  gl.linkProgram(program);
  gl.useProgram(program);
  for (const name of ["axes", "origin", "lens", "color", "lit"]) at[name] = gl.getUniformLocation(program, name);
  const buffer = (kind, content) => {
    const made = gl.createBuffer();
    gl.bindBuffer(kind, made);
    gl.bufferData(kind, content, gl.STATIC_DRAW);
    return made;
  };
  for (const shape of data.shapes) {
    shape.array = gl.createVertexArray();
    gl.bindVertexArray(shape.array);
    buffer(gl.ARRAY_BUFFER, shape.points);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    gl.bindVertexArray(null);
    shape.faceBuffer = buffer(gl.ELEMENT_ARRAY_BUFFER, shape.faces);
    shape.lineBuffer = buffer(gl.ELEMENT_ARRAY_BUFFER, shape.lines);
  }
}

/** Sends an object's place, relative to the camera, and its colour; then draws its triangles or its lines. */
function draw(object, color, lines = false, flat = lines) {
  const shape = data.shapes[object.shape], list = lines ? shape.lines : shape.faces;
  if (!list.length) return;
  const view = axes(), rows = [view.right, view.up, view.back], a = object.axes;
  const columns = [a.slice(0, 3), a.slice(3, 6), a.slice(6, 9)];
  const seen = columns.flatMap((column) => rows.map((row) => dot(row, column)));
  const q = sub(object.origin, camera.target);
  gl.uniformMatrix3fv(at.axes, false, seen);
  gl.uniform3f(at.origin, dot(rows[0], q), dot(rows[1], q), dot(rows[2], q) - camera.distance);
  gl.uniform4fv(at.color, color);
  gl.uniform1f(at.lit, flat ? 0 : 1);
  gl.bindVertexArray(shape.array);
  gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, lines ? shape.lineBuffer : shape.faceBuffer);
  gl.drawElements(lines ? gl.LINES : gl.TRIANGLES, list.length, gl.UNSIGNED_INT, 0);
}

/** Clears and sets up the projection, whose depth reaches from just before the camera to behind the scene. */
function begin(background) {
  gl.viewport(0, 0, solid.width, solid.height);
  gl.clearColor(...background);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  gl.enable(gl.DEPTH_TEST);
  gl.depthMask(true);
  const reach = Math.hypot(...sub(camera.target, whole.middle)) + whole.radius * 3 + camera.distance;
  const near = Math.max(reach * 1e-4, camera.distance * 0.02), far = camera.distance + reach;
  const [w, h] = lens();
  gl.uniform4f(at.lens, w, h, (far + near) / (far - near), 2 * far * near / (far - near));
}

// ---------------------------------------------------------------- colours

const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
function color(name, alpha = 1) {
  probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
  probe.fillRect(0, 0, 1, 1);
  const [r, g, b] = probe.getImageData(0, 0, 1, 1).data;
  return [r / 255, g / 255, b / 255, alpha];
}
let palette = {};
function readPalette() {
  for (const name of ["paper", "ink", "clear", "over", "within", "touch", "near", "dim"]) palette[name] = color(name);
}
const faded = (name, alpha) => [...palette[name].slice(0, 3), alpha];
const css = (name) => `rgb(${palette[name].slice(0, 3).map((x) => Math.round(x * 255)).join()})`;

// ---------------------------------------------------------------- a frame

/** The objects that are picked out; all others are faint. */
function chosen() {
  if (!picked) return null;
  if (picked.pair) return new Set([data.objects[picked.pair.a], data.objects[picked.pair.b]]);
  return new Set([picked.object]);
}

function render() {
  pending = false;
  const scale = Math.min(2, window.devicePixelRatio || 1);
  for (const canvas of [solid, marks]) {
    const [w, h] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
  }
  if (gl) drawSolids(chosen());
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  drawMarks();
}

function drawSolids(front) {
  begin(palette.paper);
  gl.enable(gl.POLYGON_OFFSET_FILL);
  gl.polygonOffset(1, 1);
  const see = (object) => !front && object.bounded && (object.class === "clear" || object.class === "near") && !object.sensor;
  for (const o of data.objects) if (see(o)) draw(o, palette[o.class]);
  for (const o of data.objects) if (see(o)) draw(o, faded("ink", 1).map((x, k) => k < 3 ? x * 0.6 + palette[o.class][k] * 0.4 : x), true);
  // The objects of a reported pair are drawn transparent, so that what is inside of them is visible.
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  gl.depthMask(false);
  const { back } = axes(), depth = (o) => dot(sub(o.origin, camera.target), back);
  const rest = data.objects.filter((o) => !see(o)).sort((p, q) => q.bounded - p.bounded ? p.bounded - q.bounded : depth(p) - depth(q));
  const faint = data.objects.length > 100 ? 0.07 : 0.18; // many faint objects make a fog
  const inFront = (o) => !front || front.has(o);
  for (const o of rest.filter((o) => !inFront(o)).concat(rest.filter(inFront))) {
    const name = !inFront(o) ? "dim" : picked && picked.pair ? (o === data.objects[picked.pair.a] ? picked.pair.class : "clear") : o.class;
    draw(o, faded(name, !inFront(o) ? faint * 0.4 : o.bounded ? 0.4 : 0.14));
    draw(o, faded(name, inFront(o) ? 1 : faint), true);
  }
  gl.disable(gl.BLEND);
}

const MOST_MARKS = 400;

function drawMarks() {
  pen.clearRect(0, 0, marks.width, marks.height);
  const pairs = !picked ? data.pairs.slice(0, MOST_MARKS)
    : picked.pair ? [picked.pair] : data.pairs.filter((p) => data.objects[p.a] === picked.object || data.objects[p.b] === picked.object);
  const small = pairs.length > 60;
  for (const pair of pairs) for (const contact of pair.contacts) drawContact(pair, contact, small);
  const named = picked ? [...chosen()] : data.objects.length <= 30 ? data.objects : [];
  pen.font = "12px system-ui, sans-serif";
  pen.textAlign = "center";
  for (const object of named) {
    const p = object.bounded && project(object.origin);
    if (p) write(object.id, p, "ink");
  }
}

function write(text, [x, y], name) {
  pen.lineWidth = 3;
  pen.strokeStyle = css("paper");
  pen.strokeText(text, x, y);
  pen.fillStyle = css(name);
  pen.fillText(text, x, y);
}

/** Both points of a contact, the gap between them, and the normal as an arrow of a fixed length on the screen. */
function drawContact(pair, [a, b], small) {
  const p = project(a), q = project(b);
  if (!p || !q) return;
  const tip = project(add(a, mul(unit(pair.normal), camera.distance * (small ? 0.02 : 0.06))));
  pen.strokeStyle = css("paper");
  pen.lineWidth = small ? 2.5 : 4;
  stroke([p, tip]);
  pen.strokeStyle = css("ink");
  pen.lineWidth = small ? 1 : 2;
  stroke([p, tip]);
  if (tip) {
    const d = unit([tip[0] - p[0], tip[1] - p[1], 0]), back = [tip[0] - d[0] * 7, tip[1] - d[1] * 7];
    if (Math.hypot(tip[0] - p[0], tip[1] - p[1]) > 8) {
      stroke([[back[0] - d[1] * 4, back[1] + d[0] * 4], tip, [back[0] + d[1] * 4, back[1] - d[0] * 4]]);
    }
  }
  pen.setLineDash([3, 3]);
  stroke([p, q]);
  pen.setLineDash([]);
  for (const dot of [p, q]) {
    pen.beginPath();
    pen.arc(dot[0], dot[1], small ? 2 : 4, 0, 7);
    pen.fillStyle = css("ink");
    pen.fill();
    pen.strokeStyle = css("paper");
    pen.lineWidth = 1.5;
    pen.stroke();
  }
}

function stroke(points) {
  if (points.some((p) => !p)) return;
  pen.beginPath();
  points.forEach(([x, y], i) => i ? pen.lineTo(x, y) : pen.moveTo(x, y));
  pen.stroke();
}

let pending = false;
function redraw() {
  if (!pending) { pending = true; requestAnimationFrame(render); }
}

// ---------------------------------------------------------------- picking

/** A picture that is never shown, of the size of the stage and without antialiasing, which would mix the numbers. */
function hidden() {
  const picture = gl.createFramebuffer(), layers = [gl.createRenderbuffer(), gl.createRenderbuffer()];
  gl.bindFramebuffer(gl.FRAMEBUFFER, picture);
  [[gl.RGBA8, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]].forEach(([format, place], i) => {
    gl.bindRenderbuffer(gl.RENDERBUFFER, layers[i]);
    gl.renderbufferStorage(gl.RENDERBUFFER, format, solid.width, solid.height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, layers[i]);
  });
  return () => {
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.deleteFramebuffer(picture);
    layers.forEach((layer) => gl.deleteRenderbuffer(layer));
  };
}

/** The object in front at a place on the stage: every object is drawn once in a colour that is its number. */
function objectAt(x, y) {
  if (!gl) return null;
  const discard = hidden();
  gl.disable(gl.DITHER);
  begin([0, 0, 0, 0]);
  data.objects.forEach((o, i) => {
    const n = i + 1;
    if (o.bounded) draw(o, [(n & 255) / 255, (n >> 8 & 255) / 255, (n >> 16 & 255) / 255, 1], false, true);
  });
  const pixel = new Uint8Array(4), scale = solid.width / solid.clientWidth;
  gl.readPixels(Math.floor(x * scale), solid.height - 1 - Math.floor(y * scale), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  discard();
  const n = pixel[0] | pixel[1] << 8 | pixel[2] << 16;
  return data.objects[n - 1] || null;
}

function pickPair(pair) {
  picked = { pair };
  const both = extent([data.objects[pair.a], data.objects[pair.b]]);
  const smaller = Math.min(...[pair.a, pair.b].map((i) => data.objects[i]).map((o) => o.bounded ? o.radius : Infinity));
  const place = pair.contacts.length ? mul(pair.contacts.reduce((s, c) => add(s, add(c[0], c[1])), [0, 0, 0]), 0.5 / pair.contacts.length) : both.middle;
  look({ middle: place, radius: Math.min(both.radius, Math.max(smaller * 3, both.radius * 0.1)) });
  fillList();
  redraw();
}

function pickObject(object) {
  picked = object ? { object } : null;
  fillList();
  redraw();
}

// ---------------------------------------------------------------- the list

const MOST_ROWS = 1500;
const brief = (x) => x === null ? "" : x === 0 ? "0" : Math.abs(x) >= 1e-4 && Math.abs(x) < 1e7 ? String(+x.toPrecision(6)) : x.toExponential(3);

function fillList() {
  const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const of = picked && picked.object && data.objects.indexOf(picked.object);
  const shown = data.pairs.filter((p) => {
    if (picked && picked.object && p.a !== of && p.b !== of) return false;
    const text = (data.objects[p.a].id + " " + data.objects[p.b].id + " " + p.relation).toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const list = $("list");
  const rows = shown.slice(0, MOST_ROWS).map(row);
  list.replaceChildren(...rows);
  const rest = shown.length - rows.length;
  $("more").textContent = rest > 0 ? `${rest} more: narrow the filter` : !data.pairs.length ? "Nothing touches."
    : picked && picked.object ? `only those of ${picked.object.id} (Esc: all)` : "";
  const pressed = list.querySelector("[aria-pressed=true]");
  if (pressed) pressed.scrollIntoView({ block: "nearest" });
}

function row(pair) {
  const item = document.createElement("li"), button = document.createElement("button");
  const part = (kind, name, text) => {
    const node = document.createElement(kind);
    node.className = name;
    node.textContent = text;
    button.append(node);
  };
  button.className = pair.class;
  button.setAttribute("aria-pressed", picked && picked.pair === pair);
  part("i", "", "");
  part("span", "ids", data.objects[pair.a].id + " · " + data.objects[pair.b].id);
  part("b", "", brief(pair.clearance));
  part("span", "more", pair.relation.replaceAll("_", " ") + ", normal " + pair.normal.map((x) => String(+x.toFixed(3))).join(" "));
  button.onclick = () => pickPair(pair);
  item.append(button);
  return item;
}

// ---------------------------------------------------------------- mouse, touch, keys

const fingers = new Map();
let moved = 0;

marks.addEventListener("pointerdown", (e) => {
  marks.setPointerCapture(e.pointerId);
  fingers.set(e.pointerId, [e.clientX, e.clientY]);
  if (fingers.size === 1) moved = 0;
});
marks.addEventListener("pointermove", (e) => {
  const before = fingers.get(e.pointerId);
  if (!before) return;
  const now = [e.clientX, e.clientY], [dx, dy] = [now[0] - before[0], now[1] - before[1]];
  moved += Math.abs(dx) + Math.abs(dy);
  if (fingers.size === 2) {
    const other = [...fingers].find(([id]) => id !== e.pointerId)[1];
    const spread = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]);
    zoom(Math.max(1, spread(before)) / Math.max(1, spread(now)));
    pan(dx / 2, dy / 2);
  } else if (e.buttons & 6 || e.shiftKey) {
    pan(dx, dy);
  } else {
    turn(-dx * 0.008, dy * 0.008);
  }
  fingers.set(e.pointerId, now);
  redraw();
});
for (const end of ["pointerup", "pointercancel"]) {
  marks.addEventListener(end, (e) => {
    const alone = fingers.size === 1;
    fingers.delete(e.pointerId);
    if (end === "pointerup" && alone && moved < 5 && e.button === 0) {
      const box = marks.getBoundingClientRect();
      pickObject(objectAt(e.clientX - box.left, e.clientY - box.top));
    }
  });
}
marks.addEventListener("contextmenu", (e) => e.preventDefault());
marks.addEventListener("wheel", (e) => {
  e.preventDefault();
  const pixels = e.deltaY * (e.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30);
  zoom(Math.exp(Math.max(-80, Math.min(80, pixels)) * 0.0025));
  redraw();
}, { passive: false });

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

const keys = {
  ArrowLeft: () => turn(-0.1, 0), ArrowRight: () => turn(0.1, 0), ArrowUp: () => turn(0, 0.1), ArrowDown: () => turn(0, -0.1),
  "+": () => zoom(0.85), "-": () => zoom(1 / 0.85), f: () => look(whole), u: () => zIsUp = !zIsUp, Escape: () => pickObject(null),
};
addEventListener("keydown", (e) => {
  if (e.target === $("filter") && e.key !== "Escape") return;
  const act = keys[e.key] || keys[e.key.toLowerCase()];
  if (!act || e.ctrlKey || e.metaKey || e.altKey) return;
  act();
  e.preventDefault();
  redraw();
});
addEventListener("resize", redraw);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readPalette(); redraw(); });
$("filter").addEventListener("input", fillList);

// ---------------------------------------------------------------- begin

if (gl) {
  setUp();
} else {
  $("trouble").hidden = false;
  $("trouble").textContent = "This browser offers no WebGL 2, so only contacts and the list are shown.";
}
$("summary").textContent = `${data.objects.length} objects, ${data.tested} pairs tested, ${data.pairs.length} listed` + (data.unit ? `, lengths in ${data.unit}` : "");
readPalette();
fillList();
requestAnimationFrame(() => { render(); look(whole); redraw(); });
// The address may name a pair: report.html#3 is the third of the list.
const wanted = data.pairs[parseInt(location.hash.slice(1), 10) - 1];
if (wanted) requestAnimationFrame(() => requestAnimationFrame(() => pickPair(wanted)));
