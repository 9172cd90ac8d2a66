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
