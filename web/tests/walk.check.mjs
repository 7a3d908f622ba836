// The character, by keys and by finger, in the plane and in space.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SIZES, find, launchBrowser, openMode, picture, servePage, visitor } from "./harness.mjs";

let browser, server;
before(async () => { [server, browser] = await Promise.all([servePage(), launchBrowser()]); });
after(async () => { await browser?.close(); server?.stop(); });

/** What the numbers beside the drawing say, by their names. */
const numbers = (page) => page.locator("dl.numbers").evaluate((list) => Object.fromEntries(
  [...list.querySelectorAll("dt")].map((name) => [name.textContent, name.nextElementSibling.textContent]),
));
const position = async (page) => (await numbers(page)).Position.split(", ").map((word) => Number(word.replace("−", "-")));

/** Waits until the numbers say something. */
const until = (page, name, pattern) => page.waitForFunction(([wanted, source]) => {
  const label = [...document.querySelectorAll("dl.numbers dt")].find((dt) => dt.textContent === wanted);
  return new RegExp(source).test(label?.nextElementSibling.textContent ?? "");
}, [name, pattern.source]);

/** Holds a key, or a button with a finger, until what is waited for has come. */
async function hold(page, size, wish, awaited) {
  const { press, release } = size.hasTouch ? await finger(page, wish) : keyOf(page, wish);
  await press();
  try {
    await awaited();
  } finally {
    await release();
  }
}

function keyOf(page, wish) {
  const key = { right: "ArrowRight", up: "ArrowUp", jump: " " }[wish];
  return { press: () => page.keyboard.down(key), release: () => page.keyboard.up(key) };
}

async function finger(page, wish) {
  const box = await page.locator(`.pad [data-wish=${wish}]`).boundingBox();
  const touch = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  const send = (type, touchPoints) => session.send("Input.dispatchTouchEvent", { type, touchPoints });
  return { press: () => send("touchStart", [touch]), release: () => send("touchEnd", []) };
}

for (const size of SIZES) {
  describe(`the character, ${size.name}`, () => {
    const visit = (hash, look) => visitor(() => browser, () => server, size, hash)(look);

    it("walks up the stairs and stops at the step that is too high", () => visit("#walk?lang=en", async (page) => {
      await until(page, "State", /standing/);
      const start = await position(page);
      await hold(page, size, "right", async () => {
        await until(page, "Position", /^4\.[12]/);
        await until(page, "Speed on the level", /^0\.00/);
      });
      const [x, y] = await position(page);
      assert.ok(x > start[0] + 5 && Math.abs(y - 1) < 0.05, `on top of the stairs, at ${x}, ${y}`);
      assert.ok(Math.abs(x + 0.3 - 4.5) < 0.05, `before the step, at ${x}`);
      assert.match((await numbers(page)).State, /standing/);
      await picture(page, `walk-flat-${size.name}`);
    }));

    it("jumps, and lands", () => visit("#walk?lang=en", async (page) => {
      await until(page, "State", /standing/);
      await hold(page, size, "jump", () => until(page, "State", /rising|falling/));
      await until(page, "State", /standing/);
    }));

    it("shows its contacts until they are switched off", () => visit("#walk?lang=en", async (page) => {
      await until(page, "State", /standing/);
      assert.ok((await find(page, "contact")).count > 30);
      await page.locator(".toggle", { hasText: "Contacts" }).locator("input").uncheck();
      await page.waitForTimeout(100);
      assert.equal((await find(page, "contact")).count, 0);
    }));

    it("walks in space", () => visit("#walk?where=space&lang=en", async (page) => {
      await until(page, "State", /standing/);
      const start = await position(page);
      await hold(page, size, "up", () => until(page, "Position", / [45]\.\d\d$/));
      const end = await position(page);
      assert.ok(Math.abs(end[0] - start[0]) < 0.01 && end[2] < start[2], `it goes away from the camera, from ${start} to ${end}`);
      await picture(page, `walk-space-${size.name}`);
    }));

    it("can be left and come back to", () => visit("#walk?lang=en", async (page) => {
      for (const mode of ["many", "walk", "fast", "walk"]) await openMode(page, mode);
      await until(page, "State", /standing/);
    }));
  });
}
