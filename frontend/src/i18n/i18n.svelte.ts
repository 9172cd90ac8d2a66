// Messages, one file per set and language; a page loads only those of its reader's language.
// A language is there when its files are: docs/translating.md. `t` re-renders by itself when the language changes.
import i18next, { type TOptions } from "i18next";
import { readStored, store } from "../storage";
import { localeWithin } from "./locale";

const files = import.meta.glob<Record<string, unknown>>("./*.json", { import: "default" });

/** Names and sentences of a game's cards, keyed by the English ones; English itself has none. */
export interface CardWords {
  names: Record<string, string | undefined>;
  texts: Record<string, string | undefined>;
}
const cardFiles = import.meta.glob<CardWords>("../*/cards.*.json", { import: "default" });
const cards = new Map<string, CardWords>();

/** Every language by its code, in the order of the menu: the name it has itself. */
export const LANGUAGES: Record<string, string> = Object.fromEntries(
  Object.keys(files)
    .flatMap((path) => /^\.\/table\.(\w+)\.json$/.exec(path)?.[1] ?? [])
    .sort()
    .map((code) => [code, ownName(code)]),
);
export type Language = string;

function ownName(code: string): string {
  const name = new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1);
}

const words = i18next.createInstance();
const state = $state({ language: preferred(), loaded: 0 });
const sets = new Set<string>();

function preferred(): Language {
  const languages = [readStored("skerry.language"), ...navigator.languages];
  const known = languages.map((tag) => tag?.slice(0, 2) ?? "").find((tag) => tag in LANGUAGES);
  return known ?? "en";
}

/** Load a set of messages ("table", "vanuatu", …) in the current language. */
export async function loadWords(set: string): Promise<void> {
  if (!words.isInitialized) {
    await words.init({
      lng: state.language,
      fallbackLng: false,
      ns: [],
      defaultNS: "table",
      interpolation: { escapeValue: false },
      returnEmptyString: false,
    });
    document.documentElement.lang = state.language;
  }
  sets.add(set);
  let asked: Language;
  do {
    asked = state.language;
    await load(set, asked);
  } while (asked !== state.language); // it was changed while the messages were on their way
  state.loaded += 1;
}

async function load(set: string, language: Language): Promise<void> {
  const [messages, cardWords] = await Promise.all([
    words.hasResourceBundle(language, set) ? null : files[`./${set}.${language}.json`]?.(),
    cardFiles[`../${set}/cards.${language}.json`]?.(),
  ]);
  if (messages) words.addResourceBundle(language, set, messages);
  if (cardWords) cards.set(`${set} ${language}`, cardWords);
}

/** The words for a game's cards in the current language; none in English, which the cards bring along. */
export function cardWords(set: string): CardWords | undefined {
  void state.loaded;
  return cards.get(`${set} ${state.language}`);
}

export function language(): Language {
  return state.language;
}

/** Change the language, once all that is shown is loaded in it; `tell` those who keep it elsewhere. */
export async function speak(wanted: Language, announce = true): Promise<void> {
  await words.changeLanguage(wanted);
  let known: number;
  do {
    known = sets.size;
    await Promise.all([...sets].map((set) => load(set, wanted)));
  } while (known < sets.size); // a page that opened meanwhile brought more
  store("skerry.language", wanted);
  state.language = wanted;
  document.documentElement.lang = wanted;
  state.loaded += 1;
  if (announce) window.dispatchEvent(new Event("skerry-settings"));
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
    if (!words.exists(key, { lng: state.language, ...args }))
      // eslint-disable-next-line no-console -- so that a browser test fails
      console.error(`no message ${key} in ${state.language}`);
    cache.set(asked, sentence);
  }
  return sentence;
}

/** Whether a message exists, as one sentence or as plural forms. */
export function has(key: string): boolean {
  void state.loaded;
  const lng = state.language;
  return words.exists(key, { lng }) || words.exists(key, { lng, count: 1 });
}

const numbers = new Map<Language, Intl.NumberFormat>();
const lists = new Map<string, Intl.ListFormat>();

/** Write a number; below zero with a real minus sign. */
export function number(value: number): string {
  let format = numbers.get(state.language);
  if (!format) numbers.set(state.language, (format = new Intl.NumberFormat(state.language)));
  return format.format(value).replace("-", "−"); // a real minus sign
}

const dates = new Map<string, Intl.DateTimeFormat>();

/** Write a moment, in milliseconds since 1970, as readers in the browser's country do; every date goes this way. */
export function writeDate(at: number | Date, parts: Intl.DateTimeFormatOptions): string {
  const locale = localeWithin(state.language, navigator.languages);
  const kind = `${locale} ${JSON.stringify(parts)}`;
  let format = dates.get(kind);
  if (!format) dates.set(kind, (format = new Intl.DateTimeFormat(locale, parts)));
  return format.format(at);
}

/** A day and time, as short as it can be understood. */
export function date(at: number): string {
  return writeDate(at, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}

/** A day, in seconds since 1970; with the year if it is asked for, or another one than now. */
export function day(at: number, year = false, now = Date.now() / 1000): string {
  year ||= new Date(at * 1000).getFullYear() !== new Date(now * 1000).getFullYear();
  return writeDate(at * 1000, {
    day: "numeric",
    month: "short",
    ...(year ? { year: "numeric" } : {}),
  });
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

const RECENT = 48 * 3600; // seconds that are shown as "5 hours ago"

/** When something was: how long ago, or the day if that is longer. Times are seconds since 1970. */
export function since(at: number, now = Date.now() / 1000): string {
  const ago = Math.max(0, now - at);
  const relative = new Intl.RelativeTimeFormat(state.language, { numeric: "auto" });
  if (ago < 60) return t("just_now");
  if (ago < 3600) return relative.format(-Math.floor(ago / 60), "minute");
  if (ago < RECENT) return relative.format(-Math.floor(ago / 3600), "hour");
  return day(at, false, now);
}
