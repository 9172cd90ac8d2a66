// The options of a game in words. Those that most tables set come first.
import { has, t } from "../i18n/i18n.svelte";
import type { OptionInfo } from "../types.gen";

export const MAIN: Record<string, string[]> = {
  vanuatu: ["rising_waters", "characters"],
  nusfjord: ["deck", "solo"],
};

export function optionWords(game: string, option: OptionInfo, what: "title" | "text"): string {
  const key = `options:${game}.${option.name}.${what}`;
  if (has(key)) return t(key);
  return what === "text" ? option.text : option.name.replaceAll("_", " ");
}

/** A value of an option; a switch is on or off. */
export function choiceWords(game: string, option: OptionInfo, choice: unknown): string {
  if (typeof choice === "boolean") return t(choice ? "on" : "off");
  const key = `options:${game}.${option.name}.choices.${String(choice)}`;
  return has(key) ? t(key) : String(choice).replaceAll("_", " ");
}
