// The 2D course: stairs, slopes, a step too high to climb, bumps, a low ceiling, a gutter, two moving
// platforms.

import { d2 } from "clearance/d2";

type Point = readonly [number, number];

/** The fixed objects, to draw and to walk on. */
export interface Solid { shape: d2.Shape; rings: Float64Array[]; handle: d2.Handle }
/** A platform: its position at a time, in seconds. */
export interface Platform extends Solid { at(time: number): Point }
/** Text beside a place of the course. */
export interface Sign { at: Point; text: { en: string; zh: string } }

export interface Course { scene: d2.Scene; solids: Solid[]; platforms: Platform[]; free(): void }

/** The ground's polygons reach down to here. */
const BOTTOM = -7;
/** A character that falls below this begins again. */
export const ABYSS = -5;
/** A character that fell begins again at the last of these behind it. */
export const BEGINNINGS: readonly Point[] = [[-4, 0.1], [19.6, 0.1], [28, 0.1], [46, 0.1]];
export const GOAL: Point = [53, 3];

const STEP = 0.25;
const STAIRS: Point[] = [0, 1, 2, 3].flatMap((i): Point[] => [[0.7 * i, STEP * i], [0.7 * i, STEP * (i + 1)]]);
const BUMPS: Point[] = Array.from({ length: 33 }, (_, i): Point => [28.5 + i * 0.25, 0.55 * Math.sin(i * Math.PI / 8) ** 2]);

/** The outlines of the ground, from left to right; each part is closed below. */
const GROUND: readonly Point[][] = [
  [
    [-9, 7], [-7, 7], [-7, 0], ...STAIRS, [4.5, 1], [4.5, 1.6], [6, 1.6], [6, 1],
    [7.5, 1], [10.5, 2.73], [12.5, 2.73], [15.8, 0], [17.2, 0], [17.75, 0.95], [18.8, 0.95], [18.8, 0], [21, 0],
  ],
  [[27, 0], [28.5, 0], ...BUMPS.slice(1), [42.5, 0], [43.3, -0.9], [44.1, 0], [47, 0]],
  [[49.2, 3], [56, 3], [56, 9], [58, 9]],
];
/** The ceiling of the tunnel: 15 cm above a head. */
const CEILING: readonly Point[] = [[37.6, 1.95], [38.2, 1.75], [41.2, 1.75], [41.8, 1.95], [41.8, 3.4], [37.6, 3.4]];
const PLATFORM_HALF: Point = [0.95, 0.15];

export const SIGNS: readonly Sign[] = [
  { at: [1, 2.2], text: { en: "stairs", zh: "台阶" } },
  { at: [5.25, 2.7], text: { en: "too high to climb: jump", zh: "太高迈不上：跳" } },
  { at: [8.2, 3.1], text: { en: "30°", zh: "30°" } },
  { at: [14.6, 2.2], text: { en: "40°", zh: "40°" } },
  { at: [18.2, 2.1], text: { en: "60°: too steep", zh: "60°:太陡" } },
  { at: [24, 1.7], text: { en: "a platform", zh: "移动平台" } },
  { at: [32.5, 1.6], text: { en: "bumps", zh: "起伏" } },
  { at: [39.7, 2.6], text: { en: "a low ceiling", zh: "低矮天花板" } },
  { at: [43.3, 1], text: { en: "a gutter", zh: "沟槽" } },
  { at: [48.1, 4.4], text: { en: "a lift", zh: "升降台" } },
];

export function buildCourse(): Course {
  const scene = new d2.Scene({ detail: "nothing" });
  const add = (shape: d2.Shape, [x, y]: Point = [0, 0]): Solid => ({
    shape, rings: shape.outlines(), handle: scene.add(shape.at([x, y])),
  });
  const solids = [...GROUND.map(closedBelow), CEILING].map((ring) => add(d2.Shape.polygon(ring)));
  const slab = () => d2.Shape.box(PLATFORM_HALF);
  const ways = [
    (time: number): Point => [24 - 1.95 * Math.cos(time * 0.8), -PLATFORM_HALF[1]],
    (time: number): Point => [48.1, -PLATFORM_HALF[1] + 1.5 * (1 - Math.cos(time * 0.7))],
  ];
  const platforms = ways.map((at) => ({ ...add(slab(), at(0)), at }));
  scene.update();
  return {
    scene, solids, platforms,
    free() {
      scene.free();
      for (const { shape } of [...solids, ...platforms]) shape.free();
    },
  };
}

function closedBelow(points: readonly Point[]): Point[] {
  const [first, last] = [points[0], points[points.length - 1]];
  return [[first[0], BOTTOM], ...points, [last[0], BOTTOM]];
}

/** Where a character that fell at `x` begins again. */
export function beginningFor(x: number): Point {
  return [...BEGINNINGS].reverse().find((beginning) => beginning[0] <= x) ?? BEGINNINGS[0];
}
