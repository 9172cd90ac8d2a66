// A forecast of Nusfjord in words.
import { t } from "../../i18n/i18n.svelte";
import type { Affordable, FishFlow, FishingForecast, IfFirst } from "../forecast.gen";
import { GOODS } from "../goods";
import type { Good } from "../view.gen";

export const f = (key: string, args: Record<string, unknown> = {}): string =>
  t(`forecast:${key}`, args);

export const TAG_ICONS = { now: "ui-check", later: "ui-clock", never: "ui-lock" } as const;

/** "Now", "Round 4", or what other than goods stands in the way. */
export function tagText(one: Affordable): string {
  if (one.state === "later") return f("afford.round", { round: one.round });
  return f(`afford.${one.obstacle ?? one.state}`);
}

export interface Lacking {
  good: Good;
  count: number;
}

/** The goods that are missing for something that cannot be paid in time. */
export function lacking(one: Affordable): Lacking[] {
  if (one.state !== "never" || one.obstacle) return [];
  return GOODS.map((good) => ({ good, count: one.short[good] ?? 0 })).filter(({ count }) => count);
}

/** "Not in time: lacks 4 gold". */
export function shortText(goods: Lacking[]): string {
  const words = goods.map(({ good, count }) => `${count} ${t(`nusfjord:good.${good}`)}`);
  return `${f("afford.never")}: ${f("afford.short", { goods: words.join(", ") })}`;
}

export function noteText(
  fishing: FishingForecast,
  part: FishFlow,
  name: (seat: number) => string,
): string {
  if (part.to === "elders" && fishing.from_elders)
    return f("fish.note.elders_back", { count: fishing.from_elders });
  if (part.to === "share") return f("fish.note.share", { name: name(part.seat) });
  if (part.to === "reserve")
    return f("fish.note.reserve", {
      before: fishing.reserve - part.fish,
      after: fishing.reserve,
      limit: fishing.reserve_limit,
    });
  return f(`fish.note.${part.to}`);
}

/** What a turn changes about the next fishing, in a few words. */
export function changeText(now: FishingForecast, first: IfFirst): string {
  const after = first.fishing;
  const parts = [
    now.haul === after.haul ? "" : f("fish.haul_change", { before: now.haul, after: after.haul }),
    now.you === after.you ? "" : f("fish.you_change", { before: now.you, after: after.you }),
    now.reserve === after.reserve
      ? ""
      : f("fish.reserve_change", { before: now.reserve, after: after.reserve }),
  ];
  return parts.filter(Boolean).join(", ");
}

/** The fish a turn wins or loses altogether. */
export function balance(now: FishingForecast, first: IfFirst): number {
  return first.fishing.you + first.fishing.reserve - now.you - now.reserve;
}
