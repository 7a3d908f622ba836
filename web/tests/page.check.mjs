// The whole page: every mode on and off, both languages, both papers, by keys alone, on a desktop and a
// phone.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SIZES, drawn, faintTexts, launchBrowser, obstacles, openMode, picture, servePage, settledHash, visitor } from "./harness.mjs";

const MODES = ["learn", "two", "many", "fast", "pixels", "walk", "space"];
/** The first page, and all that it asks for: of a server on this machine. */
const FIRST_LOAD_BYTES = 400_000;
const FIRST_LOAD_MS = 1000;
/** More presses of Tab than any mode has controls. */
const MOST_STOPS = 150;

let browser, server;
before(async () => { [server, browser] = await Promise.all([servePage(), launchBrowser()]); });
after(async () => { await browser?.close(); server?.stop(); });

for (const size of SIZES) {
  describe(`the page, ${size.name}`, () => {
    const visit = visitor(() => browser, () => server, size);

    it("shows every mode, twice over, and leaves it without a trace", () => visit(async (page) => {
      assert.deepEqual(await page.locator('[role="tab"]').evaluateAll((tabs) => tabs.map((tab) => tab.id)), MODES.map((id) => `tab-${id}`));
      for (const round of [1, 2]) {
        for (const id of MODES) {
          await openMode(page, id);
          assert.equal(await page.locator('[role="tab"][aria-selected="true"]').getAttribute("id"), `tab-${id}`);
          assert.equal(await page.locator(".apology").count(), 0, `${id} started`);
          await page.waitForTimeout(500); // what moves shall have moved
          if (round === 1) await picture(page, `${id}-${size.name}`);
        }
      }
      await page.goBack();
      await page.waitForFunction((id) => document.querySelector(`#tab-${id}`).ariaSelected === "true", MODES.at(-2));
    }));

    it("is there at once: in one second and 400 kB", (t) => visit(async (page) => {
      const { bytes, milliseconds } = await firstLoad(page);
      // Other tests run beside this one: of six loads the fastest counts.
      const times = [milliseconds];
      while (Math.min(...times) >= FIRST_LOAD_MS && times.length < 6) {
        await page.reload();
        await drawn(page);
        times.push((await firstLoad(page)).milliseconds);
      }
      t.diagnostic(`${(bytes / 1000).toFixed(0)} kB, ${times.map((ms) => ms.toFixed(0)).join(", ")} ms`);
      assert.ok(bytes < FIRST_LOAD_BYTES, `${bytes} bytes`);
      assert.ok(Math.min(...times) < FIRST_LOAD_MS, `${times} ms until the first picture`);
    }));

    it("fetches the modules of the plane and of space when they are needed, and not before", () => visit(async (page, _, requests) => {
      const modules = () => requests.filter((address) => address.endsWith(".wasm"));
      const ofSpace = () => requests.filter((address) => /space_(simd|plain)|three\.module/.test(address));
      assert.deepEqual(modules(), [], "the course does without");
      await openMode(page, "two");
      assert.ok(modules().every((address) => /plane_(simd|plain)/.test(address)) && modules().length === 1, "two shapes ask for the module of the plane");
      assert.deepEqual(ofSpace(), []);
      await openMode(page, "space");
      assert.ok(ofSpace().some((address) => address.includes(".wasm")), "space asks for its module");
    }));

    it("has a landmark for what is not its header, in which the tabs' panel is", () => visit(async (page) => {
      const roles = await page.locator("main").evaluateAll((all) => all.map((main) => main.getAttribute("role")));
      assert.deepEqual(roles, [null]);
      const panel = page.locator("main [role=tabpanel]");
      assert.equal(await panel.count(), 1);
      assert.equal(await page.locator('[role="tab"][aria-selected="true"]').getAttribute("aria-controls"), await panel.getAttribute("id"));
    }));

    for (const dark of [false, true]) {
      it(`has no text that is too faint to read, and passes axe-core, on ${dark ? "dark" : "light"} paper`, () => visit(async (page) => {
        for (const id of MODES) {
          await openMode(page, id);
          if (id === "two") await page.getByText("Shadows", { exact: true }).click();
          await drawn(page);
          assert.deepEqual(await faintTexts(page), [], id);
          assert.deepEqual(await obstacles(page), [], id);
        }
      }, { dark }));
    }

    it("fits the window, in Chinese on dark paper too", () => visit(async (page) => {
      for (const id of MODES) {
        await openMode(page, id);
        await page.waitForTimeout(300);
        await picture(page, `${id}-${size.name}-zh-dark`);
        const beyond = await page.evaluate(() => document.scrollingElement.scrollWidth - window.innerWidth);
        assert.ok(beyond <= 0, `${id} is ${beyond} pixels too wide`);
        assert.equal(await page.evaluate(() => document.documentElement.lang), "zh");
        assert.match(await page.locator("main").innerText(), /[\u4e00-\u9fff]/, `${id} speaks Chinese`);
      }
    }, { language: "zh", dark: true }));

    it("changes its language and its paper in every mode, and keeps them", () => visit(async (page) => {
      for (const id of MODES) {
        await openMode(page, id);
        const before_ = await page.locator("main").innerText();
        await page.locator('[data-tool="language"]').click();
        await page.locator('[data-tool="theme"]').click();
        await drawn(page);
        assert.notEqual(await page.locator("main").innerText(), before_, `${id} is written in another language`);
      }
      const lang = await page.evaluate(() => document.documentElement.lang);
      assert.match(await settledHash(page), new RegExp(`lang=${lang}`));
    }));

    it("can be worked by keys alone", () => visit(async (page) => {
      for (const id of MODES) {
        await openMode(page, id);
        assert.deepEqual(await unreachable(page), [], `of ${id} Tab does not reach, or not visibly`);
      }
    }));
  });
}

