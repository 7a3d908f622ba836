import { ENTRIES, type Entry } from "../modes";
import { flushAddress, onAddress, openAddress, readAddress, writeAddress } from "./address";
import { buildHeader, type Header } from "./header";
import { openHelp } from "./help";
import { language, startLanguage, switchLanguage, translate, write } from "./language";
import type { Context, Mode, Mounted } from "./mode";
import { startTheme, switchTheme, theme } from "./theme";

/** The mode on show, and the shell's state for it. */
interface OnShow { entry: Entry; mode?: Mode; mounted?: Mounted; state: Record<string, string>; listeners: Set<() => void> }

/** Builds the page and opens the mode of the address. */
export function start(body: HTMLElement): void {
  startLanguage(readAddress().language);
  // The landmark contains the panel: a `main` that is itself a tab panel is not a landmark any more.
  const main = document.createElement("main");
  const host = document.createElement("div");
  main.append(host);
  host.id = "mode";
  host.setAttribute("role", "tabpanel");
  let onShow: OnShow | undefined;
  const changed = () => onShow?.listeners.forEach((listener) => listener());

  const header = buildHeader(ENTRIES, {
    open: (entry) => { openAddress(entry.id, language()); show(entry, new URLSearchParams()); },
    language: () => {
      switchLanguage(language() === "en" ? "zh" : "en");
      if (onShow) writeAddress(onShow.entry.id, onShow.state, language());
      if (onShow) nameDocument(onShow.entry);
      changed();
    },
    theme: switchTheme,
    copy: async () => { flushAddress(); await navigator.clipboard.writeText(location.href); },
    help: () => { if (onShow?.mode) openHelp(onShow.entry.title, onShow.mode.about); },
  });
  body.append(header.element, main);
  startTheme(changed);

  const show = async (entry: Entry, params: URLSearchParams) => {
    leave(onShow);
    const next: OnShow = { entry, state: Object.fromEntries(params), listeners: new Set() };
    onShow = next;
    header.select(entry);
    nameDocument(entry);
    host.replaceChildren();
    host.setAttribute("aria-labelledby", header.tabId(entry));
    try {
      next.mode = await entry.load();
      if (onShow === next) next.mounted = next.mode.mount(host, contextFor(next, params));
    } catch (error) {
      if (onShow === next) apologise(host, error);
    }
  };
  const showAddress = () => {
    const { mode, params } = readAddress();
    const entry = ENTRIES.find((candidate) => candidate.id === mode) ?? ENTRIES[0];
    if (entry) void show(entry, params);
  };
  onAddress(showAddress);
  showAddress();
  keepHeaderHeight(header);
}

function nameDocument(entry: Entry): void {
  document.title = `${translate(entry.title)} · clearance`;
}

function leave(onShow: OnShow | undefined): void {
  onShow?.listeners.clear();
  onShow?.mounted?.unmount();
}

function contextFor(onShow: OnShow, params: URLSearchParams): Context {
  return {
    language,
    text: translate,
    theme,
    params,
    saveParams(next) {
      onShow.state = next;
      writeAddress(onShow.entry.id, next, language());
    },
    onChange(listener) {
      onShow.listeners.add(listener);
      return () => void onShow.listeners.delete(listener);
    },
  };
}

/** A mode that cannot start shows a message instead. */
function apologise(host: HTMLElement, error: unknown): void {
  console.error(error);
  const words = write(document.createElement("p"), {
    en: "This mode could not start. It needs a browser with WebAssembly, and the page served over http.",
    zh: "此模式无法启动：需要支持 WebAssembly 的浏览器，并通过 http 访问本页。",
  });
  const detail = document.createElement("pre");
  detail.textContent = String(error);
  const box = document.createElement("div");
  box.className = "apology";
  box.append(words, detail);
  host.replaceChildren(box);
}

/** The drawing takes the space below the header, whose height is known only after layout. */
function keepHeaderHeight(header: Header): void {
  new ResizeObserver(() => {
    document.documentElement.style.setProperty("--header-height", `${header.element.offsetHeight}px`);
  }).observe(header.element);
}
