// Errors in the player's language; the server's own words where the messages have none.
import { Refused } from "./api";
import { t } from "./i18n/i18n.svelte";

export function problemText(code: string, message: string): string {
  return t(`problem.${code}`, { defaultValue: message, message });
}

export function errorText(error: unknown): string {
  return error instanceof Refused ? problemText(error.code, error.message) : String(error);
}
