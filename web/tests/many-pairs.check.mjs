// Many shapes: the same pairs by every index, stopped and stepped.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SIZES, find, launchBrowser, parameters, servePage, settledHash, visitor } from "./harness.mjs";

const KINDS = ["auto", "tree", "orthtree", "grid", "hash-grid", "kd-tree", "sweep-and-prune", "r-tree"];

let browser, server;
before(async () => { [server, browser] = await Promise.all([servePage(), launchBrowser()]); });
after(async () => { await browser?.close(); server?.stop(); });

const comparison = (page) => page.locator(".panel .words[role=status]").last();

for (const size of SIZES) {
  describe(`many shapes, ${size.name}`, () => {
    const visit = (hash) => visitor(() => browser, () => server, size, hash);

    it("touch in red, and every index finds what brute force finds", () => visit("#many?n=400&lang=en")(async (page) => {
      await page.locator(".toggle", { hasText: "Bounce" }).locator("input").uncheck();
      await page.waitForTimeout(1500);
      assert.ok((await find(page, "collision")).count > 100, "some touch");
      for (const kind of KINDS) {
        await page.getByLabel("Index").selectOption(kind);
        await page.waitForTimeout(500);
        await page.getByRole("button", { name: "Compare with brute force" }).click();
        await page.waitForFunction(() => /^[✓✗]/.test([...document.querySelectorAll(".panel .words[role=status]")].at(-1).textContent));
        assert.match(await comparison(page).textContent(), /^✓ The same [1-9]\d* pairs/, kind);
        assert.equal(parameters(await settledHash(page)).get("index"), kind);
      }
    }));

    it("stand still when stopped, and move by one frame", () => visit("#many?n=200&lang=en")(async (page) => {
      const drawing = () => page.locator("main canvas").first().screenshot();
      await page.getByRole("button", { name: "Pause" }).click();
      const before = await drawing();
      await page.waitForTimeout(200);
      assert.ok(before.equals(await drawing()), "nothing moves");
      await page.getByRole("button", { name: "One frame" }).click();
      assert.ok(!before.equals(await drawing()), "one frame later it looks different");
    }));
  });
}
