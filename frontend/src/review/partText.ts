// What a part of a difference is made of, in words: as a sentence of its own, or as a line of a list.
import { t } from "../i18n/i18n.svelte";
import type { Scene } from "../table/scene";
import type { Part } from "../types.gen";
import { tenths } from "./judged";

export const AT_ONCE = "at_once"; // what the compared move itself brings

/** `mover` is the seat that chose between the compared moves; `whole` asks for a sentence. */
export function partText(scene: Scene, part: Part, mover: number | undefined, whole: boolean) {
  const kind = whole ? "why" : "part";
  if (part.label === AT_ONCE)
    return t(`review:${kind}.${part.points > 0 ? "more" : "less"}_at_once`);
  const args = {
    name: scene.name(part.seat),
    what: scene.game.cause(part.label).name,
    share: tenths(part.share),
    other: tenths(part.share_other),
  };
  const who = part.seat === scene.seat ? "you" : "name";
  if (part.kind !== "worth") return t(`review:${kind}.often_${who}`, args);
  const more = part.points > 0 === (part.seat === mover);
  return t(`review:${kind}.${more ? "more" : "less"}_${who}`, args);
}
