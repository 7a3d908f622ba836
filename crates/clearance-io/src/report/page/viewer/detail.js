
// ---------------------------------------------------------------- what is known of a pair

/** Label and text of everything that was found out, in the order in which a reader asks. */
function facts(pair) {
  const known = (x) => x !== undefined && x !== null, list = [];
  const put = (label, text) => known(text) && text !== "" && list.push([label, text]);
  put("State", pair.state);
  put("Rule", pair.rule);
  put("Severity", pair.severity);
  put("Why", pair.why);
  put("Faces", pair.faces);
  if (known(pair.gap)) put("Gap of surfaces", withUnit(pair.gap));
  if (motion) {
    put("Met in", `move ${Math.floor(pair.moment) + 1}, at time ${brief(pair.moment % 1)}`);
    put("Normal", pair.normal.map((x) => +x.toFixed(4)).join(", "));
    put("At", placeText(pair.place, pair.resolution));
    return list;
  }
  put("Tolerance", toleranceText(pair));
  if (pair.depth) {
    const [least, most] = pair.depth.map(brief);
    put("Depth", (least === most ? least : `between ${least} and ${most}`) + (data.unit ? " " + data.unit : ""));
    put("Parted by", `moving B by ${withUnit(pair.depth[1])} along (${pair.direction.map((x) => +x.toFixed(4)).join(", ")})`);
  }
  if (known(pair.volume)) put("Common volume", withUnit(pair.volume, "³"));
  if (known(pair.area)) put("Contact area", withUnit(pair.area, "²"));
  if (pair.center) put("Contact center", placeText(pair.center, pair.resolution));
  if (pair.place && !pair.center) put("At", placeText(pair.place, pair.resolution));
  put("Relation", pair.relation.replaceAll("_", " ") + (known(pair.clearance) ? `, clearance ${withUnit(pair.clearance)}` : ""));
  return list;
}

/** Flat faces have no tolerance but what their coordinates are rounded by. */
const toleranceText = (pair) => pair.tolerance < (pair.resolution || 0) * 1e-4 ? "rounding" : withUnit(pair.tolerance);

function showDetail() {
  const box = $("detail"), pair = picked && picked.pair;
  box.hidden = !pair;
  if (!pair) return box.replaceChildren();
  const make = (kind, text, ...children) => {
    const node = document.createElement(kind);
    node.textContent = text;
    node.append(...children);
    return node;
  };
  const button = (text, title, act) => {
    const node = make("button", text);
    node.title = title;
    node.setAttribute("aria-label", title);
    node.onclick = act;
    return node;
  };
  const head = make("div", "", make("b", `#${pair.number} ${pair.class}`), button("‹", "previous pair (P)", () => stepPair(-1)), button("›", "next pair (N)", () => stepPair(1)), button("×", "back to all (Esc)", () => pick(null)));
  head.className = "head";
  box.className = pair.class;
  const swatch = (name) => {
    const node = make("span", "");
    node.className = "swatch";
    node.style.setProperty("--c", `var(--${name})`);
    return node;
  };
  const line = (label, content) => make("tr", "", make("th", label), make("td", "", content));
  const name = (part, color) => make("div", "", swatch(color), button(data.names[part], `all pairs of ${data.names[part]}`, () => pick({ part })), flagText(part));
  const rows = [line("A", name(pair.a, "a")), line("B", name(pair.b, "b")), ...facts(pair).map(([label, text]) => line(label, text))];
  box.replaceChildren(head, make("table", "", make("tbody", "", ...rows)));
  box.scrollTop = 0;
}

const flagText = (part) => parts.flags[part] & BOXED ? "(drawn as its box)" : parts.flags[part] & COARSE ? "(drawn with fewer triangles)" : "";

/** Which colour is what, for the pair that is picked. */
function showLegend() {
  const legend = $("legend"), pair = picked && picked.pair;
  legend.hidden = !pair;
  if (!pair) return;
  const entries = [["a", data.names[pair.a]], ["b", data.names[pair.b]]];
  if (pair.common) entries.push(["common", "common part"]);
  if (pair.contact) entries.push(["touch", "contact"]);
  legend.replaceChildren(...entries.map(([color, text]) => {
    const entry = document.createElement("span"), swatch = document.createElement("span");
    swatch.className = "swatch";
    swatch.style.setProperty("--c", `var(--${color})`);
    entry.append(swatch, short(text, 40));
    return entry;
  }));
}

