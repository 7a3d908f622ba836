import type { Text } from "../../shell/mode";

export const ABOUT: Text = {
  en: "Two boxes are apart exactly when their shadows are apart on one of fifteen directions: three face normals of each, and nine cross products of their edges. Drag the boxes and watch all fifteen; the bold one decides. Or two meshes, every triangle of one that meets the other lit.\n\nDrag a body to move it, with Shift or the right button to turn it. Drag beside it to turn the view. Keys, once the drawing has the focus: A, B or V takes a body or the view, arrows turn what is held, comma and full stop roll it; with Shift they move it. + and − zoom, P picks what is in the middle.",
  zh: "两个长方体分离，当且仅当它们在十五个方向之一上的投影分离：各自三个面法线，以及九个棱的叉积。拖动长方体，观察全部十五条轴；加粗的一条起决定作用。也可以看两个网格：与对方相交的每个三角形都会点亮。\n\n拖动物体可移动，按住 Shift 或用右键可旋转；在空白处拖动可转动视角。键盘（先让画面获得焦点）：A、B 或 V 选中物体或视角，方向键旋转，逗号与句号滚转；加 Shift 则移动。+ 与 − 缩放，P 拾取画面中央。",
};
