// Vanuatu in words: places, moves, questions, reasons, events.
import { has, list, signed, t } from "../i18n/i18n.svelte";
import type { Decision, Happened, Option, Preview } from "../types.gen";
import type { Delta, Told, Words } from "../table/game";
import type { Picks } from "../table/picks.svelte";
import type { Table } from "../table/table.svelte";
import { ACTION_ART, islandName, place, REST_ART, type View } from "./view";

const w = (key: string, args: Record<string, unknown> = {}): string => t(`vanuatu:${key}`, args);

export function actionName(action: string): string {
  return w(`action.${action}.name`);
}

export function characterName(character: string): string {
  return w(`character.${character}.name`);
}

export function goodName(good: string): string {
  return w(`good.${good}`);
}

/** A cell as a player would say it: an island by name, water by row and place. */
export function cellName(view: View, cell: string): string {
  const shown = view.cells.find((c) => c.cell === cell);
  const island = shown?.tile ? islandName(shown.tile) : null;
  return island ? w(`island.${island}`) : w("place.ocean", place(cell));
}

/** A tile: an island by its name, any water as open water. */
export function tileName(tile: string): string {
  const island = islandName(tile);
  return island ? w(`island.${island}`) : w("tile.ocean");
}

// -- moves

/** A move in words, as on a button. */
export function say(table: Table, move: Option): string {
  const view = table.view as View;
  const [verb = "", ...rest] = move.id.split(" ");
  const at = move.picks.cell?.slice(4);
  const where = at ? cellName(view, at) : "";
  switch (verb) {
    case "place":
      return w("say.place", { place: at ? w("place.cell", place(at)) : "" });
    case "take":
      return w("say.take", { character: characterName(rest[0] ?? "") });
    case "plan":
    case "neutral":
    case "retrieve":
    case "preach":
      return w(`say.${verb}`, { action: actionName(rest[0] ?? "") });
    case "perform":
      return w(rest[1] ? "say.perform_bonus" : "say.perform", {
        action: actionName(rest[0] ?? ""),
        character: myCharacter(table),
      });
    case "govern":
      return w("say.govern", { from: actionName(rest[0] ?? ""), to: actionName(rest[1] ?? "") });
    case "sail":
      return w("say.sail", { place: where, count: Number(rest[1]) });
    case "build": {
      const hut = move.picks.hut === "hut:yes";
      const dike = move.picks.dike !== "dike:no";
      return w(hut && dike ? "say.build_both" : dike ? "say.build_dike" : "say.build_hut", {
        place: where,
      });
    }
    case "sell":
      return w("say.sell", { count: rest.length, tiles: rest.join(" + ") });
    case "buy":
      return w("say.buy", { good: goodName(rest[0] ?? ""), place: where });
    case "draw":
    case "tourist":
      return w(`say.${verb}`, { place: where });
    case "rest":
      return w("say.rest", { token: w(`token.${rest[0]}`) });
    case "treasure":
      return w("say.treasure", { value: Number(rest[0]) });
    case "beg":
      return w("say.beg", { count: Number(rest[0]) });
    default:
      return w("say.done");
  }
}

function myCharacter(table: Table): string {
  const view = table.view as View;
  const character = table.seat === null ? null : view.players[table.seat]?.character;
  return character ? characterName(character) : "";
}

// -- the banner

const CONFIRM: Record<string, string> = {
  place_tile: "confirm.place",
  sail: "confirm.sail",
  draw: "confirm.draw",
  tourist: "confirm.tourist",
  last_begging: "confirm.done",
  last_sales: "confirm.done",
};

