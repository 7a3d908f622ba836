// What the page explains must be true: every explanation is asked beside the package, on random pairs and on
// degenerate ones.

import { d2 } from "clearance";
import { describe, expect, it } from "vitest";
import type { Body } from "../src/explain/body";
import { difference, hull, nearestToOrigin, signedDistance } from "../src/explain/minkowski";
import { shadows } from "../src/explain/shadows";
import { gjk } from "../src/explain/simplex";
import { randomNumbers, randomSample, type Sample } from "./random";

const PAIRS = 4000;
/** Sizes are about 5; the explanations compute in plain floats. */
const ERROR = 1e-9;

interface Pair { a: Sample; b: Sample; truth: d2.Clearance }

function randomPairs(seed: number): Pair[] {
  const random = randomNumbers(seed);
  return Array.from({ length: PAIRS }, () => {
    const [a, b] = [randomSample(random), randomSample(random)];
    return { a, b, truth: d2.clearance(a.shape, b.shape) };
  });
}

const pairs = randomPairs(5);

describe("random pairs", () => {
  it("are of both kinds", () => {
    const apart = pairs.filter(({ truth }) => truth.distance > 0).length;
    expect(apart).toBeGreaterThan(PAIRS * 0.3);
    expect(apart).toBeLessThan(PAIRS * 0.7);
  });
});

describe("shadows", () => {
  it("show a gap exactly where the package says apart, never wider than the distance", () => {
    for (const { a, b, truth } of pairs) {
      const { axes, deciding } = shadows(a.body, b.body);
      const { gap } = axes[deciding];
      if (Math.abs(truth.distance) > ERROR) expect(gap > 0, describePair(a, b)).toBe(truth.distance > 0);
      for (const axis of axes) expect(axis.gap).toBeLessThanOrEqual(truth.distance + ERROR);
    }
  });

  it("have the package's depth as their least overlap, and its normal as the way out", () => {
    for (const { a, b, truth } of pairs) {
      if (truth.distance >= -ERROR) continue;
      const { axes, deciding } = shadows(a.body, b.body);
      const { gap, direction, way } = axes[deciding];
      expect(gap, describePair(a, b)).toBeCloseTo(truth.distance, 9);
      const runnerUp = Math.max(...axes.map((axis, i) => (i === deciding ? -Infinity : axis.gap)));
      if (gap - runnerUp < 1e-6) continue; // two ways out, equally short
      expect(way * (direction.x * truth.normal[0] + direction.y * truth.normal[1])).toBeCloseTo(1, 6);
    }
  });

  it("count parallel edges once", () => {
    const square = box(0, 0, 1, 1);
    expect(shadows(square, box(3, 0, 1, 2)).axes).toHaveLength(2);
    expect(shadows(square, { corners: [{ x: 3, y: 0 }], radius: 1 }).axes).toHaveLength(3);
  });

  it("see touching squares touch, on one axis only", () => {
    const { axes, deciding } = shadows(box(0, 0, 1, 1), box(2, 0, 1, 1));
    expect(axes[deciding].gap).toBe(0);
    expect(axes.filter(({ gap }) => gap === 0)).toHaveLength(1);
  });

  it("answer for circles about one centre and for points", () => {
    const circle = (radius: number): Body => ({ corners: [{ x: 1, y: 1 }], radius });
    expect(shadows(circle(1), circle(2)).axes.map(({ gap }) => gap)).toEqual([-3]);
  });
});

describe("the Minkowski difference", () => {
  it("is as far from the origin as the package says the shapes are, and as deep", () => {
    for (const { a, b, truth } of pairs) expect(signedDistance(a.body, b.body), describePair(a, b)).toBeCloseTo(truth.distance, 9);
  });

  it("grows: each hull holds the one before, and the last holds every b − a", () => {
    for (const { a, b } of pairs.slice(0, 500)) {
      const { hulls } = difference(a.body, b.body);
      for (let i = 1; i < hulls.length; i++) expect(area(hulls[i])).toBeGreaterThanOrEqual(area(hulls[i - 1]) - ERROR);
      const sums = b.body.corners.flatMap((q) => a.body.corners.map((p) => ({ x: q.x - p.x, y: q.y - p.y })));
      expect(area(hull([...hulls[hulls.length - 1], ...sums]))).toBeCloseTo(area(hulls[hulls.length - 1]), 9);
    }
  });

  it("has the origin on its border where squares touch", () => {
    expect(nearestToOrigin(difference(box(0, 0, 1, 1), box(2, 0, 1, 1))).distance).toBeCloseTo(0, 15);
  });
});

describe("GJK", () => {
  it("finds the package's distance, and the origin exactly where the cores overlap", () => {
    for (const { a, b, truth } of pairs) {
      const { overlapping, distance } = gjk(a.body, b.body);
      const radii = a.body.radius + b.body.radius;
      if (overlapping) expect(truth.distance, describePair(a, b)).toBeLessThanOrEqual(-radii + ERROR);
      else expect(distance - radii, describePair(a, b)).toBeCloseTo(truth.distance, 9);
    }
  });

  it("comes nearer at every step, in a few steps", () => {
    for (const { a, b } of pairs) {
      const { steps } = gjk(a.body, b.body);
      expect(steps.length).toBeLessThan(12);
      for (let i = 1; i < steps.length; i++) {
        expect(Math.hypot(steps[i].nearest.x, steps[i].nearest.y)).toBeLessThanOrEqual(Math.hypot(steps[i - 1].nearest.x, steps[i - 1].nearest.y) + ERROR);
      }
    }
  });
});

function box(x: number, y: number, halfWidth: number, halfHeight: number): Body {
  const [w, h] = [halfWidth, halfHeight];
  return { corners: [{ x: x - w, y: y - h }, { x: x + w, y: y - h }, { x: x + w, y: y + h }, { x: x - w, y: y + h }], radius: 0 };
}

function area(ring: readonly { x: number; y: number }[]): number {
  return ring.reduce((sum, p, i) => sum + (p.x * ring[(i + 1) % ring.length].y - ring[(i + 1) % ring.length].x * p.y) / 2, 0);
}

function describePair(a: Sample, b: Sample): string {
  return JSON.stringify([a.kind, a.body, b.kind, b.body]);
}
