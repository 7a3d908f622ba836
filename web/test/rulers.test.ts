// Rulers on a drawing never cross: asked of the package, in windows of a desk and of a phone.

import { d2 } from "clearance";
import { expect, it } from "vitest";
import { shadows } from "../src/explain/shadows";
import { OTHER_COVER, otherRulers, SHOWN_COVER } from "../src/kit/shadows/drawing";
import { covered, placeRuler } from "../src/kit/shadows/rulers";
import { Camera } from "../src/kit/stage/canvas";
import { randomNumbers, randomSample } from "./random";

const PAIRS = 250;

it.each([{ width: 900, height: 740, least: 0.4 }, { width: 390, height: 460, least: 0.15 }])("rulers keep apart in %o", ({ width, height, least }) => {
  const random = randomNumbers(8);
  let [asked, placed] = [0, 0];
  for (let i = 0; i < PAIRS; i++) {
    const [a, b] = [randomSample(random).body, randomSample(random).body];
    const camera = Object.assign(new Camera(), { width, height });
    camera.show({ x: -5, y: -4 }, { x: 5, y: 4 }, 0);
    const all = shadows(a, b);
    const scene = { shadows: all, bodies: { a, b }, around: [a, b], shown: all.deciding, all: true, theme: undefined! };
    const others = otherRulers(camera, scene);
    const areas = [covered(placeRuler(all.axes[all.deciding], [a, b], camera), camera, SHOWN_COVER), ...others.map(([, ruler]) => covered(ruler, camera, OTHER_COVER))];
    const shapes = areas.map(({ corners }) => d2.Shape.convex(corners));
    shapes.forEach((one, p) => shapes.slice(p + 1).forEach((other) => expect(d2.relation(one, other)).toBe("disjoint")));
    for (const shape of shapes) shape.free();
    asked += all.axes.length - 1;
    placed += others.length;
  }
  expect(placed / asked).toBeGreaterThan(least);
});
