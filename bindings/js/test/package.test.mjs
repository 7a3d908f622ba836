// The package as it is published: packed, installed into an empty folder, and used there.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "clearance-package-"));
after(() => rmSync(folder, { recursive: true, force: true }));
// These tests do not build the package, which takes minutes.
execFileSync(process.execPath, ["prepack.mjs", "--no-build"], { cwd: root });
const [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: root }).toString());
const names = packed.files.map(({ path }) => path);

test("it holds what it is for, both licences and its pages", () => {
  const modules = ["plane_simd", "plane_plain", "space_simd", "space_plain", "meshes"].map((module) => `dist/wasm/${module}.wasm`);
  const wanted = ["package.json", "README.md", "COMING-FROM.md", "LICENSE-MIT", "LICENSE-APACHE", "dist/index.js", "dist/index.d.ts", ...modules];
  assert.deepEqual(wanted.filter((name) => !names.includes(name)), []);
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const paths = (entry) => (typeof entry === "string" ? [entry.replace("./", "")] : Object.values(entry).flatMap(paths));
  const named = paths(exports);
  assert.deepEqual(named.filter((name) => !names.includes(name)), []);
});

test("links of its pages lead somewhere from the registry, too", () => {
  const repository = "https://github.com/clearance-rs/clearance/blob/main/";
  for (const page of ["README.md", "COMING-FROM.md"]) {
    for (const [, link] of readFileSync(join(root, page), "utf8").matchAll(/\]\(([^)#]+)[^)]*\)/g)) {
      assert.match(link, /^https:/, `${page}: ${link}`);
      if (link.startsWith(repository)) readFileSync(join(root, "../..", link.slice(repository.length)));
    }
  }
});

test("installed into an empty folder it answers", () => {
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, packed.filename)], { cwd: folder, stdio: "ignore" });
  for (const [name, d] of [["clearance", "d2"], ["clearance/d2", "d2"], ["clearance/d3", "d3"]]) {
    const code = `import { ${d} } from "${name}"; const p = ${d}.Shape.point(); console.log(${d}.relation(p, p));`;
    assert.equal(execFileSync(process.execPath, ["--input-type=module", "--eval", code], { cwd: folder }).toString().trim(), "touching");
  }
});

const run = (kind, code) => execFileSync(process.execPath, [`--input-type=${kind}`, "--eval", code], { cwd: folder }).toString().trim();

test("require() answers, too, with the same classes whichever entry they come from", () => {
  const code = `
    const { d2, d3, Mask, ClearanceError, simd } = require("clearance");
    const alone = [require("clearance/d2").d2.Shape === d2.Shape, require("clearance/d3").d3.Shape === d3.Shape, require("clearance/d2").ClearanceError === ClearanceError];
    let error;
    try { d2.Shape.circle(-1); } catch (caught) { error = caught; }
    console.log(d2.relation(d2.Shape.point(), d2.Shape.point()), d3.Shape.sphere(1).kind, Mask.fromRows(["11"]).area(), alone.join(), error instanceof ClearanceError, simd);`;
  assert.equal(run("commonjs", code), "touching sphere 2 true,true,true true true");
  assert.equal(run("commonjs", 'import("clearance").then(({ d2 }) => console.log(d2.Shape.point().kind));'), "point");
});

