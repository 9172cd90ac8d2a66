// The time a player has left for a move: hours below two days, the day above; none without a clock.
import { day, language, t } from "./i18n/i18n.svelte";

const URGENT = 3 * 3600; // seconds
const RELATIVE = 48 * 3600;

export interface TimeLeft {
  text: string;
  urgent: boolean;
}

/** @param due seconds that were left at the moment `from`; both moments are in milliseconds */
export function timeLeft(due: number | null, from: number, now: number): TimeLeft {
  if (due === null) return { text: t("time_left.no_clock"), urgent: false };
  const left = Math.max(0, due - (now - from) / 1000);
  if (left >= RELATIVE) {
    return { text: t("time_left.until", { day: day(now / 1000 + left) }), urgent: false };
  }
  const [unit, value] =
    left >= 3600
      ? (["hour", Math.floor(left / 3600)] as const)
      : (["minute", Math.ceil(left / 60)] as const);
  const time = new Intl.NumberFormat(language(), { style: "unit", unit, unitDisplay: "short" });
  return { text: t("time_left.left", { time: time.format(value) }), urgent: left < URGENT };
}
