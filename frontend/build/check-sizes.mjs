// What a first visit loads, compressed: the lobby below 250 kB, a game's table below 450 kB.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

const STATIC = join(import.meta.dirname, "..", "..", "src", "skerry", "web", "static");
const manifest = JSON.parse(readFileSync(join(STATIC, ".vite", "manifest.json"), "utf8"));
const LIMIT = { lobby: 250_000, game: 450_000 };

function packed(file) {
  const bytes = readFileSync(join(STATIC, file));
  return /\.(woff2|png)$/.test(file) ? bytes.length : gzipSync(bytes).length;
}

function reach(entry, seen = new Set()) {
  const chunk = manifest[entry];
  if (!chunk || seen.has(entry)) return seen;
  seen.add(entry);
  for (const next of chunk.imports ?? []) reach(next, seen);
  return seen;
}

/** Everything a set of entries loads; fonts only in the Latin cut a browser would fetch. */
function weigh(entries) {
  const files = new Set();
  for (const entry of entries) {
    for (const key of reach(entry)) {
      const chunk = manifest[key];
      files.add(chunk.file);
      for (const css of chunk.css ?? []) files.add(css);
      for (const asset of chunk.assets ?? []) if (!/woff/.test(asset)) files.add(asset);
    }
  }
  for (const { file } of Object.values(manifest))
    if (/latin-wght-normal-[^.]*\.woff2$/.test(file) && !/latin-ext/.test(file)) files.add(file);
  files.add("index.html");
  return [...files].reduce((sum, file) => sum + packed(file), 0);
}

// A page loads the words of one language only: the heaviest counts.
const languages = Object.keys(manifest).flatMap(
  (key) => /i18n\/table\.(\w+)\.json$/.exec(key)?.[1] ?? [],
);
const heaviest = (entriesIn) =>
  Math.max(...languages.map((language) => weigh(entriesIn(language))));
const words = (set, language) => [
  `src/i18n/${set}.${language}.json`,
  `src/${set}/cards.${language}.json`,
];
const lobby = (language) => [
  "index.html",
  ...words("table", language),
  ...words("options", language),
];
const totals = { lobby: heaviest(lobby) };
for (const game of ["vanuatu", "nusfjord"]) {
  totals[game] = heaviest((language) => [
    ...lobby(language),
    "src/table/TablePage.svelte",
    `src/${game}/index.ts`,
    ...words(game, language),
  ]);
}
let bad = false;
for (const [what, bytes] of Object.entries(totals)) {
  const limit = what === "lobby" ? LIMIT.lobby : LIMIT.game;
  console.log(`${what}: ${(bytes / 1000).toFixed(0)} kB compressed, limit ${limit / 1000} kB`);
  bad ||= bytes > limit;
}
process.exit(bad ? 1 : 0);
