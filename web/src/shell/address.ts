// The state of the page in the address: #two?a=circle&lang=zh. The name of the mode, then its own state;
// `lang` is the shell's.

/**
 * Browsers refuse more than about 100 changes of the address in 30 s, and a drag makes 60 changes a second.
 */
const WRITE_AFTER_MS = 400;
const LANGUAGE = "lang";

export interface Address { mode: string; params: URLSearchParams; language: string | null }

let pending: string | undefined;
let timer: number | undefined;
let lastWritten = location.hash;

export function readAddress(): Address {
  const [mode = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  const params = new URLSearchParams(query);
  const language = params.get(LANGUAGE);
  params.delete(LANGUAGE);
  return { mode, params, language };
}

/** Puts the state into the address after a short time, without an entry in the browser's history. */
export function writeAddress(mode: string, state: Record<string, string>, language: string): void {
  const query = new URLSearchParams({ ...state, [LANGUAGE]: language }).toString();
  // Commas and similar characters need no escape in a fragment.
  pending = `#${mode}?${query.replaceAll("%2C", ",").replaceAll("%3A", ":").replaceAll("%7C", "|")}`;
  timer ??= window.setTimeout(flushAddress, WRITE_AFTER_MS);
}

/** Puts it into the address now, before the address is copied. */
export function flushAddress(): void {
  window.clearTimeout(timer);
  timer = undefined;
  if (pending !== undefined && pending !== location.hash) history.replaceState(null, "", pending);
  pending = undefined;
  lastWritten = location.hash;
}

/** A new entry in the history: the user has changed the mode. */
export function openAddress(mode: string, language: string): void {
  flushAddress();
  history.pushState(null, "", `#${mode}?${LANGUAGE}=${language}`);
  lastWritten = location.hash;
}

/** Calls back when the user changes the address: by a link or the back button. */
export function onAddress(opened: () => void): void {
  const look = () => {
    if (location.hash === lastWritten) return;
    window.clearTimeout(timer);
    timer = pending = undefined;
    lastWritten = location.hash;
    opened();
  };
  window.addEventListener("hashchange", look);
  window.addEventListener("popstate", look);
}
