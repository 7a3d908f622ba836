import type { Shadows } from "../../explain/shadows";
import { short } from "../../kit/notation/figures";
import type { Text } from "../../shell/mode";
import { axesPicture } from "../axes";
import type { Lesson } from "../lesson";
import { boxCorners } from "../pieces";
import { signOf } from "../says";

export const boxes: Lesson = {
  id: "boxes",
  title: { en: "Warm-up: two boxes", zh: "热身：两个矩形" },
  intro: [{
    en: "A box has no one radius. But seen from below it is an interval, and from the side as well: its shadows on two rulers. On each ruler a gap is measured as before. One gap of more than 0 is enough to be apart; the boxes overlap only where both shadows do. The largest gap decides.",
    zh: "矩形没有统一的半径。但从下方看，它是一个区间，从侧面看也是：这就是它在两把标尺上的影子。在每把标尺上像刚才一样量间隙。只要有一个间隙大于 0，就是分离的；只有两处影子都重叠，矩形才重叠。起决定作用的是最大的间隙。",
  }],
  build: (place, room) => axesPicture(place, room, {
    a: { corners: boxCorners(1.1, 0.7), radius: 0, at: { x: -1.2, y: -0.2 }, angle: 0, turns: false },
    b: { corners: boxCorners(0.7, 0.9), radius: 0, at: { x: 1.1, y: 0.5 }, angle: 0, turns: false },
    label: {
      en: "Two upright boxes and their shadows on two rulers. A and B choose a box, the arrow keys move it.",
      zh: "两个端正的矩形及其在两把标尺上的影子。A、B 键选择，方向键移动。",
    },
    names: [{ en: "up and down", zh: "竖直" }, { en: "left and right", zh: "水平" }],
    follows,
  }),
};

function follows({ axes, deciding }: Shadows): Text {
  const { gap } = axes[deciding];
  const sign = signOf(gap);
  if (gap > 0) return sign;
  const way: Text = deciding === 0 ? { en: "up or down", zh: "上下" } : { en: "left or right", zh: "左右" };
  return {
    en: `${sign.en} The shortest way out is ${way.en}, by ${short(-gap)}.`,
    zh: `${sign.zh}最短的分离方向是${way.zh}，移动 ${short(-gap)}。`,
  };
}
