// Choices of this device, kept in the browser.
import { keep, kept } from "./kept";

const KEY = "skerry.settings";

export type Theme = "auto" | "light" | "dark";
export type Pace = "calm" | "fast" | "instant";

interface Kept {
  theme: Theme;
  pace: Pace;
  confirmAll: boolean;
  sounds: boolean;
  contrast: boolean;
  /** The colour this player likes best; "" for the seat's. */
  colour: string;
  /** Tell with a system notice that it is this player's turn. */
  notices: boolean;
  /** The games whose first steps were shown. */
  coached: string[];
}

const DEFAULTS: Kept = {
  theme: "auto",
  pace: "calm",
  confirmAll: false,
  sounds: false,
  contrast: false,
  colour: "",
  notices: false,
  coached: [],
};

function read(): Kept {
  try {
    return { ...DEFAULTS, ...JSON.parse(kept(KEY) ?? "{}") };
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Kept = $state(read());

const dark = window.matchMedia("(prefers-color-scheme: dark)");
export const calmMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

function show(): void {
  const root = document.documentElement;
  const wanted = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
  if (wanted === "dark") root.dataset.theme = "dark";
  else delete root.dataset.theme;
  root.classList.toggle("contrast", settings.contrast);
}

/** Change a setting, keep it and show it. */
export function set<K extends keyof Kept>(key: K, value: Kept[K]): void {
  settings[key] = value;
  keep(KEY, JSON.stringify(settings));
  show();
}

dark.addEventListener("change", show);
show();
