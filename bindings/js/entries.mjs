// Makes the entries in which nothing is awaited from those that tsc has made: dist/cjs/ for `require`, file by file, which reads its
// modules from the disk; and dist/inline*.js, each one file with its modules in it.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import { build, transformSync } from "esbuild";

const dist = (path) => fileURLToPath(new URL(`dist/${path}`, import.meta.url));
const read = (path) => readFileSync(dist(path), "utf8");
/** Files that wait for a module; each has another in its place here. */
const WAITING = /\b(plane|space)-module\.js$/;

/** Reads a module from the disk at once. */
const readAtOnce = (name) => `"use strict";
const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { simd } = require("./wasm.js");
exports.compiled = new WebAssembly.Module(readFileSync(join(__dirname, "../wasm", simd ? "${name}_simd.wasm" : "${name}_plain.wasm")));
`;

function commonJs() {
  mkdirSync(dist("cjs/wasm"), { recursive: true });
  writeFileSync(dist("cjs/package.json"), '{ "type": "commonjs" }\n');
  for (const name of readdirSync(dist(""), { recursive: true }).filter((each) => !each.startsWith("cjs"))) {
    if (name.endsWith(".d.ts")) copyFileSync(dist(name), dist(`cjs/${name}`));
    if (!name.endsWith(".js")) continue;
    const waiting = WAITING.exec(name)?.[1];
    const code = waiting ? readAtOnce(waiting) : transformSync(read(name), { format: "cjs", target: "es2022" }).code;
    writeFileSync(dist(`cjs/${name}`), code);
  }
}

/** A module in the file itself: compressed, so that it is about as long as what is fetched elsewhere. */
function inFile(name) {
  const packed = deflateRawSync(readFileSync(dist(`wasm/${name}_simd.wasm`)), { level: 9 }).toString("base64");
  return `import { unpacked } from "clearance-unpacked";\nexport const compiled = unpacked("${packed}");`;
}

const UNPACKED = `
import { inflateSync } from "fflate";
import { simd } from "./wasm.js";
export function unpacked(text) {
  if (!simd) throw new Error("clearance: the inline build needs simd128, which is not understood here; \\"clearance\\" does not");
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
    esbuild.onLoad({ filter: WAITING }, ({ path }) => ({ contents: inFile(WAITING.exec(path)[1]), resolveDir: dist("") }));
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
await Promise.all([inOneFile("index.js", "inline.js"), inOneFile("only-d2.js", "inline-d2.js"), inOneFile("only-d3.js", "inline-d3.js")]);
