// What the course teaches must be true: its curve, its program and its two lengths, beside the package.

import { d2 } from "clearance";
import { describe, expect, it } from "vitest";
import type { Body } from "../src/explain/body";
import { gapAt, normalAngles, widest } from "../src/explain/curve";
import { PROGRAM, run } from "../src/explain/program";
import { measure } from "../src/course/steps/distance";
import { LESSONS } from "../src/course/lessons";
import { randomNumbers, randomSample, type Sample } from "./random";

const PAIRS = 2000;
const ERROR = 1e-9;

interface Pair { a: Sample; b: Sample; distance: number }

function pairs(seed: number, fits: (sample: Sample) => boolean): Pair[] {
  const random = randomNumbers(seed);
  const next = (): Sample => { const sample = randomSample(random); return fits(sample) ? sample : next(); };
  return Array.from({ length: PAIRS }, () => {
    const [a, b] = [next(), next()];
    return { a, b, distance: d2.clearance(a.shape, b.shape).distance };
  });
}

const any = pairs(3, () => true);
const polygons = pairs(4, ({ kind }) => kind === "polygon");

describe("the curve of the gap", () => {
  it("is highest at the distance, or at minus the depth", () => {
    for (const { a, b, distance } of any) expect(widest(a.body, b.body).gap, words(a, b)).toBeCloseTo(distance, 9);
  });

  it("is nowhere higher than its highest place", () => {
    for (const { a, b } of any.slice(0, 300)) {
      const { gap } = widest(a.body, b.body);
      for (let angle = 0; angle < Math.PI; angle += 0.01) expect(gapAt(a.body, b.body, angle)).toBeLessThanOrEqual(gap + ERROR);
    }
  });

  it("has every peak below 0 on an edge normal, and peaks above 0 on edges and on lines between corners", () => {
    const seen = { edge: 0, corners: 0 };
    for (const { a, b, distance } of polygons) {
      const most = widest(a.body, b.body);
      if (distance < -ERROR) expect(most.at, words(a, b)).toBe("edge");
      else seen[most.at]++;
    }
    expect(Math.min(seen.edge, seen.corners)).toBeGreaterThan(50);
    let found = 0;
    for (const { a, b } of polygons.filter(({ distance }) => distance < 0).slice(0, 100)) {
      const normals = [...normalAngles(a.body), ...normalAngles(b.body)];
      for (const peak of peaks(a.body, b.body)) {
        found++;
        expect(Math.min(...normals.map((angle) => apart(angle, peak)))).toBeLessThan(2 * STEP);
      }
    }
    expect(found).toBeGreaterThan(100);
  });
});

const STEP = Math.PI / 3000;
const apart = (p: number, q: number) => Math.min(Math.abs(p - q), Math.PI - Math.abs(p - q));

/** The angles at which a sampled curve is higher than on both sides. */
function peaks(a: Body, b: Body): number[] {
  const at = (i: number) => gapAt(a, b, i * STEP);
  return Array.from({ length: 3000 }, (_, i) => i).filter((i) => at(i) > at(i - 1) && at(i) > at(i + 1)).map((i) => i * STEP);
}

describe("the program", () => {
  it("returns what the package answers", () => {
    for (const { a, b, distance } of polygons) {
      if (Math.abs(distance) < ERROR) continue;
      const moments = run(a.body, b.body);
      const last = moments[moments.length - 1];
      expect(last.result, words(a, b)).toBe(distance > 0 ? "apart" : "overlapping");
      if (distance < 0) expect(last.best).toBeCloseTo(distance, 9);
      expect(moments.filter(({ result }) => result)).toHaveLength(1);
      for (const { line } of moments) expect(PROGRAM[line]).toBeDefined();
    }
  });
});

describe("gap and distance", () => {
  it("are those of the package; the gap is the distance's share across the corridor, from the same corner", () => {
    for (const { a, b, distance } of polygons) {
      if (distance < ERROR) continue;
      const { axis, p, q, distance: told } = measure(a.body, b.body);
      expect(told).toBeCloseTo(distance, 9);
      expect(Math.hypot(q.x - p.x, q.y - p.y)).toBeCloseTo(distance, 9);
      const across = axis.way * ((q.x - p.x) * axis.direction.x + (q.y - p.y) * axis.direction.y);
      expect(across, words(a, b)).toBeCloseTo(axis.gap, 9);
    }
  });
});

describe("the lessons", () => {
  it("have names of their own and texts in both languages", () => {
    expect(new Set(LESSONS.map(({ id }) => id)).size).toBe(LESSONS.length);
    for (const { id, title, intro } of LESSONS) {
      for (const text of [title, ...intro]) {
        expect(text.en.length, id).toBeGreaterThan(8);
        expect(text.zh, id).toMatch(/[\u4e00-\u9fff]/);
      }
    }
  });
});

function words(a: Sample, b: Sample): string {
  return JSON.stringify([a.body, b.body]);
}
