// Two shapes, as a person meets them: dragged together, let go, turned by keys, shared.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SIZES, find, launchBrowser, openPage, parameters, picture, servePage, settledHash, visitor } from "./harness.mjs";

/** Fewer pixels than this are no shape: letters, a stray line. */
const A_SHAPE = 400;
/** The address rounds: so large a share of a colour's pixels, along its edges, may differ. */
const ROUNDED = 0.02;

let browser, server;
before(async () => { [server, browser] = await Promise.all([servePage(), launchBrowser()]); });
after(async () => { await browser?.close(); server?.stop(); });

const drawing = (page) => page.locator("main canvas").first();

for (const size of SIZES) {
  describe(`two shapes, ${size.name}`, () => {
    const visit = visitor(() => browser, () => server, size, "#two");

    it("turn red when one is dragged into the other, with a ghost until it is let go", () => visit(async (page) => {
      assert.ok((await find(page, "red")).count < A_SHAPE, "apart at first");
      await dragTogether(page);
      assert.equal(await drawing(page).getAttribute("data-ghost"), "true");
      assert.ok((await find(page, "red")).count > A_SHAPE, "red while held");
      const ghostly = (await find(page, "ghost")).count;
      assert.ok(ghostly > 50, `${ghostly} pixels of ghost`);
      await picture(page, `two-held-${size.name}`);
      await page.mouse.up();
      await page.waitForFunction(() => document.querySelector("main canvas").dataset.ghost === "false");
      assert.ok((await find(page, "ghost")).count < ghostly / 2, "the ghost is gone");
      assert.ok((await find(page, "red")).count > A_SHAPE, "they still collide");
    }));

    it("explain themselves by their shadows", () => visit(async (page) => {
      await page.getByText("Shadows", { exact: true }).click();
      const rows = page.locator("main [data-kind]");
      await rows.nth(4).waitFor(); // drawn with the next frame
      assert.ok((await rows.count()) > 4, "every axis has its row");
      await page.mouse.move(1, 1);
      await picture(page, `two-shadows-${size.name}`);
    }));

    it("turn by keys", () => visit(async (page) => {
      const angle = async () => Number(parameters(await settledHash(page)).get("b")?.split(",")[3]);
      await drawing(page).focus();
      await page.keyboard.press("ArrowLeft");
      const [first, seen] = [await angle(), await drawing(page).screenshot()];
      for (let i = 0; i < 5; i++) await page.keyboard.press("ArrowLeft");
      assert.ok((await angle()) > first + 0.1, "the address says so");
      assert.ok(!seen.equals(await drawing(page).screenshot()), "the drawing shows it");
    }));

    it("look the same when the link is opened by another", () => visit(async (page) => {
      await dragTogether(page);
      await page.mouse.up();
      await page.locator('[data-tool="link"]').click();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      assert.ok(link.startsWith(`${server.address}/#two?`), link);
      const other = await openPage(browser, server.address, size, { hash: link.slice(server.address.length + 1) });
      assert.equal(await settledHash(other.page), link.slice(server.address.length + 1));
      for (const colour of ["first", "second", "red"]) {
        const [here, there] = [await find(page, colour), await find(other.page, colour)];
        assert.ok(Math.abs(here.count - there.count) <= ROUNDED * here.count, `${here.count} and ${there.count} pixels of ${colour}`);
        assert.ok(Math.hypot(here.x - there.x, here.y - there.y) < 1, `${colour} is where it was`);
      }
      assert.deepEqual(other.complaints, []);
      await other.close();
    }));
  });
}

/** Takes the purple shape and drags it into the blue one, without letting go. */
async function dragTogether(page) {
  const [start, end] = [await find(page, "second"), await find(page, "first")];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x + (end.x - start.x) * 0.6, start.y + (end.y - start.y) * 0.6, { steps: 8 });
  await page.waitForTimeout(100);
}
