// Runs before `npm pack` and `npm publish`: builds the package if it is missing or older than its sources,
// and copies the licences into it. It fails if it cannot build, so that no incomplete package is published.
// With --no-build, for tests, it only copies the licences.

import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const file = (path) => fileURLToPath(new URL(path, import.meta.url));
const BUILT = [
  "dist/index.js", "dist/index.d.ts", "dist/only-d2.js", "dist/only-d3.js", "dist/wasm/plane.js", "dist/wasm/space.js", "dist/wasm/meshes.js", "dist/wasm/meshes.wasm",
  ...["plane", "space"].flatMap((module) => [`dist/wasm/${module}_simd.wasm`, `dist/wasm/${module}_plain.wasm`]),
].map(file);
const SOURCES = ["src", "wasm/src", "many/src", "meshes/src", "bindgen/src", "../../crates/clearance/src", "../../crates/clearance-io/src"].map(file);

/** The time of the newest file in a folder. */
function newest(folder) {
  const files = readdirSync(folder, { recursive: true }).map((name) => statSync(`${folder}/${name}`));
  return Math.max(...files.filter((each) => each.isFile()).map((each) => each.mtimeMs));
}

function isBuilt() {
  return BUILT.every(existsSync) && Math.min(...BUILT.map((name) => statSync(name).mtimeMs)) >= Math.max(...SOURCES.map(newest));
}

try {
  if (!process.argv.includes("--no-build") && !isBuilt()) {
    console.error("prepack: dist/ is missing or older than its sources: build.sh makes it");
    execFileSync(file("build.sh"), { stdio: ["ignore", process.stderr.fd, process.stderr.fd] });
  }
} catch (error) {
  console.error(`prepack: there is nothing to pack, since build.sh has failed: ${error.message}`);
  process.exit(1);
}
for (const licence of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(file(`../../${licence}`), file(licence));
