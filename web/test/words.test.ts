// Every axis is told in both languages, and what is told agrees with what the package says.

import { d2 } from "clearance";
import { describe, expect, it } from "vitest";
import { shadows } from "../src/explain/shadows";
import { short } from "../src/kit/notation/figures";
import { KIND_NAMES, withinLimits } from "../src/modes/two/kinds";
import { Pair } from "../src/modes/two/pair";
import { FIRST_STATE, type Item, type State } from "../src/modes/two/state";
import { verdict, whence } from "../src/modes/two/words";
import { randomNumbers } from "./random";

const VIEWS = 300;

function randomItem(random: () => number): Item {
  const kind = KIND_NAMES[Math.floor(random() * KIND_NAMES.length)].value;
  return {
    spec: { kind, corners: withinLimits(kind, 3 + Math.floor(random() * 14)) },
    pose: { position: [4 * random() - 2, 4 * random() - 2], angle: 6 * random(), scale: 0.5 + random() },
  };
}

function randomViews(): { state: State; pair: Pair }[] {
  const random = randomNumbers(11);
  return Array.from({ length: VIEWS }, () => {
    const state: State = { ...structuredClone(FIRST_STATE), a: randomItem(random), b: randomItem(random) };
    return { state, pair: new Pair(state) };
  });
}

describe("the words of an axis", () => {
  it("conclude what the package answers", () => {
    const seen = { apart: 0, overlap: 0 };
    for (const { state, pair } of randomViews()) {
      const { a, b } = pair.decidingParts();
      const all = shadows(a, b);
      const { distance } = d2.clearance(pair.placed("a"), pair.placed("b"));
      const told = verdict(all, all.deciding, distance);
      if (distance > 1e-9) {
        seen.apart++;
        expect(told.en, JSON.stringify(state)).toContain("so the shapes are apart");
        expect(told.zh).toContain("分开");
        // Two different numbers are never left without a word.
        const differs = !pair.concave && short(distance) !== short(all.axes[all.deciding].gap);
        if (!pair.concave) expect(told.en.includes("closest points are two corners"), JSON.stringify(state)).toBe(differs);
      } else if (distance < -1e-9) {
        seen.overlap++;
        expect(told.en, JSON.stringify(state)).toContain("the shapes overlap");
        expect(told.zh).toContain("两个形状重叠");
        if (!pair.concave) expect(told.en + short(-all.axes[all.deciding].gap)).toContain(short(-distance));
      }
      pair.free();
    }
    expect(Math.min(seen.apart, seen.overlap)).toBeGreaterThan(VIEWS * 0.2);
  });

  it("say of each axis where it comes from", () => {
    for (const { state, pair } of randomViews()) {
      const { a, b } = pair.decidingParts();
      const all = shadows(a, b);
      const { distance } = d2.clearance(pair.placed("a"), pair.placed("b"));
      all.axes.forEach((axis, i) => {
        for (const text of [whence(state, axis), verdict(all, i, distance)]) {
          expect(text.en.length).toBeGreaterThan(10);
          expect(text.zh.length).toBeGreaterThan(5);
          expect(text.en + text.zh).not.toMatch(/undefined|NaN|\[object/);
        }
      });
      pair.free();
    }
  });
});
