// What went wrong, in the player's language; the server's own words where the catalogue has none.
import { Refused } from "./api";
import { t } from "./i18n/i18n.svelte";

export function problemWords(code: string, message: string): string {
  return t(`problem.${code}`, { defaultValue: message });
}

export function sorry(error: unknown): string {
  return error instanceof Refused ? problemWords(error.code, error.message) : String(error);
}
