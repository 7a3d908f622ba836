
// ---------------------------------------------------------------- begin

function listen() {
  $("list").addEventListener("scroll", drawRows, { passive: true });
  $("list").addEventListener("focus", drawRows);
  $("list").addEventListener("blur", drawRows);
  $("filter").addEventListener("input", () => { $("list").scrollTop = 0; list(); });
  $("group").addEventListener("change", () => { closedGroups.clear(); $("list").scrollTop = 0; makeRows(); });
  $("all").addEventListener("change", toggleAllFromBox);
  $("fit").addEventListener("click", fit);
  $("up").addEventListener("click", flipUp);
  $("axis").addEventListener("change", () => setSection($("axis").value));
  $("cut").addEventListener("input", () => {
    const [low, high] = range(section.axis);
    section.at = low + (high - low) * $("cut").value / 1000;
    redraw();
  });
  $("flip").addEventListener("click", () => { section.sign = -section.sign; redraw(); });
  addEventListener("resize", () => { drawRows(); if (motion) drawPlot(); redraw(); });
  addEventListener("beforeprint", preparePrint);
  addEventListener("afterprint", endPrint);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { readPalette(); if (motion) { sweepOut(); drawPlot(); } arrange(); });
}
function toggleAllFromBox() {
  allParts = $("all").checked;
  arrange();
}

function say(trouble) {
  $("trouble").hidden = false;
  $("trouble").textContent = trouble;
}

/** Whether the page is ready, for tests. */
let ready = false;

async function start() {
  try {
    await unpack();
  } catch (error) {
    return say(`This browser cannot unpack the shapes (${error.message}).`);
  }
  // Whoever shows the page in a frame may have another picture below it.
  if (!gl && data.view) return document.documentElement.classList.add("nothing");
  if (gl) setUp(); else say("This browser offers no WebGL 2, so only the list and the places are shown.");
  setUpMotion();
  whole = extent([...data.names.keys()]);
  $("up").textContent = zIsUp ? "Z up" : "Y up";
  readPalette();
  if (motion) sweepOut();
  setUpClasses();
  showSummary();
  allParts = $("all").checked = Boolean(motion) || !data.pairs.length;
  if (data.view) $("hint").textContent = viewHint;
  list();
  listen();
  render();
  first = overview();
  look(first);
  render();
  // The address may name a pair: report.html#3 is the third of the list.
  const wanted = data.pairs[parseInt(location.hash.slice(1), 10) - 1];
  if (wanted) {
    listedClasses.has(wanted.class) || document.querySelector(`#classes .${wanted.class} input`).click();
    pickPair(wanted);
    cancelAnimationFrame(flight);
    look(around(wanted));
    redraw();
  }
  if (motion) showMoment(wanted ? wanted.moment : 0);
  ready = true;
}
start();
