import { directionOf, gapAt, type Widest, widest, within } from "../../explain/curve";
import { type Axis, axisAlong } from "../../explain/shadows";
import { drawArrow, drawDot, drawLine } from "../../kit/drawing/draw";
import { short } from "../../kit/notation/figures";
import { button, row } from "../../kit/panel/controls";
import { drawLight, drawRulers, type ShadowScene } from "../../kit/shadows/drawing";
import { onRuler, placeRuler } from "../../kit/shadows/rulers";
import type { Camera, Point, Stage } from "../../kit/stage/canvas";
import type { Text } from "../../shell/mode";
import type { Theme } from "../../shell/theme";
import { angleAt, drawCurve } from "../curve-plot";
import type { Lesson, Room } from "../lesson";
import { picture } from "../picture";
import { type Handle, Pieces, boxCorners, regular } from "../pieces";
import { says, signOf } from "../says";

const VIEW = { least: { x: -4.2, y: -3.6 }, most: { x: 4.2, y: 3.6 } };
const TURN = Math.PI / 90;
const START = 0.95;
const KNOB_RADIUS = 10;

export const ruler: Lesson = {
  id: "ruler",
  title: { en: "One ruler, turned freely", zh: "一把标尺，任意转动" },
  intro: [{
    en: "Why the rulers of the edges, and no others? Take one ruler and turn it freely: by its round end, or on the curve below, which shows the gap for every angle. The dashed lines of the curve mark the angles at which an edge of A (blue) or of B (purple) stands at right angles to the ruler.",
    zh: "为什么只看各条边的标尺？取一把标尺，任意转动：拖动它的圆端，或在下方的曲线上拖动。曲线给出每个角度的间隙。虚线标出 A（蓝色）或 B（紫色）的某条边与标尺垂直的角度。",
  }, {
    en: "Between two dashed lines the same two corners end the shadows, so the curve is a piece of a cosine. (There is one more kink, downwards, where A and B change sides along the ruler.) Below 0 a cosine hangs down: where the shapes overlap, the least overlap is always at a dashed line, on the normal of an edge. Above 0 it bulges up: where they are apart, the largest gap may lie between the lines. So the rulers of the edges always tell whether, but not always how far.",
    zh: "在相邻两条虚线之间，影子的端点始终来自同样的两个角，所以曲线是一段余弦。（此外只有一处向下的折点：A 与 B 沿标尺换边的地方。）在 0 以下，余弦向下垂：重叠时，最小的重叠一定落在虚线上，即某条边的法线方向。在 0 以上，余弦向上拱：分离时，最大的间隙可能在两条虚线之间。所以各条边的标尺总能判断是否分开，却不一定说得出相距多远。",
  }],
  build(place, room) {
    const lesson = new Ruler(room);
    const top = picture<Handle | "ruler">(place, room, {
      label: {
        en: "Two shapes and one ruler. Page up and page down turn the ruler, A and B choose a shape, the arrow keys move it, with Shift left and right turn it.",
        zh: "两个形状与一把标尺。Page Up、Page Down 转动标尺，A、B 键选择形状，方向键移动，Shift 加左右键旋转。",
      },
      view: VIEW,
      className: "tall",
      draw: (stage, theme) => { lesson.draw(stage, theme); answer.say(lesson.formula(), lesson.follows(), lesson.axis.gap); plot.redraw(); },
      handles: (camera) => lesson.handles(camera, () => top.redraw()),
      key: (event) => lesson.key(event),
    });
    const plot = picture<"angle">(place, room, {
      label: {
        en: "The gap against the angle of the ruler. Left and right turn the ruler.",
        zh: "间隙随标尺角度变化的曲线。左右键转动标尺。",
      },
      view: VIEW, className: "plot-picture", blank: true,
      draw: (stage, theme) => drawCurve(stage, theme, lesson.curve()),
      handles: (camera) => ({
        pick: () => "angle" as const,
        taken: (_, at) => { lesson.turnTo(angleAt(camera, camera.toScreen(at))); top.redraw(); },
        sideways: true,
        move: (_, __, at) => { lesson.turnTo(angleAt(camera, camera.toScreen(at))); top.redraw(); },
      }),
      key: (event) => { const known = lesson.turnKey(event.key, "ArrowRight", "ArrowLeft"); top.redraw(); return known; },
    });
    const answer = says(place);
    place.append(row(button({ en: "Turn it to the largest gap", zh: "转到间隙最大处" }, () => { lesson.turnTo(lesson.most().angle); top.redraw(); })));
    return { unmount() { top.unmount(); plot.unmount(); } };
  },
};

class Ruler {
  private angle = START;
  private readonly pieces: Pieces;

  constructor(private readonly room: Room) {
    const numbers = room.remembered(7);
    this.pieces = new Pieces({
      a: { corners: boxCorners(1.05, 0.7), radius: 0, at: { x: -1.1, y: -0.5 }, angle: 0.3, turns: true },
      b: { corners: regular(3, 1.1), radius: 0, at: { x: 1.05, y: 0.5 }, angle: 0.5, turns: true },
    }, { x: 2.2, y: 1.4 }, { ...room, remembered: () => numbers?.slice(0, 6), remember: () => this.save() });
    if (numbers) this.angle = within(numbers[6]);
  }

