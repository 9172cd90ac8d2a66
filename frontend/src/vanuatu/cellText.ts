// A hexagon for ears: what lies there, in the order a player would say it.
import { list } from "../i18n/i18n.svelte";
import { placeLabel } from "./geometry";
import { GOODS, islandName } from "./tiles";
import type { Cell, View } from "./view.gen";
import { goodName, w } from "./names";

export function cellText(view: View, cell: Cell, name: (seat: number) => string): string {
  const at = w("place.cell", { label: placeLabel(cell.cell) });
  if (cell.tile === null) return `${at}, ${w("tile.empty")}`;
  if (cell.kind === "ocean") {
    const parts = [at, w("tile.ocean")];
    if (cell.fish_max) parts.push(w("tile.fish", { count: cell.fish, of: cell.fish_max }));
    if (cell.treasure_max)
      parts.push(w("tile.treasure", { count: cell.treasure, of: cell.treasure_max }));
    parts.push(
      cell.boats.length
        ? w("tile.canoes", { names: list(cell.boats.map(name)) })
        : w("tile.no_canoes"),
    );
    return parts.join(", ");
  }
  const island = w(`island.${islandName(cell.tile) ?? "start"}`);
  if (cell.sunk) return [at, island, w("tile.sunk")].join(", ");
  const parts = [at, island];
  cell.huts.forEach((count, seat) => {
    if (count) parts.push(w("tile.huts", { count, name: name(seat) }));
  });
  parts.push(w("tile.sites", { count: cell.huts_free }));
  parts.push(w("tile.drawings", { count: cell.drawings, of: cell.drawings_max }));
  parts.push(w("tile.tourists", { count: cell.tourists, of: cell.tourists_max }));
  const goods = GOODS.flatMap((good) => Array<string>(cell.goods[good]).fill(goodName(good)));
  parts.push(goods.length ? w("tile.goods", { goods: list(goods) }) : w("tile.no_goods"));
  if (view.options.rising_waters) {
    parts.push(w("tile.water", { count: cell.water }));
    if (cell.dikes.length)
      parts.push(w("tile.dikes", { sides: list(cell.dikes.map((s) => w(`side.${s}`))) }));
  }
  return parts.join(", ");
}
