import { choice, group, numbers, slider, toggle, verdict, words } from "../../kit/panel/controls";
import { write, writeAttribute } from "../../shell/language";
import type { Text } from "../../shell/mode";
import { readPicture, SPRITES, type SpriteId } from "./sprites";
import { MOST_TOLERANCE, type Side, type State } from "./state";
import type { Answer, Table } from "./table";

export interface Panel { show(answer: Answer): void }

const TITLES: Record<Side, Text> = { a: { en: "Sprite A", zh: "精灵 A" }, b: { en: "Sprite B", zh: "精灵 B" } };

export function buildPanel(panel: HTMLElement, state: State, table: Table, changed: () => void): Panel {
  const answered = verdict();
  const list = numbers([
    { en: "Pixels in common", zh: "共有像素" }, { en: "Shortest shift out", zh: "最短移出位移" },
    { en: "Pixels of A, of B", zh: "A、B 的像素数" }, { en: "Outline corners, A and B", zh: "轮廓顶点数 A、B" },
  ]);
  const flag = (field: "outlines" | "boxes" | "ghost", label: Text) => toggle(label, state[field], (on) => { state[field] = on; changed(); }).element;
  const sides = (["a", "b"] as const).map((side) => spriteChoice(state, table, side, changed));
  panel.append(
    answered.element, words(INTRODUCTION), ...sides.map(({ element }) => element),
    slider({ en: "Turn B", zh: "旋转 B" }, { least: -180, most: 180, step: 1, show: (v) => `${v}°` }, state.turn, (degrees) => { state.turn = degrees; changed(); }).element,
    group({ en: "Show", zh: "显示" },
      flag("boxes", { en: "Bounding boxes", zh: "包围盒" }),
      flag("ghost", { en: "Where the shortest shift would put it", zh: "最短位移后的位置" }),
      flag("outlines", { en: "Traced outline", zh: "描出的轮廓" }),
      slider({ en: "Outline within", zh: "轮廓误差" }, { least: 0, most: MOST_TOLERANCE, step: 0.25, show: (v) => `${v} px` }, state.tolerance, (pixels) => { state.tolerance = pixels; changed(); }).element),
    group({ en: "The package's answer", zh: "程序包给出的结果" }, list.element),
  );
  return {
    show(answer) {
      sides.forEach(({ show }) => show());
      answered.element.dataset.collides = String(answer.collide);
      const word = answer.collide ? { en: "Overlapping", zh: "重叠" } : { en: "Apart", zh: "分离" };
      answered.say(word, detailWords(answer, state.turn !== 0));
      const corners = (side: Side) => table.of(side).outlines(state.tolerance).reduce((sum, { vertices }) => sum + vertices.length / 2, 0);
      list.set([
        state.turn === 0 ? String(answer.common) : answer.common.toFixed(3),
        answer.shift ? answer.shift.join(", ") : "–",
        `${table.of("a").mask.area()}, ${table.of("b").mask.area()}`,
        `${corners("a")}, ${corners("b")}`,
      ]);
    },
  };
}

const INTRODUCTION: Text = {
  en: "Most games ask only whether the bounding boxes meet. Here the filled pixels themselves are compared, 64 at a time, and what they share lights up. Drag a sprite: it moves in whole pixels.",
  zh: "多数游戏只检查包围盒是否相交。这里直接比较填充的像素，每次 64 个，共有的部分会被点亮。拖动精灵，它按整像素移动。",
};

function detailWords({ collide, boxesMeet, common }: Answer, turned: boolean): Text {
  if (collide && turned) return { en: `${common.toFixed(2)} pixels of area in common`, zh: `共有面积 ${common.toFixed(2)} 像素` };
  if (collide) return { en: common === 1 ? "1 pixel in common" : `${common} pixels in common`, zh: `共有 ${common} 个像素` };
  if (boxesMeet) return { en: "though the bounding boxes overlap", zh: "尽管包围盒相交" };
  return { en: "boxes and pixels", zh: "包围盒与像素都不相交" };
}

/** A sprite of the page, or the user's own picture. */
function spriteChoice(state: State, table: Table, side: Side, changed: () => void) {
  const options = (Object.keys(SPRITES) as SpriteId[]).map((value) => ({ value: value as SpriteId | "file", label: SPRITES[value].name }));
  const note = words({ en: "", zh: "" }, "muted");
  const shipped = choice(TITLES[side], options, state[side].sprite, (sprite) => { state[side].sprite = sprite; changed(); });
  const label = document.createElement("label");
  label.className = "button file";
  const input = document.createElement("input");
  input.type = "file";
  input.accept = "image/*";
  writeAttribute(input, "aria-label", { en: `Picture for ${TITLES[side].en} from a file`, zh: `从文件选择${TITLES[side].zh}的图片` });
  label.append(write(document.createElement("span"), { en: "Your own …", zh: "自选图片…" }), input);
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      table.take(side, await readPicture(file));
      changed();
    } catch {
      write(note, { en: `${file.name} is no picture that this browser can read.`, zh: `浏览器无法读取图片 ${file.name}。` });
      note.hidden = false;
    }
    input.value = "";
  });
  shipped.element.querySelector(".choice")!.append(label);
  shipped.element.append(note);
  const show = () => {
    const own = state[side].sprite === "file";
    shipped.set(state[side].sprite);
    label.classList.toggle("chosen", own);
    if (own) write(note, ownWords(table, side));
    note.hidden = !own;
  };
  return { element: shipped.element, show };
}

function ownWords(table: Table, side: Side): Text {
  const figure = table.of(side);
  const { name } = figure.sprite;
  if (!figure.isFull) return { en: `${name.en}, ${figure.size.join(" × ")} pixels`, zh: `${name.zh}，${figure.size.join(" × ")} 像素` };
  return {
    en: `${name.en} has no transparent pixel: its mask is its whole rectangle.`,
    zh: `${name.zh} 没有透明像素：它的掩码就是整个矩形。`,
  };
}
