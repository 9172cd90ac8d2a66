// Every message exists in every language, with its plural forms and the same places to fill, and is used; none is hard-coded.
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { parse } from "svelte/compiler";

const SRC = join(import.meta.dirname, "..", "src");
const PLURAL = /(_ordinal)?_(zero|one|two|few|many|other)$/;
const LETTERS = /\p{L}{2,}/u;
const SPOKEN = new Set(["aria-label", "title", "placeholder", "alt", "aria-valuetext"]);
const NAMES = new Set(["Skerry"]); // the same in every language
const problems = [];

function flat(value, path = "", into = new Map()) {
  if (value !== null && typeof value === "object") {
    for (const [key, inner] of Object.entries(value))
      flat(inner, path ? `${path}.${key}` : key, into);
  } else into.set(path, String(value));
  return into;
}

function files(folder, ending) {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return files(path, ending);
    return ending.some((end) => name.endsWith(end)) ? [path] : [];
  });
}

const places = (text) => new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1]));
const isWithin = (some, all) => [...some].every((each) => all.has(each));

/** The plural forms that counts up to a thousand need: "_one", "_other"; of places in an order "_ordinal_one". */
function formsOf(language, ordinal) {
  const rules = new Intl.PluralRules(language, { type: ordinal ? "ordinal" : "cardinal" });
  const found = new Set(Array.from({ length: 1001 }, (_, count) => rules.select(count)));
  return [...found].map((form) => (ordinal ? `_ordinal_${form}` : `_${form}`));
}

/** Messages by their key without plural form: {"cards": {"_one": …, "_other": …}, "title": {"": …}}. */
function byStem(messages) {
  const stems = new Map();
  for (const [key, text] of messages) {
    const form = PLURAL.exec(key)?.[0] ?? "";
    const stem = key.slice(0, key.length - form.length);
    if (!stems.has(stem)) stems.set(stem, {});
    stems.get(stem)[form] = text;
  }
  return stems;
}

/** What is wrong with one message of a language, compared with the English one. */
function compare(language, english, other) {
  const found = [];
  const forms = Object.keys(other).filter(Boolean);
  const counted = Object.keys(english).some(Boolean);
  if (forms.length || counted) {
    const ordinal = [...forms, ...Object.keys(english)].some((form) => form.includes("ordinal"));
    for (const form of formsOf(language, ordinal))
      if (!(form in other)) found.push(`lacks the plural form ${form}`);
    if ("" in other) found.push("has a sentence without plural form beside its plural forms");
    if ("_zero" in english && !("_zero" in other)) found.push("lacks the form _zero");
  }
  const asked = places(english[""] ?? english._other ?? english._ordinal_other ?? "");
  for (const [form, text] of Object.entries(other)) {
    const given = places(text);
    const mayLack = form.endsWith("_one") || form.endsWith("_zero"); // "once" instead of "{{count}} times"
    if (!isWithin(given, asked) || !(mayLack || isWithin(asked, given)))
      found.push(
        `${form} fills ${[...given].join(",") || "nothing"}, English ${[...asked].join(",")}`,
      );
    if (!text.trim() && (english[form] ?? english[""] ?? "").trim()) found.push(`${form} is empty`);
  }
  return found;
}

// -- the same messages in every language, with its plural forms and the same places to fill
const sets = new Map();
for (const path of files(join(SRC, "i18n"), [".json"])) {
  const [set, language] = basename(path, ".json").split(".");
  if (!sets.has(set)) sets.set(set, new Map());
  sets.get(set).set(language, flat(JSON.parse(readFileSync(path, "utf8"))));
}
const languages = [...new Set([...sets.values()].flatMap((set) => [...set.keys()]))].sort();
for (const [set, known] of sets) {
  const english = byStem(known.get("en") ?? new Map());
  for (const language of languages) {
    if (!known.has(language)) {
      problems.push(`${set}: no ${language}`);
      continue;
    }
    const other = byStem(known.get(language));
    for (const [stem, forms] of english) {
      if (!other.has(stem)) problems.push(`${set}.${language}: ${stem} is missing`);
      else
        for (const problem of compare(language, forms, other.get(stem)))
          problems.push(`${set}.${language}: ${stem} ${problem}`);
    }
    for (const stem of other.keys())
      if (!english.has(stem)) problems.push(`${set}.${language}: ${stem} is not in English`);
  }
}

