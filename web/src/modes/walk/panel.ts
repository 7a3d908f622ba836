// The switch between 2D and 3D, the character's state in numbers, and the keys.

import { button, choice, group, numbers, row, toggle, words } from "../../kit/panel/controls";
import { write } from "../../shell/language";
import type { Context, Text } from "../../shell/mode";
import type { Report } from "./world";

export type Kind = "flat" | "space";
export interface State { kind: Kind; contacts: boolean }

export interface Actions { chosen(kind: Kind): void; contacts(on: boolean): void; restart(): void }

export interface Panel {
  report(report: Report, stepMicroseconds: number): void;
  setKind(kind: Kind): void;
  /** Shows or hides the message that the terrain cannot be drawn here. */
  setLacking(lacking: boolean): void;
}

const WORDS: Record<Kind, Text> = {
  flat: {
    en: "Arrow keys walk, space jumps; on a phone use the buttons on the drawing. Steps up to 35 cm are climbed and slopes up to 45° walked; what is steeper stops it or lets it slide down. Platforms carry it.",
    zh: "方向键行走，空格键跳跃；手机上使用画面中的按钮。35 厘米以内的台阶可迈上，45° 以内的坡可行走，更陡则受阻或滑落。平台会带着角色移动。",
  },
  space: {
    en: "Up and down walk, left and right turn the way, space jumps; drag the drawing to look around. The same character, in space, on a terrain of 4,608 triangles.",
    zh: "上下键行走，左右键转向，空格键跳跃；拖动画面可环顾四周。同一个角色，在三维中，走在由 4,608 个三角形组成的地形上。",
  },
};
const LEGEND: Text = {
  en: "Arrows: contacts, each with its normal. Bars or discs: the planes along which the step was taken; green can be walked on, amber is the edge of a step, red is too steep.",
  zh: "箭头：接触点及其法线。线段或圆盘：这一步所沿的平面；绿色可行走，琥珀色为台阶边缘，红色太陡。",
};

const NO_WEBGL: Text = {
  en: "The terrain is drawn with WebGL 2, which this browser does not offer (it may be switched off in its settings). The 2D course does without.",
  zh: "三维地形使用 WebGL 2 绘制，而当前浏览器不支持（或已在设置中关闭）。二维赛道不受影响。",
};

export function buildPanel(place: HTMLElement, state: State, context: Context, actions: Actions): Panel {
  const what = words(WORDS[state.kind]);
  const change = words({ en: "", zh: "" });
  change.setAttribute("role", "status");
  const table = numbers([
    { en: "State", zh: "状态" },
    { en: "Slope under the feet", zh: "脚下坡度" },
    { en: "Speed on the level", zh: "水平速度" },
    { en: "Upwards", zh: "竖直速度" },
    { en: "Contacts", zh: "接触点" },
    { en: "Position", zh: "位置" },
    { en: "Time of a step", zh: "单步用时" },
  ]);
  const kind = choice<Kind>(
    { en: "Where", zh: "场地" },
    [{ value: "flat", label: { en: "2D course", zh: "二维赛道" } }, { value: "space", label: { en: "3D terrain", zh: "三维地形" } }],
    state.kind,
    actions.chosen,
  );
  const lacking = words(NO_WEBGL);
  lacking.setAttribute("role", "alert");
  lacking.hidden = true;
  place.append(
    kind.element, lacking, what,
    group({ en: "The character", zh: "角色" }, table.element, change, row(button({ en: "Begin again", zh: "重新开始" }, actions.restart))),
    group({ en: "Drawing", zh: "画面" }, toggle({ en: "Contacts and chosen planes", zh: "接触点与所选平面" }, state.contacts, actions.contacts).element, words(LEGEND, "words muted")),
  );
  return {
    setKind: (next) => void write(what, WORDS[next]),
    setLacking: (lacks) => { lacking.hidden = !lacks; },
    report(report, microseconds) {
      table.set([
        context.text(stateOf(report)),
        report.slope === undefined ? "–" : `${report.slope.toFixed(1)}°`,
        `${report.speed.toFixed(2)} m/s`,
        `${signed(report.climb)} m/s`,
        String(report.contacts),
        report.position.map(signed).join(", "),
        `${microseconds.toFixed(0)} µs`,
      ]);
      if (report.change) write(change, report.change);
    },
  };
}

function stateOf({ standing, slope, climb }: Report): Text {
  if (!standing) return climb > 0 ? { en: "rising", zh: "上升" } : { en: "falling", zh: "下落" };
  return slope !== undefined && slope > 1 ? { en: "standing on a slope", zh: "站在坡上" } : { en: "standing", zh: "站立" };
}

function signed(value: number): string {
  const text = Math.abs(value).toFixed(2);
  return value < -0.005 ? `−${text}` : text;
}
