import { edges } from "../../explain/body";
import { type Moment, PROGRAM, run } from "../../explain/program";
import { drawArrow, drawLabel, drawLine, paint } from "../../kit/drawing/draw";
import { colourOf, short } from "../../kit/notation/figures";
import { stepper } from "../../kit/panel/stepper";
import { drawLight, drawRulers, type ShadowScene } from "../../kit/shadows/drawing";
import type { Stage } from "../../kit/stage/canvas";
import { writeAttribute } from "../../shell/language";
import type { Text } from "../../shell/mode";
import { faded, type Theme } from "../../shell/theme";
import type { Lesson } from "../lesson";
import { picture } from "../picture";
import { boxCorners, outline, Pieces, regular } from "../pieces";
import { says } from "../says";

const EVERY_MS = 650;
const NORMAL_PIXELS = 40;

export const program: Lesson = {
  id: "program",
  title: { en: "The program, line by line", zh: "程序，一行一行地看" },
  intro: [{
    en: "All of it is a program of nine lines. Play it, or go step by step: the line it is at is lit, and the picture draws what that line does. It ends at the first gap of more than 0. Drag the shapes and play again.",
    zh: "这一切就是一段九行的程序。播放，或逐步前进：当前行会亮起，图中画出这一行所做的事。遇到第一个大于 0 的间隙，它就结束。拖动形状，再播放一次。",
  }],
  build(place, room) {
    const pieces = new Pieces({
      a: { corners: boxCorners(0.9, 0.6), radius: 0, at: { x: -0.85, y: -0.2 }, angle: 0.25, turns: true },
      b: { corners: regular(3, 1), radius: 0, at: { x: 0.65, y: 0.2 }, angle: -0.2, turns: true },
    }, { x: 2.2, y: 1.2 }, room);
    let [moments, at] = [run(pieces.body("a"), pieces.body("b")), 0];
    const bench = document.createElement("div");
    bench.className = "program-bench";
    const [left, right] = [document.createElement("div"), document.createElement("div")];
    bench.append(left, right);
    place.append(bench);
    const listing = createListing(left);
    const go = (step: number) => { at = step; stage.redraw(); };
    const steps = stepper({ en: "Step", zh: "步骤" }, go, EVERY_MS);
    left.append(steps.element);
    const restart = () => {
      moments = run(pieces.body("a"), pieces.body("b"));
      at = Math.min(at, moments.length - 1);
      stage.redraw();
    };
    const stage = picture(right, room, {
      label: {
        en: "Two shapes, and what the lit line of the program does. A and B choose a shape, the arrow keys move it, with Shift left and right turn it.",
        zh: "两个形状，以及程序当前行所做的事。A、B 键选择，方向键移动，Shift 加左右键旋转。",
      },
      view: { least: { x: -4.2, y: -3.3 }, most: { x: 4.2, y: 3.3 } },
      draw: (drawn, theme) => {
        const moment = moments[at];
        draw(drawn, theme, pieces, moment);
        listing.light(moment.line);
        steps.show(at, moments.length, at + 1 === moments.length ? -1 : at);
        answer.say(knows(moment), follows(moment), moment.result === "apart" ? 1 : moment.result ? -1 : 0);
      },
      handles: (camera) => pieces.handles(() => camera, restart),
      key: (event) => { const known = pieces.key(event); if (known) restart(); return known; },
    });
    const answer = says(place);
    return { unmount() { steps.stop(); stage.unmount(); } };
  },
};

function createListing(place: HTMLElement): { light(line: number): void } {
  const list = document.createElement("ol");
  list.className = "listing";
  list.tabIndex = 0; // it may be wider than the screen, and then keys scroll it
  writeAttribute(list, "aria-label", { en: "The program", zh: "程序" });
  const lines = PROGRAM.map((words) => {
    const line = document.createElement("li");
    line.textContent = words;
    return line;
  });
  list.append(...lines);
  place.append(list);
  return {
    light(lit) {
      lines.forEach((line, i) => (i === lit ? line.setAttribute("aria-current", "step") : line.removeAttribute("aria-current")));
    },
  };
}

