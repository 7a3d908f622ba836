import { type Point, dot } from "../../explain/body";
import { directionOf, within } from "../../explain/curve";
import { shadow } from "../../explain/shadows";
import { drawArrow, drawDot, drawLabel, drawLine, paint } from "../../kit/drawing/draw";
import { colourOf, short } from "../../kit/notation/figures";
import { slider } from "../../kit/panel/controls";
import type { Stage } from "../../kit/stage/canvas";
import type { Text } from "../../shell/mode";
import { faded, type Theme } from "../../shell/theme";
import type { Lesson } from "../lesson";
import { picture } from "../picture";
import { outline } from "../pieces";
import { says } from "../says";

const CORNERS: readonly Point[] = [{ x: 0.9, y: 0.8 }, { x: 2.6, y: 0.6 }, { x: 3.1, y: 1.7 }, { x: 2.2, y: 2.7 }, { x: 0.8, y: 2.2 }];
const BODY = { corners: CORNERS, radius: 0 };
const VIEW = { least: { x: -1.2, y: -1.5 }, most: { x: 4.4, y: 3.1 } };
const START = 0.35;
/** How far the ruler goes on beyond the shadow and the origin, in units. */
const BEYOND = 0.5;

export const corner: Lesson = {
  id: "corner",
  title: { en: "A corner's place on the ruler", zh: "一个角在标尺上的位置" },
  intro: [{
    en: "Where does a corner's shadow fall? Straight across, at the corner's dot product with the axis: x · axis.x + y · axis.y, if the axis has length 1. The shadow of the shape goes from the least of these numbers to the most. Point at a corner, or tap it.",
    zh: "一个角的影子落在哪里？垂直投下，落在该角与轴的点积处：x · axis.x + y · axis.y（轴的长度为 1）。形状的影子就从这些数中最小的到最大的。指向或点按一个角试试。",
  }],
  build(place, room) {
    const [savedAngle, savedCorner] = room.remembered(2) ?? [START, 3];
    let angle = within(savedAngle);
    let at = Math.abs(Math.round(savedCorner) - 1) % CORNERS.length;
    const choose = (index: number) => {
      at = (index + CORNERS.length) % CORNERS.length;
      room.remember([angle, at + 1]);
      stage.redraw();
    };
    const nearest = (to: Point, reach: number) => CORNERS.findIndex(({ x, y }) => Math.hypot(x - to.x, y - to.y) < Math.max(reach, 0.45));
    const stage = picture<number>(place, room, {
      label: {
        en: "A shape with five corners over a ruler through the origin. Left and right choose a corner.",
        zh: "一个五个角的形状与一把过原点的标尺。左右键选择角。",
      },
      view: VIEW,
      className: "tall",
      draw: (drawn, theme) => { draw(drawn, theme, angle, at); answer.say(formula(angle, at), follows(angle, at), 0); },
      handles: () => ({
        pick: (to, reach) => { const index = nearest(to, reach); return index < 0 ? undefined : index; },
        taken: choose, move() {},
        over: (index) => { if (index !== undefined && index !== at) choose(index); },
      }),
      key: ({ key }) => {
        if (key !== "ArrowLeft" && key !== "ArrowRight") return false;
        choose(at + (key === "ArrowRight" ? 1 : -1));
        return true;
      },
    });
    const answer = says(place);
    const turn = slider({ en: "Angle of the ruler", zh: "标尺角度" }, { least: 0, most: 179, step: 1, show: (degrees) => `${degrees}°` }, Math.round((angle * 180) / Math.PI), (degrees) => {
      angle = (degrees * Math.PI) / 180;
      choose(at);
    });
    place.append(turn.element);
    return stage;
  },
};

function formula(angle: number, at: number): string {
  const [{ x, y }, axis] = [CORNERS[at], directionOf(angle)];
  const bracket = (value: number) => (value < 0 ? `(${short(value)})` : short(value));
  return `corner ${at + 1} · axis = ${bracket(x)} · ${bracket(axis.x)} + ${bracket(y)} · ${bracket(axis.y)} = ${short(dot(CORNERS[at], axis))}`;
}

