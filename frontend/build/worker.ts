// Tells the service worker which files a build has: all of them, and those its first page loads.
import type { OutputBundle, OutputChunk } from "rollup";
import type { Plugin } from "vite";

/** An entry's chunk with everything it imports at once, and its styles and fonts. */
function reach(bundle: OutputBundle, name: string, found = new Set<string>()): Set<string> {
  const chunk = bundle[name];
  if (!chunk || found.has(name)) return found;
  found.add(name);
  if (chunk.type === "chunk") {
    for (const next of chunk.imports) reach(bundle, next, found);
    for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css);
  }
  return found;
}

export default function worker(): Plugin {
  return {
    name: "skerry-worker",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const chunk = bundle["sw.js"] as OutputChunk | undefined;
      if (!chunk) throw new Error("the build has no sw.js");
      if (chunk.imports.length) throw new Error(`sw.js imports ${chunk.imports.join(", ")}`);
      const all = Object.keys(bundle).filter((name) => name.startsWith("assets/"));
      const entry = Object.values(bundle).find(
        (one): one is OutputChunk =>
          one.type === "chunk" && one.isEntry && one.fileName !== "sw.js",
      );
      const first = [...(entry ? reach(bundle, entry.fileName) : [])];
      chunk.code = chunk.code.replace("__FILES__", JSON.stringify({ all: all.sort(), first }));
    },
  };
}
