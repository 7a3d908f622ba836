// Runs the examples of README.md: they must print what their comments say.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
const root = new URL("..", import.meta.url);

/** The output that comments behind `console.log` announce, up to a colon that begins an explanation. */
function promised(code) {
  return [...code.matchAll(/^console\.log.*; \/\/ (.*?)(?:: .*)?$/gm)].map(([, said]) => said);
}

test("the examples print what they say", () => {
  assert.equal(examples.length, 6);
  for (const code of examples) {
    const run = execFileSync(process.execPath, ["--input-type=module", "--eval", code], { cwd: root }).toString();
    const printed = run.trim().split("\n").map((line) => line.replace("Uint8Array(2)", "Uint8Array"));
    assert.deepEqual(printed, promised(code));
  }
});