function follows(angle: number, at: number): Text {
  const axis = directionOf(angle);
  const { least, most } = shadow(BODY, axis);
  const value = dot(CORNERS[at], axis);
  const which: Text = value === most ? { en: "It is the most: the shadow ends here.", zh: "它最大：影子在此结束。" }
    : value === least ? { en: "It is the least: the shadow begins here.", zh: "它最小：影子由此开始。" }
      : { en: "It is neither the least nor the most: it does not matter here.", zh: "它既非最小也非最大：在这里无关紧要。" };
  return {
    en: `The shadow goes from ${short(least)} to ${short(most)}. ${which.en}`,
    zh: `影子从 ${short(least)} 到 ${short(most)}。${which.zh}`,
  };
}

function draw({ pen, camera }: Stage, theme: Theme, angle: number, at: number): void {
  const axis = directionOf(angle);
  const colour = colourOf(theme, "a");
  const onAxis = (along: number) => camera.toScreen({ x: axis.x * along, y: axis.y * along });
  const { least, most } = shadow(BODY, axis);
  drawLine(pen, onAxis(Math.min(0, least) - BEYOND), onAxis(Math.max(0, most) + BEYOND), { stroke: theme.muted, width: 1.5 });
  for (let unit = Math.ceil(Math.min(0, least) - BEYOND); unit <= Math.max(0, most) + BEYOND; unit++) drawTick(pen, onAxis(unit), angle, String(unit).replace("-", "−"), theme);
  drawLine(pen, onAxis(least), onAxis(most), { stroke: faded(colour, 0.55), width: 8 });
  paint(pen, outline(BODY, camera), { fill: faded(colour, 0.2), stroke: colour, width: 2 });
  drawArrow(pen, onAxis(0), onAxis(1), { stroke: theme.accent, width: 3 });
  drawDot(pen, onAxis(0), 5, { fill: theme.ink, stroke: theme.paper, width: 1.5 });
  CORNERS.forEach((each, index) => {
    const [place, foot] = [camera.toScreen(each), onAxis(dot(each, axis))];
    const chosen = index === at;
    drawLine(pen, place, foot, { stroke: chosen ? theme.contact : faded(theme.muted, 0.5), width: chosen ? 2.5 : 1, dash: [5, 4] });
    drawDot(pen, foot, chosen ? 6 : 3.5, { fill: chosen ? theme.contact : colour, stroke: theme.paper, width: 1.5 });
    drawDot(pen, place, chosen ? 9 : 6, { fill: chosen ? theme.contact : colour, stroke: theme.paper, width: 2 });
    drawLabel(pen, String(index + 1), beside(camera.toScreen({ x: 1.9, y: 1.6 }), place, 20), { colour: chosen ? theme.contact : colour, halo: theme.paper, weight: 700 });
  });
  const foot = onAxis(dot(CORNERS[at], axis));
  const under = { x: foot.x + Math.sin(angle) * 38, y: foot.y + Math.cos(angle) * 38 };
  drawLabel(pen, short(dot(CORNERS[at], axis)), under, { colour: theme.contact, halo: theme.paper, size: 15, weight: 700 });
}

/** A place this many pixels further from the middle. */
function beside(middle: Point, { x, y }: Point, pixels: number): Point {
  const length = Math.hypot(x - middle.x, y - middle.y);
  return { x: x + ((x - middle.x) / length) * pixels, y: y + ((y - middle.y) / length) * pixels };
}

function drawTick(pen: CanvasRenderingContext2D, at: Point, angle: number, words: string, theme: Theme): void {
  const across = { x: Math.sin(angle), y: Math.cos(angle) };
  drawLine(pen, at, { x: at.x + across.x * 6, y: at.y + across.y * 6 }, { stroke: theme.muted, width: 1 });
  drawLabel(pen, words, { x: at.x + across.x * 17, y: at.y + across.y * 17 }, { colour: theme.muted, halo: theme.paper, size: 11 });
}