  private save(): void {
    const { a, b } = this.pieces.of;
    this.room.remember([...[a, b].flatMap(({ at, angle }) => [at.x, at.y, angle]), this.angle]);
  }

  get bodies() {
    return { a: this.pieces.body("a"), b: this.pieces.body("b") };
  }

  get axis(): Axis {
    return axisAlong(this.bodies.a, this.bodies.b, directionOf(this.angle));
  }

  most(): Widest {
    return widest(this.bodies.a, this.bodies.b);
  }

  curve() {
    return { ...this.bodies, angle: this.angle, most: this.most() };
  }

  turnTo(angle: number): void {
    this.angle = angle;
    this.save();
  }

  turnKey(key: string, forth: string, back: string): boolean {
    if (key !== forth && key !== back) return false;
    this.turnTo(this.angle + (key === forth ? TURN : -TURN));
    return true;
  }

  key(event: KeyboardEvent): boolean {
    return this.turnKey(event.key, "PageUp", "PageDown") || this.pieces.key(event);
  }

  /** The ruler goes round the shapes without a jump as it is turned. */
  private across(): Point {
    const { x, y } = directionOf(this.angle);
    return { x: y, y: -x };
  }

  private knob(camera: Camera): Point {
    const { axis } = this;
    return onRuler(placeRuler(axis, this.pieces.around(camera), camera, this.across()), camera, Math.max(axis.a.most, axis.b.most) + 26 / camera.zoom);
  }

  handles(camera: Camera, changed: () => void) {
    const shapes = this.pieces.handles(() => camera, changed);
    return {
      pick: (at: Point, reach: number): Handle | "ruler" | undefined => {
        const knob = camera.toWorld(this.knob(camera));
        const near = Math.hypot(knob.x - at.x, knob.y - at.y) < Math.max(reach, (KNOB_RADIUS + 6) / camera.zoom);
        return near ? "ruler" : shapes.pick(at, reach);
      },
      move: (held: Handle | "ruler", by: Point, at: Point) => {
        if (held !== "ruler") return shapes.move(held, by, at);
        this.turnBy(by, at);
        changed();
      },
      taken: (held: Handle | "ruler", at: Point) => { if (held !== "ruler") shapes.taken?.(held, at); },
    };
  }

  /** As the pointer goes round the middle of the two shapes. */
  private turnBy(by: Point, at: Point): void {
    const { a, b } = this.pieces.of;
    const middle = { x: (a.at.x + b.at.x) / 2, y: (a.at.y + b.at.y) / 2 };
    const to = Math.atan2(at.y - middle.y, at.x - middle.x);
    const from = Math.atan2(at.y - by.y - middle.y, at.x - by.x - middle.x);
    const turned = to - from;
    this.turnTo(this.angle + turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI)));
  }

  draw(stage: Stage, theme: Theme): void {
    const { bodies, axis } = this;
    const scene: ShadowScene = {
      shadows: { axes: [axis], deciding: 0 }, bodies, around: this.pieces.around(stage.camera), shown: 0, all: false, theme, across: this.across(), plain: true,
    };
    drawLight(stage, scene);
    this.pieces.draw(stage, theme, this.most().gap < 0);
    drawRulers(stage, scene);
    this.pieces.drawKnobs(stage, theme);
    const { pen, camera } = stage;
    const knob = this.knob(camera);
    drawDot(pen, knob, KNOB_RADIUS, { fill: theme.panel, stroke: theme.accent, width: 3 });
    const tip = (sign: number) => ({ x: knob.x + sign * this.across().x * 26, y: knob.y - sign * this.across().y * 26 });
    for (const sign of [1, -1]) {
      drawArrow(pen, { x: (knob.x * 2 + tip(sign).x) / 3, y: (knob.y * 2 + tip(sign).y) / 3 }, tip(sign), { stroke: theme.accent, width: 2 });
    }
    drawLine(pen, knob, knob, { stroke: theme.accent, width: 4 });
  }

  formula(): string {
    return `gap(${Math.round((within(this.angle) * 180) / Math.PI)}°) = ${short(gapAt(this.bodies.a, this.bodies.b, this.angle))}`;
  }

  follows(): Text {
    const most = this.most();
    const sign = signOf(most.gap);
    const where: Text = most.at === "edge" ? { en: "on the normal of an edge", zh: "在某条边的法线上" } : { en: "on the line between two corners, between the dashed lines", zh: "在两个角的连线方向上，介于虚线之间" };
    const size = short(most.gap);
    return {
      en: `The largest gap of all angles is ${size}, ${where.en}. ${sign.en}`,
      zh: `所有角度中最大的间隙是 ${size}，${where.zh}。${sign.zh}`,
    };
  }
}
