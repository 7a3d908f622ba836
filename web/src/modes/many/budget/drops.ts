// What the drawing leaves out when it is late, in this order, and the texts that say so.

import type { Text } from "../../../shell/mode";
import { TARGET, type Budget } from "./budget";

interface Drop { name: DropName; text: Text }
export type DropName = "fresh boxes" | "smooth edges" | "deep boxes" | "touching" | "boxes" | "outlines";

/** The number of frames between two updates of the index boxes, once these are left out of some frames. */
export const BOXES_EVERY = 4;
/** The deepest level that is drawn, once not all are. */
export const DEEPEST_KEPT = 6;

/** The subject of the mode, the boxes and the touching shapes, is left out last. */
export const DROPS: readonly Drop[] = [
  { name: "fresh boxes", text: { en: `the index's boxes are redrawn only every ${BOXES_EVERY} frames`, zh: `索引的盒子每 ${BOXES_EVERY} 帧才重画一次` } },
  { name: "smooth edges", text: { en: "edges are not smoothed", zh: "边缘不做平滑" } },
  { name: "deep boxes", text: { en: `boxes deeper than level ${DEEPEST_KEPT} are not drawn`, zh: `第 ${DEEPEST_KEPT} 层以下的盒子不画` } },
  { name: "outlines", text: { en: "shapes are drawn as squares", zh: "形状画成方块" } },
  { name: "boxes", text: { en: "no boxes are drawn", zh: "不画盒子" } },
  { name: "touching", text: { en: "touching shapes are not coloured", zh: "相碰的形状不着色" } },
];

export function isDropped(budget: Budget, name: DropName): boolean {
  return DROPS.findIndex((drop) => drop.name === name) < budget.dropped;
}

/** The average time of the page's own work in a frame, in milliseconds. */
export interface Work { update: number; draw: number }

const FRAME_MS = 1000 / TARGET;
/**
 * As fractions of a frame's time: above the first, the update alone makes frames late; below the second, the
 * page is not the cause.
 */
const TOO_SLOW = 0.85;
const INNOCENT = 0.6;

/** Whether drawing less could make frames come sooner. */
export function couldHelp({ update, draw }: Work): boolean {
  return update < TOO_SLOW * FRAME_MS && update + draw > INNOCENT * FRAME_MS;
}

/** The share of late frames beyond which advice is given. */
const TROUBLE = 0.1;

/** The present rate, what is left out, and whether that was enough. */
export function verdict(budget: Budget, work: Work): Text {
  const { framesPerSecond, lateShare } = budget.rhythm;
  const rate = framesPerSecond.toFixed(0);
  const late = (100 * lateShare).toFixed(0);
  const head = {
    en: `${rate} frames a second, ${late} % of them late.`,
    zh: `每秒 ${rate} 帧，其中 ${late}% 迟到。`,
  };
  const tail = lateShare > TROUBLE ? advice(work, budget) : undefined;
  const parts = [head, leftOut(budget), ...(tail ? [tail] : [])];
  return { en: parts.map(({ en }) => en).join(" "), zh: parts.map(({ zh }) => zh).join("") };
}

function leftOut(budget: Budget): Text {
  const gone = DROPS.slice(0, budget.dropped).filter(({ name }) => name !== "deep boxes" || !isDropped(budget, "boxes"));
  if (gone.length === 0) return { en: "Nothing is left out.", zh: "没有省略任何内容。" };
  return {
    en: `Left out to be on time: ${gone.map(({ text }) => text.en).join("; ")}.`,
    zh: `为准时而省略：${gone.map(({ text }) => text.zh).join(";")}。`,
  };
}

function advice({ update, draw }: Work, budget: Budget): Text | undefined {
  if (update >= TOO_SLOW * FRAME_MS) {
    return {
      en: `Finding the pairs alone takes ${update.toFixed(0)} ms, and drawing less would not help: choose fewer shapes or another index.`,
      zh: `仅查找碰撞对就需要 ${update.toFixed(0)} 毫秒，少画也无济于事：请减少形状或换一种索引。`,
    };
  }
  if (update + draw <= INNOCENT * FRAME_MS) {
    const own = (update + draw).toFixed(0);
    return {
      en: `The page's own work takes ${own} ms of a frame's ${FRAME_MS.toFixed(0)}: something else keeps this computer busy.`,
      zh: `每帧 ${FRAME_MS.toFixed(0)} 毫秒中页面自身只用 ${own} 毫秒：这台电脑正忙于其他任务。`,
    };
  }
  if (budget.dropped < budget.items) return undefined;
  return { en: "There is nothing left to leave out: this browser needs fewer shapes.", zh: "已无可省略：此浏览器需要更少的形状。" };
}
