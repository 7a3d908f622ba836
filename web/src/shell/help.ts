import { translate } from "./language";
import type { Text } from "./mode";

const EVERYWHERE: Text = {
  en: "Everywhere: drag with the mouse or a finger; drag the empty paper to move the view, turn the wheel or pinch to zoom. Tab reaches every control. The address holds what you see: copy it to share the view.",
  zh: "通用操作：用鼠标或手指拖动物体；拖动空白处平移视图，滚轮或双指缩放。Tab 键可到达每个控件。网址中保存了当前画面，复制即可分享。",
};

/** The help of the mode, in a dialog that Escape closes. */
export function openHelp(title: Text, about: Text): void {
  const dialog = document.createElement("dialog");
  dialog.className = "help";
  dialog.setAttribute("aria-label", translate({ en: "Help", zh: "帮助" }));
  const heading = document.createElement("h2");
  heading.textContent = translate(title);
  dialog.append(heading);
  for (const text of [about, EVERYWHERE]) {
    for (const words of translate(text).split("\n\n")) {
      const paragraph = document.createElement("p");
      paragraph.textContent = words;
      dialog.append(paragraph);
    }
  }
  const form = document.createElement("form");
  form.method = "dialog";
  const close = document.createElement("button");
  close.textContent = translate({ en: "Close", zh: "关闭" });
  form.append(close);
  dialog.append(form);
  dialog.addEventListener("close", () => dialog.remove());
  // A click beside the dialog's text closes it.
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  document.body.append(dialog);
  dialog.showModal();
}
