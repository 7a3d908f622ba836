// Runs within a report's page after its own script: turns, shifts, zooms, picks, and says in the title what was wrong.
setTimeout(() => {
  const wrong = [], expect = (what, holds) => holds || wrong.push(what);
  const at = (type, x, y, more = {}) => {
    const event = { pointerId: 1, clientX: x, clientY: y, button: 0, buttons: 1, bubbles: true, ...more };
    marks.dispatchEvent(new PointerEvent(type, event));
  };
  const drag = (from, to, more) => [at("pointerdown", ...from, more), at("pointermove", ...to, more), at("pointerup", ...to, more)];
  try {
    marks.setPointerCapture = () => {}; // made-up pointers cannot be captured
    expect("WebGL", gl);
    expect("a row for each pair", document.querySelectorAll("#list li").length === data.pairs.length);
    const seen = new Set(data.objects.map((o) => project(o.origin)).filter(Boolean).map((p) => objectAt(...p)));
    expect("most objects are found where they are drawn", seen.size > data.objects.length / 2 && !seen.has(undefined));

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

    look(whole);
    const box = marks.getBoundingClientRect(), [x, y] = project(data.objects.find((o) => o.bounded).origin);
    drag([box.left + x, box.top + y], [box.left + x, box.top + y]);
    expect("a click picks", picked && picked.object);
    dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    expect("Escape lets go", picked === null);
    document.querySelector("#list button").click();
    expect("a row picks its pair", picked && picked.pair === data.pairs[0]);
    render();
    const pixels = new Uint8Array(4 * solid.width * solid.height);
    gl.readPixels(0, 0, solid.width, solid.height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    expect("a picture is drawn", new Set(pixels).size > 20);
    expect("no error of WebGL", gl.getError() === 0);
  } catch (error) {
    wrong.push(error.stack);
  }
  document.title = "viewer: " + (wrong.join("; ") || "all holds");
}, 1000);
