
// ---------------------------------------------------------------- motion

// A page of a path has moves, one after the other. The moment is a number: its whole part counts the moves
// that are over, the rest is the time of the present one. Parts are placed anew for each moment; the list has
// what they meet.

const motion = data.motion || null;
const GHOSTS = 14;
/** The moment that is shown; where the moving parts are at first; the rows of the frames that are theirs. */
let moment = 0, still = null, playing = 0;
const swept = new Layer();

const moving = motion ? [...new Set(motion.moves.flatMap((move) => move.parts))] : [];

/** Turns a vector about a vector whose length is the angle. */
function turned(v, w) {
  const angle = Math.hypot(...w);
  if (!angle) return v;
  const n = mul(w, 1 / angle), c = Math.cos(angle), s = Math.sin(angle);
  return add(add(mul(v, c), mul(cross(n, v), s)), mul(n, dot(n, v) * (1 - c)));
}

/** Where a part is at a moment: the place of its center and the images of its axes. */
function poseAt(part, at) {
  const k = moving.indexOf(part);
  let place = still[k].place, frame = still[k].frame;
  const go = ({ about, linear, angular }, time) => {
    const angle = mul(angular, time);
    place = add(add(about, turned(sub(place, about), angle)), mul(linear, time));
    frame = [0, 3, 6].flatMap((j) => turned(frame.slice(j, j + 3), angle));
  };
  motion.moves.forEach((move, i) => {
    if (at < i || !move.parts.includes(part)) return;
    if (move.before) go(move.before, 1);
    go(move.screw, Math.min(1, at - i));
  });
  return { place, frame };
}

function setUpMotion() {
  if (!motion) return;
  const rows = parts.frames.length / 9, frames = new Float32Array(parts.frames.length + 9 * moving.length);
  frames.set(parts.frames);
  still = moving.map((part) => ({ place: originOf(part), frame: [...parts.frames.subarray(9 * parts.frame[part], 9 * parts.frame[part] + 9)] }));
  moving.forEach((part, k) => parts.frame[part] = rows + k);
  parts.frames = frames;
  document.body.classList.add("motion");
  $("motion").hidden = false;
  $("moment").max = 1000 * motion.moves.length;
  $("moment").addEventListener("input", () => { stopPlaying(); showMoment($("moment").value / 1000); });
  $("play").addEventListener("click", () => playing ? stopPlaying() : play());
  $("plot").addEventListener("pointerdown", (event) => { stopPlaying(); scrub(event); $("plot").setPointerCapture(event.pointerId); });
  $("plot").addEventListener("pointermove", (event) => { if (event.buttons) scrub(event); });
  placeParts();
}

function placeParts() {
  moving.forEach((part, k) => {
    const { place, frame } = poseAt(part, moment);
    parts.origin.set(place, 3 * part);
    parts.frames.set(frame, 9 * parts.frame[part]);
  });
}

/** Faint copies of the moving parts along their way. */
function sweepOut() {
  const copies = [];
  motion.moves.forEach((move, i) => {
    for (let g = 0; g <= GHOSTS; g++) for (const part of move.parts) copies.push({ part, ...poseAt(part, i + g / GHOSTS) });
  });
  swept.fill([...copies.keys()], (c) => parts.shape[copies[c].part], (c) => copies[c].frame, (c) => copies[c].place, () => palette.a);
}

function showMoment(at) {
  moment = Math.max(0, Math.min(motion.moves.length, at));
  $("moment").value = 1000 * moment;
  placeParts();
  arrange();
  drawPlot();
}

/** The number of the move at the present moment. */
const moveNow = () => Math.min(motion.moves.length - 1, Math.floor(moment));
const isMet = (part) => data.pairs.some((pair) => Math.floor(pair.moment) === moveNow() && pair.moment <= moment && (pair.a === part || pair.b === part));
/** The colour of a part that moves now, or of one that is met; none for others. */
function motionColor(part) {
  if (!motion) return null;
  return motion.moves[moveNow()].parts.includes(part) ? palette.a : isMet(part) ? palette.common : null;
}

/**
 * The longest step of play, in milliseconds: after the page was in the background, or on a slow machine,
 * nothing is jumped over.
 */
