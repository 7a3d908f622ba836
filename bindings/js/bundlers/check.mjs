// The packed package in an empty folder, as its users take it: with Node, Deno, vite, webpack and esbuild,
// and from a <script>.
//
//     node bundlers/check.mjs clearance-0.1.0.tgz
//
// Each of them must print the same answers. What is built for browsers is shown by Chromium (CHROMIUM may
// name one). Needs the registry: the bundlers are installed in their newest versions.

import { execFileSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";

const TOOLS = ["vite", "webpack", "webpack-cli", "esbuild", "deno", "three", "playwright-core"]; // the last one drives the browser
const CHROMIUM = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

const ASK = `
const plank = d2.Shape.box([2, 0.5]), ball = d3.Shape.sphere(1);
const answers = [d2.relation(plank, d2.Shape.circle(1).at([0, 1.5])), d3.distance(ball, ball.at([0, 0, 5]))];
export const said = answers.join(" ");
`;
const WANTED = "touching 3";
/** The same with an adapter, which goes with the entries that fetch their modules. */
const FRIEND = `const { meshCollider } = withThree(THREE);
answers.push(d3.distance(ball.at([0, 0, 9]), meshCollider(new THREE.Mesh(new THREE.BoxGeometry(2, 2, 2)))));`;
const ASK_FRIEND = ASK.replace("export", `${FRIEND}\nexport`);
const WANTED_FRIEND = "touching 3 7";
/** The same with an adapter in the single file. */
const FRIEND_IN_FILE = `const display = { getGlobalTransform: () => ({ a: 1, b: 0, c: 0, d: 1, tx: 5, ty: 0 }), getLocalBounds: () => ({ x: 0, y: 0, width: 2, height: 2 }) };
answers.push(d2.distance(d2.Shape.point().at([14, 1]), pixi.bodyOf(display)));`;
const IMPORTS = `import * as THREE from "three"; import { withThree } from "clearance/three"; import { d2, d3 } from "clearance";`;
const SHOW = `import { said } from "./ask.js"; document.body.textContent = said;`;
const PAGE = (script) => `<!doctype html><meta charset="utf-8"><body>nothing yet<script type="module" src="${script}"></script>`;

const folder = mkdtempSync(join(tmpdir(), "clearance-bundlers-"));
const inside = (path) => join(folder, path);
const write = (path, text) => {
  mkdirSync(join(inside(path), ".."), { recursive: true });
  writeFileSync(inside(path), text);
};
const run = (program, ...words) => execFileSync(program, words, { cwd: folder, stdio: ["ignore", "pipe", "inherit"] }).toString().trim();
const tool = (name, ...words) => run(inside(`node_modules/.bin/${name}`), ...words);

/** Serves a folder until it is closed. */
function served(path) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };
  const server = createServer((request, response) => {
    const file = join(inside(path), new URL(request.url, "http://localhost").pathname.replace(/\/$/, "/index.html"));
    if (!existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    createReadStream(file).pipe(response);
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(server)));
}

/** What a page of a folder says in the end. */
async function shown(path) {
  if (!CHROMIUM) throw new Error("no chromium; CHROMIUM may name one");
  const { chromium } = createRequire(inside("package.json"))("playwright-core");
  const [server, browser] = [await served(path), await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] })];
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await page.waitForFunction(() => document.body.textContent.trim() !== "nothing yet", null, { timeout: 15_000 });
    return (await page.textContent("body")).trim();
  } finally {
    await browser.close();
    server.close();
  }
}

const WAYS = {
  "Node, import": () => run(process.execPath, "node.mjs"),
  "Node, require": () => run(process.execPath, "node.cjs"),
  Deno: () => tool("deno", "run", "--allow-read", "--node-modules-dir=manual", "node.mjs"),
  vite: () => (tool("vite", "build", "vite", "--logLevel", "warn"), shown("vite/dist")),
  webpack: () => (tool("webpack", "--config", "webpack.config.cjs", "--stats", "errors-only"), shown("webpack/dist")),
  "esbuild, the single file": () => (tool("esbuild", "esbuild/main.js", "--bundle", "--format=esm", "--outfile=esbuild/dist/main.js", "--log-level=warning"), shown("esbuild/dist")),
  "a script, the single file": () => shown("."),
};

function prepare(tarball) {
  write("package.json", '{ "private": true }');
  run("npm", "install", "--no-audit", "--no-fund", "--silent", resolve(tarball), ...TOOLS);
  write("node.mjs", `${IMPORTS}${ASK_FRIEND}console.log(said);`);
  const required = `const THREE = require("three"), { withThree } = require("clearance/three"), { d2, d3 } = require("clearance");`;
  write("node.cjs", `${required}${ASK_FRIEND.replace("export ", "")}console.log(said);`);
  for (const bundler of ["vite", "webpack", "esbuild"]) {
    write(`${bundler}/ask.js`, bundler === "esbuild" ? `import { d2, d3 } from "clearance/inline";${ASK}` : `${IMPORTS}${ASK_FRIEND}`);
    write(`${bundler}/main.js`, SHOW);
  }
  write("vite/index.html", PAGE("./main.js"));
  write("webpack/dist/index.html", PAGE("./main.js"));
  write("esbuild/dist/index.html", PAGE("./main.js"));
  write("index.html", PAGE("./main.js"));
  write("main.js", SHOW);
  write("ask.js", `import { d2, d3, pixi } from "./node_modules/clearance/dist/inline.js";${ASK.replace("export", `${FRIEND_IN_FILE}\nexport`)}`);
  write("webpack.config.cjs", `module.exports = {
    mode: "production", entry: "./webpack/main.js", output: { path: __dirname + "/webpack/dist", filename: "main.js" },
  };`);
}

const [tarball] = process.argv.slice(2);
if (!tarball) throw new Error("node bundlers/check.mjs TARBALL");
let failed = 0;
try {
  prepare(tarball);
  for (const [name, way] of Object.entries(WAYS)) {
    const start = Date.now();
    let said;
    try { said = await way(); } catch (error) { said = error.message; }
    const isRight = said === (name === "esbuild, the single file" ? WANTED : WANTED_FRIEND);
    failed += isRight ? 0 : 1;
    console.log(`${isRight ? "ok    " : "FAILED"} ${name}: ${said} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
