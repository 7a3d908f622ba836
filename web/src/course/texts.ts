import type { Text } from "../shell/mode";

export const ABOUT: Text = {
  en: "A course in nine steps: how one finds out whether two shapes meet. Read from the top; every picture can be played with. Shapes are dragged; their round knobs turn them. Keys, once a picture has the focus: A and B choose a shape, the arrow keys move it, with Shift left and right turn it.\n\nThe other tabs are for playing.",
  zh: "九步课程：怎样判断两个形状是否相碰。从上往下读，每幅图都可以动手。形状可拖动，圆形把手可旋转。图获得焦点后可用键盘：A、B 选择形状，方向键移动，Shift 加左右键旋转。\n\n其他标签页供自由玩耍。",
};

export const TITLE: Text = { en: "Do they meet?", zh: "它们相碰吗？" };

export const LEAD: Text = {
  en: "Nine small steps, from two circles to code. Every picture can be dragged.",
  zh: "从两个圆到代码，九小步。每幅图都可以拖动。",
};

/** The words of the whole page, and its one sign. */
export const WORDS: readonly { word: Text; means: Text }[] = [
  { word: { en: "shadow", zh: "影子" }, means: { en: "of a shape on a ruler: from its least place to its most", zh: "形状在标尺上的投影：从最小处到最大处" } },
  { word: { en: "axis", zh: "轴" }, means: { en: "the direction of a ruler, of length 1", zh: "标尺的方向，长度为 1" } },
  { word: { en: "gap", zh: "间隙" }, means: { en: "of two shadows: more than 0 apart, 0 touching, less than 0 overlapping", zh: "两个影子之间：大于 0 为分离，等于 0 为接触，小于 0 为重叠" } },
  { word: { en: "clearance", zh: "间距" }, means: { en: "of two shapes, with the same sign: their distance, or minus the depth of their overlap", zh: "两个形状之间，符号相同：距离，或重叠深度的相反数" } },
];

export const CONTENTS: Text = { en: "Steps of the course", zh: "课程步骤" };
export const VOCABULARY: Text = { en: "Four words, one sign", zh: "四个词，一个符号" };
export const ONWARD: Text = {
  en: "That is the course. In the other tabs are the Minkowski difference and GJK, thousands of shapes, bullets, pixels, a character, and boxes and meshes in space.",
  zh: "课程到此结束。其他标签页里有闵可夫斯基差与 GJK、成千上万的形状、子弹、像素、角色，以及三维的盒子与网格。",
};
