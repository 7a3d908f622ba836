// Random convex shapes for the explanations, each as the package has it and as the explanations have it.

import { d2 } from "clearance";
import type { Body, Point } from "../src/explain/body";
import { hull } from "../src/explain/minkowski";

/** mulberry32: the same numbers in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Sample { kind: string; shape: d2.Shape; body: Body }

/** A circle, a capsule or a polygon of up to nine corners, somewhere near the origin. */
export function randomSample(random: () => number): Sample {
  const within = (reach: number) => (2 * random() - 1) * reach;
  const centre: Point = { x: within(2.2), y: within(2.2) };
  const near = (reach: number): Point => ({ x: centre.x + within(reach), y: centre.y + within(reach) });
  const radius = 0.2 + random();
  switch (Math.floor(random() * 4)) {
    case 0: return { kind: "circle", shape: placed(centre, radius), body: { corners: [centre], radius } };
    case 1: {
      const ends = [near(1), near(1)] as const;
      return { kind: "capsule", shape: d2.Shape.capsule(ends[0], ends[1], radius), body: { corners: ends, radius } };
    }
    default: {
      const corners = hull(Array.from({ length: 3 + Math.floor(random() * 7) }, () => near(1.5)));
      return { kind: "polygon", shape: d2.Shape.convex(corners), body: { corners, radius: 0 } };
    }
  }
}

/** A circle that is not about the origin: a capsule of no length. */
function placed(centre: Point, radius: number): d2.Shape {
  return d2.Shape.capsule(centre, centre, radius);
}