function showSummary() {
  if (motion) {
    $("summary").textContent = motionSummary();
    return showNotes("remarks", plural(data.remarks.length, "remark") + " about the input", data.remarks.map(([name, remark]) => `${name}: ${remark}`));
  }
  const strong = document.createElement("b");
  strong.textContent = clashes === 1 ? "1 clash" : clashes ? `${clashes} clashes` : "No clash";
  const rest = ` among ${plural(data.objects, "part")} (${plural(data.tested, "pair")} tested${data.unit ? ", lengths in " + data.unit : ""})`;
  $("summary").replaceChildren(strong, rest, data.states.length ? ": " + data.states.join(", ") : "");
  $("left").hidden = !data.left_out.length;
  $("left").textContent = data.left_out.length ? "To keep this page small: " + data.left_out.join("; ") + "." : "";
  showNotes("gone", plural(data.gone.length, "pair") + " gone", goneNotes());
  showNotes("remarks", plural(data.remarks.length, "remark") + " about the input", data.remarks.map(([name, remark]) => `${name}: ${remark}`));
}

/** What was known and is there no more. */
const goneNotes = () => data.gone.map(([a, b, name]) => `${name}: ${a} · ${b}`);

function showNotes(id, title, lines) {
  $(id).hidden = !lines.length;
  $(id).firstElementChild.textContent = title;
  $(id).lastElementChild.replaceChildren(...lines.map((line) => {
    const item = document.createElement("li");
    item.textContent = line;
    return item;
  }));
}

// ---------------------------------------------------------------- on paper

const MOST_PRINTED = 2000;

/** The picture as it is, in the colours of paper, and the list as a table. */
function preparePrint() {
  document.documentElement.classList.add("printed");
  readPalette();
  arrange();
  render();
  const both = document.createElement("canvas"), draw = both.getContext("2d");
  [both.width, both.height] = [solid.width, solid.height];
  draw.drawImage(solid, 0, 0);
  draw.drawImage(marks, 0, 0);
  const make = (kind, text, ...children) => {
    const node = document.createElement(kind);
    node.textContent = text;
    node.append(...children);
    return node;
  };
  const figure = make("figure", "", Object.assign(new Image(), { src: both.toDataURL("image/png"), alt: "the picture" }));
  const pair = picked && picked.pair;
  figure.append(make("figcaption", pair ? `#${pair.number} ${pair.class}: ${data.names[pair.a]} (blue) · ${data.names[pair.b]} (green). ` + facts(pair).map(([k, v]) => `${k}: ${v}`).join("; ") : "All pairs of the list."));
  const table = make("table", "", make("thead", "", make("tr", "", ...["#", "class", "A", "B", "faces", "size", "tolerance", "volume or area", "at"].map((text) => make("th", text)))));
  const body = make("tbody", "");
  for (const p of shown.slice(0, MOST_PRINTED)) body.append(printedRow(p, make));
  table.append(body);
  const notes = [$("left").textContent, ...goneNotes().map((line) => "Gone: " + line), ...data.remarks.map(([name, remark]) => `Remark: ${name}: ${remark}`)].filter(Boolean).slice(0, 40);
  if (shown.length > MOST_PRINTED) notes.push(`The table has the first ${MOST_PRINTED} of ${shown.length} pairs.`);
  if (shown.length < data.pairs.length) notes.push(`Listed: ${shown.length} of ${data.pairs.length} pairs.`);
  $("print").replaceChildren(make("h1", data.title), make("p", $("summary").textContent), figure, ...notes.map((text) => make("p", text)), table);
}

function printedRow(pair, make) {
  const [much, kind] = amount(pair), row = make("tr", "");
  const cell = (text, name) => row.append(Object.assign(make("td", text), { className: name || "" }));
  cell(pair.number, "number");
  cell(pair.class, "class " + pair.class);
  cell(data.names[pair.a]);
  cell(data.names[pair.b]);
  cell(pair.why || pair.faces || "");
  cell(`${much} ${kind}`, "number");
  cell(toleranceText(pair), "number");
  cell(pair.volume !== undefined ? withUnit(pair.volume, "³") : pair.area !== undefined ? withUnit(pair.area, "²") : "", "number");
  cell(pair.place ? placeText(pair.place, pair.resolution) : "");
  return row;
}

function endPrint() {
  document.documentElement.classList.remove("printed");
  $("print").replaceChildren();
  readPalette();
  arrange();
}
