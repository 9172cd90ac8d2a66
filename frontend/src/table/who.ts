// What kind of player sits on a seat, in a word or two.
import { t } from "../i18n/i18n.svelte";
import type { SeatInfo } from "../types.gen";

/** The name on a seat; a player who was deleted has none any more. */
export function seatName(seat: SeatInfo | undefined): string {
  return seat?.former ? t("former_player") : (seat?.name ?? "");
}

/** The name of a bot: a level in the reader's language, or what the operator calls it. */
export function levelName(level: string): string {
  return t(`level.${level}`, { defaultValue: level });
}

/** @param over the game is finished: a bot has played on for whoever gave up */
export function who(seat: SeatInfo | undefined, over = false): string {
  if (!seat) return "";
  if (seat.resigned) return t(over ? "seat.played_on" : "seat.resigned");
  if (seat.kind === "bot") return t("seat.bot", { level: levelName(seat.level) });
  if (seat.stand_in) return t("seat.stand_in");
  if (!seat.held) return seat.former ? "" : t("seat.free");
  if (seat.yours) return t("seat.you");
  return t(seat.online ? "seat.friend" : "seat.away");
}

/** Does a bot move for this seat? */
export function playedByBot(seat: SeatInfo | undefined): boolean {
  return seat !== undefined && (seat.kind === "bot" || seat.stand_in || seat.resigned);
}