const LONGEST_STEP = 100;
function play() {
  if (moment >= motion.moves.length) moment = 0;
  let last = null; // a frame's time is that of its beginning, which may lie before the click
  const step = (now) => {
    showMoment(moment + Math.min(LONGEST_STEP, now - (last ?? now)) / 2500);
    last = now;
    if (moment >= motion.moves.length) return stopPlaying();
    playing = requestAnimationFrame(step);
  };
  $("play").textContent = "Pause";
  playing = requestAnimationFrame(step);
}
function stopPlaying() {
  cancelAnimationFrame(playing);
  playing = 0;
  $("play").textContent = "Play";
}

// ---------------------------------------------------------------- the plot of the clearance

function plotFrame() {
  const canvas = $("plot"), [w, h] = [canvas.clientWidth, canvas.clientHeight];
  const most = Math.max(...motion.moves.flatMap((move) => move.curve.map((point) => point[1])), 0) || 1;
  return { w, h, x: (at) => 46 + (w - 58) * at / motion.moves.length, y: (value) => h - 20 - (h - 32) * value / most, most };
}

function scrub(event) {
  const { w } = plotFrame(), x = event.clientX - $("plot").getBoundingClientRect().left;
  showMoment((x - 46) / (w - 58) * motion.moves.length);
}

/** The least clearance at each time, where something is met, and the moment. */
function drawPlot() {
  const canvas = $("plot"), scale = window.devicePixelRatio || 1, { w, h, x, y, most } = plotFrame();
  [canvas.width, canvas.height] = [Math.round(w * scale), Math.round(h * scale)];
  const p = canvas.getContext("2d");
  p.scale(scale, scale);
  p.font = "11px system-ui, sans-serif";
  p.lineWidth = 1;
  p.strokeStyle = p.fillStyle = css("dim");
  p.textAlign = "right";
  for (const value of [0, most]) {
    p.globalAlpha = 0.4;
    line(p, [[46, y(value)], [w - 12, y(value)]]);
    p.globalAlpha = 1;
    p.fillText(brief(value), 40, y(value) + 4);
  }
  p.textAlign = "center";
  motion.moves.forEach((move, i) => {
    p.globalAlpha = 0.4;
    if (i) line(p, [[x(i), 8], [x(i), h - 20]]);
    p.globalAlpha = 1;
    if ((w - 58) / motion.moves.length > 30) p.fillText(`move ${i + 1}`, x(i + 0.5), h - 6);
  });
  p.lineWidth = 1.8;
  p.strokeStyle = css("a");
  motion.moves.forEach((move, i) => line(p, move.curve.map(([time, value]) => [x(i + time), y(value)])));
  p.fillStyle = css("common");
  for (const pair of data.pairs) {
    p.beginPath();
    p.arc(x(pair.moment), y(0), 3.5, 0, 7);
    p.fill();
  }
  p.strokeStyle = css("ink");
  p.lineWidth = 1.2;
  line(p, [[x(moment), 6], [x(moment), h - 20]]);
  const i = moveNow(), now = clearanceAt(i, moment - i);
  $("now").textContent = now === null ? `move ${i + 1}` : `move ${i + 1}, time ${(moment - i).toFixed(3)}: clearance ${withUnit(now)}`;
}

function line(p, points) {
  p.beginPath();
  points.forEach(([a, b], i) => i ? p.lineTo(a, b) : p.moveTo(a, b));
  p.stroke();
}

/** The clearance at a time of a move, between the points of its curve. */
function clearanceAt(i, time) {
  const { curve } = motion.moves[i];
  const k = curve.findIndex((point) => point[0] >= time);
  if (k < 0) return curve.length ? curve[curve.length - 1][1] : null;
  if (!k) return curve[0][1];
  const [a, b] = [curve[k - 1], curve[k]], share = (time - a[0]) / (b[0] - a[0] || 1);
  return a[1] + (b[1] - a[1]) * share;
}

/** What is said of a path above the list. */
function motionSummary() {
  const met = data.pairs.length, least = motion.moves.map((move) => move.least).filter((value) => value !== null);
  const what = met ? plural(met, "meeting") : "nothing is met";
  const near = least.length && !met ? `; least clearance ${withUnit(Math.min(...least))}` : "";
  const sure = motion.moves.every((move) => move.certified) ? "certified" : "not certified";
  return `${plural(motion.moves.length, "move")}: ${what}${near}; ${sure}`;
}
