
// ---------------------------------------------------------------- the list

const ROW = 62;
/**
 * The rows in order, groups among the pairs; which classes are listed; which groups are closed; the row of
 * the keyboard.
 */
let rows = [], listedClasses = new Set(), closedGroups = new Set(), cursor = -1;
/** How many letters of a name a row has room for. */
let letters = 36;

function setUpClasses() {
  const counts = Object.fromEntries(data.classes.map((name) => [name, 0]));
  for (const pair of data.pairs) counts[pair.class]++;
  const present = data.classes.filter((name) => counts[name]);
  listedClasses = new Set(clashes ? present.filter((name) => CLASHES.includes(name) || name === "unanswered") : present);
  for (const name of present) {
    const label = document.createElement("label"), box = document.createElement("input"), number = document.createElement("b");
    label.className = name;
    box.type = "checkbox";
    box.checked = listedClasses.has(name);
    box.onchange = () => { box.checked ? listedClasses.add(name) : listedClasses.delete(name); list(); };
    number.textContent = counts[name];
    label.append(box, name + " ", number);
    $("classes").append(label);
  }
}

/** The pairs that classes and words allow; then what is seen of them. */
function list() {
  const words = $("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const allows = (pair) => {
    if (!listedClasses.has(pair.class)) return false;
    if (!words.length) return true;
    const text = `${data.names[pair.a]} ${data.names[pair.b]} ${pair.faces || ""} ${pair.class} ${pair.state || ""} ${pair.rule || ""} ${pair.severity || ""}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  shown = data.pairs.filter(allows);
  makeRows();
  arrange();
}

function makeRows() {
  const pairs = picked && !picked.pair ? pairsOf(picked.part) : shown;
  const by = $("group").value, groups = new Map();
  const put = (name, pair) => groups.has(name) ? groups.get(name).push(pair) : groups.set(name, [pair]);
  for (const pair of pairs) {
    if (by === "class") put(pair.class, pair);
    if (by === "rule") put(pair.rule || "no rule", pair);
    if (by === "state") put(pair.state || "no state", pair);
    if (by === "part") for (const part of new Set([pair.a, pair.b])) put(part, pair);
  }
  rows = by ? [] : pairs.map((pair) => ({ pair }));
  for (const [name, members] of groups) {
    rows.push({ group: name, label: by === "part" ? data.names[name] : name, size: members.length });
    if (!closedGroups.has(name)) for (const pair of members) rows.push({ pair, part: by === "part" ? name : undefined });
  }
  cursor = picked && picked.pair ? rows.findIndex((row) => row.pair === picked.pair) : -1;
  $("rows").style.height = rows.length * ROW + "px";
  $("more").textContent = !data.pairs.length ? (motion ? "Nothing is met." : "No two parts meet.") : picked && !picked.pair ? `Only those of ${data.names[picked.part]}; Esc shows all.`
    : !pairs.length ? "No pair passes the filters." : shown.length < data.pairs.length ? `${shown.length} of ${data.pairs.length} pairs` : "";
  drawRows();
}

/** Makes the rows that are in sight, and those alone: a list may have tens of thousands. */
function drawRows() {
  letters = Math.max(16, Math.floor(($("list").clientWidth - 124) / 7.4));
  const box = $("list"), first = Math.max(0, Math.floor(box.scrollTop / ROW) - 4), last = Math.min(rows.length, first + Math.ceil(box.clientHeight / ROW) + 9);
  $("rows").replaceChildren(...rows.slice(first, last).map((row, k) => element(row, first + k)));
  box.setAttribute("aria-activedescendant", cursor >= 0 ? "row" + cursor : "");
}

function element(row, i) {
  const node = document.createElement("div");
  const part = (kind, name, text) => {
    const child = document.createElement(kind);
    child.className = name;
    child.textContent = text;
    node.append(child);
    return child;
  };
  node.id = "row" + i;
  node.style.top = i * ROW + "px";
  node.setAttribute("role", "option");
  node.setAttribute("aria-setsize", rows.length);
  node.setAttribute("aria-posinset", i + 1);
  if (row.pair) pairRow(row, node, part); else groupRow(row, node, part);
  if (i === cursor && document.activeElement === $("list")) node.classList.add("cursor");
  return node;
}

function groupRow(row, node, part) {
  const isClosed = closedGroups.has(row.group);
  node.className = "group";
  node.setAttribute("aria-expanded", !isClosed);
  part("i", "", isClosed ? "▸" : "▾");
  part("span", "", short(row.label, letters + 8));
  part("b", "", row.size);
  node.onclick = () => toggleGroup(row.group);
}

function toggleGroup(group) {
  closedGroups.has(group) ? closedGroups.delete(group) : closedGroups.add(group);
  const before = cursor;
  makeRows();
  cursor = Math.min(Math.max(before, rows.findIndex((row) => row.group === group)), rows.length - 1);
  drawRows();
}

/** How much, and of what: the overlap or gap of the surfaces, else the clearance. */
function amount(pair) {
  if (motion) return [`move ${Math.floor(pair.moment) + 1}`, `time ${brief(pair.moment % 1)}`];
  const by = pair.gap ?? pair.clearance, rounded = (x) => withUnit(+x.toPrecision(4));
  if (by === undefined) return ["", ""];
  if (Math.abs(by) < (pair.resolution || 0) * 1e-4) return [withUnit(0), "touching"];
  if (by < 0) return [rounded(-by), pair.gap === undefined ? "deep" : "overlap"];
  return [rounded(by), "apart"];
}

function pairRow(row, node, part) {
  const { pair } = row, [a, b] = [data.names[pair.a], data.names[pair.b]], [much, kind] = amount(pair);
  node.className = "pair " + pair.class;
  node.title = `${a} · ${b}`;
  node.setAttribute("aria-selected", Boolean(picked && picked.pair === pair));
  part("span", "names", short(row.part === pair.b ? b : a, letters));
  part("span", "much", much);
  part("span", "names", short(row.part === pair.b ? a : b, letters));
  part("span", "kind", kind);
  const what = part("span", "what", ""), name = document.createElement("em");
  name.textContent = pair.class;
  what.append(`#${pair.number} `, pair.state ? pair.state + " " : "", name, pair.faces || pair.why ? ` · ${pair.why || pair.faces}` : "");
  node.onclick = () => { pickPair(pair); $("list").focus({ preventScroll: true }); };
}

/** Scrolls as little as it takes. */
function reveal(i) {
  const box = $("list"), top = i * ROW;
  if (top < box.scrollTop) box.scrollTop = top;
  if (top + ROW > box.scrollTop + box.clientHeight) box.scrollTop = top + ROW - box.clientHeight;
}

/** Moves along the list and picks what is there. */
function step(by) {
  let i = cursor < 0 ? by > 0 ? 0 : rows.length - 1 : cursor + by;
  i = Math.max(0, Math.min(rows.length - 1, i));
  if (!rows[i]) return;
  cursor = i;
  reveal(i);
  if (rows[i].pair) pickPair(rows[i].pair, i); else drawRows();
}
/** The next pair in this direction, past the heads of groups. */
function stepPair(by) {
  for (let i = cursor < 0 ? (by > 0 ? 0 : rows.length - 1) : cursor + by; rows[i]; i += by) {
    if (rows[i].pair) { cursor = i; reveal(i); return pickPair(rows[i].pair, i); }
  }
}
