// Makes the entries that await nothing from the output of tsc: dist/cjs/ for `require`, file by file, which
// reads its modules from disk; and dist/inline*.js, each one file that contains its modules and the adapters.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build, transformSync } from "esbuild";

const dist = (path) => fileURLToPath(new URL(`dist/${path}`, import.meta.url));
const read = (path) => readFileSync(dist(path), "utf8");
function write(path, text) {
  mkdirSync(dirname(dist(path)), { recursive: true });
  writeFileSync(dist(path), text);
}
/** The files that await a module, and what replaces each. */
const WAITING = /\b(plane|space)-module\.js$/;
/** The file that fetches a module on demand. */
const ON_DEMAND = /\b(meshes)-module\.js$/;

/** Reads a module from disk synchronously. */
const readAtOnce = (name) => `"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { simd } = require("./base/wasm.js");
exports.compiled = new WebAssembly.Module(readFileSync(join(__dirname, "../wasm", simd ? "${name}_simd.wasm" : "${name}_plain.wasm")));
`;

/** Reads a module from disk on demand. */
const readOnDemand = (name) => `"use strict";
const { readFile } = require("node:fs/promises");
const { join } = require("node:path");
exports.compiled = async () => WebAssembly.compile(await readFile(join(__dirname, "../wasm/${name}.wasm")));
`;

function replaced(name) {
  const [, waiting] = WAITING.exec(name) ?? [];
  if (waiting) return readAtOnce(waiting);
  const [, demanded] = ON_DEMAND.exec(name) ?? [];
  return demanded && readOnDemand(demanded);
}

function commonJs() {
  write("cjs/package.json", '{ "type": "commonjs" }\n');
  for (const name of readdirSync(dist(""), { recursive: true }).filter((each) => !each.startsWith("cjs") && !each.startsWith("inline"))) {
    if (name.endsWith(".d.ts")) write(`cjs/${name}`, read(name));
    if (!name.endsWith(".js")) continue;
    const code = replaced(name) ?? transformSync(read(name), { format: "cjs", target: "es2022" }).code;
    write(`cjs/${name}`, code);
  }
}

/**
 * A module within the file itself: compressed, so that it is about as long as the files that other entries
 * fetch.
 */
function inFile(name, unpack) {
  const packed = deflateRawSync(readFileSync(dist(`wasm/${name}.wasm`)), { level: 9 }).toString("base64");
  return `import { unpacked } from "clearance-unpacked";\nexport const compiled = ${unpack(`unpacked("${packed}")`)};`;
}
const atOnce = (call) => call;
const onDemand = (call) => `async () => ${call}`;

const UNPACKED = `
import { inflateSync } from "fflate";
import { simd } from "./base/wasm.js";
export function unpacked(text) {
  if (!simd) throw new Error("clearance: the inline build needs simd128, which is not supported here; \\"clearance\\" does not");
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return new WebAssembly.Module(inflateSync(bytes));
}`;

const inline = {
  name: "inline",
  setup(esbuild) {
    esbuild.onResolve({ filter: /^clearance-unpacked$/ }, () => ({ path: "unpacked", namespace: "inline" }));
    esbuild.onLoad({ filter: /.*/, namespace: "inline" }, () => ({ contents: UNPACKED, resolveDir: dist("") }));
    const load = (filter, code) => esbuild.onLoad({ filter }, ({ path }) => ({ contents: code(filter.exec(path)[1]), resolveDir: dist("") }));
    load(WAITING, (name) => inFile(`${name}_simd`, atOnce));
    load(ON_DEMAND, (name) => inFile(name, onDemand));
  },
};

const NOTICE = `/*! clearance: MIT OR Apache-2.0. Contains fflate (https://github.com/101arrowz/fflate), MIT:
${readFileSync(new URL("node_modules/fflate/LICENSE", import.meta.url), "utf8").trim()}
*/`;

/** Bundles a file of dist/ into one. */
const inOneFile = (from, to) =>
  build({
    entryPoints: [dist(from)], outfile: dist(to), bundle: true, format: "esm", target: "es2022", platform: "neutral",
    mainFields: ["module", "main"], conditions: ["import"], minifyWhitespace: true, minifySyntax: true, keepNames: false,
    plugins: [inline], banner: { js: NOTICE }, external: ["node:*"], logLevel: "warning",
  });

commonJs();
await Promise.all([inOneFile("inline/all.js", "inline.js"), inOneFile("inline/all-d2.js", "inline-d2.js"), inOneFile("inline/all-three.js", "inline-d3.js")]);
for (const name of readdirSync(dist("inline")).filter((each) => each.endsWith(".js"))) rmSync(dist(`inline/${name}`));
