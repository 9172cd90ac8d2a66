// What a move would change, as numbers, and what comes after it.
import { has, t } from "../i18n/i18n.svelte";
import type { Delta } from "../table/game";
import type { Table } from "../table/table.svelte";
import type { Change, Preview } from "../types.gen";
import { GOODS, type Goods } from "./goods";

const SHOWN: [string, string, string][] = [
  ["fish", "n-fish", "fish"],
  ["wood", "n-wood", "wood"],
  ["gold", "n-gold", "gold"],
  ["haul", "n-ship-sloop", "haul"],
  ["reserve.fish", "nact-reserve", "reserve"],
  ["reserve.wood", "nact-reserve", "reserve"],
  ["total", "ui-crown", "points"],
];

function change(preview: Preview, what: string): Change | undefined {
  return preview.changes.find((each) => each.what === what);
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

/** What a move takes by itself because there is only one: a building, a ship or an elder. */
export interface Ahead {
  card?: string;
  ship?: string;
  elder?: number;
}

export function aheadOf(preview: Preview | undefined): Ahead {
  const found = (name: string) => preview?.events.find((each) => each.event === name);
  return {
    card: found("building_chosen")?.card as string | undefined,
    ship: found("ship_built")?.ship as string | undefined,
    elder: found("elder_taken")?.elder as number | undefined,
  };
}

export function deltas(preview: Preview): Delta[] {
  const rows: Delta[] = [];
  for (const [what, icon, label] of SHOWN) {
    const found = change(preview, what);
    if (found) {
      rows.push({
        icon,
        label: t(`nusfjord:good.${label}`),
        before: Number(found.before),
        after: Number(found.after),
      });
    }
  }
  return rows;
}

/** Fish, wood or gold are paid for it. */
export function costs(preview: Preview): boolean {
  return Object.keys(goodsOf(preview).pay).length > 0;
}

export function afterText(_: Table, preview: Preview): string {
  const key = `nusfjord:next.${preview.then}`;
  return preview.then !== null && has(key) ? t(key) : "";
}
