
// ---------------------------------------------------------------- what is seen

/**
 * What is picked: { pair } or { part }; the pairs of the list; whether parts of no such pair are seen too.
 */
let picked = null, shown = [], allParts = false;
const layers = { solid: new Layer(), ghost: new Layer(), focus: new Layer(), common: new Layer(), contact: new Layer() };
/** Beyond these, marks are left out of the overview, and edges of ghosts. */
const MOST_DOTS = 1500, MOST_MARKS = 3000, MOST_GHOST_EDGES = 3000;

const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue("--" + name).trim();
let palette = {};
function readPalette() {
  for (const name of ["paper", "ink", "dim", "part", "a", "b", "common", "touch", "clear", "duplicate", "containment", "interference", "unanswered", "contact", "near"]) {
    probe.fillStyle = css(name);
    probe.fillRect(0, 0, 1, 1);
    palette[name] = [...probe.getImageData(0, 0, 1, 1).data];
  }
}
const share = (color) => color.map((x) => x / 255);
/** Neighbours differ a little, so that their border is seen. */
function partColor(i) {
  const turn = i * 2.39996, mix = [0, 2.09, 4.19].map((t) => Math.cos(turn + t) * 16);
  return palette.part.map((x, k) => k < 3 ? Math.max(0, Math.min(255, x + mix[k])) : 255);
}

/** Sorts the parts and marks into layers; after a change of what is picked, listed or shown. */
function arrange() {
  const listed = new Uint8Array(count);
  for (const pair of shown) listed[pair.a] = listed[pair.b] = 1;
  const focus = picked ? picked.pair ? [picked.pair.a, picked.pair.b] : [picked.part] : [];
  const partners = new Set(picked && !picked.pair ? pairsOf(picked.part).flatMap((p) => [p.a, p.b]) : []);
  const [ghost, bodies] = [[], []];
  for (let i = 0; i < count; i++) {
    if (focus.includes(i) || !(allParts || listed[i])) continue;
    const isFaint = parts.flags[i] & (SENSOR | UNBOUNDED) || (picked && !partners.has(i));
    (isFaint ? ghost : bodies).push(i);
  }
  const frameOf = (i) => parts.frames.subarray(9 * parts.frame[i], 9 * parts.frame[i] + 9), shapeOf = (i) => parts.shape[i];
  layers.ghost.fill(ghost, shapeOf, frameOf, originOf, () => palette.clear);
  layers.solid.fill(bodies, shapeOf, frameOf, originOf, (i) => motionColor(i) || partColor(i));
  layers.focus.fill(focus, shapeOf, frameOf, originOf, (i) => i === focus[0] ? palette.a : palette.b);
  const pairs = picked ? picked.pair ? [picked.pair] : pairsOf(picked.part) : shown.slice(0, MOST_MARKS);
  for (const name of ["common", "contact"]) {
    layers[name].fill(pairs.filter((p) => p[name]), (p) => p[name].shape, () => null, (p) => p[name].origin, () => palette[name === "common" ? "common" : "touch"]);
  }
  seen = [...bodies, ...ghost, ...focus];
  showLegend();
  redraw();
}
let seen = [];
const pairsOf = (part) => shown.filter((p) => p.a === part || p.b === part);

// ---------------------------------------------------------------- drawing

let pending = false;
function redraw() {
  if (!pending) { pending = true; requestAnimationFrame(() => { pending = false; render(); }); }
}

function render() {
  const scale = window.devicePixelRatio || 1;
  for (const canvas of [solid, marks]) {
    const [w, h] = [Math.round(canvas.clientWidth * scale), Math.round(canvas.clientHeight * scale)];
    if (w && (canvas.width !== w || canvas.height !== h)) [canvas.width, canvas.height] = [w, h];
  }
  if (gl) drawSolids();
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  drawMarks();
}

