// The rules as data, one file per game and language. Ids are the sections reasons point to.
import { at } from "../base";
import { cardWords, loadWords, t } from "../i18n/i18n.svelte";

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

interface CardText {
  name: string;
  text: string;
}

/** The cards of a game in the reader's language, as entries beside the rules. */
export async function loadCards(game: string): Promise<Rule[]> {
  const [answer] = await Promise.all([
    fetch(at(`/api/games/${encodeURIComponent(game)}/components`)),
    loadWords(game),
  ]);
  if (!answer.ok) throw new Error(String(answer.status));
  const found = (await answer.json()) as {
    cards: Record<string, CardText>;
    elders: Record<string, CardText>;
  };
  const words = cardWords(game);
  const entry = (kind: "card" | "elder", id: string, { name, text }: CardText): Rule => ({
    id: `${kind}-${id}`,
    title: t(`rules_${kind}`, { name: words?.names[name] ?? name }),
    text: [words?.texts[text] ?? text],
  });
  return [
    ...Object.entries(found.cards).map(([id, each]) => entry("card", id, each)),
    ...Object.entries(found.elders).map(([id, each]) => entry("elder", id, each)),
  ];
}
