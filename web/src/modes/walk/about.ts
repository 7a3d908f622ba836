import type { Text } from "../../shell/mode";

export const ABOUT: Text = {
  en: "A character is not a physics body: it goes where the keys say, climbs steps, keeps to the ground downhill, stands on slopes up to a limit, slides along walls and is carried by platforms. The library's character controller does that in one call for each step of time.\n\nArrow keys (or WASD) walk, space jumps. Contacts are drawn as arrows along their normals, the planes along which the step went as bars or discs.",
  zh: "角色不是物理刚体：它按按键行走，迈上台阶，下坡时贴住地面，在限定坡度内站立，沿墙滑动，并由平台带动。库中的角色控制器每个时间步只需一次调用。\n\n方向键（或 WASD）行走，空格键跳跃。接触点画成沿法线的箭头，这一步所沿的平面画成线段或圆盘。",
};
