// The types in strict mode: right calls compile, wrong ones do not.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

const root = new URL("..", import.meta.url);

const OPTIONS = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--target", "es2022"];
const MODULES = ["--module", "nodenext", "--moduleResolution", "nodenext", "--lib", "es2022,dom,esnext.disposable", "--types", "node"];

for (const [file, ...more] of [["usage.mts"], ["friends.mts", "--skipLibCheck"]]) {
  test(`tsc --strict accepts test/types/${file}`, () => {
    try {
      execFileSync("npx", ["tsc", ...OPTIONS, ...MODULES, ...more, `test/types/${file}`], { cwd: root, stdio: "pipe" });
    } catch (error) {
      assert.fail(error.stdout.toString());
    }
  });
}
