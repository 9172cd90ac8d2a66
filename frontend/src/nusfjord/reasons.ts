// Why something is closed, in words.
import { has, list, t } from "../i18n/i18n.svelte";
import type { Scene } from "../table/scene";
import { cardName, elderName, goodsWords } from "./names";
import { GOODS, type Goods } from "./goods";
import type { Fields } from "../table/wire";

/** The sentence of a reason. */
export function reasonText(scene: Scene, code: string, args: Fields, _ref: string): string {
  const told: Fields = { ...args };
  const prices: Goods[] = [args.needs, args.or_needs].filter(Boolean);
  if (prices.length) told.needs = list(prices.map(goodsWords), "disjunction");
  if (args.have)
    told.have = haveWords(args.have, prices.length ? Object.assign({}, ...prices) : undefined);
  if (args.elder) told.elder = elderName(args.elder);
  if (args.card) told.card = cardName(args.card);
  if (args.ship) told.ship = t(`nusfjord:ship.${args.ship}`);
  if (typeof args.seat === "number") told.name = scene.name(args.seat);
  if (code === "used_this_round" && args.limit === 1) code = "used_this_round_one";
  const key = `nusfjord:reason.${code}`;
  return t(has(key) ? key : "nusfjord:reason.other", told);
}

/** What a player holds of the goods that are needed; of all goods if it is open which. */
function haveWords(have: Required<Goods>, needs: Goods | undefined): string {
  const asked = GOODS.filter((good) => !needs || needs[good]);
  return list(asked.map((good) => t(`nusfjord:amount.${good}`, { count: have[good] })));
}