test("adapters load without their friends, from modules and by require()", () => {
  const names = { three: "withThree", pixi: "bodyOf", phaser: "bodyOf", draw: "Drawer" };
  for (const [adapter, name] of Object.entries(names)) {
    assert.equal(run("module", `import { ${name} } from "clearance/${adapter}"; console.log(typeof ${name});`), "function");
    assert.equal(run("commonjs", `console.log(typeof require("clearance/${adapter}").${name});`), "function");
  }
  const code = `const { d2 } = require("clearance"), { bodyOf } = require("clearance/pixi");
    const body = bodyOf({ getGlobalTransform: () => ({ a: 1, b: 0, c: 0, d: 1, tx: 5, ty: 0 }), getLocalBounds: () => ({ x: 0, y: 0, width: 2, height: 2 }) });
    console.log(d2.contains([6, 1], body), body.shape instanceof d2.Shape);`;
  assert.equal(run("commonjs", code), "true true");
  const { dependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  assert.equal(dependencies, undefined);
  assert.ok(Object.keys(peerDependencies).every((name) => peerDependenciesMeta[name].optional), "no friend is installed with it");
});

test("each entry of 3D loads the module of meshes on demand", () => {
  const ask = `d3.loadMeshes().then(({ report }) => console.log(report({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], triangles: [0, 1, 2] }).area));`;
  for (const name of ["clearance", "clearance/d3", "clearance/inline", "clearance/inline/d3"]) {
    assert.equal(run("module", `import { d3 } from "${name}"; ${ask}`), "0.5", name);
  }
  assert.equal(run("commonjs", `const { d3 } = require("clearance"); ${ask}`), "0.5");
});

test("the inline entries are one file each, and answer with the same bits", () => {
  const ask = (d, name) => `import { ${d} } from "${name}"; const s = ${d}.Shape.${d === "d2" ? "circle" : "sphere"}(1);
    console.log(JSON.stringify(${d}.clearance(s, s.at(${d === "d2" ? "[0.3, 0.1]" : "[0.3, 0.1, 7]"}))));`;
  for (const [d, names] of [["d2", ["clearance", "clearance/inline", "clearance/inline/d2"]], ["d3", ["clearance", "clearance/inline", "clearance/inline/d3"]]]) {
    const [first, ...others] = names.map((name) => run("module", ask(d, name)));
    assert.ok(first.startsWith('{"distance":'));
    assert.deepEqual(others, [first, first]);
  }
  for (const name of ["inline.js", "inline-d2.js", "inline-d3.js"]) {
    const code = readFileSync(join(root, "dist", name), "utf8");
    assert.doesNotMatch(code.replace(/\/\*[^]*?\*\//g, ""), /\bimport\s*[("'{*]|import\.meta|\beval\b|new Function/, name);
    assert.match(code, /fflate[^]*Permission is hereby granted/);
  }
});

/** Evaluates a file of dist/ in a context that has neither files nor a network, and asks its namespace. */
function alone(name, ask, ...imports) {
  const code = `import { createContext, SourceTextModule } from "node:vm"; import { readFileSync } from "node:fs"; ${imports.join(" ")}
    const file = new SourceTextModule(readFileSync(${JSON.stringify(join(folder, "node_modules/clearance/dist", name))}, "utf8"), { context: createContext({ atob, TextDecoder, TextEncoder }) });
    await file.link((other) => { throw new Error("imports " + other); });
    await file.evaluate();
    const all = file.namespace;
    console.log([${ask}].join(" "));`;
  return execFileSync(process.execPath, ["--experimental-vm-modules", "--no-warnings", "--input-type=module", "--eval", code], { cwd: root }).toString().trim();
}

test("the single files answer with their adapters where nothing can be fetched or imported", () => {
  const bounds = "width: 2, height: 2";
  const pixi = `all.pixi.bodyOf({ getGlobalTransform: () => ({ a: 1, b: 0, c: 0, d: 1, tx: 5, ty: 0 }), getLocalBounds: () => ({ x: 0, y: 0, ${bounds} }) })`;
  const phaser = `all.phaser.bodyOf({ getWorldTransformMatrix: () => ({ a: 1, b: 0, c: 0, d: 1, tx: 5, ty: 0 }), displayOriginX: 0, displayOriginY: 0, ${bounds} })`;
  const draw = `new all.draw.Drawer({ ...Object.fromEntries(["beginPath", "moveTo", "lineTo", "closePath", "arc", "ellipse", "fill", "stroke", "save", "restore"].map((name) => [name, () => {}])), getTransform: () => ({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }) })`;
  const plane = `all.d2.contains([6, 1], ${pixi}), all.d2.distance(all.d2.Shape.point(), ${phaser}), ${pixi}.shape instanceof all.d2.Shape, ${draw}.shape(all.d2.Shape.circle(1)) === undefined`;
  for (const name of ["inline.js", "inline-d2.js"]) assert.equal(alone(name, plane), "true 5 true true", name);
  const three = "all.d3.distance(all.d3.Shape.point().at([9, 0, 0]), all.three.withThree(THREE).meshCollider(new THREE.Mesh(new THREE.BoxGeometry(2, 2, 2)))), typeof all.three.follow";
  assert.equal(alone("inline-d3.js", three, 'import * as THREE from "three";'), "8 function");
});

// The module of meshes, of which convex parts are two thirds, is in it by itself and in two inline entries;
// what each module of a dimension gains is there four times. The adapters in the three single files are 60 kB
// of it. What scenes remember of pairs, and manifolds that are written in place, have put it above 12.7 MB;
// tests of boxes and triangles without a search above 12.8 MB; boxes around whole meshes, and facets that are
// left out four at a time, above 12.9 MB; determinants in integers above 6.6 MB packed; contacts of boxes and
// circles, and of solids that lie on each other, above 13.0 MB; planes of facets beside polytopes above 13.1
// MB; contacts of facets that are clipped at once above 13.2 MB.
test("the package is no larger than it need be", () => {
  assert.ok(packed.size < 6.8e6 && packed.unpackedSize < 1.33e7, `${packed.size} bytes, ${packed.unpackedSize} unpacked`);
});

test("types are found by each entry, from modules and from CommonJS", () => {
  const use = 'const shape: d2.Shape = d2.Shape.circle(1); const far: number = d2.distance(shape, shape.at([1, 2])); console.log(far);\n// @ts-expect-error\nd2.Shape.circle("1");\n';
  const modules = ["clearance", "clearance/d2", "clearance/inline", "clearance/inline/d2"].map((name, i) => [`m${i}.mts`, `import { d2 } from "${name}"; ${use}`]);
  for (const name of ["clearance/inline", "clearance/inline/d2"]) {
    modules.push([`m${modules.length}.mts`, `import { d2, pixi, phaser, draw } from "${name}"; export const made: d2.Scene[] = [new pixi.Bodies().scene, new phaser.Bodies().scene]; export type D = draw.Drawer;\n// @ts-expect-error\nnew pixi.Bodies("1");\n`]);
  }
  const required = ["clearance", "clearance/d2"].map((name, i) => [`c${i}.cts`, `import { d2 } from "${name}"; ${use}`]);
  for (const [name, text] of [...modules, ...required]) writeFileSync(join(folder, name), text);
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--moduleResolution", "nodenext", "--lib", "es2022,dom,esnext.disposable"];
  try {
    execFileSync(join(root, "node_modules/.bin/tsc"), [...options, ...[...modules, ...required].map(([name]) => name)], { cwd: folder, stdio: "pipe" });
  } catch (error) {
    assert.fail(error.stdout.toString());
  }
});

test("esbuild bundles the inline entry into a classic script, which needs nothing else", async () => {
  writeFileSync(join(folder, "classic.mjs"), 'import { d2 } from "clearance/inline/d2"; globalThis.answer = d2.relation(d2.Shape.point(), d2.Shape.point());');
  const outfile = join(folder, "out", "classic.js");
  await build({ absWorkingDir: folder, entryPoints: ["classic.mjs"], bundle: true, format: "iife", platform: "browser", outfile, logLevel: "error" });
  const code = 'require("node:vm").runInThisContext(require("node:fs").readFileSync("out/classic.js", "utf8")); console.log(globalThis.answer);';
  assert.equal(run("commonjs", code), "touching");
});

test("a bundle of esbuild finds the modules in a folder beside it", async () => {
  writeFileSync(join(folder, "app.mjs"), 'import { d2, d3 } from "clearance"; for (const d of [d2, d3]) console.log(d.relation(d.Shape.point(), d.Shape.point()));');
  const outfile = join(folder, "out", "app.mjs");
  await build({ absWorkingDir: folder, entryPoints: ["app.mjs"], bundle: true, format: "esm", platform: "browser", outfile, logLevel: "error" });
  cpSync(join(folder, "node_modules/clearance/dist/wasm"), join(folder, "out/wasm"), { recursive: true });
  rmSync(join(folder, "node_modules"), { recursive: true });
  assert.equal(execFileSync(process.execPath, [outfile], { cwd: folder }).toString(), "touching\ntouching\n");
});
