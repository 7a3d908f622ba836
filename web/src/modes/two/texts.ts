import type { Text } from "../../shell/mode";

export const ABOUT: Text = {
  en: "Drag the two shapes. They turn red while they overlap, and while you hold one its grey ghost shows where the shortest way out would put it.\n\nThe round knob turns and scales the shape last held. Keys, once the drawing has the focus: ← → turn it, ↑ ↓ scale it, Shift with an arrow moves it, A and B choose.\n\nShadows explain separating axes: every direction in which a gap could show has its ruler, and both shapes cast their shadow on it. Difference and GJK show the same question as one shape and one point.",
  zh: "拖动两个形状。重叠时它们变红；按住其中一个时，灰色的虚影显示沿最短路径分开后它会在哪里。\n\n圆形把手可旋转和缩放最近握住的形状。绘图区获得焦点后可用键盘：← → 旋转，↑ ↓ 缩放，Shift 加方向键移动，A、B 选择形状。\n\n“影子”讲解分离轴：每个可能出现间隙的方向都有一把标尺，两个形状都在上面投下影子。“闵可夫斯基差与 GJK”把同一个问题变成一个形状与一个点的关系。",
};

export const HOW: Text = {
  en: "Drag a shape, or take its knob to turn and scale it. Do the two overlap, and how does one know? Switch on the shadows.",
  zh: "拖动形状，或用把手旋转、缩放。它们重叠吗？怎样知道的？打开“影子”看看。",
};

export const CANVAS_NAME: Text = {
  en: "Drawing of the shapes A and B. Left and right turn the one held, up and down scale it, Shift with an arrow moves it, A and B choose.",
  zh: "形状 A 与 B 的绘图区。左右键旋转，上下键缩放，Shift 加方向键移动，A、B 键选择。",
};

export const DIFFERENCE_NAME: Text = { en: "Drawing of the Minkowski difference and the origin", zh: "闵可夫斯基差与原点的绘图" };
