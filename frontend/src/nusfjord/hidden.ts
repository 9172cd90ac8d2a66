// What was hidden in a position, in words; the kinds are those of hidden.py.
import { list } from "../i18n/i18n.svelte";
import { cardName, elderName } from "./names";

export function hiddenText(what: string, things: string[]): string {
  return list(things.map(what === "elders" ? elderName : cardName));
}