function drawSolids() {
  begin(share(palette.paper));
  gl.enable(gl.POLYGON_OFFSET_FILL);
  gl.polygonOffset(1, 1);
  gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
  const ink = share(palette.ink), edge = (amount) => [ink[0], ink[1], ink[2], amount];
  const isPair = picked && picked.pair;
  if (!picked) opaque(layers.solid, edge(0.55));
  if (isPair && !section) faint(layers.focus, 0.34, 0.9, edge(0.25)); else opaque(layers.focus, edge(0.4));
  // It has faces in common with both parts, so it is drawn a little nearer than it is, and after them.
  if (isPair) opaque(layers.common, edge(0.5), 3e-4);
  if (picked) faint(layers.solid, 0.3, 0.6, edge(0.2));
  const many = layers.ghost.ids.length;
  faint(layers.ghost, many > 300 ? 0.03 : picked ? 0.07 : 0.16, many > MOST_GHOST_EDGES ? 0 : many > 300 ? 0.1 : 0.22, edge(0));
  if (motion) faint(swept, 0.035, 0.1, edge(0));
  // Seen through everything, so that no part hides them.
  gl.disable(gl.DEPTH_TEST);
  if (!isPair) faint(layers.common, 0.85, 0, edge(0.3));
  faint(layers.contact, isPair ? 0.6 : 0.4, 1, edge(0.35));
}

function opaque(layer, edge, lift = 0) {
  gl.disable(gl.BLEND);
  gl.depthMask(true);
  // Thin faces that are seen from their edges have offsets without end: over faces that are drawn already,
  // they would be seen through these.
  if (lift) gl.disable(gl.POLYGON_OFFSET_FILL);
  layer.draw(FACES, { lift });
  gl.enable(gl.POLYGON_OFFSET_FILL);
  drawCuts(layer, lift);
  layer.draw(LINES, { edge, lift: lift + 2e-4 });
}
function faint(layer, faces, lines, edge) {
  gl.enable(gl.BLEND);
  gl.depthMask(false);
  layer.draw(FACES, { opacity: faces });
  if (lines) layer.draw(LINES, { opacity: lines, edge, lift: 2e-4 });
}

// ---------------------------------------------------------------- marks

let dots = [];

function drawMarks() {
  pen.clearRect(0, 0, marks.width, marks.height);
  dots = [];
  if (picked && picked.pair) drawPair(picked.pair); else {
    const pairs = (picked ? pairsOf(picked.part) : shown).slice(0, MOST_DOTS);
    for (const pair of [...pairs].reverse()) drawDot(pair, pairs.length > 200 ? 2.5 : 4.5);
  }
  drawAxes();
}

function drawDot(pair, size) {
  const p = pair.place && project(pair.place);
  if (!p) return;
  dots.push({ p, pair });
  pen.beginPath();
  pen.arc(...p, size, 0, 7);
  pen.fillStyle = css(pair.class);
  pen.fill();
  pen.strokeStyle = css("paper");
  pen.lineWidth = 1.5;
  pen.stroke();
}

/** The two points that face each other, and the motion of B that parts them. */
function drawPair(pair) {
  if (pair.points && !pair.direction) {
    const [p, q] = pair.points.map(project);
    if (p && q) {
      pen.setLineDash([4, 3]);
      stroke([p, q], css("ink"), 1.5);
      pen.setLineDash([]);
      for (const end of [p, q]) disc(end, 3.5);
      pen.textAlign = "left";
      if (Math.hypot(p[0] - q[0], p[1] - q[1]) > 12) write(amount(pair)[0], [(p[0] + q[0]) / 2 + 10, (p[1] + q[1]) / 2 - 8]);
    }
  }
  if (!pair.direction || !pair.place) return;
  const from = project(pair.place), to = project(add(pair.place, mul(pair.direction, pair.depth[1])));
  if (!from || !to) return;
  // A depth may be far shorter than a pixel: then the arrow has a length that can be seen, and its shaft is
  // dashed.
  let way = [to[0] - from[0], to[1] - from[1]], length = Math.hypot(...way);
  const isTrue = length > 36;
  if (!isTrue) {
    const step = camera.distance * 0.05, far = project(add(pair.place, mul(pair.direction, step)));
    if (!far) return;
    way = [far[0] - from[0], far[1] - from[1]];
    length = Math.max(1, Math.hypot(...way));
    way = way.map((x) => x * Math.max(1, 36 / length));
    length = Math.hypot(...way);
  }
  arrow(from, [from[0] + way[0], from[1] + way[1]], way.map((x) => x / length), isTrue);
  const text = `${withUnit(pair.depth[1])}`, side = way[0] >= 0 ? 1 : -1;
  pen.textAlign = side > 0 ? "left" : "right";
  const inside = (x, most, margin) => Math.max(margin, Math.min(most - margin, x));
  write(text, [inside(from[0] + way[0] + side * 10, marks.clientWidth, 50), inside(from[1] + way[1] + (way[1] > 0 ? 14 : -6), marks.clientHeight, 84)]);
}

