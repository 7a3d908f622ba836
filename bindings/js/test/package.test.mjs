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
// A check of what is there builds nothing: that takes minutes.
execFileSync(process.execPath, ["prepack.mjs", "--no-build"], { cwd: root });
const [packed] = JSON.parse(execFileSync("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", folder], { cwd: root }).toString());
const names = packed.files.map(({ path }) => path);

test("it holds what it is for, both licences and its pages", () => {
  const modules = ["plane_simd", "plane_plain", "space_simd", "space_plain"].map((module) => `dist/wasm/${module}.wasm`);
  const wanted = ["package.json", "README.md", "COMING-FROM.md", "LICENSE-MIT", "LICENSE-APACHE", "dist/index.js", "dist/index.d.ts", ...modules];
  assert.deepEqual(wanted.filter((name) => !names.includes(name)), []);
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const named = Object.values(exports).flatMap((entry) => Object.values(entry)).map((path) => path.replace("./", ""));
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
  // CommonJS: import() is the way in.
  const code = 'import("clearance").then(({ d2 }) => { const p = d2.Shape.point(); console.log(d2.relation(p, p)); });';
  assert.equal(execFileSync(process.execPath, ["--input-type=commonjs", "--eval", code], { cwd: folder }).toString().trim(), "touching");
});

test("a bundle of esbuild finds the modules in a folder beside it", async () => {
  writeFileSync(join(folder, "app.mjs"), 'import { d2, d3 } from "clearance"; for (const d of [d2, d3]) console.log(d.relation(d.Shape.point(), d.Shape.point()));');
  const outfile = join(folder, "out", "app.mjs");
  await build({ absWorkingDir: folder, entryPoints: ["app.mjs"], bundle: true, format: "esm", platform: "browser", outfile, logLevel: "error" });
  cpSync(join(folder, "node_modules/clearance/dist/wasm"), join(folder, "out/wasm"), { recursive: true });
  rmSync(join(folder, "node_modules"), { recursive: true });
  assert.equal(execFileSync(process.execPath, [outfile], { cwd: folder }).toString(), "touching\ntouching\n");
});
