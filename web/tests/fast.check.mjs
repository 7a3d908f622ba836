// What is fast: missed frame by frame, met by the sweep, stepped and dragged.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SIZES, find, launchBrowser, parameters, picture, servePage, settledHash, visitor } from "./harness.mjs";

let browser, server;
before(async () => { [server, browser] = await Promise.all([servePage(), launchBrowser()]); });
after(async () => { await browser?.close(); server?.stop(); });

const reports = (page) => page.locator(".fast-report");
const verdicts = (page) => reports(page).evaluateAll((all) => all.map((report) => report.dataset.verdict));
const lane = (page, i) => page.locator(".lane canvas").nth(i);

for (const size of SIZES) {
  describe(`fast, ${size.name}`, () => {
    const visit = (hash, look) => visitor(() => browser, () => server, size, hash)(look);

    for (const kind of ["bullet", "rod"]) {
      it(`the ${kind} passes through between two frames, and is stopped by the sweep`, () => visit(`#fast?kind=${kind}&t=0`, async (page) => {
        assert.deepEqual(await verdicts(page), ["free", "free"]);
        for (let i = 0; i < 2; i++) await page.locator(".button", { hasText: "▶" }).click();
        assert.deepEqual(await verdicts(page), ["missed", "met"]);
        assert.equal((await find(page, "contact", lane(page, 0))).count, 0, "no contact among the frames");
        assert.ok((await find(page, "contact", lane(page, 1))).count > 30, "a point and a normal where they meet");
        await picture(page, `fast-${kind}-${size.name}`);
        await lane(page, 0).focus();
        for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowLeft");
        assert.deepEqual(await verdicts(page), ["free", "free"]);
      }));
    }

    it("is seen at some frame when it is slow, and the sweep meets it earlier", () => visit("#fast?kind=bullet&speed=5&fps=30&t=45", async (page) => {
      assert.deepEqual(await verdicts(page), ["late", "met"]);
    }));

    it("the wall can be dragged", () => visit("#fast?kind=bullet&t=2", async (page) => {
      const box = await lane(page, 1).boundingBox();
      // The lane shows 10 metres from border to border, its middle being 0; the wall stands at 0.4.
      const at = { x: box.x + box.width * 0.54, y: box.y + box.height / 2 };
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      await page.mouse.move(at.x + box.width / 10, at.y, { steps: 4 });
      await page.mouse.up();
      const wall = Number(parameters(await settledHash(page)).get("wall"));
      assert.ok(wall > 1 && wall < 2, `the wall stands at ${wall}`);
    }));
  });
}
