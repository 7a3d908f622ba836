/**
 * Every colour of the page, named by its meaning; CSS variables have the same names: `collision` is
 * `var(--collision)`.
 */
export interface Theme {
  dark: boolean;
  /** Behind the drawing. */
  paper: string;
  /** Behind panels and controls. */
  panel: string;
  ink: string;
  muted: string;
  /** Borders of controls. */
  rule: string;
  /** The grid behind a drawing. */
  grid: string;
  accent: string;
  /** The colours of shape A, "blue", and of shape B, "purple". */
  first: string;
  second: string;
  /** Shapes that collide. */
  collision: string;
  /** The colour of a shape at a possible position. */
  ghost: string;
  gap: string;
  overlap: string;
  contact: string;
}

type Colours = Omit<Theme, "dark">;

const LIGHT: Colours = {
  paper: "#fbfaf7", panel: "#ffffff", ink: "#1c2230", muted: "#5b6474", rule: "#d5d8de", grid: "#ebeae5", accent: "#2468d8",
  first: "#2468d8", second: "#a626c4", collision: "#d92626", ghost: "#7d8797", gap: "#0c713c", overlap: "#9a5b00", contact: "#0b7c8c",
};

const DARK: Colours = {
  paper: "#12151c", panel: "#1a1e27", ink: "#edf0f5", muted: "#a0a9b8", rule: "#353b48", grid: "#1f2430", accent: "#6ea3ff",
  first: "#6ea3ff", second: "#dc8cf2", collision: "#ff5c57", ghost: "#939daf", gap: "#3ecf84", overlap: "#f5b13d", contact: "#4cc9dc",
};

/** `colour` (#rrggbb) with an `opacity` of 0…1. */
export function faded(colour: string, opacity: number): string {
  const digits = Math.round(Math.min(1, Math.max(0, opacity)) * 255).toString(16).padStart(2, "0");
  return colour + digits;
}

const CHOICE_KEY = "clearance-theme";
const systemIsDark = () => matchMedia("(prefers-color-scheme: dark)");
let chosen: "light" | "dark" | undefined;
let current: Theme = { dark: false, ...LIGHT };

function remembered(): "light" | "dark" | undefined {
  const word = localStorage.getItem(CHOICE_KEY);
  return word === "light" || word === "dark" ? word : undefined;
}

function build(): Theme {
  const dark = chosen ? chosen === "dark" : systemIsDark().matches;
  return { dark, ...(dark ? DARK : LIGHT) };
}

export function theme(): Theme {
  return current;
}

/** Writes the colours to the document, and follows the system's choice. */
export function startTheme(changed: () => void): void {
  const apply = () => {
    current = build();
    const root = document.documentElement;
    root.style.colorScheme = current.dark ? "dark" : "light";
    for (const [name, colour] of Object.entries(current)) {
      if (typeof colour === "string") root.style.setProperty(`--${name}`, colour);
    }
    changed();
  };
  chosen = remembered();
  systemIsDark().addEventListener("change", apply);
  document.addEventListener("clearance:theme", apply);
  apply();
}

/** The user's own choice, remembered in this browser. */
export function switchTheme(): void {
  chosen = current.dark ? "light" : "dark";
  localStorage.setItem(CHOICE_KEY, chosen);
  document.dispatchEvent(new Event("clearance:theme"));
}
