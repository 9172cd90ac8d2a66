// French spaces: no line may end before : ; ! ? % or », nor after «. Translators type a usual space.
import type { Plugin } from "vite";

const BEFORE = / ([:;!?%»])/gu;
const AFTER = /« /gu;
const NO_BREAK = "\u00a0";

export function frenchSpaces(text: string): string {
  return text.replace(BEFORE, `${NO_BREAK}$1`).replace(AFTER, `«${NO_BREAK}`);
}

/** Every French message with the spaces of French typography; keys stay as they are. */
export default function typography(): Plugin {
  return {
    name: "french-spaces",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith(".fr.json")) return null;
      const spaced = JSON.parse(code, (_, value: unknown) =>
        typeof value === "string" ? frenchSpaces(value) : value,
      ) as unknown;
      return { code: JSON.stringify(spaced), map: null };
    },
  };
}
