// The options of a game in words. Those that most tables set come first.
import { has, t } from "../i18n/i18n.svelte";
import type { GameInfo, OptionInfo } from "../types.gen";

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

/** What most tables set, as this one has it: "Codfish", "Rising Waters", "Characters off". */
export function mainOptions(
  game: GameInfo | undefined,
  table: { game: string; options: Record<string, unknown>; seats: unknown[] },
): string[] {
  const found: string[] = [];
  for (const name of MAIN[table.game] ?? []) {
    const option = game?.options.find((each) => each.name === name);
    if (!option || (name === "solo" && table.seats.length > 1)) continue;
    const value = table.options[name] ?? option.default;
    const title = optionWords(table.game, option, "title");
    if (option.kind !== "switch") {
      if (name !== "solo" || value !== option.default)
        found.push(choiceWords(table.game, option, value));
    }
    if (option.kind === "switch" && value !== option.default)
      found.push(value ? title : t("lobby.option_off", { option: title }));
  }
  return found;
}
