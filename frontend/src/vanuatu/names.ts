// Names of Vanuatu's actions, characters, goods, cells and tiles in the reader's language.
import { t } from "../i18n/i18n.svelte";
import { placeLabel } from "./geometry";
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

/** A cell as a player would find it: what lies there, and its label on the board. */
export function cellName(view: View | null, cell: string): string {
  const label = placeLabel(cell);
  if (!view) return w("place.cell", { label });
  const shown = view.cells.find((c) => c.cell === cell);
  const island = shown?.tile ? islandName(shown.tile) : null;
  return island
    ? w("place.island", { island: w(`island.${island}`), label })
    : w("place.ocean", { label });
}

/** A tile: an island by its name, any water as open water. */
export function tileName(tile: string): string {
  const island = islandName(tile);
  return island ? w(`island.${island}`) : w("tile.ocean");
}

const ACTIONS: Record<string, string> = { export: "buy", transport: "tourist" };
const PICTURES: Record<string, string> = {
  character: "action-marker",
  treasure: "treasure",
  beg: "coin-vatu",
  flood: "water-marker",
};

/** What a reason of the coach speaks of (src/skerry/analysis/labels.toml). */
export function cause(label: string): { name: string; icon: string } {
  const icon = PICTURES[label];
  if (icon || label === "dike") return { name: w(`cause.${label}`), icon: icon ?? "act-dike" };
  return { name: actionName(ACTIONS[label] ?? label), icon: `act-${label}` };
}
