// What the cards of the home page say about a table.
import { has, list, t } from "../i18n/i18n.svelte";
import { levelName } from "../table/who";
import type { NewTable, TableInfo, WaitingGame } from "../types.gen";

/** Its name; a table without one is called by who plays. */
export const title = (table: TableInfo): string => table.name || company(table);

/** Who else plays: "Vanuatu with Tomas and 2 bots", "Nusfjord alone". */
export function company(table: TableInfo): string {
  const game = t(`games.${table.game}`);
  const others = table.seats.filter((seat) => !seat.yours);
  if (!others.length) return t("home:alone", { game });
  const people = others.filter((seat) => seat.kind !== "bot" && seat.name).map((seat) => seat.name);
  const bots = others.filter((seat) => seat.kind === "bot").length;
  const parts = bots ? [...people, t("home:bots", { count: bots })] : people;
  return parts.length ? t("home:with", { game, company: list(parts) }) : game;
}

export const round = (table: TableInfo): string =>
  table.round.length ? t("round_of", { round: table.round[0], of: table.round[1] }) : "";

/** The move that is asked for, as the game names it: "Plan your markers". */
export function move(game: WaitingGame): string {
  const key = `${game.table.game}:turn.${game.asked}`;
  return game.asked && has(key) ? t(key) : t("home:make_move");
}

/** The bots of a table to play at once: "2 bots, skilled". */
export function botsOf(newTable: NewTable): string {
  const bots = newTable.seats.filter((seat) => seat.kind === "bot");
  if (!bots.length) return "";
  const levels = new Set(bots.map((bot) => bot.level ?? "steady"));
  const count = t("home:bots", { count: bots.length });
  return levels.size === 1
    ? t("home:bots_level", { bots: count, level: levelName([...levels][0] ?? "") })
    : count;
}
