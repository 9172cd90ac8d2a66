// Why something is closed, in words.
import { has, list, t } from "../i18n/i18n.svelte";
import type { Scene } from "../table/scene";
import { cardName, elderName, goodsWords } from "./names";
import { GOODS, type Goods } from "./goods";
import type { Fields } from "../table/wire";

/** The sentence of a reason. */
export function reasonText(scene: Scene, code: string, args: Fields, _ref: string): string {
  const fields: Fields = { ...args };
  const prices: Goods[] = [args.needs, args.or_needs].filter(Boolean);
  if (prices.length) fields.needs = list(prices.map(goodsWords), "disjunction");
  if (args.have)
    fields.have = haveWords(args.have, prices.length ? Object.assign({}, ...prices) : undefined);
  if (args.elder) fields.elder = elderName(args.elder);
  if (args.card) fields.card = cardName(args.card);
  if (args.ship) fields.ship = t(`nusfjord:ship.${args.ship}`);
  if (typeof args.seat === "number") fields.name = scene.name(args.seat);
  fields.count = args.free ?? args.limit; // what a plural form goes by
  const key = `nusfjord:reason.${code}`;
  return t(has(key) ? key : "nusfjord:reason.other", fields);
}

/** What a player holds of the goods that are needed; of all goods if it is open which. */
function haveWords(have: Required<Goods>, needs: Goods | undefined): string {
  const asked = GOODS.filter((good) => !needs || needs[good]);
  return list(asked.map((good) => t(`nusfjord:amount.${good}`, { count: have[good] })));
}
