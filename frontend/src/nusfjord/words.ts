// The banner's words for every kind of question, previews, and reasons for what is closed.
import { has, list, t } from "../i18n/i18n.svelte";
import type { Delta, Words } from "../table/game";
import type { Picks } from "../table/picks.svelte";
import type { Table } from "../table/table.svelte";
import type { Change, Decision, Option, Preview } from "../types.gen";
import { about, named } from "./moves";
import {
  cardName,
  causeName,
  causePicture,
  causeText,
  elderName,
  elderPicture,
  goodsWords,
  ICONS,
} from "./names";
import { GOODS, total, type Goods, type View } from "./view";

const KIND_ICONS: Record<string, string> = {
  take_turn: "n-worker",
  choose_building: "nact-building",
  choose_cell: "nact-building",
  choose_ship: "nact-ship",
  choose_upgrade: "nact-ship",
  serve_plates: "nact-serve",
  choose_forest: "nact-deforest",
  choose_double_space: "nact-reforest",
  thicken_forest: "nact-reforest",
  buy_shares: "nact-buy",
  take_shares: "nact-buy",
  take_elder: "nact-elder",
  feed_elders: "n-fish",
  feed_shares: "n-fish",
  choose_copy: "nact-copy",
  use_anytime: "nact-gold",
  take_from_reserve: "nact-reserve",
  keep_excess: "nact-reserve",
  pay_from_reserve: "nact-reserve",
};
const COUNTED = new Set(["serve_plates", "take_from_reserve", "keep_excess", "pay_from_reserve"]);

/** Words for the banner. */
export function words(table: Table, decision: Decision, picks: Picks): Words {
  const { kind } = decision;
  const args = arguments_(table, decision, picks);
  const base = `nusfjord:ask.${has(`nusfjord:ask.${kind}.title`) ? kind : "other"}`;
  const icon = pictureOf(decision);
  if (picks.mode === "pass") {
    return {
      icon: "n-worker",
      title: t("nusfjord:ask.pass.title"),
      help: t("nusfjord:ask.pass.help"),
      confirm: t("nusfjord:ask.pass.confirm"),
    };
  }
  const found: Words = {
    icon,
    title: t(`${base}.title`, args),
    help: has(`${base}.help`) || has(`${base}.help_other`) ? t(`${base}.help`, args) : "",
    confirm: t(`${base}.confirm`, args),
  };
  switch (kind) {
    case "take_turn":
      return { ...found, ...takeTurn(decision, picks, args.count) };
    case "react":
      if (decision.moves.length > 2) {
        found.title = t(`${base}.titleMany`);
        found.help = t(`${base}.helpMany`);
      }
      return found;
    case "choose_ship":
      if (picks.chosen.ship && picks.values("price").size > 1) {
        found.title = t(`${base}.pay`, args);
      }
      return found;
    case "choose_forest":
      if (!about(decision).wood) found.help = t(`${base}.helpNone`);
      return found;
  }
  return found;
}

function takeTurn(decision: Decision, picks: Picks, open: number): Partial<Words> {
  const elder = decision.moves.some((move) => move.id.startsWith("place elder"));
  const chosen = picks.move && picks.any ? picks.move : null;
  const [verb, what = "", number = ""] = chosen?.id.split(" ") ?? [];
  const told: Partial<Words> = {};
  if (open === 0) told.help = t("nusfjord:ask.take_turn.helpNone");
  else if (!elder) told.help = t("nusfjord:ask.take_turn.helpNoElder", { count: open });
  if (verb === "place" && what === "elder") {
    told.title = t("nusfjord:move.placeElder", { elder: elderName(number) });
    told.help = causeText(`elder ${number}`);
    told.icon = elderPicture(number);
    told.confirm = told.title;
  } else if (verb === "place" || verb === "copy") {
    const key = verb === "copy" ? "copy" : "place";
    told.title = t(`nusfjord:move.${key}`, { space: t(`nusfjord:space.${what}`) });
    told.help = has(`nusfjord:note.${what}`) ? t(`nusfjord:note.${what}`) : "";
    told.icon = ICONS[what];
    told.confirm = told.title;
  }
  return told;
}

function pictureOf(decision: Decision): string {
  const { cause, elder, card } = about(decision);
  if (decision.kind === "use_elder") return elderPicture(elder ?? 0);
  const known = KIND_ICONS[decision.kind];
  if (known) return known;
  if (decision.kind === "use_built" && card) return "nact-building";
  return cause?.startsWith("elder") ? causePicture(cause) : "nact-building";
}

