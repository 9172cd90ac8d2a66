// A space that is led and cannot be used: why, and the ways out, in words.
import { list } from "../i18n/i18n.svelte";
import type { StuckText, WayText } from "../table/game";
import type { Table } from "../table/table.svelte";
import type { Fields } from "../table/wire";
import type { LedInfo, WayInfo } from "../types.gen";
import { leadLine } from "./lead";
import { actionName, w } from "./names";
import { reasonText } from "./reasons";
import { ACTION_ART } from "./tiles";
import type { View } from "./view.gen";

/** The ways that make the action possible, rather than another one. */
const OPENING = new Set(["first", "treasure", "character", "later"]);

export function stuckText(table: Table, led: LedInfo): StuckText {
  const view = table.view as View;
  const name = led.ref.slice(6);
  const action = actionName(name);
  const space = view.spaces.find((each) => each.action === name);
  const seat = table.seat ?? 0;
  const lead = space ? leadLine(table, space, seat) : "";
  const count = space?.markers[seat] ?? 1;
  const ways = led.ways.map((way) => wayText(table, way, action, lead));
  const opens = led.ways.some(({ kind }) => OPENING.has(kind));
  const reason = led.reason;
  return {
    icon: ACTION_ART[name] ?? "",
    title: w(`stuck.title.${name}`),
    help: `${lead} ${w(led.forced ? "stuck.forced" : "stuck.stays")}`,
    heading: w("stuck.heading", { action }),
    reason: reason ? reasonText(table, reason.code, reason.args as Fields, led.ref) : "",
    risk: led.risk.length
      ? w("stuck.risk", { names: list(led.risk.map((other) => table.name(other))) })
      : "",
    none: opens ? "" : w("stuck.none"),
    ways,
    doubt: {
      title: w("stuck.doubt.title", { count, action }),
      text: w("stuck.doubt.text"),
      yes: w("stuck.doubt.yes"),
      no: w("stuck.doubt.no"),
    },
  };
}

function wayText(table: Table, way: WayInfo, action: string, lead: string): WayText {
  const args = way.args as Fields;
  const first = typeof args.action === "string" ? actionName(args.action) : "";
  const costs: number[] = Array.isArray(args.costs) ? args.costs : [];
  const key = way.key === "first" && costs.length ? "sail" : way.key;
  const values: Record<string, unknown> = {
    ...args,
    first,
    action,
    lead,
    count: key === "sail" ? costs.length : Number(args.markers ?? args.count ?? 1),
    least: costs.length ? Math.min(...costs) : 0,
    name: typeof args.leader === "number" ? table.name(args.leader) : "",
    spaces: list(
      way.refs.filter((ref) => ref.startsWith("space:")).map((ref) => actionName(ref.slice(6))),
      "disjunction",
    ),
  };
  return {
    way,
    icon: icon(way, args),
    title: w(`stuck.${key}.title`, values),
    text: w(`stuck.${key}.text`, values),
    short: w(`stuck.${key}.short`, values),
  };
}

function icon(way: WayInfo, args: Fields): string {
  if (way.key === "treasure") return "treasure";
  if (way.key === "beg") return "char-beggar";
  if (way.key === "govern") return "char-governor";
  if (way.key === "take_back") return "ui-undo";
  return ACTION_ART[String(args.action)] ?? "";
}
