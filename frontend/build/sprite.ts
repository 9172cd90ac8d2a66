// Inline sprites, one per part of the client: `import sprite from "virtual:sprite/vanuatu"`.
// Every file of art/ becomes a <symbol> whose id is the file's name.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const ART = join(import.meta.dirname, "..", "art");
const SHELL = /^(ui-|glyph-|skerry-mark$|empty-lobby$|act-sail$|nact-ship$)/;
const NUSFJORD = /^(n-|nact-|elder-)/;
const PREFIX = "virtual:sprite/";

function part(name: string): string {
  if (SHELL.test(name)) return "shell";
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

/** The sprite of one part as markup. */
export function sprite(wanted: string): string {
  const names = readdirSync(ART)
    .filter((file) => file.endsWith(".svg"))
    .map((file) => file.slice(0, -4))
    .filter((name) => part(name) === wanted);
  if (names.length === 0) throw new Error(`no art for ${wanted}`);
  return names.sort().map(symbol).join("");
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
