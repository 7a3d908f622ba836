// The 3D terrain: hills, a steep mountain, stairs and a ramp up to a deck, a low roof, a moving platform.

import { d3 } from "clearance/d3";

type Point = readonly [number, number, number];

export type Material = "ground" | "stone" | "platform";
export interface Solid { shape: d3.Shape; handle: d3.Handle; material: Material; position: Point; rotation: readonly [number, number, number, number] }
/** A platform: its position at a time, in seconds. */
export interface Platform extends Solid { at(time: number): Point }
export interface Terrain { scene: d3.Scene; solids: Solid[]; platforms: Platform[]; free(): void }

/** The number of cells on a side, each a metre; the center of the terrain is the origin. */
export const CELLS = 48;
const HALF = CELLS / 2;
/** A character that falls below this begins again. */
export const ABYSS = -8;
const UNTURNED = [0, 0, 0, 1] as const;

/** A round hill: its center, height and width. */
interface Hill { x: number; z: number; height: number; width: number }
const HILLS: readonly Hill[] = [
  { x: -13, z: -12, height: 7.5, width: 4.2 }, // too steep at its flanks, level on top
  { x: 14, z: -15, height: 3, width: 5.5 },
  { x: 15, z: 13, height: 2.2, width: 4.5 },
  { x: -16, z: 14, height: 3.4, width: 6 },
  { x: -4, z: 19, height: -2, width: 4 },
];
/** The center is level, so that objects there stand upright. */
const LEVEL_RADIUS = 9;
const WAVES = 0.55;

export function heightAt(x: number, z: number): number {
  const far = Math.hypot(x, z);
  const outside = Math.min(1, Math.max(0, (far - LEVEL_RADIUS) / 4));
  const waves = WAVES * (Math.sin(x * 0.55) * Math.cos(z * 0.45) + Math.sin(x * 0.23 + z * 0.31));
  const hills = HILLS.reduce((sum, hill) => sum + hill.height * Math.exp(-((x - hill.x) ** 2 + (z - hill.z) ** 2) / hill.width ** 2), 0);
  return outside * (waves + hills);
}

export function buildTerrain(): Terrain {
  const scene = new d3.Scene({ detail: "nothing" });
  const add = (shape: d3.Shape, material: Material, position: Point, rotation: Solid["rotation"] = UNTURNED): Solid => ({
    shape, material, position, rotation, handle: scene.add(shape.at({ position, rotation })),
  });
  const box = (half: Point, position: Point, rotation?: Solid["rotation"]) => add(d3.Shape.box(half), "stone", position, rotation);
  const solids = [ground(add), ...stairs(box), ...ramp(box), ...gate(box)];
  const way = (time: number): Point => [6.9 + 2.3 * Math.cos(0.7 * time), 1.35, -6.5];
  const platform = { ...add(d3.Shape.box([1.1, 0.15, 1.1]), "platform", way(0)), at: way };
  scene.update();
  return {
    scene, solids, platforms: [platform],
    free() {
      scene.free();
      for (const { shape } of [...solids, platform]) shape.free();
    },
  };
}

function ground(add: (shape: d3.Shape, material: Material, position: Point) => Solid): Solid {
  const along = Array.from({ length: CELLS + 1 }, (_, i) => i - HALF);
  const heights = along.map((z) => along.map((x) => heightAt(x, z)));
  return add(d3.Shape.terrain(heights, [1, 1]), "ground", [-HALF, 0, -HALF]);
}

type AddBox = (half: Point, position: Point, rotation?: Solid["rotation"]) => Solid;

/** Six steps of 25 cm up to a deck. */
function stairs(box: AddBox): Solid[] {
  const steps = Array.from({ length: 6 }, (_, i) => box([1.2, 0.125 * (i + 1), 0.25], [3.2, 0.125 * (i + 1), -2.75 - 0.5 * i]));
  return [...steps, box([1.2, 0.75, 1.2], [3.2, 0.75, -6.7])];
}

/** A ramp up to another deck, at 30 degrees. */
function ramp(box: AddBox): Solid[] {
  const angle = Math.PI / 6;
  const turned = [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)] as const;
  return [box([1.2, 0.1, 1.75], [-3.5, 0.66, -3.75], turned), box([1.2, 0.75, 1.2], [-3.5, 0.75, -6.4])];
}

/** Two posts and a roof 10 cm above a head, and one that is too low. */
function gate(box: AddBox): Solid[] {
  const gateAt = (x: number, clear: number) => [
    box([0.2, clear / 2, 0.3], [x - 1, clear / 2, 4]), box([0.2, clear / 2, 0.3], [x + 1, clear / 2, 4]),
    box([1.4, 0.15, 0.5], [x, clear + 0.15, 4]),
  ];
  return [...gateAt(-2.5, 1.75), ...gateAt(2.5, 1.45)];
}
