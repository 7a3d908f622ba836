// Space: two boxes and their fifteen axes; two meshes, files of one's own, picking.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { SIZES, find, launchBrowser, openPage, parameters, picture, servePage, settledHash, visitor } from "./harness.mjs";

const AXES = 15;

/** A tetrahedron of edge 2 as an ASCII STL: twelve corners, four places. */
const CORNERS = [[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]];
const FACES = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];
const facet = (face) => `facet normal 0 0 0\nouter loop\n${face.map((i) => `vertex ${CORNERS[i].join(" ")}`).join("\n")}\nendloop\nendfacet`;
const FILES = {
  "solid.stl": `solid t\n${FACES.map(facet).join("\n")}\nendsolid t\n`,
  "solid.obj": `${CORNERS.map((corner) => `v ${corner.join(" ")}`).join("\n")}\n${FACES.map((face) => `f ${face.map((i) => i + 1).join(" ")}`).join("\n")}\n`,
  "solid.glb": glb(),
};

/** The same as a binary glTF: a JSON chunk and a chunk of floats. */
function glb() {
  const floats = Float32Array.from(FACES.flatMap((face) => face.flatMap((i) => CORNERS[i])));
  const document = {
    asset: { version: "2.0" }, scene: 0, scenes: [{ nodes: [0] }], nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: floats.length / 3, type: "VEC3", min: [-1, -1, -1], max: [1, 1, 1] }],
    bufferViews: [{ buffer: 0, byteLength: floats.byteLength }], buffers: [{ byteLength: floats.byteLength }],
  };
  const json = Buffer.from(JSON.stringify(document).padEnd(Math.ceil(JSON.stringify(document).length / 4) * 4));
  const head = (...words) => Buffer.from(Uint32Array.from(words).buffer);
  const data = Buffer.from(floats.buffer);
  const length = 12 + 8 + json.length + 8 + data.length;
  return Buffer.concat([head(0x46546c67, 2, length), head(json.length, 0x4e4f534a), json, head(data.length, 0x004e4942), data]);
}

let browser, server;
before(async () => { [server, browser] = await Promise.all([servePage(), launchBrowser()]); });
after(async () => { await browser?.close(); server?.stop(); });

const drawing = (page) => page.locator("main canvas").first();
const relation = (page) => drawing(page).getAttribute("data-relation");

