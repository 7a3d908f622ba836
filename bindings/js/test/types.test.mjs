// The types in strict mode: right calls compile, wrong ones do not.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";

const root = new URL("..", import.meta.url);

test("tsc --strict accepts test/types/usage.mts", () => {
  const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--target", "es2022"];
  const modules = ["--module", "nodenext", "--moduleResolution", "nodenext", "--lib", "es2022,dom,esnext.disposable", "--types", "node"];
  try {
    execFileSync("npx", ["tsc", ...options, ...modules, "test/types/usage.mts"], { cwd: root, stdio: "pipe" });
  } catch (error) {
    assert.fail(error.stdout.toString());
  }
});