function arguments_(table: Table, decision: Decision, picks: Picks): Record<string, any> {
  const given = about(decision);
  const open = decision.moves.filter((move) => /^(place|copy|build|cell) /.test(move.id));
  const spaces = open.filter((move) => !move.id.startsWith("place elder"));
  const args: Record<string, any> = { ...given, count: given.count ?? spaces.length };
  const move = picks.move;
  const [, second = "", third = ""] = move?.id.split(" ") ?? [];
  const ability = decision.moves.find((each) => "ability" in each.picks);
  const cardId = given.card ?? named(move?.picks.card ?? ability?.picks.card);
  if (cardId) {
    args.card = cardName(cardId);
    args.text = causeText(cardId);
  } else if (given.cause) {
    args.card = causeName(given.cause);
    args.text = causeText(given.cause);
  }
  if (given.elder) {
    args.elder = elderName(given.elder);
    args.text = causeText(`elder ${given.elder}`);
  } else if (move?.picks.elder) args.elder = elderName(third);
  const chosenShip = named(picks.chosen.ship ?? move?.picks.ship ?? move?.picks.upgrade);
  if (chosenShip) args.ship = t(`nusfjord:ship.${chosenShip}`);
  else args.ship = "";
  if (COUNTED.has(decision.kind)) {
    args.n = Number(second);
    if (decision.kind === "serve_plates") args.count = Number(second);
  }
  if (decision.kind === "feed_shares") args.name = table.name(Number(second || 0));
  if (decision.kind === "pay_from_reserve") {
    args.price = goodsWords({ wood: given.wood, fish: given.fish, gold: given.gold });
    args.good = t(`nusfjord:good.${given.good}`);
  }
  if (args.elder === undefined) args.elder = "";
  if (args.card === undefined) args.card = "";
  return args;
}

/** What Confirm sends while the player has not said otherwise: one plate, all that can be kept. */
export function settle(
  moves: Option[],
  _: Record<string, string>,
  decision: Decision,
): Option | null {
  if (!COUNTED.has(decision.kind)) return null;
  const first = decision.kind === "serve_plates" || decision.kind === "pay_from_reserve";
  return (first ? moves[0] : moves.at(-1)) ?? null;
}

/** Placing a building shows its ghost first. */
export function quick(move: Option): boolean {
  return !move.id.startsWith("cell") && move.id !== "pass";
}

// -- previews

const SHOWN: [string, string, string][] = [
  ["fish", "n-fish", "fish"],
  ["wood", "n-wood", "wood"],
  ["gold", "n-gold", "gold"],
  ["haul", "n-ship-sloop", "haul"],
  ["reserve.fish", "nact-reserve", "reserve"],
  ["reserve.wood", "nact-reserve", "reserve"],
];

function change(preview: Preview, what: string): Change | undefined {
  return preview.changes.find((each) => each.what === what);
}

/** Points a move brings at once, over all sources. */
export function pointsOf(preview: Preview): number {
  return preview.changes
    .filter((each) => each.what.startsWith("score."))
    .reduce((sum, each) => sum + Number(each.after) - Number(each.before), 0);
}

/** The goods a preview pays and brings. */
export function goodsOf(preview: Preview | undefined): { pay: Goods; get: Goods } {
  const pay: Goods = {};
  const get: Goods = {};
  for (const good of GOODS) {
    const found = preview && change(preview, good);
    const by = found ? Number(found.after) - Number(found.before) : 0;
    if (by < 0) pay[good] = -by;
    if (by > 0) get[good] = by;
  }
  return { pay, get };
}

export function deltas(preview: Preview, table?: Table): Delta[] {
  const told: Delta[] = [];
  for (const [what, icon, label] of SHOWN) {
    const found = change(preview, what);
    if (found) {
      told.push({
        icon,
        label: t(`nusfjord:good.${label}`),
        before: Number(found.before),
        after: Number(found.after),
      });
    }
  }
  const points = pointsOf(preview);
  const me = table && table.seat !== null ? (table.view as View).players[table.seat] : undefined;
  if (points !== 0 && me) {
    const now = total(me);
    told.push({
      icon: "ui-crown",
      label: t("nusfjord:good.points"),
      before: now,
      after: now + points,
    });
  }
  return told;
}

export function then(_: Table, preview: Preview): string {
  const key = `nusfjord:next.${preview.then}`;
  return preview.then !== null && has(key) ? t(key) : "";
}

// -- reasons

/** The sentence of a reason. */
export function reason(
  table: Table,
  code: string,
  args: Record<string, any>,
  _ref: string,
): string {
  const told: Record<string, any> = { ...args };
  const prices: Goods[] = [args.needs, args.or_needs].filter(Boolean);
  if (prices.length) told.needs = list(prices.map(goodsWords), "disjunction");
  if (args.have)
    told.have = haveWords(args.have, prices.length ? Object.assign({}, ...prices) : undefined);
  if (args.elder) told.elder = elderName(args.elder);
  if (args.card) told.card = cardName(args.card);
  if (args.ship) told.ship = t(`nusfjord:ship.${args.ship}`);
  if (typeof args.seat === "number") told.name = table.name(args.seat);
  if (code === "used_this_round" && args.limit === 1) code = "used_this_round_one";
  const key = `nusfjord:reason.${code}`;
  return t(has(key) ? key : "nusfjord:reason.other", told);
}

/** What a player holds of the goods that are needed; of all goods if it is open which. */
function haveWords(have: Required<Goods>, needs: Goods | undefined): string {
  const asked = GOODS.filter((good) => !needs || needs[good]);
  return list(asked.map((good) => t(`nusfjord:amount.${good}`, { count: have[good] })));
}
