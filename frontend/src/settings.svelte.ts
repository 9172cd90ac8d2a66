// Choices of this device, stored in the browser.
import { readStored, store } from "./storage";

const KEY = "skerry.settings";

export type Theme = "auto" | "light" | "dark";
export type Pace = "calm" | "fast" | "instant";

interface Settings {
  theme: Theme;
  pace: Pace;
  confirmAll: boolean;
  sounds: boolean;
  contrast: boolean;
  /** The colour this player likes best; "" for the seat's. */
  colour: string;
  /** Show a system notice when it is this player's turn. */
  notices: boolean;
  /** The games whose first steps were shown. */
  guided: string[];
}

const DEFAULTS: Settings = {
  theme: "auto",
  pace: "calm",
  confirmAll: false,
  sounds: false,
  contrast: false,
  colour: "",
  notices: false,
  guided: [],
};

function read(): Settings {
  try {
    const stored = JSON.parse(readStored(KEY) ?? "{}");
    return { ...DEFAULTS, guided: stored.coached ?? [], ...stored }; // its name up to 0.1
  } catch {
    return { ...DEFAULTS };
  }
}

export const settings: Settings = $state(read());

const dark = window.matchMedia("(prefers-color-scheme: dark)");
export const calmMotion = window.matchMedia("(prefers-reduced-motion: reduce)");

function show(): void {
  const root = document.documentElement;
  const wanted = settings.theme === "auto" ? (dark.matches ? "dark" : "light") : settings.theme;
  if (wanted === "dark") root.dataset.theme = "dark";
  else delete root.dataset.theme;
  root.classList.toggle("contrast", settings.contrast);
}

/** Change a setting, store it and show it. */
export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  store(KEY, JSON.stringify(settings));
  show();
}

dark.addEventListener("change", show);
show();
