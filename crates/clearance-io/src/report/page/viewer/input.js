
// ---------------------------------------------------------------- picking, and where to look then

const viewHint = "drag turn · right drag move · click, then wheel zoom · F fit · U other axis up · S section";
function pick(what) {
  const wasPart = picked && !picked.pair;
  picked = what;
  if (data.view) $("hint").textContent = what ? data.names[what.part] : viewHint;
  if (wasPart || (what && !what.pair)) $("list").scrollTop = 0;
  makeRows();
  arrange();
  showDetail();
  recentre();
  try {
    history.replaceState(null, "", what && what.pair ? "#" + what.pair.number : location.pathname);
  } catch { /* previews of mails have no address */ }
}

function pickPair(pair, row) {
  pick({ pair });
  if (row !== undefined) { cursor = row; drawRows(); }
  if (cursor >= 0) reveal(cursor);
  if (motion) { stopPlaying(); showMoment(pair.moment); }
  fly(around(pair));
}

/** Where a pair is, and as much around it as shows what it is. */
function around(pair) {
  const both = extent([pair.a, pair.b]);
  const sizes = [pair.a, pair.b].filter(isBounded).map(radiusOf), smaller = sizes.length ? Math.min(...sizes) : both.radius;
  const mark = pair.common || pair.contact, size = mark ? Math.hypot(...data.shapes[mark.shape].size) / 2 : 0;
  const radius = Math.min(both.radius, Math.max(smaller * 0.9, size * 1.6, whole.radius * 1e-6));
  return { middle: (mark && mark.origin) || pair.place || both.middle, radius: radius || both.radius };
}

const overview = () => extent(seen.length ? seen : [...data.names.keys()]);
const fit = () => fly(picked ? extent(picked.pair ? [picked.pair.a, picked.pair.b] : [picked.part]) : overview());

// ---------------------------------------------------------------- the section

/** The range of the slider: the pair that is picked, or everything. */
function range(axis) {
  const { low, high } = picked && picked.pair ? extent([picked.pair.a, picked.pair.b]) : overview();
  return [low[axis], high[axis]];
}
function setSection(axis, at) {
  const isOn = axis !== "";
  $("axis").value = axis;
  $("cut").hidden = $("flip").hidden = !isOn;
  section = isOn ? { axis: +axis, sign: section ? section.sign : along3(+axis), at: 0 } : null;
  if (section) moveSection(at);
  redraw();
}
/** The side towards the camera is cut away. */
const along3 = (axis) => axes().back[axis] >= 0 ? 1 : -1;
function moveSection(at) {
  const [low, high] = range(section.axis);
  if (at === undefined) at = picked && picked.pair && picked.pair.place ? picked.pair.place[section.axis] : (low + high) / 2;
  section.at = at;
  $("cut").value = 1000 * (at - low) / (high - low || 1);
  redraw();
}
function recentre() {
  if (section) moveSection();
}

// ---------------------------------------------------------------- mouse, touch, keys

const fingers = new Map();
let moved = 0;

marks.addEventListener("pointerdown", (e) => {
  marks.setPointerCapture(e.pointerId);
  fingers.set(e.pointerId, [e.clientX, e.clientY]);
  if (fingers.size === 1) moved = 0;
  cancelAnimationFrame(flight);
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
    if (end === "pointerup" && alone && moved < 5 && e.button === 0) clicked(e);
  });
}
function clicked(e) {
  const box = marks.getBoundingClientRect(), place = [e.clientX - box.left, e.clientY - box.top];
  const pair = pairAt(...place);
  if (pair) return pickPair(pair);
  const part = partAt(...place);
  if (part >= 0) pick({ part }); else if (picked) pick(null);
}
marks.addEventListener("contextmenu", (e) => e.preventDefault());
marks.addEventListener("wheel", (e) => {
  if (data.view && document.activeElement !== marks) return;
  e.preventDefault();
  cancelAnimationFrame(flight);
  const pixels = e.deltaY * (e.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : 30);
  zoom(Math.exp(Math.max(-80, Math.min(80, pixels)) * 0.0025));
  redraw();
}, { passive: false });

function toggleAll() {
  $("all").checked = allParts = !allParts;
  arrange();
}
function flipUp() {
  zIsUp = !zIsUp;
  $("up").textContent = zIsUp ? "Z up" : "Y up";
  redraw();
}
const nextSection = { "": "0", 0: "1", 1: "2", 2: "" };

/** Keys anywhere but in a field; the arrows turn, but where the list has the keyboard. */
const keys = {
  "+": () => zoom(0.85), "-": () => zoom(1 / 0.85), f: fit, u: flipUp, a: toggleAll, n: () => stepPair(1), p: () => stepPair(-1),
  s: () => setSection(nextSection[$("axis").value]), Escape: () => picked ? pick(null) : null, "/": () => $("filter").focus(),
};
const turns = { ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, 0.1], ArrowDown: [0, -0.1] };
const page = () => Math.max(1, Math.floor($("list").clientHeight / ROW) - 1);
const listKeys = {
  ArrowDown: () => step(1), ArrowUp: () => step(-1), PageDown: () => step(page()), PageUp: () => step(-page()), Home: () => step(-rows.length), End: () => step(rows.length),
  Enter: enter, " ": enter,
};
function enter() {
  const row = rows[cursor];
  if (row) row.pair ? pickPair(row.pair, cursor) : toggleGroup(row.group);
}
addEventListener("keydown", (e) => {
  if (e.ctrlKey || e.metaKey || e.altKey) return;
  const place = e.target, isField = place.tagName === "INPUT" || place.tagName === "SELECT";
  if (isField && e.key !== "Escape") return;
  if (isField) place.blur();
  let act = keys[e.key] || keys[e.key.toLowerCase()];
  if (place === $("list") && listKeys[e.key]) act = listKeys[e.key];
  else if (turns[e.key] && (place === marks || place === document.body)) act = () => turn(...turns[e.key]);
  else if (place.tagName === "BUTTON" && (e.key === "Enter" || e.key === " ")) return;
  if (!act) return;
  act();
  e.preventDefault();
  redraw();
});
