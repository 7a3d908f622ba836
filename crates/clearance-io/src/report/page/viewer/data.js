"use strict";
// The viewer of a report: WebGL 2 for the solids, a plain canvas above it for arrows and names. No library,
// no network. Places are doubles until they are relative to the camera's target, and floats only from there
// on.

const $ = (id) => document.getElementById(id);
const data = JSON.parse($("data").textContent);
const count = data.names.length;
// Only the picture: within another page, that scrolls where the wheel turns.
document.documentElement.classList.toggle("view", data.view);

// ---------------------------------------------------------------- small vectors

const add = (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const mul = (a, s) => [a[0] * s, a[1] * s, a[2] * s];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

// ---------------------------------------------------------------- numbers as text

/** Six significant digits. */
function brief(x) {
  if (x === undefined || x === null) return "";
  const size = Math.abs(x);
  return x === 0 ? "0" : size >= 1e-4 && size < 1e7 ? String(+x.toPrecision(6)) : x.toExponential(3);
}
const withUnit = (x, power = "") => brief(x) + (data.unit ? " " + data.unit + power : "");

/** A place, told as finely as its parts need it: far from the origin six digits are too few. */
function placeText(point, resolution) {
  const decimals = resolution ? Math.max(0, Math.min(15, -Math.floor(Math.log10(resolution)))) : 0;
  const text = (x) => Math.abs(x) < (resolution || 0) * 1e-3 ? "0" : Math.abs(x) >= 1e-4 && Math.abs(x) < 1e15 && decimals > 5 - Math.floor(Math.log10(Math.abs(x)))
    ? String(+x.toFixed(decimals)) : brief(x);
  return point.map(text).join(", ");
}

/** A name in so many letters. The ends of names tell parts apart: they begin with the assembly. */
const short = (name, most) => name.length <= most ? name : "…" + name.slice(1 - most);

const plural = (n, word) => `${n} ${word}${n === 1 || word === "near" || word === "unanswered" ? "" : "s"}`;

// ---------------------------------------------------------------- classes

const CLASHES = ["duplicate", "containment", "interference"];
const isClash = (pair) => CLASHES.includes(pair.class);
const clashes = data.pairs.filter(isClash).length;
data.pairs.forEach((pair, i) => pair.number = i + 1);

// ---------------------------------------------------------------- what is binary

const [SENSOR, UNBOUNDED, BOXED, COARSE] = [1, 2, 4, 8];
/** All numbers as bytes, and the columns of the parts; filled by `unpack`. */
let bytes, parts;

async function unpack() {
  const text = atob($("numbers").textContent.trim()), packed = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) packed[i] = text.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  const column = (Type, [start, length]) => new Type(bytes.buffer, start, length / Type.BYTES_PER_ELEMENT);
  parts = {
    shape: column(Uint32Array, data.parts.shape), frame: column(Uint32Array, data.parts.frame), origin: column(Float64Array, data.parts.origin),
    flags: column(Uint8Array, data.parts.flags), frames: column(Float32Array, data.parts.frames), half: new Float32Array(3 * count),
  };
  for (let i = 0; i < count; i++) {
    const size = data.shapes[parts.shape[i]].size, f = 9 * parts.frame[i];
    for (let k = 0; k < 3; k++) {
      for (let j = 0; j < 3; j++) parts.half[3 * i + k] += Math.abs(parts.frames[f + 3 * j + k]) * size[j] / 2;
    }
  }
}

const isBounded = (i) => !(parts.flags[i] & UNBOUNDED);
const originOf = (i) => [parts.origin[3 * i], parts.origin[3 * i + 1], parts.origin[3 * i + 2]];
const radiusOf = (i) => Math.hypot(parts.half[3 * i], parts.half[3 * i + 1], parts.half[3 * i + 2]);

/** The middle, radius and ends of some parts, those without end left out where there are others. */
function extent(list) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  const some = list.some(isBounded);
  for (const i of list) {
    if (some && !isBounded(i)) continue;
    for (let k = 0; k < 3; k++) {
      const x = parts.origin[3 * i + k], h = parts.half[3 * i + k];
      if (x - h < low[k]) low[k] = x - h;
      if (x + h > high[k]) high[k] = x + h;
    }
  }
  if (!list.length) return { middle: [0, 0, 0], radius: 1, low: [-1, -1, -1], high: [1, 1, 1] };
  return { middle: mul(add(low, high), 0.5), radius: Math.hypot(...sub(high, low)) / 2 || 1, low, high };
}
