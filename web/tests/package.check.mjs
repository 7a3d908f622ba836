// The package from another origin, as from a CDN: imported by its address, in a page that has nothing else.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { after, before, it } from "node:test";
import { launchBrowser } from "./harness.mjs";

const DIST = new URL("../../bindings/js/dist/", import.meta.url);
const TYPES = { js: "text/javascript", wasm: "application/wasm" };

/** Serves on a free port: its address and how to stop it. */
async function serve(answer) {
  const server = createServer(answer);
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { address: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** Files of the package as they are, to everyone, as a CDN sends them. */
async function send(request, response) {
  const name = request.url.slice(1);
  try {
    const file = await readFile(new URL(name, DIST));
    response.writeHead(200, { "content-type": TYPES[name.split(".").at(-1)] ?? "text/plain", "access-control-allow-origin": "*" }).end(file);
  } catch {
    response.writeHead(404).end();
  }
}

let browser, cdn, site;
before(async () => {
  const blank = (_, response) => response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>blank</title>");
  [browser, cdn, site] = await Promise.all([launchBrowser(), serve(send), serve(blank)]);
});
after(async () => { await browser?.close(); cdn?.stop(); site?.stop(); });

it("answers when it is imported from another origin, one dimension or both", async () => {
  const page = await browser.newPage();
  await page.goto(site.address);
  const ask = async (address) => {
    const { d2, d3 } = await import(address);
    return [d2, d3].filter(Boolean).map((d) => d.relation(d.Shape.point(), d.Shape.point()));
  };
  assert.deepEqual(await page.evaluate(ask, `${cdn.address}/index.js`), ["touching", "touching"]);
  assert.deepEqual(await page.evaluate(ask, `${cdn.address}/only-d2.js`), ["touching"]);
});
