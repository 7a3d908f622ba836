// Runs within the page of a path: the slider, the plot and the list move the parts, and play goes on by itself.
(async () => {
  const wrong = [], expect = (what, holds) => holds || wrong.push(what);
  const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
  try {
    for (let i = 0; i < 100 && !ready; i++) await wait(50);
    expect("the page is ready, with motion", ready && motion && !$("motion").hidden);
    expect("everything is seen", seen.length === count);
    const part = moving[0], start = originOf(part), way = motion.moves[0].screw.linear;
    $("moment").value = 500;
    $("moment").dispatchEvent(new Event("input"));
    const half = add(start, mul(way, 0.5));
    expect("the slider moves a part half of its way", Math.hypot(...sub(originOf(part), half)) < 1e-9 * Math.hypot(...way));
    expect("the clearance is said", $("now").textContent.startsWith("move 1, time 0.500: clearance"));
    showMoment(motion.moves.length);
    const end = poseAt(part, motion.moves.length).place;
    expect("at the end it is where its moves lead", Math.hypot(...sub(originOf(part), end)) === 0);
    showMoment(0);
    expect("it goes back to its place", Math.hypot(...sub(originOf(part), start)) === 0);
    const canvas = $("plot"), pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
    expect("a curve is drawn", pixels.some((x) => x));
    expect("what is met is listed", data.pairs.length > 0 && document.querySelectorAll("#list .pair").length === data.pairs.length);
    document.querySelector("#list .pair").click();
    expect("a row leads to its moment", Math.abs(moment - data.pairs[0].moment) < 1e-12);
    expect("its time is said", $("detail").textContent.includes("Met in") && $("detail").textContent.includes("at time"));
    expect("what is met then is red", motionColor(data.pairs[0].b) === palette.common);
    showMoment(0);
    // Frames by a clock of the test: those of the browser come as fast as pictures are made, and waits of the test do not wait for them.
    // The first began before the click: its time taken for the first step led to a moment below zero, and play died there.
    let clock = performance.now() - 1000;
    const [frame, cancel] = [window.requestAnimationFrame, window.cancelAnimationFrame];
    window.requestAnimationFrame = (step) => setTimeout(() => step(clock += 16), 16);
    window.cancelAnimationFrame = clearTimeout;
    $("play").click();
    await wait(200);
    expect("it plays", moment > 0 && playing);
    // Long without a frame, as in the background: one step of that length ended play, or passed over what is met.
    const before = moment;
    clock += 1e6;
    await wait(100);
    expect("nothing is jumped over", playing && moment > before && moment - before < 0.5); // a step is at most 0.04
    $("play").click();
    expect("it pauses", !playing);
    [window.requestAnimationFrame, window.cancelAnimationFrame] = [frame, cancel];
  } catch (error) {
    wrong.push(String(error));
  }
  document.title = wrong.length ? "motion: " + wrong.join("; ") : "motion: all holds";
})();
