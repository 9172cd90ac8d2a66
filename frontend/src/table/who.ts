// What kind of player sits on a seat, in a word or two.
import { t } from "../i18n/i18n.svelte";
import type { SeatInfo } from "../types.gen";

export function who(seat: SeatInfo | undefined): string {
  if (!seat) return "";
  if (seat.resigned) return t("seat.resigned");
  if (seat.kind === "bot") return t("seat.bot", { level: t(`level.${seat.level}`) });
  if (seat.stand_in) return t("seat.stand_in");
  if (seat.yours) return t("seat.you");
  return t(seat.online ? "seat.friend" : "seat.away");
}
