// What the server shows of a game of Nusfjord. Nothing here is worked out by the client.

export type Good = "wood" | "fish" | "gold";
export type Goods = Partial<Record<Good, number>>;
export type ShipName = "sloop" | "cutter" | "schooner";
export const GOODS: readonly Good[] = ["wood", "fish", "gold"];
export const SHIPS: readonly ShipName[] = ["sloop", "cutter", "schooner"];

export interface Space {
  space: string;
  column: number | null;
  capacity: number;
  workers: number[];
  blocked: boolean;
  since: number;
}

export interface SeatedElder {
  elder: number;
  name: string;
  fish: number;
  worker: boolean;
}

export interface Player {
  seat: number;
  wood: number;
  fish: number;
  gold: number;
  reserve: Record<Good, number>;
  wood_limit: number;
  reserve_limit: number;
  haul: number;
  track: { covered: number; units: number };
  ships: Record<ShipName, number>;
  unissued: number;
  shares: number[];
  share_price: number;
  cells: Record<string, string>;
  forests: Record<string, number>;
  free: string[];
  buildings: { card: string; points: number }[];
  elders: SeatedElder[];
  workers_left: number;
  hand: string[] | null;
  hand_size: number;
  uses: Record<string, number>;
  score: Record<string, number>;
}

export interface View {
  game: "nusfjord";
  viewer: number | null;
  options: { deck?: string; solo?: string; mixed_deck?: string };
  round: number;
  first: number;
  turn: number | null;
  question: { kind: string; seat: number; [arg: string]: unknown } | null;
  over: boolean;
  spaces: Space[];
  plates: { filled: number; prices: number[] };
  ships: Record<ShipName, number>;
  display: Record<"A" | "B" | "C", string[]>;
  piles: Record<"A" | "B" | "C", number>;
  elder_stacks: { open: number[]; face_down: number }[];
  market: number[];
  share_price: number;
  players: Player[];
}

export function total(player: Player): number {
  return Object.values(player.score).reduce((sum, points) => sum + points, 0);
}
