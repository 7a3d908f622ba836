// The two sprites on their grid, and the package's answers about them.

import { d2, type Mask } from "clearance/d2";
import { Figure } from "./figure";
import { type Sprite, SPRITES } from "./sprites";
import { type Side, type State, whole } from "./state";

/**
 * The answer from the pixels. If B is rotated, its pixels are not on the grid of A: then areas are computed
 * instead.
 */
export interface Answer {
  collide: boolean;
  boxesMeet: boolean;
  /** The number of pixels in common, or their area. */
  common: number;
  /** The pixels in common, on A's grid; absent if B is rotated. Free it. */
  lit?: Mask;
  /** The shortest way out for B, in whole pixels. */
  shift?: [number, number];
}

const RADIANS = Math.PI / 180;

export class Table {
  private readonly figures: Partial<Record<Side, { key: string; figure: Figure }>> = {};
  private readonly files: Partial<Record<Side, Sprite>> = {};
  constructor(private readonly state: State) {}

  take(side: Side, sprite: Sprite): void {
    this.files[side] = sprite;
    this.state[side].sprite = "file";
    this.figures[side]?.figure.free();
    delete this.figures[side];
  }

  of(side: Side): Figure {
    const key = this.state[side].sprite;
    const known = this.figures[side];
    if (known?.key === key) return known.figure;
    known?.figure.free();
    const figure = new Figure(this.spriteOf(side, key));
    this.figures[side] = { key, figure };
    return figure;
  }

  private spriteOf(side: Side, key: State[Side]["sprite"]): Sprite {
    if (key === "file") return this.files[side]!;
    return { name: SPRITES[key].name, image: SPRITES[key].draw() };
  }

  /** The position of the side's lower left pixel, rotated about the sprite's center. */
  pose(side: Side): { position: [number, number]; angle: number; scale: number } {
    const [x, y] = whole(this.state[side].position);
    const angle = side === "b" ? this.state.turn * RADIANS : 0;
    if (angle === 0) return { position: [x, y], angle, scale: 1 };
    const [w, h] = this.of(side).size.map((length) => length / 2);
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { position: [x + w - (cos * w - sin * h), y + h - (sin * w + cos * h)], angle, scale: 1 };
  }

  answer(): Answer {
    const [a, b] = [this.of("a"), this.of("b")];
    const boxesMeet = meet(a.shape.aabb(this.pose("a")), b.shape.aabb(this.pose("b")));
    if (this.state.turn !== 0) return { boxesMeet, ...this.turnedAnswer(a, b) };
    const [from, to] = [whole(this.state.a.position), whole(this.state.b.position)];
    const offset: [number, number] = [to[0] - from[0], to[1] - from[1]];
    const common = a.mask.overlapArea(b.mask, offset);
    const shift = a.mask.partingShift(b.mask, offset);
    return { collide: common > 0, boxesMeet, common, lit: a.mask.overlap(b.mask, offset), shift };
  }

  private turnedAnswer(a: Figure, b: Figure): Pick<Answer, "collide" | "common"> {
    const [x, y] = whole(this.state.a.position);
    const pose = this.pose("b");
    const onA = { ...pose, position: [pose.position[0] - x, pose.position[1] - y] as const };
    const relation = d2.relation(a.shape.at(this.pose("a")), b.shape.at(pose));
    return { collide: relation !== "disjoint" && relation !== "touching", common: a.mask.turnedOverlap(b.mask, onA).area };
  }

  free(): void {
    for (const { figure } of Object.values(this.figures)) figure.free();
  }
}

type Aabb = ReturnType<d2.Shape["aabb"]>;

/** Boxes of pixels that share only a side have no pixel in common. */
function meet(a: Aabb, b: Aabb): boolean {
  return a.min[0] < b.max[0] && b.min[0] < a.max[0] && a.min[1] < b.max[1] && b.min[1] < a.max[1];
}
