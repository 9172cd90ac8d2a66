// Numbers, sizes and times of the operator's page in words.
import { language, t } from "../i18n/i18n.svelte";
import { ago } from "../shell/time";

export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(value);
}

export function bytes(value: number): string {
  return value >= 1e9 ? `${number(value / 1e9, 1)} GB` : `${number(value / 1e6, 1)} MB`;
}

export function days(count: number): string {
  if (count === 0) return t("admin:never");
  return count % 365 === 0 ? t("admin:years", { count: count / 365 }) : t("admin:days", { count });
}

/** When a measure ends; 0 is never. */
export function endOf(until: number): string {
  return until ? ago(until) : t("admin:hours.0");
}
