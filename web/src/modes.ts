import type { Mode, Text } from "./shell/mode";

/** A tab: its name is known at once, its code is loaded when it is first opened. */
export interface Entry { id: string; title: Text; load(): Promise<Mode> }

const found = import.meta.glob<{ mode: Mode }>("./modes/*/index.ts");

function entry(id: string, title: Text): Entry[] {
  const load = found[`./modes/${id}/index.ts`];
  return load ? [{ id, title, load: async () => (await load()).mode }] : [];
}

/** The tabs in order, the first of which a newcomer sees; a mode without a folder has none. */
export const ENTRIES: readonly Entry[] = [
  { id: "learn", title: { en: "Learn", zh: "学习" }, load: async () => (await import("./course")).mode },
  ...entry("two", { en: "Two shapes", zh: "两个形状" }),
  ...entry("many", { en: "Many", zh: "成千上万" }),
  ...entry("fast", { en: "Fast", zh: "高速" }),
  ...entry("pixels", { en: "Pixels", zh: "像素" }),
  ...entry("walk", { en: "Walk", zh: "行走" }),
  ...entry("space", { en: "3D", zh: "三维" }),
];
