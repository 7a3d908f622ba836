import { length, subtract, unit } from "../../explain/body";
import { drawDot, drawLabel, drawLine } from "../../kit/drawing/draw";
import { colourOf, short } from "../../kit/notation/figures";
import type { Stage } from "../../kit/stage/canvas";
import type { Theme } from "../../shell/theme";
import type { Lesson } from "../lesson";
import { picture } from "../picture";
import { Pieces } from "../pieces";
import { says, signOf } from "../says";

const RADII = { a: 1.1, b: 0.8 };

export const circles: Lesson = {
  id: "circles",
  title: { en: "Warm-up: two circles", zh: "热身：两个圆" },
  intro: [{
    en: "Do two circles meet? Measure from centre to centre, and take both radii off. What is left is the gap: one number, whose sign is the answer. Drag the circles.",
    zh: "两个圆相碰吗？量出两圆心之间的距离，减去两个半径，剩下的就是间隙：一个数，它的正负号就是答案。拖动圆试试。",
  }],
  build(place, room) {
    const circle = (radius: number, x: number, y: number) => ({ corners: [{ x: 0, y: 0 }], radius, at: { x, y }, angle: 0, turns: false });
    const pieces = new Pieces({ a: circle(RADII.a, -1.4, -0.1), b: circle(RADII.b, 1.3, 0.3) }, { x: 3.4, y: 1.6 }, room);
    const stage = picture(place, room, {
      label: {
        en: "Two circles and the line between their centres. A and B choose a circle, the arrow keys move it.",
        zh: "两个圆与圆心连线。A、B 键选择圆，方向键移动。",
      },
      view: { least: { x: -3.6, y: -1.9 }, most: { x: 3.6, y: 1.9 } },
      draw: (drawn, theme) => draw(drawn, theme, pieces, answer.say),
      handles: (camera) => pieces.handles(() => camera, () => stage.redraw()),
      key: (event) => pieces.key(event),
    });
    const answer = says(place);
    return stage;
  },
};

function draw(stage: Stage, theme: Theme, pieces: Pieces, say: ReturnType<typeof says>["say"]): void {
  const { pen, camera } = stage;
  const [p, q] = [pieces.of.a.at, pieces.of.b.at];
  const apart = length(subtract(q, p));
  const gap = apart - RADII.a - RADII.b;
  pieces.draw(stage, theme, gap < 0);
  const along = apart > 0 ? unit(subtract(q, p)) : { x: 1, y: 0 };
  const at = (from: typeof p, far: number) => camera.toScreen({ x: from.x + along.x * far, y: from.y + along.y * far });
  const [borderA, borderB] = [at(p, RADII.a), at(q, -RADII.b)];
  const colour = gap > 0 ? theme.gap : theme.overlap;
  drawLine(pen, camera.toScreen(p), borderA, { stroke: colourOf(theme, "a"), width: 3 });
  drawLine(pen, camera.toScreen(q), borderB, { stroke: colourOf(theme, "b"), width: 3 });
  drawLine(pen, borderA, borderB, { stroke: colour, width: 6 });
  for (const end of [borderA, borderB]) drawDot(pen, end, 4, { fill: colour, stroke: theme.paper, width: 1.5 });
  const middle = { x: (borderA.x + borderB.x) / 2 - along.y * 22, y: (borderA.y + borderB.y) / 2 - along.x * 22 };
  drawLabel(pen, short(gap), middle, { colour, halo: theme.paper, size: 15, weight: 700 });
  say(`gap = |B − A| − r − s = ${short(apart)} − ${short(RADII.a)} − ${short(RADII.b)} = ${short(gap)}`, signOf(gap), gap);
}
