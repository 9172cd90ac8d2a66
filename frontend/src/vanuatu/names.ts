// Names of Vanuatu's actions, characters, goods, cells and tiles in the reader's language.
import { t } from "../i18n/i18n.svelte";
import { place } from "./geometry";
import { islandName } from "./tiles";
import type { View } from "./view.gen";

/** A message of this game. */
export const w = (key: string, args: Record<string, unknown> = {}): string =>
  t(`vanuatu:${key}`, args);

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
