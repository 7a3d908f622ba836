// Ten thousand shapes: sixty frames a second by the browser's own measure, or the page says what it left out
// and why.

import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { SIZES, launchBrowser, picture, servePage, visitor } from "./harness.mjs";

const STEADY = 58;
/** The page settles on what it leaves out within this time; then frames are counted for as long again. */
const SETTLE_MS = 8000;
const COUNT_MS = 4000;
/** What the page says of its frames may be as far from what was counted: the two count different seconds. */
const AGREE = 0.35;
const EXCUSE = /Left out to be on time|Finding the pairs alone|something else keeps this computer busy|nothing left to leave out/;

let browser, server;
before(async () => { [server, browser] = await Promise.all([servePage(), launchBrowser()]); });
after(async () => { await browser?.close(); server?.stop(); });

for (const size of SIZES) {
  it(`draws ten thousand shapes, ${size.name}`, async (t) => {
    await visitor(() => browser, () => server, size, "#many?n=10000")(async (page) => {
      await page.waitForTimeout(SETTLE_MS);
      const rate = await page.evaluate(framesPerSecond, COUNT_MS);
      const said = await page.locator("main [role=status]").first().innerText();
      t.diagnostic(`${rate.toFixed(1)} frames a second; the page says: ${said}`);
      await picture(page, `many-10000-${size.name}`);
      const own = Number(/^\d+/.exec(said)?.[0]);
      assert.ok(Math.abs(own - rate) <= AGREE * rate, `the page counts ${own}, we count ${rate}`);
      if (rate < STEADY) assert.match(said, EXCUSE);
    });
  });
}

it("draws the same with WebGL as with the processor", async () => {
  const shares = {};
  for (const drawer of ["webgl", "pixels"]) {
    await visitor(() => browser, () => server, SIZES[0], `#many?n=2000&boxes=0&draw=${drawer}`)(async (page) => {
      await page.locator(`canvas[data-drawn-by=${drawer}]`).waitFor();
      await page.getByText("Pause", { exact: true }).click();
      await page.mouse.move(1270, 10);
      shares[drawer] = await inkOf(page);
    });
  }
  assert.ok(shares.webgl > 0.1, `${shares.webgl} of the room is covered`);
  assert.ok(Math.abs(shares.webgl - shares.pixels) < 0.02, `${shares.webgl} and ${shares.pixels} of the room are covered`);
});

/** How much of the drawing is not paper, half-covered pixels by their half. */
async function inkOf(page) {
  const box = await page.locator("main canvas").first().boundingBox();
  const shot = await page.screenshot({ clip: { x: box.x + 8, y: box.y + 8, width: box.width - 16, height: box.height - 16 } });
  return page.evaluate(async (encoded) => {
    const image = await createImageBitmap(new Blob([Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0))]));
    const pen = new OffscreenCanvas(image.width, image.height).getContext("2d");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    const [paper, ink] = [250, 159]; // the green of each
    let sum = 0;
    for (let i = 0; i < data.length; i += 4) sum += Math.min(1, Math.max(0, (paper - data[i + 1]) / (paper - ink)));
    return sum / (data.length / 4);
  }, shot.toString("base64"));
}

/** In the page: frames drawn in so many milliseconds. */
function framesPerSecond(milliseconds) {
  return new Promise((done) => {
    let [frames, start] = [0, performance.now()];
    requestAnimationFrame(function tick(now) {
      frames += 1;
      if (now - start < milliseconds) requestAnimationFrame(tick);
      else done((1000 * frames) / (now - start));
    });
  });
}
