import type { Shadows } from "../../explain/shadows";
import { short } from "../../kit/notation/figures";
import type { Text } from "../../shell/mode";
import { axesPicture } from "../axes";
import type { Lesson } from "../lesson";
import { boxCorners } from "../pieces";
import { signOf } from "../says";

export const turned: Lesson = {
  id: "turned",
  title: { en: "Warm-up: turned boxes", zh: "热身：旋转的矩形" },
  intro: [{
    en: "Turn a box, and the two upright rulers see too much: their shadows overlap although there is light between the boxes. So let each box bring its own two rulers, and turn them with it. Four rulers, the same rule: the largest gap decides.",
    zh: "把矩形转一下，两把端正的标尺就看不准了：影子重叠，但两个矩形之间明明有缝。所以让每个矩形带上自己的两把标尺，一起转动。四把标尺，规则不变：起决定作用的是最大的间隙。",
  }, {
    en: "Take a round knob to turn its box. Rulers that have no room are left out; the row of numbers has them all.",
    zh: "拖动圆形把手旋转矩形。放不下的标尺会被省略；下面的一行数包含全部。",
  }],
  build: (place, room) => axesPicture(place, room, {
    a: { corners: boxCorners(1, 0.6), radius: 0, at: { x: -1, y: -0.35 }, angle: 0.45, turns: true },
    b: { corners: boxCorners(0.9, 0.5), radius: 0, at: { x: 0.85, y: 0.45 }, angle: -0.5, turns: true },
    label: {
      en: "Two turned boxes and four rulers. A and B choose a box, the arrow keys move it, with Shift left and right turn it.",
      zh: "两个旋转的矩形与四把标尺。A、B 键选择，方向键移动，Shift 加左右键旋转。",
    },
    names: ["A 1", "A 2", "B 1", "B 2"].map((name) => ({ en: name, zh: name })),
    follows,
  }),
};

function follows({ axes, deciding }: Shadows): Text {
  const { gap, sources } = axes[deciding];
  const sign = signOf(gap);
  const whose = sources[0]?.kind === "edge" && sources[0].side === "b" ? "B" : "A";
  if (gap > 0) return { en: `${sign.en} A ruler of ${whose} shows it.`, zh: `${sign.zh}${whose} 的一把标尺显示了这一点。` };
  return {
    en: `${sign.en} All ${axes.length} rulers say so; the least push that parts them, ${short(-gap)}, is along a ruler of ${whose}.`,
    zh: `${sign.zh}全部 ${axes.length} 把标尺都这么说；分开它们的最短推动是 ${short(-gap)}，沿 ${whose} 的一把标尺。`,
  };
}
