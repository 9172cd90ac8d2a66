// Every message exists in every language, with the same places to fill, and is used; none is hard-coded.
import { readdirSync, readFileSync, statSync } from "node:fs";
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

const filled = (text) =>
  [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map((m) => m[1]))].sort().join(",");

// -- the same keys in every language
const sets = new Map();
for (const path of files(join(SRC, "i18n"), [".json"])) {
  const [set, language] = basename(path, ".json").split(".");
  if (!sets.has(set)) sets.set(set, new Map());
  sets.get(set).set(language, flat(JSON.parse(readFileSync(path, "utf8"))));
}
const languages = [...new Set([...sets.values()].flatMap((set) => [...set.keys()]))];
for (const [set, known] of sets) {
  const english = known.get("en") ?? new Map();
  for (const language of languages) {
    const words = known.get(language);
    if (!words) {
      problems.push(`${set}: no ${language}`);
      continue;
    }
    const stems = (map) => new Map([...map].map(([key, text]) => [key.replace(PLURAL, ""), text]));
    const [ours, theirs] = [stems(english), stems(words)];
    for (const [key, text] of ours) {
      if (!theirs.has(key)) problems.push(`${set}.${language}: ${key} is missing`);
      else if (filled(text) !== filled(theirs.get(key)) && !PLURAL.test(key)) {
        const plural = [...english.keys()].some((k) => k !== key && k.replace(PLURAL, "") === key);
        if (!plural)
          problems.push(
            `${set}.${language}: ${key} fills ${filled(theirs.get(key))}, English ${filled(text)}`,
          );
      }
    }
    for (const key of theirs.keys())
      if (!ours.has(key)) problems.push(`${set}.${language}: ${key} is not in English`);
    for (const [key, text] of words)
      if (!text.trim() && (english.get(key) ?? "").trim())
        problems.push(`${set}.${language}: ${key} is empty`);
  }
}

// -- the same rules in every language
for (const game of ["vanuatu", "nusfjord"]) {
  const ids = languages.map((language) =>
    JSON.parse(readFileSync(join(SRC, "rules", `${game}.${language}.json`), "utf8"))
      .map((rule) => rule.id)
      .join(" "),
  );
  if (new Set(ids).size > 1)
    problems.push(`rules of ${game}: the languages have different sections`);
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
