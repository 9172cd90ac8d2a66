// A greeting for the time of day.
import { t } from "../i18n/i18n.svelte";

/** @param name without one, the greeting stands alone */
export function greeting(name: string, now: Date): string {
  const hour = now.getHours();
  const time = hour < 5 || hour >= 18 ? "evening" : hour < 12 ? "morning" : "afternoon";
  return name ? t(`home:greeting.${time}`, { name }) : t(`home:greeting_plain.${time}`);
}