export function words(table: Table, decision: Decision, picks: Picks): Words {
  const view = table.view as View;
  const kind = decision.kind;
  const args = decision.prompt.args as Record<string, any>;
  const move = picks.move;
  const base: Words = {
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
  if (move && !CONFIRM[kind]) base.confirm = say(table, move);
  return base;
}

function takeTurn(table: Table, view: View, decision: Decision, picks: Picks, base: Words): void {
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
  const action = picks.move?.picks.space?.slice(6);
  const space = view.spaces.find((s) => s.action === action);
  if (space && picks.mode !== "govern" && picks.any)
    base.help = leadLine(table, space.markers, seat, space.leader);
}

/** Who leads a space, and by how much: "You lead 2 to 1". */
export function leadLine(
  table: Table,
  markers: number[],
  seat: number,
  leader: number | null,
): string {
  const own = markers[seat] ?? 0;
  const rivals = markers.filter((_, other) => other !== seat);
  const best = Math.max(0, ...rivals);
  if (leader === seat)
    return own === best ? w("lead.tie", { count: own }) : w("lead.you", { own, best });
  if (leader === null) return w("lead.nobody");
  return w("lead.other", { name: table.name(leader), markers: markers[leader] ?? 0, own });
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

// -- previews

const SHOWN: [string, string][] = [
  ["money", "coin-vatu"],
  ["points", "prosperity"],
];

export function deltas(preview: Preview): Delta[] {
  const found: Delta[] = [];
  for (const [what, symbol] of SHOWN) {
    const change = preview.changes.find((c) => c.what === what);
    if (change) {
      found.push({
        icon: symbol,
        label: w(`what.${what}`),
        before: change.before as number,
        after: change.after as number,
      });
    }
  }
  for (const what of ["fish", "treasure"]) {
    const change = preview.changes.find((c) => c.what === what);
    if (!change) continue;
    const before = sum(change.before);
    const after = sum(change.after);
    found.push({ icon: what, label: w(`what.${what}`), before, after });
  }
  return found;
}

function sum(tiles: unknown): number {
  return Array.isArray(tiles)
    ? tiles.reduce((total: number, value: number) => total + value, 0)
    : 0;
}

export function after(_table: Table, preview: Preview): string {
  return preview.then && has(`vanuatu:then.${preview.then}`) ? w(`then.${preview.then}`) : "";
}

// -- reasons

/** The sentence of a reason; codes are those of why.py. */
export function reason(table: Table, code: string, args: Record<string, any>, ref: string): string {
  const view = table.view as View;
  const told: Record<string, unknown> = { ...args };
  if (typeof args.cell === "string") told.place = cellName(view, args.cell);
  if (typeof args.seat === "number") told.name = table.name(args.seat);
  if (typeof args.leader === "number") told.name = table.name(args.leader);
  if (typeof args.character === "string") told.character = characterName(args.character);
  if (typeof args.action === "string") told.action = actionName(args.action);
  if (typeof args.good === "string") told.good = goodName(args.good);
  if (Array.isArray(args.spaces)) told.spaces = list(args.spaces.map(actionName));
  let sentence = has(`vanuatu:reason.${code}`) ? w(`reason.${code}`, told) : w("reason.other");
  if (Array.isArray(args.plan_first) && args.plan_first.length) {
    const names = list(args.plan_first.map(actionName), "disjunction");
    const action = actionName(args.action ?? ref.split(":")[1] ?? "");
    sentence += ` ${w("reason.plan_first", { first: names, action })}`;
  }
  return sentence;
}

// -- the log

type Event = Record<string, any>;

const MINOR = new Set([
  "planned",
  "die_lowered",
  "action_begun",
  "characters_offered",
  "neutral_placed",
]);
const HIDDEN = new Set(["action_begun"]);

// What happens only in one phase; anything else belongs to the phase it happens in.
const PHASE: Record<string, string> = {
  tile_placed: "setup",
  tiles_revealed: "setup",
  tourists_arrived: "setup",
  neutral_placed: "characters",
  character_taken: "characters",
  planned: "planning",
  rest_revealed: "end",
};
for (const kind of [
  "sailed",
  "hut_built",
  "dike_built",
  "explored",
  "fished",
  "fish_sold",
  "bought",
  "drew",
  "tourist_brought",
  "rest_taken",
  "retrieved",
  "governed",
  "preached",
]) {
  PHASE[kind] = "resolving";
}

export function tell(table: Table, happened: Happened, _seat: number): Told | null {
  const e = happened.event as Event;
  const kind = e.event as string;
  if (HIDDEN.has(kind)) return null;
  const view = table.view as View;
  const args: Record<string, unknown> = { ...e };
  for (const key of ["cell", "from", "to"]) {
    if (typeof e[key] === "string" && e[key].includes(",")) args[key] = cellName(view, e[key]);
  }
  if (kind === "governed") {
    args.from = actionName(e.from);
    args.to = actionName(e.to);
    args.count = e.markers;
  }
  if (typeof e.action === "string") args.action = actionName(e.action);
  if (typeof e.character === "string") args.character = characterName(e.character);
  if (typeof e.good === "string") args.good = goodName(e.good);
  if (typeof e.tourists === "number") args.count = e.tourists;
  if (typeof e.token === "string") args.token = w(`token.${e.token}`);
  if (Array.isArray(e.wants)) args.wants = list(e.wants.map(goodName));
  if (Array.isArray(e.fish)) args.fish = e.fish.join(" + ");
  if (kind === "exported") args.ship = w(`ship.${e.slot}`);
  if (kind === "tile_placed") {
    args.tile = tileName(e.tile);
    args.place = w("place.cell", place(e.cell));
  }
  if (kind === "tiles_revealed") {
    args.tiles = list(e.tiles.map(tileName));
  }
  if (kind === "characters_offered") args.characters = list(e.characters.map(characterName));
  const key = kind === "rest_taken" && e.token ? "rest_taken_known" : kind;
  return {
    seat: typeof e.seat === "number" ? e.seat : null,
    text: w(`told.${key}`, args),
    gains: gains(kind, e),
    refs: refs(e),
    phase: PHASE[kind],
    minor: MINOR.has(kind),
  };
}

function gains(kind: string, e: Event): Told["gains"] {
  const found: Told["gains"] = [];
  const add = (value: number, key: string) => {
    if (value)
      found.push({
        text: `${signed(value)} ${w(key, { count: Math.abs(value) })}`,
        good: value > 0,
      });
  };
  if (kind === "converted") {
    add(-Number(e.vatus), "unit.vatu");
    add(Number(e.points), "unit.point");
    return found;
  }
  if (kind === "begged") {
    add(-Number(e.vatus), "unit.point");
    add(Number(e.vatus), "unit.vatu");
    return found;
  }
  if (kind === "treasure_sold") add(Number(e.value), "unit.vatu");
  if (typeof e.vatus === "number") add(e.vatus, "unit.vatu");
  if (typeof e.points === "number") add(e.points, "unit.point");
  return found;
}

function refs(e: Event): string[] {
  const found: string[] = [];
  for (const key of ["cell", "from", "to"]) {
    if (typeof e[key] === "string") {
      found.push(e[key].includes(",") ? `hex:${e[key]}` : `space:${e[key]}`);
    }
  }
  if (typeof e.action === "string") found.push(`space:${e.action}`);
  return found;
}

export { REST_ART, w };
