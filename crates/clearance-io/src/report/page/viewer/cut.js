
// ---------------------------------------------------------------- the faces of a cut

// A solid that the section opens is hollow: it is a skin of triangles. The face of the cut is drawn as it is
// done with a stencil: at each pixel the ray from the camera leaves the solid once more behind the section
// than it enters it, if the section is inside the solid there (T. McReynolds, D. Blythe, "Advanced Graphics
// Programming Using OpenGL", 2005, capping of clipped solids). So leaving counts up and entering down, and
// where the count is not 0 the plane itself is drawn, at its own depth, which hides what is behind. A skin
// with an edge has no inside, and gets no face.

/** Of more solids, the smaller ones stay open. */
const MOST_CUTS = 1000;
/** In CSS pixels, from one line of the hatching to the next; those of neighbours go opposite ways. */
const HATCH = 9;

const CUT_VERTEX = `#version 300 es
out vec2 screen;
void main() {
  screen = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(screen, 0.0, 1.0); }`;
// The plane is that of the camera's frame.
const CUT_FRAGMENT = `#version 300 es
precision highp float; in vec2 screen;
uniform vec4 cut, lens; uniform vec3 color; uniform float lift, step_x, step_y; out vec4 result;
void main() {
  float depth = cut.w / dot(cut.xyz, vec3(screen * lens.xy, -1.0));
  if (!(depth > 0.0)) discard;
  gl_FragDepth = clamp(0.5 + 0.5 * (lens.z - lens.w / depth - lift), 0.0, 1.0);
  float line = abs(fract(gl_FragCoord.x * step_x + gl_FragCoord.y * step_y) - 0.5) * 2.0;
  result = vec4(color * mix(0.86, 0.68, smoothstep(0.72, 0.86, line)), 1.0); }`;

let cutProgram;
const cutAt = {};

function setUpCuts() {
  cutProgram = compiled(CUT_VERTEX, CUT_FRAGMENT, []);
  for (const name of ["cut", "lens", "color", "lift", "step_x", "step_y"]) cutAt[name] = gl.getUniformLocation(cutProgram, name);
}

const closedShapes = new Map();
/**
 * Whether every edge of a shape's triangles is gone along both ways equally often: then it bounds a solid.
 */
function isClosed(shape) {
  if (closedShapes.has(shape)) return closedShapes.get(shape);
  const { positions, triangles, wide } = data.shapes[shape], ids = new Map(), count = new Map();
  const places = new Uint16Array(bytes.buffer, positions[0], positions[1] / 2);
  const corners = new (wide ? Uint32Array : Uint16Array)(bytes.buffer, triangles[0], triangles[1] / (wide ? 4 : 2));
  const vertex = (i) => {
    const key = (places[3 * i] * 65536 + places[3 * i + 1]) * 65536 + places[3 * i + 2];
    return ids.get(key) ?? (ids.set(key, ids.size), ids.size - 1);
  };
  const passed = (a, b) => {
    const key = a < b ? a * 4294967296 + b : b * 4294967296 + a;
    if (a !== b) count.set(key, (count.get(key) || 0) + (a < b ? 1 : -1));
  };
  for (let i = 0; i < corners.length; i += 3) {
    const [a, b, c] = [vertex(corners[i]), vertex(corners[i + 1]), vertex(corners[i + 2])];
    passed(a, b);
    passed(b, c);
    passed(c, a);
  }
  const isSolid = corners.length > 0 && [...count.values()].every((n) => n === 0);
  closedShapes.set(shape, isSolid);
  return isSolid;
}

/**
 * The solids of a layer that the section goes through, the largest first, so that what is inside another one
 * is seen.
 */
function cutSolids(layer) {
  const found = [], k = section.axis;
  for (let n = 0; n < layer.ids.length; n++) {
    const { shape, place, half } = layer.box(n);
    if (Math.abs(place[k] - section.at) < half[k] && isClosed(shape)) found.push({ n, shape, place, half, size: Math.hypot(...half) });
  }
  return found.sort((p, q) => q.size - p.size).slice(0, MOST_CUTS);
}

/** Draws the faces of the cut of a layer. */
function drawCuts(layer, lift) {
  if (!section) return;
  const [x, y, z, w] = plane(), { right, up, back } = axes(), cut = [right, up, back].map((axis) => dot(axis, [x, y, z]));
  const away = w - cut[2] * camera.distance;
  // From the side that is left, no cut is seen.
  if (away >= 0) return;
  gl.enable(gl.STENCIL_TEST);
  gl.enable(gl.SCISSOR_TEST);
  gl.depthFunc(gl.LEQUAL);
  for (const one of cutSolids(layer)) {
    gl.scissor(...around2(one));
    gl.colorMask(false, false, false, false);
    gl.depthMask(false);
    gl.disable(gl.DEPTH_TEST);
    gl.stencilFunc(gl.ALWAYS, 0, 255);
    gl.stencilOpSeparate(gl.FRONT, gl.KEEP, gl.KEEP, gl.DECR_WRAP);
    gl.stencilOpSeparate(gl.BACK, gl.KEEP, gl.KEEP, gl.INCR_WRAP);
    layer.draw(FACES, { one: one.n });
    gl.colorMask(true, true, true, true);
    gl.depthMask(true);
    gl.enable(gl.DEPTH_TEST);
    gl.stencilFunc(gl.NOTEQUAL, 0, 255);
    gl.stencilOp(gl.KEEP, gl.ZERO, gl.ZERO);
    gl.useProgram(cutProgram);
    const step = solid.clientWidth / solid.width / HATCH / Math.SQRT2;
    gl.uniform4f(cutAt.cut, ...cut, away);
    gl.uniform4fv(cutAt.lens, projection());
    gl.uniform3fv(cutAt.color, share(layer.colorOf(layer.ids[one.n])).slice(0, 3));
    gl.uniform1f(cutAt.lift, lift);
    gl.uniform1f(cutAt.step_x, step);
    gl.uniform1f(cutAt.step_y, one.n % 2 ? step : -step);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    gl.useProgram(program);
  }
  gl.depthFunc(gl.LESS);
  gl.disable(gl.SCISSOR_TEST);
  gl.disable(gl.STENCIL_TEST);
}

/** The pixels around a box: left, bottom, width, height; all of them if it comes too near to the camera. */
function around2({ place, half }) {
  const scale = solid.width / solid.clientWidth, corners = [];
  for (let i = 0; i < 8; i++) corners.push(project(place.map((x, k) => x + (i >> k & 1 ? half[k] : -half[k]))));
  if (corners.includes(null)) return [0, 0, solid.width, solid.height];
  const [xs, ys] = [0, 1].map((k) => corners.map((p) => p[k] * scale));
  const [left, low] = [Math.floor(Math.min(...xs)) - 2, Math.floor(solid.height - Math.max(...ys)) - 2];
  return [left, low, Math.ceil(Math.max(...xs)) + 2 - left, Math.ceil(solid.height - Math.min(...ys)) + 2 - low];
}
