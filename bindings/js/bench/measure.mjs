// Timing: the contenders take turns in rounds, so that other load on the machine affects all of them alike;
// the median counts.

import { cpus } from "node:os";

const ROUNDS = 15;
/** Rounds before timing, until the engine has optimised the code. */
const WARM_UP = 15;

/** The median; and the least, for a machine that does much else. */
export const median = (list) => list.sort((a, b) => a - b)[ROUNDS >> 1];
export const least = (list) => Math.min(...list);

/** The milliseconds of each contender: the median, or another choice, of rounds in which each runs once. */
export function measure(contenders, choose = median) {
  const times = contenders.map(() => []);
  for (let round = 0; round < WARM_UP; round++) for (const { run } of contenders) run();
  for (let round = 0; round < ROUNDS; round++) {
    contenders.forEach(({ run, before }, i) => {
      before?.();
      const start = performance.now();
      run();
      times[i].push(performance.now() - start);
    });
  }
  return times.map(choose);
}

/** Where and when this was measured. */
export function circumstances() {
  const today = new Date().toISOString().slice(0, 10);
  return `${today}, ${cpus()[0].model}, Node ${process.version}, ${process.arch}`;
}

/** A table in Markdown. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
