import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Rule } from "./rules";
import { search, wordsOf } from "./search";

const read = <T>(path: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, path), "utf8")) as T;
interface Words {
  rules_common: string;
  rules_same: string;
}
function find(game: string, language: string, query: string): Rule[] {
  const words = read<Words>(`../i18n/table.${language}.json`);
  const same = words.rules_same.split(";").map(wordsOf);
  return search(read<Rule[]>(`${game}.${language}.json`), query, wordsOf(words.rules_common), same);
}

test.each(["vanuatu", "nusfjord"])("a question finds how %s is won", (game) => {
  expect(find(game, "en", "How do I win?")[0]?.text.join(" ")).toMatch(/wins/);
  expect(find(game, "fr", "Comment gagner ?")[0]?.text.join(" ")).toMatch(/emporte/);
});

const CARDS = [
  { title: "Joinery", text: ["Gain 1 wood."] },
  { title: "Fish market", text: ["Sell fish for gold in the joinery."] },
];

test("a card is found by its name, before what only mentions it", () => {
  expect(search(CARDS, "joinery", [])[0]?.title).toBe("Joinery");
  expect(search(CARDS, "JOIN", []).length).toBe(2);
});

test("what has all the words comes alone, else what has most of them", () => {
  expect(search(CARDS, "fish gold", []).map((each) => each.title)).toEqual(["Fish market"]);
  expect(search(CARDS, "fish sawmill", []).map((each) => each.title)).toEqual(["Fish market"]);
  expect(search(CARDS, "whale sawmill harpoon", [])).toEqual([]);
});

test("accents do not matter", () => {
  expect(search([{ title: "Forêt", text: [] }], "foret", []).length).toBe(1);
});
