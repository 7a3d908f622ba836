import type { Text } from "../../shell/mode";

export const ABOUT: Text = {
  en: "Two sprites. Their bounding boxes may overlap while no filled pixel of one lies on a filled pixel of the other; only the pixels decide here, and those in common light up.\n\nDrag a sprite, or give the drawing the focus and move the one last held with the arrow keys, pixel by pixel; A and B choose. The grey ghost is the shortest shift in whole pixels after which nothing is shared. Turn B and its pixels leave the grid: then the area in common is computed.\n\nYour own pictures are read in the browser and sent nowhere.",
  zh: "两个精灵。它们的包围盒可能相交，而没有一个填充像素真正重合；这里只由像素决定，共有的像素会被点亮。\n\n拖动精灵，或让绘图区获得焦点后用方向键逐像素移动；A、B 键选择。灰色虚影是以整像素计的最短移出位移。旋转 B 后像素离开网格，此时计算共有面积。\n\n自选图片只在浏览器中读取，不会上传。",
};