/** What the program's names stand for now. */
function knows({ axis, knows: known, best, edge, side }: Moment): string {
  const parts = [`best = ${best === -Infinity ? "−∞" : short(best)}`];
  if (edge && axis) parts.push(`edge = ${side!.toUpperCase()} ${edge.index + 1}`);
  if (axis && known.a) parts.push(`a = ${short(axis.a.least)} … ${short(axis.a.most)}`);
  if (axis && known.b) parts.push(`b = ${short(axis.b.least)} … ${short(axis.b.most)}`);
  if (axis && known.gap) parts.push(`gap = ${short(axis.gap)}`);
  return parts.join("   ");
}

function follows({ result, line, best, axis }: Moment): Text {
  if (result === "apart") return { en: "A gap: the program ends, and asks no other edge.", zh: "有间隙：程序结束，不再问其他边。" };
  if (result) return { en: `No edge shows a gap. The largest, ${short(best)}, is the overlap: a push of ${short(-best)} that way parts them.`, zh: `没有任何边显示间隙。最大的是 ${short(best)}，即重叠量：朝该方向推动 ${short(-best)} 就能分开。` };
  switch (line) {
    case 1: return { en: "The next edge.", zh: "下一条边。" };
    case 2: return { en: "Its normal is the direction of the ruler.", zh: "它的法线就是标尺的方向。" };
    case 3: return { en: "The shadow of A: the least and the most of its corners' dot products.", zh: "A 的影子：各角点积中的最小与最大。" };
    case 4: return { en: "The shadow of B.", zh: "B 的影子。" };
    case 5: return { en: "How far apart are the shadows? Less than 0: they overlap.", zh: "两个影子相距多远？小于 0 则重叠。" };
    case 6: return { en: "Not more than 0, so this edge decides nothing.", zh: "不大于 0，这条边说明不了什么。" };
    case 7: return axis!.gap === best ? { en: "The largest so far: it is kept.", zh: "目前最大：记下来。" } : { en: "An earlier edge had a larger one.", zh: "之前有条边的间隙更大。" };
    default: return { en: "Nothing is known yet.", zh: "目前什么都不知道。" };
  }
}

function draw(stage: Stage, theme: Theme, pieces: Pieces, moment: Moment): void {
  const bodies = { a: pieces.body("a"), b: pieces.body("b") };
  const { axis, knows: known, edge, side } = moment;
  const scene: ShadowScene | undefined = axis && {
    shadows: { axes: [axis], deciding: 0 }, bodies, around: pieces.around(stage.camera), shown: 0, all: false, theme, plain: true, known,
  };
  if (scene && moment.line >= 2) drawLight(stage, scene);
  pieces.draw(stage, theme, moment.result === "overlapping");
  const { pen, camera } = stage;
  for (const each of ["a", "b"] as const) {
    if (known.gap || (axis && known[each])) paint(pen, outline(bodies[each], camera), { fill: faded(colourOf(theme, each), 0.25) });
  }
  if (scene && moment.line >= 2) drawRulers(stage, scene);
  if (edge && side) drawEdge(stage, theme, moment, bodies[side]);
  pieces.drawKnobs(stage, theme);
}

/** The edge that is asked, its number, and from line 3 on its normal. */
function drawEdge({ pen, camera }: Stage, theme: Theme, { edge, side, line }: Moment, body: Parameters<typeof edges>[0]): void {
  const colour = colourOf(theme, side!);
  const { from, to, normal, index } = edges(body)[edge!.index];
  const [start, end] = [camera.toScreen(from), camera.toScreen(to)];
  drawLine(pen, start, end, { stroke: colour, width: 7 });
  const middle = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
  if (line >= 2) drawArrow(pen, middle, { x: middle.x + normal.x * NORMAL_PIXELS, y: middle.y - normal.y * NORMAL_PIXELS }, { stroke: colour, width: 3 });
  drawLabel(pen, String(index + 1), { x: middle.x - normal.x * 16, y: middle.y + normal.y * 16 }, { colour, halo: theme.paper, size: 13, weight: 700 });
}
