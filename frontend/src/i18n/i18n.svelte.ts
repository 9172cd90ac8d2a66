// Messages. English and French are complete; a further language is one more set of files.
// `t` re-renders by itself when the language changes.
import i18next, { type TOptions } from "i18next";
import { readStored, store } from "../storage";

const files = import.meta.glob<Record<string, unknown>>("./*.json", { import: "default" });
export const LANGUAGES = { en: "English", fr: "Français" } as const;
export type Language = keyof typeof LANGUAGES;

const words = i18next.createInstance();
const state = $state({ language: "en" as Language, loaded: 0 });

function preferred(): Language {
  const wish = readStored("skerry.language") ?? navigator.language.slice(0, 2);
  return wish in LANGUAGES ? (wish as Language) : "en";
}

/** Load a set of messages ("table", "vanuatu", …) in the current language. */
export async function loadWords(set: string): Promise<void> {
  if (!words.isInitialized) {
    await words.init({
      lng: preferred(),
      fallbackLng: "en",
      ns: [],
      defaultNS: "table",
      interpolation: { escapeValue: false },
      returnEmptyString: false,
    });
    state.language = preferred();
    document.documentElement.lang = state.language;
  }
  const languages = new Set<Language>([state.language, "en"]);
  for (const language of languages) {
    const load = files[`./${set}.${language}.json`];
    if (load && !words.hasResourceBundle(language, set)) {
      words.addResourceBundle(language, set, await load());
    }
  }
  sets.add(set);
  state.loaded += 1;
}

const sets = new Set<string>();

export function language(): Language {
  return state.language;
}

export async function speak(wanted: Language): Promise<void> {
  store("skerry.language", wanted);
  state.language = wanted;
  document.documentElement.lang = wanted;
  for (const set of sets) await loadWords(set);
  await words.changeLanguage(wanted);
  state.loaded += 1;
}

// A board says the same few hundred sentences over and over: each is put together once.
const MOST_CACHED = 4000;
const cache = new Map<string, string>();
let cachedFor = 0;

/** The message of a key, "set:path.to.key"; the set may be left out for "table". */
export function t(key: string, args: TOptions = {}): string {
  if (cachedFor !== state.loaded || cache.size > MOST_CACHED) cache.clear();
  cachedFor = state.loaded;
  const asked = `${state.language} ${key} ${JSON.stringify(args)}`;
  let sentence = cache.get(asked);
  if (sentence === undefined) {
    sentence = words.t(key, { lng: state.language, ...args });
    cache.set(asked, sentence);
  }
  return sentence;
}

/** Whether a message exists. */
export function has(key: string): boolean {
  void state.loaded;
  return words.exists(key, { lng: state.language });
}

const numbers = new Map<Language, Intl.NumberFormat>();
const lists = new Map<string, Intl.ListFormat>();

/** Write a number; below zero with a real minus sign. */
export function number(value: number): string {
  let format = numbers.get(state.language);
  if (!format) numbers.set(state.language, (format = new Intl.NumberFormat(state.language)));
  return format.format(value).replace("-", "−"); // a real minus sign
}

/** Write a signed number with a real minus sign: +3, −2. */
export function signed(value: number): string {
  return value < 0 ? number(value) : `+${number(value)}`;
}

export function list(parts: string[], type: "conjunction" | "disjunction" = "conjunction"): string {
  const kind = `${state.language} ${type}`;
  let format = lists.get(kind);
  if (!format) lists.set(kind, (format = new Intl.ListFormat(state.language, { type })));
  return format.format(parts);
}
