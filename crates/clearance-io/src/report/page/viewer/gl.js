
// ---------------------------------------------------------------- WebGL

// Places are those of the covered part of a pixel, since beside a face that is seen from its edge they are
// far away, which would open the cut there. All shapes are ranges of one buffer. Parts of one shape are drawn
// by one call; the place of each is a pair of floats, whose sum is nearly the double. `color.a` is the part's
// own opacity.
const VERTEX = `#version 300 es
in vec3 position; in vec3 axis_x, axis_y, axis_z, origin_high, origin_low; in vec4 color;
uniform mat3 view; uniform vec3 size, target_high, target_low; uniform vec4 lens; uniform float distance_away, lift; uniform int base;
out vec3 seen; centroid out vec3 place; out vec4 tint; flat out int number;
void main() {
  vec3 local = (position - 0.5) * size;
  place = (origin_high - target_high) + (origin_low - target_low) + axis_x * local.x + axis_y * local.y + axis_z * local.z;
  seen = view * place - vec3(0.0, 0.0, distance_away);
  tint = color; number = base + gl_InstanceID;
  float depth = -seen.z;
  gl_Position = vec4(seen.xy / lens.xy, lens.z * depth - lens.w - lift * depth, depth); }`;
// The inside of a skin that the section opens is drawn in one flat colour; of solids, `cut.js` draws the face
// of the cut before it.
const FRAGMENT = `#version 300 es
precision highp float; in vec3 seen; centroid in vec3 place; in vec4 tint; flat in int number;
uniform vec4 plane, edge; uniform float opacity; uniform int mode; out vec4 result;
void main() {
  vec3 n = normalize(cross(dFdx(seen), dFdy(seen))); // before pixels beside this one end, which leaves their differences undefined
  if (dot(plane.xyz, place) > plane.w) discard;
  if (mode == 2) { result = vec4(float(number & 255), float(number >> 8 & 255), float(number >> 16 & 255), 255.0) / 255.0; return; }
  if (mode == 1) { result = vec4(mix(tint.rgb, edge.rgb, edge.a), tint.a * opacity); return; }
  float light = 0.58 + 0.30 * abs(dot(n, vec3(0.27, 0.53, 0.80))) + 0.14 * abs(n.z);
  bool filled = plane.xyz != vec3(0.0) && !gl_FrontFacing;
  result = vec4(tint.rgb * (filled ? 0.82 : light), tint.a * opacity); }`;
const FACES = 0, LINES = 1, NUMBERS = 2;
/** Floats of a record: three axes, the place twice, the colour in four bytes. */
const RECORD = 16;

const at = {};
let program, vertexBuffer, indexBuffer;

/** A program of two shaders, whose attributes have these names in order. */
function compiled(vertex, fragment, attributes) {
  const made = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  attributes.forEach((name, i) => gl.bindAttribLocation(made, i, name));
  gl.linkProgram(made);
  return made;
}

function setUp() {
  setUpCuts();
  program = compiled(VERTEX, FRAGMENT, ["position", "axis_x", "axis_y", "axis_z", "origin_high", "origin_low", "color"]);
  gl.useProgram(program);
  for (const name of ["view", "size", "target_high", "target_low", "lens", "distance_away", "lift", "base", "plane", "edge", "opacity", "mode"]) {
    at[name] = gl.getUniformLocation(program, name);
  }
  vertexBuffer = filledBuffer(gl.ARRAY_BUFFER, bytes);
  indexBuffer = filledBuffer(gl.ELEMENT_ARRAY_BUFFER, bytes);
  for (let i = 0; i < 7; i++) gl.enableVertexAttribArray(i);
  for (let i = 1; i < 7; i++) gl.vertexAttribDivisor(i, 1);
}

function filledBuffer(kind, content) {
  const made = gl.createBuffer();
  gl.bindBuffer(kind, made);
  gl.bufferData(kind, content, gl.STATIC_DRAW);
  return made;
}

