// The rules as data, one file per game and language. Ids are the sections reasons point to.
export interface Rule {
  id: string;
  title: string;
  text: string[];
  /** The phase in which the drawer opens here. */
  phase?: string;
}

const files = import.meta.glob<Rule[]>("./*.json", { import: "default" });

export async function loadRules(game: string, language: string): Promise<Rule[]> {
  const load = files[`./${game}.${language}.json`] ?? files[`./${game}.en.json`];
  return load ? load() : [];
}

/** The rule of an id, else the chapter above it: "cards" for "cards 6.1". */
export function ruleOf(rules: Rule[], id: string): Rule | undefined {
  for (let at = id; at; at = at.replace(/[ .]?[^ .]*$/, "")) {
    const found = rules.find((rule) => rule.id === at);
    if (found) return found;
  }
  return undefined;
}

export function ruleText(rules: Rule[], id: string): string {
  return ruleOf(rules, id)?.text.join(" ") ?? "";
}