function arrow(from, to, d, isTrue) {
  const back = [to[0] - d[0] * 10, to[1] - d[1] * 10];
  const head = [[back[0] - d[1] * 5, back[1] + d[0] * 5], to, [back[0] + d[1] * 5, back[1] - d[0] * 5]];
  for (const [color, width] of [[css("paper"), 5], [css("ink"), 2]]) {
    if (!isTrue) pen.setLineDash([5, 3]);
    stroke([from, to], color, width);
    pen.setLineDash([]);
    stroke(head, color, width);
  }
  disc(from, 3.5);
}

function disc(p, size) {
  pen.beginPath();
  pen.arc(...p, size, 0, 7);
  pen.fillStyle = css("ink");
  pen.fill();
  pen.strokeStyle = css("paper");
  pen.lineWidth = 1.5;
  pen.stroke();
}

function stroke(points, color, width) {
  pen.strokeStyle = color;
  pen.lineWidth = width;
  pen.beginPath();
  points.forEach(([x, y], i) => i ? pen.lineTo(x, y) : pen.moveTo(x, y));
  pen.stroke();
}

function write(text, [x, y]) {
  pen.font = "600 13px system-ui, sans-serif";
  pen.lineWidth = 4;
  pen.lineJoin = "round";
  pen.strokeStyle = css("paper");
  pen.strokeText(text, x, y);
  pen.fillStyle = css("ink");
  pen.fillText(text, x, y);
}

/** The directions of the axes, in the corner. */
function drawAxes() {
  const { right, up } = axes(), [x, y] = [marks.clientWidth - 46, marks.clientHeight - 52];
  pen.textAlign = "center";
  ["X", "Y", "Z"].forEach((name, k) => {
    const tip = [x + right[k] * 26, y - up[k] * 26];
    stroke([[x, y], tip], css("dim"), 1.5);
    pen.font = "11px system-ui, sans-serif";
    pen.fillStyle = css("dim");
    pen.fillText(name, x + right[k] * 36, y - up[k] * 36 + 4);
  });
}

// ---------------------------------------------------------------- picking

/**
 * A picture that is never shown, of the size of the stage and without antialiasing, which would mix the
 * numbers.
 */
function hidden() {
  const picture = gl.createFramebuffer(), buffers = [gl.createRenderbuffer(), gl.createRenderbuffer()];
  gl.bindFramebuffer(gl.FRAMEBUFFER, picture);
  [[gl.RGBA8, gl.COLOR_ATTACHMENT0], [gl.DEPTH_COMPONENT24, gl.DEPTH_ATTACHMENT]].forEach(([format, place], i) => {
    gl.bindRenderbuffer(gl.RENDERBUFFER, buffers[i]);
    gl.renderbufferStorage(gl.RENDERBUFFER, format, solid.width, solid.height);
    gl.framebufferRenderbuffer(gl.FRAMEBUFFER, place, gl.RENDERBUFFER, buffers[i]);
  });
  return () => {
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.deleteFramebuffer(picture);
    buffers.forEach((buffer) => gl.deleteRenderbuffer(buffer));
  };
}

/**
 * The part in front at a place on the stage, or -1: each is drawn in a colour that is its number, ghosts
 * behind all others.
 */
function partAt(x, y) {
  if (!gl) return -1;
  const discard = hidden(), lists = [layers.ghost, layers.solid, layers.focus], ids = [];
  gl.disable(gl.DITHER);
  gl.disable(gl.BLEND);
  begin([0, 0, 0, 0]);
  for (const layer of lists) {
    layer.draw(NUMBERS, { base: 1 + ids.length });
    for (const id of layer.ids) ids.push(id);
    if (layer === layers.ghost) gl.clear(gl.DEPTH_BUFFER_BIT);
  }
  const pixel = new Uint8Array(4), scale = solid.width / solid.clientWidth;
  gl.readPixels(Math.floor(x * scale), solid.height - 1 - Math.floor(y * scale), 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
  discard();
  return ids[(pixel[0] | pixel[1] << 8 | pixel[2] << 16) - 1] ?? -1;
}

function pairAt(x, y) {
  const near = dots.map((dot) => ({ pair: dot.pair, away: Math.hypot(dot.p[0] - x, dot.p[1] - y) })).filter((dot) => dot.away < 8);
  return near.length ? near.reduce((p, q) => q.away <= p.away ? q : p).pair : null;
}
