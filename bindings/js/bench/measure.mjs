// The clock: rounds in turn, so that whatever else the machine does falls on all alike; the median counts.

import { cpus } from "node:os";

const ROUNDS = 15;
/** Rounds before the clock counts: until the engine has compiled for speed what it first compiles for an early start. */
const WARM_UP = 15;

/** Milliseconds of each contender: the median of rounds in which each runs once. */
export function measure(contenders) {
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
  return times.map((list) => list.sort((a, b) => a - b)[ROUNDS >> 1]);
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
