import type { Entry } from "../modes";
import { language, translate, write, writeAttribute } from "./language";
import type { Text } from "./mode";

/** The callbacks of the header. */
export interface Actions {
  open(entry: Entry): void;
  language(): void;
  theme(): void;
  copy(): Promise<void>;
  help(): void;
}

export interface Header { element: HTMLElement; select(entry: Entry): void; tabId(entry: Entry): string }

const TOAST_MS = 2500;
const ICONS = {
  theme: "M12 3a9 9 0 1 0 9 9 7 7 0 0 1-9-9z",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  help: "M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.6v.1",
};

export function buildHeader(entries: readonly Entry[], actions: Actions): Header {
  const element = document.createElement("header");
  const brand = document.createElement("h1");
  brand.innerHTML = `<img src="./icon.svg" alt="" width="26" height="26" /><span>clearance</span>`;
  const { list, tabs, select } = buildTabs(entries, actions);
  const tools = document.createElement("div");
  tools.className = "tools";
  const toast = document.createElement("output");
  toast.className = "toast";
  tools.append(
    languageButton(actions),
    iconButton("theme", { en: "Light or dark", zh: "浅色或深色" }, actions.theme),
    iconButton("link", { en: "Copy a link to this view", zh: "复制此视图的链接" }, () => void copyLink(actions, toast)),
    iconButton("help", { en: "Help", zh: "帮助" }, actions.help),
  );
  element.append(brand, list, tools, toast);
  return { element, select, tabId: (entry) => tabs.get(entry)!.id };
}

/** Tabs by the ARIA pattern: one is in the tab order, and arrow keys move between them. */
function buildTabs(entries: readonly Entry[], actions: Actions) {
  const list = document.createElement("div");
  list.setAttribute("role", "tablist");
  writeAttribute(list, "aria-label", { en: "Modes", zh: "模式" });
  const tabs = new Map<Entry, HTMLButtonElement>();
  for (const entry of entries) {
    const tab = write(document.createElement("button"), entry.title);
    tab.type = "button";
    tab.id = `tab-${entry.id}`;
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", "mode");
    tab.addEventListener("click", () => { if (tab.ariaSelected !== "true") actions.open(entry); });
    tabs.set(entry, tab);
    list.append(tab);
  }
  list.addEventListener("keydown", (event) => {
    const all = [...tabs.values()];
    const target = neighbour(all, all.indexOf(document.activeElement as HTMLButtonElement), event.key);
    if (!target) return;
    event.preventDefault();
    target.focus();
    target.click();
  });
  const select = (chosen: Entry) => {
    for (const [entry, tab] of tabs) {
      tab.setAttribute("aria-selected", String(entry === chosen));
      tab.tabIndex = entry === chosen ? 0 : -1;
      if (entry === chosen) tab.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  };
  return { list, tabs, select };
}

function neighbour(all: HTMLButtonElement[], at: number, key: string): HTMLButtonElement | undefined {
  switch (key) {
    case "ArrowRight": return all[(at + 1) % all.length];
    case "ArrowLeft": return all[(at + all.length - 1) % all.length];
    case "Home": return all[0];
    case "End": return all[all.length - 1];
    default: return undefined;
  }
}

function iconButton(icon: keyof typeof ICONS, label: Text, act: () => void): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "icon";
  button.dataset.tool = icon;
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${ICONS[icon]}" /></svg>`;
  writeAttribute(button, "aria-label", label);
  writeAttribute(button, "title", label);
  button.addEventListener("click", act);
  return button;
}

/** Shows the name of the other language. */
function languageButton(actions: Actions): HTMLButtonElement {
  const button = write(document.createElement("button"), { en: "中文", zh: "English" });
  button.type = "button";
  button.className = "language";
  button.dataset.tool = "language";
  const mark = () => { button.lang = language() === "en" ? "zh" : "en"; };
  button.addEventListener("click", () => { actions.language(); mark(); });
  mark();
  return button;
}

async function copyLink(actions: Actions, toast: HTMLOutputElement): Promise<void> {
  try {
    await actions.copy();
    toast.textContent = translate({ en: "Link copied", zh: "链接已复制" });
  } catch {
    toast.textContent = translate({ en: "Copy the address above: this browser does not let the page do it", zh: "浏览器不允许自动复制，请复制上方地址" });
  }
  toast.classList.add("shown");
  window.setTimeout(() => toast.classList.remove("shown"), TOAST_MS);
}