// -- the same rules in every language: sections, phases, number of paragraphs
function readFor(folder, name, language) {
  const path = join(SRC, folder, `${name}.${language}.json`);
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  problems.push(`${folder}/${name}: no ${language}`);
  return null;
}
const outline = (rule) => `${rule.id} (${rule.phase ?? ""}) ${rule.text.length}`;
for (const game of ["vanuatu", "nusfjord"]) {
  const english = readFor("rules", game, "en").map(outline);
  for (const language of languages) {
    const other = readFor("rules", game, language)?.map(outline) ?? english;
    for (let at = 0; at < Math.max(english.length, other.length); at += 1)
      if (english[at] !== other[at])
        problems.push(`rules/${game}.${language}: section ${other[at]}, in English ${english[at]}`);
  }
}

// -- the same cards in every language but English, whose words come with the cards (tests/test_languages.py)
const cards = languages
  .filter((language) => language !== "en")
  .map((language) => [language, readFor("nusfjord", "cards", language)]);
for (const kind of ["names", "texts"]) {
  const all = new Set(cards.flatMap(([, words]) => Object.keys(words?.[kind] ?? {})));
  for (const [language, words] of cards)
    for (const each of all)
      if (words && !words[kind][each]?.trim())
        problems.push(`cards.${language}: ${JSON.stringify(each)} is missing among the ${kind}`);
}

// -- keys used in code exist
const all = new Set();
for (const [set, known] of sets)
  for (const key of known.get("en").keys())
    all.add(`${set}:${key}`).add(`${set}:${key.replace(PLURAL, "")}`);
for (const path of files(SRC, [".svelte", ".ts"])) {
  const code = readFileSync(path, "utf8");
  const own = /src\/(vanuatu|nusfjord)\//.exec(path)?.[1];
  for (const [, fn, key] of code.matchAll(/\b(t|w)\(\s*"([\w:.+-]+)"\s*[,)]/g)) {
    const full = key.includes(":") ? key : fn === "w" && own ? `${own}:${key}` : `table:${key}`;
    const branch = [...all].some((each) => each.startsWith(`${full}.`));
    if (!all.has(full) && !branch)
      problems.push(`${path.slice(SRC.length + 1)}: no message ${full}`);
  }
}

// -- every message is used: as a whole key, or by a template such as `reason.${code}`
const sources = files(SRC, [".svelte", ".ts"])
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");
const literals = new Set([...sources.matchAll(/["'`]([A-Za-z_][\w:.+-]*)["'`]/g)].map((m) => m[1]));
const templates = [...sources.matchAll(/`([^`\n]*\$\{[^`\n]*)`/g)]
  .map((m) => m[1].split(/\$\{[^}]*\}/))
  .filter((parts) => parts.join("").replace(/[^a-z]/g, "").length >= 3)
  .map(
    (parts) =>
      new RegExp(`^${parts.map((part) => part.replace(/[^\w]/g, "\\$&")).join("[\\w+.: -]+")}$`),
  );
for (const [set, known] of sets) {
  for (const key of known.get("en").keys()) {
    const names = [key.replace(PLURAL, ""), `${set}:${key.replace(PLURAL, "")}`, key];
    const used = names.some(
      (name) => literals.has(name) || templates.some((each) => each.test(name)),
    );
    if (!used) problems.push(`${set}: ${key} is used nowhere`);
  }
}

// -- nothing readable outside the catalogues
function walk(node, path) {
  if (!node || typeof node !== "object") return;
  if (Array.isArray(node)) return node.forEach((each) => walk(each, path));
  if (node.type === "Text" && LETTERS.test(node.data) && !NAMES.has(node.data.trim())) {
    problems.push(`${path}: hard-coded text ${JSON.stringify(node.data.trim().slice(0, 40))}`);
  }
  if (node.type === "StyleDirective" || node.type === "ClassDirective") return;
  if (node.type === "Attribute") {
    if (SPOKEN.has(node.name) && Array.isArray(node.value)) {
      for (const part of node.value) {
        if (part.type === "Text" && LETTERS.test(part.data))
          problems.push(`${path}: hard-coded ${node.name} ${JSON.stringify(part.data)}`);
      }
    }
    return;
  }
  for (const [key, inner] of Object.entries(node)) {
    if (
      key !== "expression" &&
      key !== "start" &&
      key !== "end" &&
      key !== "css" &&
      key !== "instance" &&
      key !== "module"
    )
      walk(inner, path);
  }
}
for (const path of files(SRC, [".svelte"])) {
  walk(parse(readFileSync(path, "utf8"), { modern: true }).fragment, path.slice(SRC.length + 1));
}

if (problems.length) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(
  `messages: ${[...sets.keys()].join(", ")} complete in ${languages.join(", ")}; nothing hard-coded`,
);
