// The banner's words for every kind of question.
import { has, t } from "../i18n/i18n.svelte";
import type { BannerText } from "../table/game";
import type { Picks } from "../table/picks.svelte";
import type { Table } from "../table/table.svelte";
import type { Decision, Preview } from "../types.gen";
import { COUNTED } from "./defaults";
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
  spaceNote,
} from "./names";
import { aheadOf, goodsOf } from "./previews";
import type { Fields } from "../table/wire";
import type { View } from "./view.gen";

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

export function bannerText(table: Table, decision: Decision, picks: Picks): BannerText {
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
  const found: BannerText = {
    icon,
    title: t(`${base}.title`, args),
    help: has(`${base}.help`) ? t(`${base}.help`, args) : "",
    confirm: t(`${base}.confirm`, args),
  };
  const exchange = picks.mode === "use" ? picks.chosen.card : undefined;
  if (exchange && picks.move && kind !== "react") {
    found.title = t("nusfjord:move.use", { card: cardName(named(exchange)) });
    found.help = causeText(named(exchange));
    found.confirm = found.title;
    return found;
  }
  switch (kind) {
    case "take_turn":
      return {
        ...found,
        ...takeTurn(table, decision, picks, args.count),
        ...onlyOne(picks, picks.move ? table.answering.previews[picks.move.id] : undefined),
      };
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

function takeTurn(
  table: Table,
  decision: Decision,
  picks: Picks,
  open: number,
): Partial<BannerText> {
  const elder = decision.moves.some((move) => move.id.startsWith("place elder"));
  const chosen = picks.move && picks.any ? picks.move : null;
  const [verb, what = "", number = ""] = chosen?.id.split(" ") ?? [];
  const text: Partial<BannerText> = {};
  if (open === 0) text.help = t("nusfjord:ask.take_turn.helpNone");
  else if (!elder) text.help = t("nusfjord:ask.take_turn.helpNoElder", { count: open });
  if (verb === "place" && what === "elder") {
    text.title = t("nusfjord:move.placeElder", { elder: elderName(number) });
    text.help = causeText(`elder ${number}`);
    text.icon = elderPicture(number);
    text.confirm = text.title;
  } else if (verb === "place" || verb === "copy") {
    const key = verb === "copy" ? "copy" : "place";
    text.title = t(`nusfjord:move.${key}`, { space: t(`nusfjord:space.${what}`) });
    text.help = spaceNote(table.view as View, table.seat, what);
    text.icon = ICONS[what];
    text.confirm = text.title;
  }
  return text;
}

/** A space with one thing to take names it before it is confirmed. */
function onlyOne(picks: Picks, preview: Preview | undefined): Partial<BannerText> {
  if (!picks.any) return {};
  const { card, ship, elder } = aheadOf(preview);
  const title = card
    ? t("nusfjord:move.build", { card: cardName(card) })
    : ship
      ? t("nusfjord:move.ship", {
          ship: t(`nusfjord:ship.${ship}`),
          price: goodsWords(goodsOf(preview).pay),
        })
      : elder !== undefined
        ? t("nusfjord:move.takeElder", { elder: elderName(elder) })
        : "";
  return title ? { title, help: t("nusfjord:ask.only"), confirm: title } : {};
}

function pictureOf(decision: Decision): string {
  const { cause, elder, card } = about(decision);
  if (decision.kind === "use_elder") return elderPicture(elder ?? 0);
  const known = KIND_ICONS[decision.kind];
  if (known) return known;
  if (decision.kind === "use_built" && card) return "nact-building";
  return cause?.startsWith("elder") ? causePicture(cause) : "nact-building";
}

function arguments_(table: Table, decision: Decision, picks: Picks): Fields {
  const given = about(decision);
  const open = decision.moves.filter((move) => /^(place|copy|build|cell) /.test(move.id));
  const spaces = open.filter((move) => !move.id.startsWith("place elder"));
  const args: Fields = { ...given, count: given.count ?? spaces.length };
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
  if (given.haul !== undefined) args.count = given.haul;
  if (decision.kind === "feed_shares") args.name = table.name(Number(second || 0));
  if (decision.kind === "pay_from_reserve") {
    args.price = goodsWords({ wood: given.wood, fish: given.fish, gold: given.gold });
    args.good = t(`nusfjord:good.${given.good}`);
  }
  if (args.elder === undefined) args.elder = "";
  if (args.card === undefined) args.card = "";
  return args;
}
