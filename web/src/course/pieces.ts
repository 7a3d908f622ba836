// The two shapes of a picture: dragged by mouse or finger, turned by a knob, moved and turned by keys.

import { add, type Body, type Point } from "../explain/body";
import { signedDistance } from "../explain/minkowski";
import type { Side } from "../explain/shadows";
import { drawDot, drawLabel, drawLine, paint } from "../kit/drawing/draw";
import { grown } from "../kit/drawing/outline";
import { colourOf } from "../kit/notation/figures";
import type { Camera, Stage } from "../kit/stage/canvas";
import type { Draggables } from "../kit/stage/pointer";
import { faded, type Theme } from "../shell/theme";
import type { Room } from "./lesson";

/** Corners about the shape's own origin, counter-clockwise, grown by a radius. */
export interface Piece { corners: readonly Point[]; radius: number; at: Point; angle: number; turns: boolean }
export type Handle = { side: Side; what: "body" | "knob" };

const KNOB_PIXELS = 30;
const KNOB_RADIUS = 8;
const STEP = 0.1;
const TURN = Math.PI / 36;
const NUMBERS = 3;

export class Pieces {
  held: Side = "b";

  /** `reach`: how far from the middle of the picture a shape may be taken. */
  constructor(readonly of: Record<Side, Piece>, private readonly reach: Point, private readonly room: Room) {
    const numbers = room.remembered(2 * NUMBERS);
    if (!numbers) return;
    (["a", "b"] as const).forEach((side, i) => {
      const [x, y, angle] = numbers.slice(NUMBERS * i);
      this.moveTo(side, { x, y });
      if (of[side].turns) of[side].angle = angle % (2 * Math.PI);
    });
  }

  body(side: Side): Body {
    const { corners, radius, at, angle } = this.of[side];
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return { corners: corners.map(({ x, y }) => ({ x: at.x + cos * x - sin * y, y: at.y + sin * x + cos * y })), radius };
  }

  moveTo(side: Side, { x, y }: Point): void {
    const within = (value: number, most: number) => Math.min(most, Math.max(-most, value));
    this.of[side].at = { x: within(x, this.reach.x), y: within(y, this.reach.y) };
  }

  save(): void {
    this.room.remember((["a", "b"] as const).flatMap((side) => [this.of[side].at.x, this.of[side].at.y, this.of[side].angle]));
  }

  handles(camera: () => Camera, changed: () => void): Draggables<Handle> {
    return {
      pick: (at, reach) => this.pick(at, reach, camera()),
      taken: ({ side }) => { this.held = side; changed(); },
      move: ({ side, what }, by, at) => {
        const piece = this.of[side];
        if (what === "knob") piece.angle = Math.atan2(at.y - piece.at.y, at.x - piece.at.x) - Math.PI / 2;
        else this.moveTo(side, add(piece.at, by));
        this.save();
        changed();
      },
    };
  }

  private pick(at: Point, reach: number, camera: Camera): Handle | undefined {
    const sides: Side[] = this.held === "a" ? ["a", "b"] : ["b", "a"];
    const knob = sides.find((side) => {
      if (!this.of[side].turns) return false;
      const world = camera.toWorld(this.knob(side, camera));
      return Math.hypot(world.x - at.x, world.y - at.y) < Math.max(reach, (KNOB_RADIUS + 4) / camera.zoom);
    });
    if (knob) return { side: knob, what: "knob" };
    const away = (side: Side) => signedDistance({ corners: [at], radius: 0 }, this.body(side));
    const body = sides.find((side) => away(side) <= 0) ?? sides.find((side) => away(side) <= reach);
    return body && { side: body, what: "body" };
  }

  /** Arrows move the shape held, with Shift left and right turn it; A and B choose. */
  key(event: KeyboardEvent): boolean {
    const ways: Record<string, readonly [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    const side = ({ a: "a", b: "b" } as const)[event.key.toLowerCase()];
    const way = ways[event.key];
    const piece = this.of[this.held];
    if (side) this.held = side;
    else if (way && event.shiftKey && piece.turns) piece.angle -= way[0] * TURN;
    else if (way) this.moveTo(this.held, add(piece.at, { x: way[0] * STEP, y: way[1] * STEP }));
    else return false;
    this.save();
    return true;
  }

  /** Everything that rulers have to stay clear of: the shapes and their knobs. */
  around(camera: Camera): Body[] {
    const knobs = (["a", "b"] as const).filter((side) => this.of[side].turns)
      .map((side): Body => ({ corners: [camera.toWorld(this.knob(side, camera))], radius: KNOB_RADIUS / camera.zoom }));
    return [this.body("a"), this.body("b"), ...knobs];
  }

  /** Where a shape's knob is, in pixels. */
  private knob(side: Side, camera: Camera): Point {
    const { corners, radius, at, angle } = this.of[side];
    const away = (Math.max(...corners.map(({ x, y }) => Math.hypot(x, y))) + radius) * camera.zoom + KNOB_PIXELS;
    const centre = camera.toScreen(at);
    return { x: centre.x - Math.sin(angle) * away, y: centre.y - Math.cos(angle) * away };
  }

  draw({ pen, camera }: Stage, theme: Theme, collides: boolean): void {
    for (const side of this.held === "a" ? (["b", "a"] as const) : (["a", "b"] as const)) {
      const colour = colourOf(theme, side);
      const fill = collides ? faded(theme.collision, theme.dark ? 0.5 : 0.35) : faded(colour, 0.2);
      paint(pen, outline(this.body(side), camera), { fill, stroke: colour, width: side === this.held ? 3 : 2 });
      drawLabel(pen, side.toUpperCase(), camera.toScreen(this.of[side].at), { colour, halo: faded(theme.paper, 0.7), size: 15, weight: 700 });
    }
  }

  /** Over everything else. */
  drawKnobs({ pen, camera }: Stage, theme: Theme): void {
    for (const side of ["a", "b"] as const) {
      if (!this.of[side].turns) continue;
      const [knob, centre, colour] = [this.knob(side, camera), camera.toScreen(this.of[side].at), colourOf(theme, side)];
      const length = Math.hypot(knob.x - centre.x, knob.y - centre.y);
      const from = { x: knob.x + (centre.x - knob.x) * KNOB_PIXELS / length, y: knob.y + (centre.y - knob.y) * KNOB_PIXELS / length };
      drawLine(pen, from, knob, { stroke: faded(colour, 0.6), width: 1.5, dash: [2, 3] });
      drawDot(pen, knob, KNOB_RADIUS, { fill: theme.panel, stroke: colour, width: 2 });
    }
  }
}

export function outline({ corners, radius }: Body, camera: Camera): Path2D {
  return grown(corners, radius, camera);
}

export function boxCorners(w: number, h: number): Point[] {
  return [{ x: -w, y: -h }, { x: w, y: -h }, { x: w, y: h }, { x: -w, y: h }];
}

/** A regular polygon, its first corner at the top. */
export function regular(count: number, radius: number): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const angle = Math.PI / 2 + (2 * Math.PI * i) / count;
    return { x: radius * Math.cos(angle), y: radius * Math.sin(angle) };
  });
}
