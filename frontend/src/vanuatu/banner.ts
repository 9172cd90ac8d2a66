// The banner's words for every kind of question.
import { has } from "../i18n/i18n.svelte";
import type { BannerText } from "../table/game";
import type { Picks } from "../table/picks.svelte";
import type { Table } from "../table/table.svelte";
import type { Decision, Option } from "../types.gen";
import { leadLine } from "./lead";
import { moveText } from "./moves";
import { w } from "./names";
import { ACTION_ART } from "./tiles";
import type { View } from "./view.gen";
import type { Fields } from "../table/wire";

const CONFIRM: Record<string, string> = {
  place_tile: "confirm.place",
  sail: "confirm.sail",
  draw: "confirm.draw",
  tourist: "confirm.tourist",
  last_begging: "confirm.done",
  last_sales: "confirm.done",
};

export function bannerText(table: Table, decision: Decision, picks: Picks): BannerText {
  const view = table.view as View;
  const kind = decision.kind;
  const args = decision.prompt.args as Fields;
  const move = picks.move;
  const base: BannerText = {
    icon: icon(view, decision, move),
    title: w(`ask.${kind}.title`, { count: args.left ?? 1, ...args }),
    help: w(`ask.${kind}.help`, { count: args.left ?? 1, price: view.fish_price, ...args }),
    confirm: w(CONFIRM[kind] ?? "confirm.go"),
  };
  if (args.bonus && has(`vanuatu:ask.${kind}.bonus`)) base.help = w(`ask.${kind}.bonus`);
  if (kind === "take_turn") takeTurn(table, view, decision, picks, base);
  if (kind === "build" && !view.options.rising_waters) base.help = w("ask.build.plain");
  if (kind === "choose_character" && move) {
    base.help = w(`character.${move.id.split(" ")[1]}.text`);
  }
  if (move && !CONFIRM[kind]) base.confirm = moveText(table, move);
  return base;
}

function takeTurn(
  table: Table,
  view: View,
  decision: Decision,
  picks: Picks,
  base: BannerText,
): void {
  const seat = decision.seat;
  const leads = view.spaces.some((space) => space.leader === seat);
  if (picks.mode === "govern") {
    base.title = w("ask.govern.title");
    base.help = w("ask.govern.help");
  } else if (!leads) {
    base.title = w("ask.take_turn.no_lead");
    base.help = w(
      decision.moves.some((m) => m.id.startsWith("preach"))
        ? "ask.take_turn.preach"
        : "ask.take_turn.take_back",
    );
  }
  const unusable = decision.led.filter(({ usable }) => !usable);
  if (picks.mode === "" && unusable.length) {
    const count = decision.led.length - unusable.length;
    if (count) base.help = w("ask.take_turn.some", { count, leads: decision.led.length });
    else {
      base.title = w("ask.take_turn.forced");
      base.help = w("ask.take_turn.forced_help", { count: unusable.length });
    }
  }
  const action = picks.move?.picks.space?.slice(6);
  const space = view.spaces.find((s) => s.action === action);
  if (space && picks.mode !== "govern" && picks.any) base.help = leadLine(table, space, seat);
}

function icon(view: View, decision: Decision, move: Option | null): string {
  const kind = decision.kind;
  if (kind in ACTION_ART) return ACTION_ART[kind] ?? "";
  if (kind === "place_tile") return "volcano";
  if (kind === "choose_character") return move ? `char-${move.id.split(" ")[1]}` : "char-guide";
  if (kind === "take_turn" && move?.picks.space) return ACTION_ART[move.picks.space.slice(6)] ?? "";
  if (kind === "last_begging") return "char-beggar";
  if (kind === "last_sales") return "treasure";
  return "action-marker";
}