for (const size of SIZES) {
  describe(`two boxes, ${size.name}`, () => {
    const visit = visitor(() => browser, () => server, size, "#space");

    it("collide in red, and are parted by dragging one away", () => visit(async (page) => {
      assert.equal(await relation(page), "overlapping");
      const red = await find(page, "red");
      assert.ok(red.count > 1000, `${red.count} red pixels`);
      // B stands to the right of what is red.
      const start = { x: red.x + 0.06 * size.viewport.width, y: red.y };
      await page.mouse.move(start.x, start.y);
      await page.mouse.down();
      await page.mouse.move(start.x + 0.3 * size.viewport.width, start.y - 60, { steps: 10 });
      await page.mouse.up();
      assert.equal(await relation(page), "disjoint");
      assert.ok((await find(page, "red")).count < red.count / 10);
      assert.equal(await page.locator(".axis-row .gap").count() > 0, true, "an axis has a gap");
      await picture(page, `space-apart-${size.name}`);
    }));

    it("list fifteen axes, of which one decides; each can be drawn", () => visit(async (page) => {
      assert.equal(await page.locator(".axis-row").count(), AXES);
      assert.equal(await page.locator(".axis-row.deciding").count(), 1);
      const overlaps = await page.locator(".axis-row b").allInnerTexts();
      const least = Math.max(...overlaps.map((words) => Number(words.replace("−", "-"))));
      const deciding = Number((await page.locator(".axis-row.deciding b").innerText()).replace("−", "-"));
      assert.equal(deciding, least);
      const seen = await drawing(page).screenshot();
      await page.locator('[data-axis="b1"]').click();
      assert.equal(await page.locator('[data-axis="b1"]').getAttribute("aria-pressed"), "true");
      assert.ok(!seen.equals(await drawing(page).screenshot()));
      assert.equal(parameters(await settledHash(page)).get("axis"), "b1");
    }));

    it("turn and move by keys, and so does the view", () => visit(async (page) => {
      await drawing(page).focus();
      const state = async () => parameters(await settledHash(page));
      await page.keyboard.press("ArrowRight");
      const first = await state();
      await page.keyboard.press("ArrowRight");
      const turned = await state();
      assert.notEqual(turned.get("b"), first.get("b"));
      assert.equal(turned.get("b").split(",").slice(0, 3).join(), first.get("b").split(",").slice(0, 3).join(), "turned where it stands");
      for (let i = 0; i < 60; i++) await page.keyboard.press("Shift+ArrowRight");
      assert.equal(await relation(page), "disjoint");
      await page.keyboard.press("v");
      await page.keyboard.press("ArrowLeft");
      assert.notEqual((await state()).get("eye"), turned.get("eye"));
    }));

    it("are as they were when the link is opened", () => visit(async (page) => {
      await page.getByText("Parted by two edges").click();
      const hash = await settledHash(page);
      const other = await openPage(browser, server.address, size, { hash });
      assert.equal(await relation(other.page), "disjoint");
      assert.match(await other.page.locator(".axis-row.deciding").getAttribute("data-axis"), /^a\db\d$/);
      assert.equal(await settledHash(other.page), hash);
      await other.close();
    }));
  });

  describe(`two meshes, ${size.name}`, () => {
    const visit = visitor(() => browser, () => server, size, "#space?show=meshes");
    const meeting = async (page) => (await drawing(page).getAttribute("data-meeting")).split(",").map(Number);

    it("light the triangles that meet", () => visit(async (page) => {
      const [a, b] = await meeting(page);
      assert.ok(a > 50 && b > 50, `${a} and ${b} triangles`);
      assert.ok((await find(page, "red")).count > 200);
      await picture(page, `space-meshes-${size.name}`);
      await drawing(page).focus();
      for (let i = 0; i < 90; i++) await page.keyboard.press("Shift+ArrowRight");
      assert.deepEqual(await meeting(page), [0, 0]);
      assert.equal(await relation(page), "disjoint");
    }));

    it("are picked: the triangle, the point, the normal", () => visit(async (page) => {
      const values = () => page.locator(".exhibit .numbers").last().locator("dd").allInnerTexts();
      assert.equal((await values())[0], "–");
      const at = await find(page, "red"); // on a surface, surely
      await page.mouse.click(at.x, at.y);
      await page.waitForTimeout(100);
      const [met, triangle, point, normal] = await values();
      assert.match(met, /^[AB], /);
      assert.match(triangle, /^[\d,]+$/);
      for (const vector of [point, normal]) assert.equal(vector.split(", ").length, 3);
      const length = Math.hypot(...normal.replaceAll("−", "-").split(", ").map(Number));
      assert.ok(Math.abs(length - 1) < 0.002, `a normal of length ${length}`);
    }));

    it("may be one's own: STL, OBJ, GLB; what cannot be read is said", () => visit(async (page) => {
      for (const [name, content] of Object.entries(FILES)) {
        await page.locator('input[data-load="b"]').setInputFiles({ name, mimeType: "model/any", buffer: Buffer.from(content) });
        await page.locator(".space-note", { hasText: name }).waitFor();
        await page.waitForFunction(() => document.querySelector(".exhibit .numbers dd").textContent === "8,192, 4");
        await page.getByText("Back to the shipped").click();
      }
      await page.locator('input[data-load="a"]').setInputFiles({ name: "broken.glb", mimeType: "model/any", buffer: Buffer.from("not a model") });
      await page.locator(".space-note", { hasText: "broken.glb could not be read" }).waitFor();
      await page.locator('input[data-load="a"]').setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("words") });
      await page.locator(".space-note", { hasText: "Only .stl, .obj and .glb" }).waitFor();
    }));
  });
}
