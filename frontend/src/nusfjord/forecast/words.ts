// A forecast of Nusfjord in words.
import { t } from "../../i18n/i18n.svelte";
import type { Affordable, FishFlow, FishingForecast, IfFirst } from "../forecast.gen";
import { GOODS } from "../goods";

export const f = (key: string, args: Record<string, unknown> = {}): string =>
  t(`forecast:${key}`, args);

export const TAG_ICONS = { now: "ui-check", later: "ui-clock", never: "ui-lock" } as const;

export function tagText(one: Affordable): string {
  return one.state === "later" ? f("afford.round", { round: one.round }) : f(`afford.${one.state}`);
}

/** Why it cannot be paid in time, or "". */
export function shortText(one: Affordable): string {
  if (one.state !== "never") return "";
  if (one.obstacle) return f(`afford.${one.obstacle}`);
  const short = one.short as Partial<Record<string, number>>;
  const goods = GOODS.filter((good) => short[good])
    .map((good) => `${short[good]} ${t(`nusfjord:good.${good}`)}`)
    .join(", ");
  return goods ? f("afford.short", { goods }) : "";
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
