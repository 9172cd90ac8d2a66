// Choices of the player, stored in the browser, and with the identity (account/settingsSync.ts).
import { readStored, store } from "./storage";

const KEY = "skerry.settings";

export type Theme = "auto" | "light" | "dark";
export type Pace = "calm" | "fast" | "instant";

export interface Settings {
  theme: Theme;
  pace: Pace;
  confirmAll: boolean;
  /** Ask before a move that costs goods, also where it could be taken back. */
  confirmCosts: boolean;
  sounds: boolean;
  contrast: boolean;
  /** The colour this player likes best; "" for the seat's. */
  colour: string;
  /** Show a system notice when it is this player's turn. */
  notices: boolean;
  /** Show what can be known ahead, where the table allows it. */
  forecast: boolean;
  /** The games whose first steps were shown. */
  guided: string[];
  /** The first steps that were shown so far, by game, while a guided game is under way. */
  guiding: Record<string, string[]>;
}

const DEFAULTS: Settings = {
  theme: "auto",
  pace: "calm",
  confirmAll: false,
  confirmCosts: true,
  sounds: false,
  contrast: false,
  colour: "",
  notices: false,
  forecast: false,
  guided: [],
  guiding: {},
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

/** Change a setting, store it and show it; `tell` those who keep it elsewhere. */
export function set<K extends keyof Settings>(key: K, value: Settings[K], announce = true): void {
  settings[key] = value;
  store(KEY, JSON.stringify(settings));
  show();
  if (announce) window.dispatchEvent(new Event("skerry-settings"));
}

/** Has nobody ever changed a setting here? */
export function isDefault(): boolean {
  return JSON.stringify(settings) === JSON.stringify(DEFAULTS);
}

dark.addEventListener("change", show);
show();