/** Things to draw, in one buffer with a record for each; those of one shape are beside each other. */
class Layer {
  constructor() {
    this.groups = [];
    this.ids = [];
  }
  /**
   * What the things are, by their ids: a shape, the images of its axes (none: as they are), a place, a colour
   * in four bytes.
   */
  fill(ids, shapeOf, axesOf, placeOf, colorOf) {
    const order = [...ids.keys()].sort((p, q) => shapeOf(ids[p]) - shapeOf(ids[q]));
    const records = new Float32Array(RECORD * ids.length), colors = new Uint8Array(records.buffer);
    this.ids = order.map((k) => ids[k]);
    this.groups = [];
    this.colorOf = colorOf;
    this.box = (n) => {
      const shape = shapeOf(this.ids[n]), { size } = data.shapes[shape], axes = axesOf(this.ids[n]);
      const half = axes ? [0, 1, 2].map((k) => size.reduce((sum, s, j) => sum + Math.abs(axes[3 * j + k]) * s / 2, 0)) : mul(size, 0.5);
      return { shape, place: placeOf(this.ids[n]), half };
    };
    this.ids.forEach((id, n) => {
      const shape = shapeOf(id), r = RECORD * n, place = placeOf(id), axes = axesOf(id);
      for (let k = 0; k < 9; k++) records[r + k] = axes ? axes[k] : k % 4 ? 0 : 1;
      for (let k = 0; k < 3; k++) {
        records[r + 9 + k] = place[k];
        records[r + 12 + k] = place[k] - records[r + 9 + k];
      }
      colors.set(colorOf(id), 4 * (r + 15));
      const last = this.groups[this.groups.length - 1];
      if (last && last.shape === shape) last.count++; else this.groups.push({ shape, start: n, count: 1 });
    });
    if (!gl) return;
    if (this.buffer) gl.deleteBuffer(this.buffer);
    this.buffer = filledBuffer(gl.ARRAY_BUFFER, records);
  }
  /**
   * Draws the faces, the edges or, for picking, the numbers of all, or of one by its number in this layer.
   */
  draw(mode, { opacity = 1, edge = [0, 0, 0, 0], lift = 0, base = 0, one = -1 } = {}) {
    gl.uniform1i(at.mode, mode);
    gl.uniform1f(at.opacity, opacity);
    gl.uniform4fv(at.edge, edge);
    gl.uniform1f(at.lift, lift);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indexBuffer);
    for (const group of one < 0 ? this.groups : this.groups.filter((g) => g.start <= one && one < g.start + g.count)) {
      const { shape } = group, start = one < 0 ? group.start : one, count = one < 0 ? group.count : 1;
      const { size, positions, triangles, edges, wide } = data.shapes[shape], [first, length] = mode === LINES ? edges : triangles;
      if (!length) continue;
      gl.uniform3fv(at.size, size);
      gl.uniform1i(at.base, base + start);
      gl.bindBuffer(gl.ARRAY_BUFFER, vertexBuffer);
      gl.vertexAttribPointer(0, 3, gl.UNSIGNED_SHORT, true, 6, positions[0]);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
      const record = 4 * RECORD * start;
      for (let i = 0; i < 5; i++) gl.vertexAttribPointer(1 + i, 3, gl.FLOAT, false, 4 * RECORD, record + 12 * i);
      gl.vertexAttribPointer(6, 4, gl.UNSIGNED_BYTE, true, 4 * RECORD, record + 60);
      const [type, wideness] = wide ? [gl.UNSIGNED_INT, 4] : [gl.UNSIGNED_SHORT, 2];
      gl.drawElementsInstanced(mode === LINES ? gl.LINES : gl.TRIANGLES, length / wideness, type, first, count);
    }
  }
}

/** The section: what is beyond it along its axis is not drawn. { axis, at, sign }, or null. */
let section = null;

/** The section as a plane, relative to the camera's target; without one, a plane that keeps everything. */
function plane() {
  if (!section) return [0, 0, 0, 1];
  const normal = [0, 1, 2].map((k) => k === section.axis ? section.sign : 0);
  return [...normal, section.sign * (section.at - camera.target[section.axis])];
}

/**
 * Width and height of the view per unit of depth, and what makes depths between near and far those of the
 * buffer.
 */
function projection() {
  const reach = Math.hypot(...sub(camera.target, whole.middle)) + whole.radius * 3 + camera.distance;
  const near = Math.max(reach * 1e-4, camera.distance * 0.02), far = camera.distance + reach;
  return [...lens(), (far + near) / (far - near), 2 * far * near / (far - near)];
}

/** Clears and sets up the projection, whose depth reaches from just before the camera to behind the scene. */
function begin(background) {
  gl.viewport(0, 0, solid.width, solid.height);
  gl.clearColor(...background);
  gl.depthMask(true);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
  gl.enable(gl.DEPTH_TEST);
  const { right, up, back } = axes(), high = camera.target.map(Math.fround);
  gl.uniform4fv(at.lens, projection());
  gl.uniformMatrix3fv(at.view, false, [0, 1, 2].flatMap((k) => [right[k], up[k], back[k]]));
  gl.uniform3fv(at.target_high, high);
  gl.uniform3fv(at.target_low, sub(camera.target, high));
  gl.uniform1f(at.distance_away, camera.distance);
  gl.uniform4fv(at.plane, plane());
}
