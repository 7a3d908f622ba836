import type { Text } from "../../shell/mode";

export const ABOUT: Text = {
  en: "What is fast and meets what is thin can pass through it between two frames: it tunnels. A discrete test asks where things are at each frame. A continuous one asks about the whole way from one frame to the next, and finds the time of impact, the point and the normal.\n\nDrag the wall or the post; change speed, thickness and frames per second. Step from frame to frame with the buttons, or with the arrow keys while the drawing has the focus; space plays.",
  zh: "快速物体遇到薄物体时，可能在两帧之间穿过去，这叫“穿透”。离散检测只问每一帧物体在哪里；连续检测询问从一帧到下一帧的整段路程，得到碰撞时刻、接触点和法线。\n\n拖动墙或立柱，改变速度、厚度和帧率。用按钮逐帧前进；画面获得焦点时也可用方向键，空格键播放。",
};
