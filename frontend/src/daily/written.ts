// Days of the server, "2026-11-18", in words; they begin at 00:00 UTC.
import { writeDate } from "../i18n/i18n.svelte";

/** Write a date of the server. */
export function written(
  day: string,
  parts: Intl.DateTimeFormatOptions = { day: "numeric", month: "long" },
): string {
  return writeDate(new Date(`${day}T00:00:00Z`), { ...parts, timeZone: "UTC" });
}
