// Times as people say them, in the language of the page.
import { day, language, writeDate } from "../i18n/i18n.svelte";

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];

/** How long ago, or in how long: "5 minutes ago". Times are in seconds since 1970. */
export function ago(at: number, now = Date.now() / 1000): string {
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto", style: "short" });
  const past = at - now;
  for (const [unit, seconds] of STEPS)
    if (Math.abs(past) >= seconds) return words.format(Math.trunc(past / seconds), unit);
  return words.format(0, "second");
}

/** A day, or the hour of today. */
export function when(at: number): string {
  const today = new Date(at * 1000).toDateString() === new Date().toDateString();
  if (!today) return day(at);
  return writeDate(at * 1000, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}
