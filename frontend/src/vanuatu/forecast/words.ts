// A forecast of Vanuatu in words.
import { list, t } from "../../i18n/i18n.svelte";
import type { Table } from "../../table/table.svelte";
import { actionName, w } from "../names";
import { islandName } from "../tiles";
import type {
  FloodedIsland,
  Forecast,
  Keep,
  Missing,
  PlannedSpace,
  PlanStep,
} from "../forecast.gen";
import { reasonText } from "../reasons";

export const f = (key: string, args: Record<string, unknown> = {}): string =>
  t(`forecast:${key}`, args);

/** Is there a chance to show: something contested, or a flood? */
export function wantsChances(forecast: unknown): boolean {
  const { plans, flood } = forecast as Forecast;
  return flood !== null || plans.some(({ state }) => state === "contested");
}

export function actionOf(ref: string): string {
  return actionName(ref.slice("space:".length));
}

/** The name of what a shield shows. */
export function shieldState(plan: PlannedSpace): string {
  return plan.state === "safe" && plan.at_once ? "now" : plan.state;
}

export const SHIELDS: Record<string, string> = {
  safe: "ui-shield-safe",
  now: "ui-shield-safe",
  contested: "ui-shield-contested",
  lost: "ui-shield-lost",
  unknown: "ui-shield-unknown",
};

export function planTitle(table: Table, plan: PlannedSpace): string {
  const state = shieldState(plan);
  const names = list(plan.by.map((seat) => table.name(seat)));
  const open = plan.by.length === 0 && (state === "contested" || state === "lost");
  return f(`title.${state}${open ? "_open" : ""}`, { action: actionOf(plan.ref), names });
}

/** One sentence under the title, or "". */
export function planText(plan: PlannedSpace): string {
  const state = shieldState(plan);
  return state === "contested" ? "" : f(`text.${state}`);
}

export function stepText(table: Table, step: PlanStep): string {
  const args = step.args as Record<string, unknown>;
  return f(`step.${step.key}`, {
    ...args,
    name: step.seat < 0 ? "" : table.name(step.seat),
    count: Number(args.count ?? args.markers ?? 1),
    action: typeof args.action === "string" ? actionName(args.action) : "",
  });
}

export function keepText(keep: Keep): { title: string; text: string } {
  const args = keep.args as Record<string, unknown>;
  const action = typeof args.action === "string" ? actionName(args.action) : "";
  return {
    title: f(`keep.${keep.key}`, { ...args, action }),
    text: f(`keep_text.${keep.key}`),
  };
}

export function missingText(table: Table, missing: Missing, ref: string): string {
  const args = missing.args as Record<string, unknown>;
  const parts =
    missing.kind === "money" && typeof args.needs === "number" && typeof args.have === "number"
      ? f("lack", { count: args.needs - args.have })
      : reasonText(table, missing.code, args, ref);
  return missing.later ? `${parts} ${f("later")}` : parts;
}

/** What a screen reader says of a space. */
export function planLabel(table: Table, plan: PlannedSpace): string {
  const parts = [planTitle(table, plan)];
  if (plan.missing) parts.push(missingText(table, plan.missing, plan.ref));
  return parts.join(". ");
}

export function island(tile: string): string {
  return w(`island.${islandName(tile) ?? "start"}`);
}

/** How likely an island sinks, in a word. */
export function likelihood(share: number): string {
  return f(`flood.${share < 0.25 ? "unlikely" : share > 0.75 ? "likely" : "open"}`);
}

export function percent(share: number): string {
  return f("flood.percent", { n: Math.round(share * 100) });
}

export function dikeText(isle: FloodedIsland): string {
  if (!isle.dike) return "";
  const { points } = isle.dike;
  return points < 0
    ? f("flood.dike_costs", { count: -points })
    : f("flood.dike", { count: points });
}

/** What a screen reader says of an island. */
export function islandText(isle: FloodedIsland, share: number | null): string {
  const parts = [f("flood.water", { water: isle.water, after: isle.water + isle.rise })];
  if (isle.sinks) parts.push(f("flood.pill_sinks"));
  if (share !== null) parts.push(f("flood.chance", { n: Math.round(share * 100) }));
  return parts.join(", ");
}
