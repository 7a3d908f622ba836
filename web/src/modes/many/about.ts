import type { Text } from "../../shell/mode";

export const ABOUT: Text = {
  en: "Thousands of shapes move about; which of them touch? To ask about every pair takes n(n−1)/2 tests: 50 million for 10,000 shapes. An index first finds the pairs whose boxes meet, and only those are tested exactly.\n\nChoose an index and see its boxes or cells, coloured by depth from blue (all of the scene) to red. Touching shapes turn red. Where they are small, the pointer is a magnifying glass. Space pauses.\n\nThe plot shows the milliseconds of each frame. If a frame comes too late for 60 a second, the page leaves something out and says what.",
  zh: "成千上万的形状在运动，哪些相碰？逐对检查需要 n(n−1)/2 次测试：一万个形状就是五千万次。索引先找出盒子相交的对，只对它们做精确测试。\n\n选择一种索引，查看它的盒子或单元，颜色由蓝（整个场景）到红表示深度。相碰的形状变红。形状很小时，指针处会出现放大镜。空格键暂停。\n\n曲线显示每帧的毫秒数。若达不到每秒 60 帧，页面会省略一些内容并说明省略了什么。",
};
