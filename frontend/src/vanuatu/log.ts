// Events in words for the log: who, what, and the vatus and points that came or went.
import { list, signed } from "../i18n/i18n.svelte";
import type { EventLine } from "../table/game";
import type { Scene } from "../table/scene";
import type { Happened } from "../types.gen";
import { actionName, cellName, characterName, goodName, tileName, w } from "./names";
import { placeLabel } from "./geometry";
import type { View } from "./view.gen";
import type { Fields } from "../table/wire";

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

/** The log's line for an event; null leaves it out. Without a position, places have only their labels. */
export function describe(scene: Pick<Scene, "view">, happened: Happened): EventLine | null {
  const e = happened.event as Fields;
  const kind = e.event as string;
  if (HIDDEN.has(kind)) return null;
  const view = scene.view as View | null;
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
    args.place = w("place.cell", { label: placeLabel(e.cell) });
  }
  if (kind === "tiles_revealed") {
    args.tiles = list(e.tiles.map(tileName));
  }
  if (kind === "characters_offered") args.characters = list(e.characters.map(characterName));
  const key = kind === "rest_taken" && e.token ? "rest_taken_known" : kind;
  return {
    seat: typeof e.seat === "number" ? e.seat : null,
    text: w(`event.${key}`, args),
    gains: gains(kind, e),
    refs: refs(e),
    phase: PHASE[kind],
    minor: MINOR.has(kind),
  };
}

function gains(kind: string, e: Fields): EventLine["gains"] {
  const found: EventLine["gains"] = [];
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

function refs(e: Fields): string[] {
  const found: string[] = [];
  for (const key of ["cell", "from", "to"]) {
    if (typeof e[key] === "string") {
      found.push(e[key].includes(",") ? `hex:${e[key]}` : `space:${e[key]}`);
    }
  }
  if (typeof e.action === "string") found.push(`space:${e.action}`);
  return found;
}
