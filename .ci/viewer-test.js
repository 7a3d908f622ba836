// Runs within a report's page after its own script: turns, shifts, zooms, picks, lists, cuts, and says in the title what was wrong.
(async () => {
  const wrong = [], expect = (what, holds) => holds || wrong.push(what);
  const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
  const at = (type, x, y, more = {}) => {
    const event = { pointerId: 1, clientX: x, clientY: y, button: 0, buttons: 1, bubbles: true, ...more };
    marks.dispatchEvent(new PointerEvent(type, event));
  };
  const drag = (from, to, more) => [at("pointerdown", ...from, more), at("pointermove", ...to, more), at("pointerup", ...to, more)];
  const press = (key, target = document.body) => target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  const picture = () => {
    render();
    const pixels = new Uint8Array(4 * solid.width * solid.height);
    gl.readPixels(0, 0, solid.width, solid.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels;
  };
  const differs = (p, q) => p.some((x, i) => x !== q[i]);
  try {
    for (let i = 0; i < 100 && !ready; i++) await wait(50);
    expect("the page is ready", ready);
    marks.setPointerCapture = () => {}; // made-up pointers cannot be captured
    expect("WebGL", gl);
    expect("it opens on the clashes", shown.length === clashes && shown.every(isClash));
    expect("the parts of clashes are seen, and no others", new Set(seen).size === new Set(shown.flatMap((p) => [p.a, p.b])).size);
    expect("a row for each", rows.length === shown.length && document.querySelectorAll("#list .pair").length > 0);
    const bounded = seen.filter(isBounded), found = new Set(bounded.map((i) => project(originOf(i))).filter(Boolean).map((p) => partAt(...p)));
    expect("most parts are found where they are drawn", found.size > bounded.length / 3 && !found.has(undefined));

    const before = { ...camera };
    drag([100, 100], [150, 120]);
    expect("a drag turns", camera.yaw !== before.yaw && camera.pitch !== before.pitch && !picked);
    drag([100, 100], [150, 120], { shiftKey: true });
    expect("with shift it shifts", camera.target.some((x, k) => x !== before.target[k]));
    marks.dispatchEvent(new WheelEvent("wheel", { deltaY: -3, deltaMode: WheelEvent.DOM_DELTA_LINE }));
    expect("the wheel zooms in, in lines too", camera.distance < before.distance * 0.9);

    const [one, other] = [{ pointerId: 5 }, { pointerId: 6 }], near = camera.distance;
    at("pointerdown", 100, 100, one);
    at("pointerdown", 100, 100, other);
    at("pointermove", 200, 100, other);
    expect("fingers that part zoom in, from one point too", camera.distance > 0 && camera.distance < near);
    at("pointerup", 200, 100, other);
    at("pointerup", 100, 100, one);
    expect("that picks nothing", !picked);
    for (let i = 0; i < 3000; i++) zoom(0.5);
    expect("zooming in ends", camera.distance > 0);

    look(first);
    const all = picture();
    expect("a picture is drawn", new Set(all).size > 20);
    const [x, y] = bounded.map((i) => project(originOf(i))).find((p) => partAt(...p) >= 0 && !pairAt(...p)), box = marks.getBoundingClientRect();
    drag([box.left + x, box.top + y], [box.left + x, box.top + y]);
    expect("a click picks a part, and lists its pairs alone", picked && picked.part >= 0 && rows.every((row) => [row.pair.a, row.pair.b].includes(picked.part)));
    press("Escape");
    expect("Escape lets go", picked === null && rows.length === shown.length);

    document.querySelector("#list .pair").click();
    expect("a row picks its pair", picked && picked.pair === shown[0] && layers.focus.ids.length === 2);
    await wait(600);
    const place = project(around(shown[0]).middle), middle = [marks.clientWidth / 2, marks.clientHeight / 2];
    expect("the camera flies there", Math.hypot(place[0] - middle[0], place[1] - middle[1]) < marks.clientHeight / 4);
    expect("its numbers are said", $("detail").textContent.includes(data.names[shown[0].a]) && $("detail").textContent.includes("Tolerance"));
    const whole = picture();
    press("s");
    const open = picture();
    expect("a section cuts", section && differs(whole, open));
    // Between the lines of the hatching the face of a cut has a colour that nothing else has.
    const hatched = (color) => color.slice(0, 3).map((x) => x * 0.86);
    const isNear = (pixels, i, color) => color.every((x, k) => Math.abs(pixels[i + k] - x) < 1.5);
    const size = (color) => { let n = 0; for (let i = 0; i < open.length; i += 4) n += isNear(open, i, hatched(color)); return n; };
    expect("the cut has a face", size(palette.a) + size(palette.b) + size(palette.common) > 100);
    const faces = cutSolids(layers.focus);
    expect("solids are closed, and cut", faces.length > 0);
    expect("a skin with an edge is none", !isClosed(data.shapes.push({ ...data.shapes[faces[0].shape], triangles: [data.shapes[faces[0].shape].triangles[0], data.shapes[faces[0].shape].wide ? 12 : 6] }) - 1));
    data.shapes.pop();
    for (const _ of "123") press("s");
    expect("it can be taken away", !section);
    if (shown.length > 1) {
      press("ArrowDown", $("list"));
      expect("the arrows walk along the list", picked.pair === shown[1]);
      press("p");
      expect("P goes back", picked.pair === shown[0]);
    }
    press("Escape");

    const shownBefore = seen.length;
    press("a");
    expect("A shows all parts", seen.length === count && count >= shownBefore);
    press("a");
    $("group").value = "part";
    $("group").dispatchEvent(new Event("change"));
    expect("grouped by part, each pair is under both", rows.filter((row) => row.pair).length === 2 * shown.length);
    $("group").value = "";
    $("group").dispatchEvent(new Event("change"));
    $("filter").value = data.names[shown[0].a];
    $("filter").dispatchEvent(new Event("input"));
    expect("words filter the list", shown.length > 0 && shown.every((p) => `${data.names[p.a]} ${data.names[p.b]}`.includes($("filter").value)));
    dispatchEvent(new Event("beforeprint"));
    expect("on paper there is the picture and a row for each pair", $("print").querySelectorAll("tbody tr").length === shown.length && $("print").querySelector("img").src.length > 2000);
    dispatchEvent(new Event("afterprint"));
    expect("no error of WebGL", gl.getError() === 0);
  } catch (error) {
    wrong.push(error.stack);
  }
  document.title = "viewer: " + (wrong.join("; ") || "all holds");
})();
