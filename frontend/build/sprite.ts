// Inline sprites, one per part of the client: `import sprite from "virtual:sprite/vanuatu"`.
// Every file of art/ becomes a <symbol> whose id is the file's name.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const ART = join(import.meta.dirname, "..", "art");
const SHELL = /^(ui-|club-|glyph-|skerry-mark$|empty-lobby$|act-sail$|nact-ship$)/;
const NUSFJORD = /^(n-|nact-|elder-)/;
// The operator's page and the account, which few people open.
const CLUB =
  /^club-(laptop|mobile|tablet|out|passkey|key|mute|ban|trash|search|pulse|shield|people|table|pen|download|warn|mail|hook|moon)$/;
const COACH = /^coach-/; // grades, on the review page
const CHAPTER = /^chapter-/; // scenes put together from other symbols
const PREFIX = "virtual:sprite/";

function part(name: string): string {
  if (CLUB.test(name)) return "club";
  if (SHELL.test(name)) return "shell";
  if (COACH.test(name)) return "coach";
  if (CHAPTER.test(name)) return "learn";
  return NUSFJORD.test(name) ? "nusfjord" : "vanuatu";
}

function symbol(name: string): string {
  const file = readFileSync(join(ART, `${name}.svg`), "utf8");
  const box = /viewBox="([^"]+)"/.exec(file)?.[1];
  if (!box) throw new Error(`art/${name}.svg has no viewBox`);
  const inside = file
    .slice(file.indexOf(">", file.indexOf("<svg")) + 1, file.lastIndexOf("</svg>"))
    .replace(/<title[\s\S]*?<\/title>/g, "")
    .replace(/\n\s*/g, "");
  return `<symbol id="${name}" viewBox="${box}">${inside}</symbol>`;
}

/** Symbols and those they are put together from. */
function withParts(names: string[]): string[] {
  const all = new Set(names);
  for (const name of all)
    for (const [, used = ""] of symbol(name).matchAll(/href="#([\w-]+)"/g))
      if (part(used) !== "shell" && existsSync(join(ART, `${used}.svg`))) all.add(used);
  return [...all];
}

/** The sprite of one part as markup. */
export function sprite(wanted: string): string {
  const names = readdirSync(ART)
    .filter((file) => file.endsWith(".svg"))
    .map((file) => file.slice(0, -4))
    .filter((name) => part(name) === wanted);
  if (names.length === 0) throw new Error(`no art for ${wanted}`);
  return withParts(names).sort().map(symbol).join("");
}

export default function sprites(): Plugin {
  return {
    name: "skerry-sprites",
    resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
    load: (id) =>
      id.startsWith(`\0${PREFIX}`)
        ? `export default ${JSON.stringify(sprite(id.slice(PREFIX.length + 1)))};`
        : undefined,
  };
}
