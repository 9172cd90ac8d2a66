// Events in words for the log: who, what, and the goods that came or went.
import { list, signed, t } from "../i18n/i18n.svelte";
import type { EventLine } from "../table/game";
import type { Scene } from "../table/scene";
import type { Happened } from "../types.gen";
import { components } from "./components.svelte";
import { cardName, causeName, elderName, spaceName } from "./names";
import type { Fields } from "../table/wire";

const MINOR = new Set([
  "fish_caught",
  "elder_fed",
  "market_fed",
  "shares_fed",
  "haul_left_over",
  "reserve_filled",
  "building_chosen",
  "game_ended",
]);
// What happens only in one phase; anything else belongs to the phase it happens in.
const PHASE: Record<string, string> = {
  fish_caught: "fishing",
  dividends_paid: "fishing",
  worker_placed: "work",
  turn_passed: "work",
};
const LEFT_OUT = new Set(["building_chosen"]);

/** Are the cards here, whose names events speak of? */
export const ready = (): boolean => components() !== null;

/** The log's line for an event; null leaves it out. */
export function describe(scene: Pick<Scene, "name">, happened: Happened): EventLine | null {
  const event = happened.event as Fields;
  if (LEFT_OUT.has(event.event)) return null;
  return {
    seat: event.seat ?? null,
    text: sentence(scene, event),
    gains: gains(event),
    refs: refs(event),
    phase: PHASE[event.event],
    minor: MINOR.has(event.event),
  };
}

function sentence(scene: Pick<Scene, "name">, event: Fields): string {
  const key = `nusfjord:event.${event.event}`;
  const args: Fields = {
    n: event.plate,
    count: event.haul ?? event.amount,
    round: event.round,
  };
  if (event.card) args.card = cardName(event.card);
  if (event.elder) args.elder = elderName(event.elder);
  switch (event.event) {
    case "round_began":
      return t(key, { ...args, name: scene.name(event.first) });
    case "cards_added":
      return t(key, { cards: list(event.cards.map(cardName)) });
    case "hand_drawn":
      return event.cards
        ? t(`${key}_known`, { cards: list(event.cards.map(cardName)) })
        : t(key, { count: event.amount });
    case "shares_fed":
      return event.holder === event.seat
        ? t(`${key}_self`, args)
        : t(key, { ...args, name: scene.name(event.holder) });
    case "goods_gained":
    case "goods_paid":
      return event.cause && event.cause !== "gold"
        ? t(`${key}_by`, { cause: causeName(event.cause) })
        : t(key);
    case "worker_placed":
      if (event.elder) return t("nusfjord:event.worker_elder", args);
      return event.copies
        ? t("nusfjord:event.worker_copies", { space: spaceName(event.copies) })
        : t(key, { space: spaceName(event.space) });
    case "space_copied":
      return t(key, { space: spaceName(event.space) });
    case "building_built":
      return t(event.cell === null ? "nusfjord:event.building_beside" : key, args);
    case "shares_taken":
      return t(event.color === event.seat ? `${key}_own` : key, {
        count: event.amount,
        name: scene.name(event.color),
      });
    case "forests_planted":
      return t(key, { count: event.tiles });
    case "ship_built":
      return t(key, { ship: t(`nusfjord:ship.${event.ship}`) });
    case "ship_upgraded":
      return t(key, {
        from: t(`nusfjord:ship.${event.from}`),
        to: t(`nusfjord:ship.${event.to}`),
      });
  }
  return t(key, args);
}

function gains(event: Fields): EventLine["gains"] {
  const gains: EventLine["gains"] = [];
  for (const [good, amount] of Object.entries((event.goods ?? {}) as Record<string, number>)) {
    const stored = good.startsWith("reserve_");
    const unit = stored ? good.slice(8) : good;
    const name = t(`nusfjord:unit.${unit}`, { count: Math.abs(amount) });
    const paid = event.event === "goods_paid" || event.event === "reserve_spent";
    const by = paid ? -Math.abs(amount) : amount;
    const where = stored ? ` (${t("nusfjord:good.reserve")})` : "";
    gains.push({ text: `${signed(by)} ${name}${where}`, good: by > 0 });
  }
  if (event.lost)
    gains.push({ text: t("nusfjord:event.lost", { count: event.lost }), good: false });
  return gains;
}

/** The places an event is about. */
export function refs(event: Fields): string[] {
  const found: string[] = [];
  if (event.space) found.push(`space:${event.space}`);
  if (event.copies) found.push(`space:${event.copies}`);
  if (event.elder) found.push(`elder:${event.elder}`);
  if (event.card) found.push(`card:${event.card}`);
  for (const id of event.cards ?? []) found.push(`card:${id}`);
  if (event.cell) found.push(`cell:${event.seat}:${event.cell}`);
  return found;
}
