// How long something takes, in the largest unit that fits.
import { t } from "../i18n/i18n.svelte";

/** A span of time, rounded up: so that nobody comes back too early. */
export function span(seconds: number): string {
  if (seconds > 86400) return t("clock.days", { count: Math.ceil(seconds / 86400) });
  if (seconds > 3600) return t("clock.hours", { count: Math.ceil(seconds / 3600) });
  return t("clock.minutes", { count: Math.max(1, Math.ceil(seconds / 60)) });
}
