// What was hidden in a position, in words; the kinds are those of hidden.py.
import { list } from "../i18n/i18n.svelte";
import { characterName, goodName, tileName, w } from "./names";

export function hiddenText(what: string, things: string[]): string {
  switch (what) {
    case "rest":
      return list(things.map((token) => w(`token.${token}`)));
    case "tiles":
      return list(things.map(tileName));
    case "ships":
      return things.map((wants) => wants.split(" ").map(goodName).join(", ")).join("; ");
    case "characters":
      return list(things.map(characterName));
    default: // numbers
      return things.join(", ");
  }
}
