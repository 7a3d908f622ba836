import { describe, expect, it } from "vitest";
import { Budget } from "../src/modes/many/budget/budget";

const ON_TIME = 1000 / 60;
const LATE = 1000 / 30;
const A_WHILE = 20 * 60;

function run(budget: Budget, interval: number, frames: number, helps = true): void {
  for (let i = 0; i < frames; i++) budget.frame(interval, helps);
}

describe("the frame budget", () => {
  it("leaves nothing out while frames are on time", () => {
    const budget = new Budget(5);
    run(budget, ON_TIME, A_WHILE);
    expect(budget.dropped).toBe(0);
    expect(budget.rhythm.framesPerSecond).toBeCloseTo(60, 6);
    expect(budget.rhythm.lateShare).toBe(0);
  });

  it("leaves out one thing after the other while they are late, and no more than there is", () => {
    const budget = new Budget(3);
    const seen = [];
    for (let i = 0; i < A_WHILE; i++) if (budget.frame(LATE, true)) seen.push(budget.dropped);
    expect(seen.slice(0, 4)).toEqual([1, 2, 3, 3]);
    expect(budget.rhythm.framesPerSecond).toBeCloseTo(30, 6);
  });

  it("leaves nothing out where that would not help", () => {
    const budget = new Budget(3);
    run(budget, LATE, A_WHILE, false);
    expect(budget.dropped).toBe(0);
    expect(budget.rhythm.lateShare).toBe(1);
  });

  it("forgives a few late frames", () => {
    const budget = new Budget(3);
    for (let i = 0; i < A_WHILE; i++) budget.frame(i % 20 === 0 ? LATE : ON_TIME, true);
    expect(budget.dropped).toBe(0);
  });

  it("does not judge what it was told to excuse", () => {
    const budget = new Budget(3);
    run(budget, ON_TIME, 100);
    for (let i = 0; i < 50; i++) {
      budget.excuse();
      run(budget, LATE, 10);
    }
    expect(budget.dropped).toBe(0);
  });

  it("brings back what fits, and tries ever more seldom what does not", () => {
    const budget = new Budget(3);
    // One thing too many is drawn: late with nothing left out, on time with one.
    const attempts: number[] = [];
    let before = 0;
    for (let i = 0; i < 60 * 60 * 4; i++) {
      budget.frame(budget.dropped === 0 ? LATE : ON_TIME, true);
      if (before === 1 && budget.dropped === 0) attempts.push(i);
      before = budget.dropped;
    }
    expect(budget.dropped).toBeLessThanOrEqual(1);
    const waits = attempts.slice(1).map((at, i) => at - attempts[i]);
    expect(waits.length).toBeGreaterThan(2);
    waits.slice(1).forEach((wait, i) => expect(wait).toBeGreaterThan(1.5 * waits[i]));

    run(budget, ON_TIME, 60 * 60 * 10);
    expect(budget.dropped).toBe(0);
  });
});
