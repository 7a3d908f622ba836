// Runs the examples of README.md and COMING-FROM.md: they must print what their comments say.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const examplesOf = (page) => [...readFileSync(new URL(`../${page}`, import.meta.url), "utf8").matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);
const root = new URL("..", import.meta.url);

/** The output that comments behind `console.log` announce, up to a colon that begins an explanation. */
function promised(code) {
  return [...code.matchAll(/^console\.log.*; \/\/ (.*?)(?:: .*)?$/gm)].map(([, said]) => said);
}

for (const [page, count] of [["README.md", 10], ["COMING-FROM.md", 1]]) {
  test(`the examples of ${page} print what they say`, () => {
    const examples = examplesOf(page);
    assert.equal(examples.length, count);
    for (const code of examples) {
      const words = ["--import", "./test/browser.mjs", "--input-type=module", "--eval", code];
      const run = execFileSync(process.execPath, words, { cwd: root }).toString();
      const printed = run.split("\n").filter((line) => line !== "").map((line) => line.replace(/(\w+Array)\(\d+\)/, "$1"));
      assert.deepEqual(printed, promised(code));
    }
  });
}
