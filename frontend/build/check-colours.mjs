// Colours stand in styles/kit.css and nowhere else, and every custom property that is used is set somewhere.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SRC = join(import.meta.dirname, "..", "src");
const KIT = join("styles", "kit.css");
// Not a colour: {#each, href="#id", url(#id).
const COLOUR =
  /(?<![{\w]|href="|url\()#(?:[\da-f]{8}|[\da-f]{6}|[\da-f]{3,4})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(/gi;
const problems = [];
const used = new Map();
const set = new Set();

const names = readdirSync(SRC, { recursive: true, encoding: "utf8" });
for (const name of names.filter((each) => /\.(svelte|css|ts)$/.test(each))) {
  const text = readFileSync(join(SRC, name), "utf8");
  const line = (at) => `src/${name}:${text.slice(0, at).split("\n").length}`;
  for (const [, property] of text.matchAll(/(--[\w-]+)["'`]?\s*[:=]/g)) set.add(property);
  for (const found of text.matchAll(/var\((--[\w-]+)(?=[\s),])/g))
    if (!used.has(found[1])) used.set(found[1], line(found.index));
  if (name === KIT || name.endsWith(".gen.ts")) continue;
  for (const found of text.matchAll(COLOUR))
    problems.push(
      `${line(found.index)}: the colour ${found[0]} belongs in styles/kit.css, with a name`,
    );
}
for (const [property, where] of used)
  if (!set.has(property)) problems.push(`${where}: ${property} is set nowhere`);

if (problems.length) {
  console.error(problems.join("\n"));
  process.exit(1);
}
console.log(`colours: ${set.size} custom properties; every colour is in styles/kit.css`);