/**
 * Bytes over the line, and the time until the first picture was drawn, which a busy browser notes after the
 * page has gone on.
 */
async function firstLoad(page) {
  await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0);
  return page.evaluate(() => {
    const all = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
    return {
      bytes: all.reduce((sum, { transferSize }) => sum + transferSize, 0),
      milliseconds: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    };
  });
}

/** What of the page's controls Tab never comes to, or comes to without showing where it is. */
async function unreachable(page) {
  const wanted = await page.evaluate(() => {
    const shown = (element) => element.getClientRects().length > 0 && getComputedStyle(element).visibility !== "hidden";
    // Of a group of radio buttons, and of the tabs, one is in the order of Tab.
    const all = [...document.querySelectorAll("button, select, canvas[tabindex='0'], input:not([type=radio]), input[type=radio]:checked")];
    const controls = all.filter((element) => shown(element) && !element.disabled && element.tabIndex >= 0 && !element.closest("[hidden], [inert]"));
    controls.forEach((element, i) => { element.dataset.stop = String(i); });
    document.activeElement?.blur();
    return controls.map((element) => `${element.tagName} ${element.ariaLabel ?? element.textContent.trim().slice(0, 30)}`);
  });
  const [reached, unseen] = [new Set(), new Set()];
  for (let press = 0; press < MOST_STOPS && reached.size < wanted.length; press++) {
    await page.keyboard.press("Tab");
    const { stop, seen } = await page.evaluate(() => {
      const at = document.activeElement;
      // A radio button's outline is drawn around its label.
      const outlined = [at, at.closest("label")].some((element) => element && getComputedStyle(element).outlineStyle !== "none");
      return { stop: at.dataset?.stop, seen: outlined };
    });
    if (stop !== undefined) reached.add(Number(stop));
    if (stop !== undefined && !seen) unseen.add(Number(stop));
  }
  return wanted.filter((_, i) => !reached.has(i) || unseen.has(i));
}
