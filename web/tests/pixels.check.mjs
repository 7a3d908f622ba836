// Pixels, as a person meets them: a sprite dragged onto another, its box that meets before it does, a picture
// of one's own.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SIZES, launchBrowser, parameters, servePage, settledHash, visitor } from "./harness.mjs";

let browser, server;
before(async () => { [server, browser] = await Promise.all([servePage(), launchBrowser()]); });
after(async () => { await browser?.close(); server?.stop(); });

const verdict = (page) => page.locator("#verdict");
/** The package's answer, in the order in which it is listed. */
const answers = (page) => page.locator(".numbers dd").allTextContents();

/** A picture of 8 × 8 pixels, opaque in its left half only, as the browser itself writes it. */
async function halfPicture(page) {
  const bytes = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(8, 8);
    const pen = canvas.getContext("2d");
    pen.fillStyle = "green";
    pen.fillRect(0, 0, 4, 8);
    return [...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())];
  });
  return { name: "half.png", mimeType: "image/png", buffer: Buffer.from(bytes) };
}

for (const size of SIZES) {
  describe(`pixels, ${size.name}`, () => {
    const visit = (look, hash) => visitor(() => browser, () => server, size, hash)(look);

    it("are apart in a crescent's hollow, though the boxes meet, and collide when moved by keys", () => visit(async (page) => {
      await page.waitForFunction(() => document.querySelector("#verdict").dataset.collides === "false");
      assert.match(await verdict(page).innerText(), /boxes overlap/);
      await page.locator("main canvas").first().focus();
      for (let i = 0; i < 4; i++) await page.keyboard.press("ArrowLeft");
      await page.waitForFunction(() => document.querySelector("#verdict").dataset.collides === "true");
      assert.equal(parameters(await settledHash(page)).get("b"), "rocket,-10,-9");
      const [common, shift] = await answers(page);
      assert.ok(Number(common) > 0 && shift !== "0, 0", `${common} pixels, out by ${shift}`);
    }, "#pixels?a=crescent,-22,-18&b=rocket,-6,-9&held=b"));

    it("of a file are those that are opaque", () => visit(async (page) => {
      await page.locator('input[type="file"]').first().setInputFiles(await halfPicture(page));
      // The third answer by itself: "32, " can also stand in the shift or the corners of the sprites shown
      // before.
      const pixels = () => /^32, \d+$/.test(document.querySelectorAll(".numbers dd")[2]?.textContent);
      await page.waitForFunction(pixels);
    }, "#pixels"));

    it("that are turned have an area in common", () => visit(async (page) => {
      assert.match(await verdict(page).innerText(), /\d\.\d\d pixels of area/);
      assert.ok(Number((await answers(page))[0]) > 1);
    }, "#pixels?a=ring,-20,-18&b=crab,-14,-6&turn=30"));
  });
}
