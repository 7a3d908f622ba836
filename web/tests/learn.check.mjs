// The course, as one reads it: every picture answers, the program plays, the code is shown, and a finger on
// empty paper scrolls.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SIZES, drawn, find, launchBrowser, openPage, parameters, picture, servePage, settledHash, visitor } from "./harness.mjs";

const LESSONS = ["circles", "boxes", "turned", "ruler", "corner", "distance", "program", "space", "code"];

let browser, server;
before(async () => { [server, browser] = await Promise.all([servePage(), launchBrowser()]); });
after(async () => { await browser?.close(); server?.stop(); });

const canvas = (page, id, which = 0) => page.locator(`#step-${id} canvas`).nth(which);
const says = (page, id) => page.locator(`#step-${id} .says`).innerText();

/** Scrolls to a step, below the header. */
async function goTo(page, id) {
  await page.evaluate((step) => document.getElementById(`step-${step}`).querySelector("canvas").scrollIntoView({ block: "center", behavior: "instant" }), id);
  await drawn(page);
}

async function press(page, id, keys) {
  await canvas(page, id).focus();
  for (const key of keys) await page.keyboard.press(key);
  await drawn(page);
}

for (const size of SIZES) {
  describe(`the course, ${size.name}`, () => {
    const visit = (look, options) => visitor(() => browser, () => server, size, "")(look, options);

    it("shows every step, which answers to keys", () => visit(async (page) => {
      assert.deepEqual(await page.locator(".course > section[id]").evaluateAll((all) => all.map(({ id }) => id)), LESSONS.map((id) => `step-${id}`));
      for (const id of LESSONS) {
        await goTo(page, id);
        await picture(page, `learn-${id}-${size.name}`);
        if (id === "code") continue;
        const before_ = await says(page, id);
        assert.match(before_, id === "program" ? /best = −∞/ : /-?\d\.\d\d/);
        if (id === "program") await page.locator("#step-program .stepper button").nth(1).click();
        else await press(page, id, ["ArrowLeft", "ArrowUp"]);
        await page.waitForFunction(([step, old]) => document.querySelector(`#step-${step} .says`).innerText !== old, [id, before_]);
      }
    }));

    // What follows is the same at every size.
    if (!size.hasTouch) {
      it("says overlap when one circle is moved into the other, and keeps it in the address", () => visit(async (page) => {
        await goTo(page, "circles");
        const [a, b] = [await find(page, "first", canvas(page, "circles")), await find(page, "second", canvas(page, "circles"))];
        await page.mouse.move(b.x, b.y);
        await page.mouse.down();
        await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 6 });
        await page.mouse.up();
        await page.waitForFunction(() => /overlap/.test(document.querySelector("#step-circles .says").innerText));
        assert.ok((await find(page, "red", canvas(page, "circles"))).count > 400, "and they are red");
        const hash = await settledHash(page);
        const told = await says(page, "circles");
        const other = await openPage(browser, server.address, size, { hash });
        assert.ok((await says(other.page, "circles")).split("\n").at(-1) === told.split("\n").at(-1), "who opens the link sees the same");
        assert.deepEqual(other.complaints, []);
        await other.close();
      }));

      it("turns the ruler to the largest gap", () => visit(async (page) => {
        await goTo(page, "ruler");
        await page.getByText("Turn it to the largest gap").click();
        await page.waitForFunction(() => {
          const [formula, words] = document.querySelector("#step-ruler .says").innerText.split(/\n+/);
          return formula.split(" = ")[1] === /angles is (\S+),/.exec(words)[1];
        });
      }));

      it("plays the program to its end, one line lit at a time", () => visit(async (page) => {
        const lit = page.locator("#step-program [aria-current=step]");
        const buttons = page.locator("#step-program .stepper button");
        await buttons.nth(2).click(); // play
        await page.waitForFunction(() => /gap = /.test(document.querySelector("#step-program .says").innerText));
        await buttons.nth(2).click(); // pause
        for (let i = 0; i < 30 && !/^Step (\d+) of \1$/.test(await page.locator("#step-program .stepper span").innerText()); i++) {
          await buttons.nth(0).click(); // back; before the first is the last
          await drawn(page);
        }
        await page.waitForFunction(() => /return/.test(document.querySelector("#step-program [aria-current=step]").textContent));
        assert.equal(await lit.count(), 1);
        assert.match(await says(page, "program"), /No edge shows a gap|A gap/);
      }));

      it("shows the two as code in three languages, and a link opens them", () => visit(async (page) => {
        await goTo(page, "code");
        const listing = page.locator("#step-code pre");
        await page.waitForFunction(() => /disjoint/.test(document.querySelector("#step-code pre").textContent));
        for (const [name, sign] of [["Python", "from clearance import d2"], ["Rust", "fn main()"], ["JavaScript", "console.log"]]) {
          await page.locator("#step-code").getByText(name, { exact: true }).click();
          await page.waitForFunction((words) => document.querySelector("#step-code pre").textContent.includes(words), sign);
        }
        const program = await listing.textContent();
        await page.locator("#step-code .code a").click();
        await page.waitForFunction(() => document.querySelector("#tab-two").ariaSelected === "true");
        await page.waitForFunction((words) => document.querySelector(".panel .code pre")?.textContent === words, program);
        assert.equal(parameters(await settledHash(page)).get("code"), "js");
      }));
    }

    if (size.hasTouch) {
      it("scrolls under a finger on empty paper, and not under one on a shape", () => visit(async (page) => {
        await goTo(page, "circles");
        const box = await canvas(page, "circles").boundingBox();
        const shape = await find(page, "second", canvas(page, "circles"));
        assert.ok((await swipe(page, { x: box.x + 14, y: box.y + box.height - 20 })) > 60, "empty paper scrolls");
        await goTo(page, "circles");
        assert.ok(Math.abs(await swipe(page, shape)) < 2, "a shape is dragged");
      }));
    }
  });
}

/** A finger that goes up by 120 pixels; returns how far the page has scrolled. */
async function swipe(page, { x, y }) {
  const session = await page.context().newCDPSession(page);
  const top = () => page.evaluate(() => window.scrollY);
  const start = await top();
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  for (let step = 1; step <= 8; step++) {
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x, y: y - 15 * step }] });
    await drawn(page);
  }
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  return (await top()) - start;
}
