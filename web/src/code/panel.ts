// "Show this as code": the two shapes as a program in a language of one's choice, and a link that opens them.

import "./code.css";
import { button, choice, row } from "../kit/panel/controls";
import { formOf } from "../modes/two/kinds";
import { FIRST_STATE, type Item, readItem, writeItem } from "../modes/two/state";
import { language, write, writeAttribute } from "../shell/language";
import type { Tongue } from "./numbers";
import { type Placing, programOf, TONGUES } from "./programs";

export interface CodePanel {
  element: HTMLElement;
  /** The text of the program, and the link, for these two. The package answers first. */
  show(a: Item, b: Item, tongue: Tongue): void;
}

export function codePanel(chosen: (tongue: Tongue) => void): CodePanel {
  const element = document.createElement("div");
  element.className = "group code";
  const tongues = choice<Tongue>({ en: "Language", zh: "语言" }, TONGUES.map(({ value, name }) => ({ value, label: { en: name, zh: name } })), "js", chosen);
  const listing = document.createElement("pre");
  listing.tabIndex = 0; // it may be wider than the panel, and then keys scroll it
  listing.setAttribute("role", "group");
  writeAttribute(listing, "aria-label", { en: "The program", zh: "程序" });
  const text = listing.appendChild(document.createElement("code"));
  const how = document.createElement("p");
  how.className = "muted";
  const link = document.createElement("a");
  write(link, { en: "A link that opens these two, as code", zh: "打开这两个形状及其代码的链接" });
  const copied = button({ en: "Copy the program", zh: "复制程序" }, () => void navigator.clipboard.writeText(text.textContent ?? ""));
  element.append(tongues.element, listing, how, row(copied, link));

  let asked = 0;
  return {
    element,
    async show(a, b, tongue) {
      const question = ++asked;
      tongues.set(tongue);
      link.href = linkTo(a, b, tongue);
      const [placedA, placedB] = [shared(a, FIRST_STATE.a), shared(b, FIRST_STATE.b)];
      const { ask } = await import("./ask");
      if (question !== asked) return; // another one has been asked since
      text.textContent = programOf(placedA, placedB, ask(placedA, placedB), tongue);
      const { file, run } = TONGUES.find(({ value }) => value === tongue)!;
      write(how, {
        en: `Save it as ${file} where the package is installed, and run: ${run}. It prints what the comments say.`,
        zh: `在装有本程序包的环境中保存为 ${file}，运行：${run}。输出与注释一致。`,
      });
    },
  };
}

/** The shape as one who opens the link gets it: the address rounds its numbers. */
export function shared(item: Item, otherwise: Item): Placing {
  const { spec, pose } = readItem(writeItem(item), otherwise);
  return { form: formOf(spec), ...pose };
}

function linkTo(a: Item, b: Item, tongue: Tongue): string {
  return `#two?a=${writeItem(a)}&b=${writeItem(b)}&code=${tongue}&lang=${language()}`;
}
