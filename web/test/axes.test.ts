// The fifteen axes of two boxes, beside the package: on random boxes, and on those whose edges are parallel.

import { d3 } from "clearance";
import { describe, expect, it } from "vitest";
import { type Axis, type Box, decidingAxis, edges, fifteenAxes, support } from "../src/explain/fifteen-axes";
import { type Quaternion, type Vector, dot } from "../src/explain/vectors";
import { randomNumbers } from "./random";

const PAIRS = 4000;
/** Sizes are about 3; the axes are computed in plain floats. */
const ERROR = 1e-12;

function randomBox(random: () => number): Box {
  const within = (reach: number) => (2 * random() - 1) * reach;
  const raw = [within(1), within(1), within(1), within(1)];
  const length = Math.hypot(...raw);
  return {
    half: [0.2 + random(), 0.2 + random(), 0.2 + random()], position: [within(1.3), within(1.3), within(1.3)],
    rotation: raw.map((part) => part / length) as unknown as Quaternion,
  };
}

const placed = ({ half, position, rotation }: Box) => d3.Shape.box(half).at({ position, rotation });
const spanning = (axes: ReturnType<typeof fifteenAxes>) => axes.filter((axis): axis is Axis => axis.direction !== undefined);

describe("fifteen axes", () => {
  const random = randomNumbers(15);
  const pairs = Array.from({ length: PAIRS }, () => [randomBox(random), randomBox(random)] as const);

  it("part the boxes exactly where the package says they are apart, and overlap least by its depth", () => {
    let apart = 0;
    for (const [a, b] of pairs) {
      const deciding = decidingAxis(fifteenAxes(a, b));
      const { distance, normal } = d3.clearance(placed(a), placed(b));
      apart += Number(distance > 0);
      if (Math.abs(distance) < ERROR) continue;
      expect(deciding.gap > 0).toBe(distance > 0);
      if (distance > 0) {
        expect(deciding.gap).toBeLessThanOrEqual(distance + ERROR);
      } else {
        expect(deciding.gap).toBeCloseTo(distance, 11);
        expect(Math.abs(dot(deciding.direction, normal))).toBeCloseTo(1, 5);
      }
    }
    expect(apart).toBeGreaterThan(PAIRS * 0.3);
    expect(apart).toBeLessThan(PAIRS * 0.7);
  });

  it("cast shadows from corner to corner", () => {
    for (const [a, b] of pairs.slice(0, 200)) {
      for (const axis of spanning(fifteenAxes(a, b))) {
        for (const [box, shadow] of [[a, axis.a], [b, axis.b]] as const) {
          expect(dot(support(box, axis.direction), axis.direction)).toBeCloseTo(shadow.most, 12);
          expect(dot(support(box, axis.direction.map((part) => -part) as unknown as Vector), axis.direction)).toBeCloseTo(shadow.least, 12);
        }
      }
    }
  });

  it("are needed all: for each there are boxes that only it parts", () => {
    const alone = new Set<string>();
    for (const [a, b] of pairs) {
      const parting = spanning(fifteenAxes(a, b)).filter(({ gap }) => gap > 0);
      if (parting.length === 1) alone.add(parting[0].id);
    }
    expect(alone.size).toBe(15);
  });

  it("are no axes where edges are parallel, and the faces decide", () => {
    const box = (position: Vector): Box => ({ half: [1, 2, 3], position, rotation: [0, 0, 0, 1] });
    const [a, b] = [box([0, 0, 0]), box([2, 0.5, 0])];
    const axes = fifteenAxes(a, b);
    expect(axes.filter(({ direction }) => !direction).map(({ id }) => id)).toEqual(["a0b0", "a1b1", "a2b2"]);
    expect(decidingAxis(axes)).toMatchObject({ id: "a0", gap: 0 });
    expect(d3.relation(placed(a), placed(b))).toBe("touching");
  });

  it("take a quaternion's columns for edges", () => {
    const half = Math.SQRT1_2; // a quarter turn about z: x becomes y
    const [x, y, z] = edges([0, 0, half, half]);
    expect(x[1]).toBeCloseTo(1);
    expect(y[0]).toBeCloseTo(-1);
    expect(z[2]).toBeCloseTo(1);
  });
});
