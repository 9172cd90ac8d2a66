// What a history speaks of, in the reader's language: decks, options, sources of points, characters and cards.
import { day, has, number, t, writeDate } from "../i18n/i18n.svelte";
import { cardName, cardPicture, elderName, elderPicture } from "../nusfjord/names";
import { levelName } from "../table/who";
import type { FilterValue, PlayedGame } from "../types.gen";
import { characterName } from "../vanuatu/names";

interface Thing {
  name: (id: string) => string;
  picture: (id: string) => string;
  /** Cards are wide pictures, people round ones. */
  wide: boolean;
}
const THINGS: Record<string, Thing> = {
  character: { name: characterName, picture: (id) => `char-${id}`, wide: false },
  building: { name: cardName, picture: cardPicture, wide: true },
  elder: { name: elderName, picture: elderPicture, wide: false },
};
const PLAIN: Thing = { name: (id) => id, picture: () => "ui-info", wide: false };

export function thing(kind: string): Thing {
  return THINGS[kind] ?? PLAIN;
}

export function sourceName(game: string, source: string): string {
  const short = `profile:source.${game}.${source}`;
  return has(short) ? t(short) : t(`${game}:score.${source}`, { defaultValue: source });
}

/** A value of an option: "Codfish", "Rising Waters", "Base game", "Lowest fish price: 0". */
export function valueWords({ game, option, value }: FilterValue): string {
  const title = t(`options:${game}.${option}.title`, { defaultValue: option.replaceAll("_", " ") });
  if (value === "true") return title;
  if (value === "false")
    return has(`profile:without.${game}.${option}`)
      ? t(`profile:without.${game}.${option}`)
      : t("lobby.option_off", { option: title });
  const key = `options:${game}.${option}.choices.${value}`;
  const words = has(key) ? t(key) : value.replaceAll("_", " ");
  return option === "deck" ? words : `${title}: ${words}`;
}

/** The deck or expansion of a game that was played. */
export function variantWords(game: string, variant: string): string {
  const option = variant === "true" || variant === "false" ? "rising_waters" : "deck";
  return valueWords({ game, option, value: variant });
}

export function gameTitle(game: PlayedGame): string {
  if (game.name) return game.name;
  if (game.mode === "daily" || game.mode === "practice")
    return t(`profile:mode.${game.mode}`, { day: day(Date.parse(game.day) / 1000) });
  if (game.mode === "campaign")
    return t("profile:mode.campaign", { deck: variantWords(game.game, game.variant) });
  return t(`profile:company.${game.company}`);
}

/** Deck, opponents and what was special about a game, in one line. */
export function gameLine(game: PlayedGame): string {
  const bots = new Map<string, number>();
  const people: string[] = [];
  for (const other of game.others)
    if (other.level) bots.set(other.level, (bots.get(other.level) ?? 0) + 1);
    else people.push(other.name || t("former_player"));
  const parts = [variantWords(game.game, game.variant)];
  if (game.mode === "campaign" && game.campaign_game)
    parts.push(t("profile:campaign_game", { count: game.campaign_game }));
  else if (game.mode === "imported" || game.mode === "continued")
    parts.push(t(`profile:mode.${game.mode}`));
  parts.push(...people);
  for (const [level, count] of bots)
    parts.push(count > 1 ? `${number(count)} × ${levelName(level)}` : levelName(level));
  if (game.ending !== "finished") parts.push(t(`profile:ending.${game.ending}`));
  else if (game.resigned) parts.push(t("profile:ending.resigned"));
  return parts.join(" · ");
}

/** The place, or what stands for it: the distance to par, the sum of a campaign. */
export function placeWords(game: PlayedGame): { strong: string; more: string } {
  if (game.versus_par !== null) {
    const sign = game.versus_par > 0 ? "▲" : game.versus_par < 0 ? "▽" : "●";
    return {
      strong: `${sign}${number(Math.abs(game.versus_par))}`,
      more: t("profile:par", { points: number((game.points ?? 0) - game.versus_par) }),
    };
  }
  if (game.campaign_total !== null)
    return { strong: "–", more: t("profile:sum", { points: number(game.campaign_total) }) };
  if (game.place === null) return { strong: "–", more: "" };
  if (game.place === 0) return { strong: t("profile:all_lost"), more: "" };
  return {
    strong: t("profile:place", { count: game.place, ordinal: true }),
    more: t("profile:of", { count: game.players }),
  };
}

/** "Nov", or with the year, of 2026-11. */
export function month(text: string, long = false): string {
  const [year = "0", number = "1"] = text.split("-");
  return writeDate(Date.UTC(Number(year), Number(number) - 1, 15), {
    month: long ? "long" : "short",
    ...(long ? { year: "numeric" } : {}),
    timeZone: "UTC",
  });
}
