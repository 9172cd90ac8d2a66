// Goods and ships in the order in which they are shown.
import type { Good, ShipName } from "./view.gen";

export type Goods = Partial<Record<Good, number>>;
export const GOODS: readonly Good[] = ["wood", "fish", "gold"];
export const SHIPS: readonly ShipName[] = ["sloop", "cutter", "schooner"];
