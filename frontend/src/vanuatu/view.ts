// The shape of Vanuatu's view (src/skerry/games/vanuatu/view.py) and the board's geometry.

export type Good = "kava" | "copra" | "beef";
export const GOODS: Good[] = ["kava", "copra", "beef"];
export const SIDES = ["E", "SE", "SW", "W", "NW", "NE"] as const;
export type Side = (typeof SIDES)[number];

export interface Ocean {
  cell: string;
  tile: string;
  kind: "ocean";
  fish: number;
  fish_max: number;
  treasure: number;
  treasure_max: number;
  boats: number[];
}

export interface Island {
  cell: string;
  tile: string;
  kind: "island";
  sunk: boolean;
  huts: number[];
  huts_max: number;
  drawings: number;
  drawings_max: number;
  tourists: number;
  tourists_max: number;
  goods: Record<Good, number>;
  produces: Record<Good, number>;
  water: number;
  loss: number;
  dikes: Side[];
}

/** A tile on the volcano: what it will hold. */
export type Face =
  | { kind: "ocean"; fish_max: number; treasure_max: number }
  | {
      kind: "island";
      huts_max: number;
      drawings_max: number;
      tourists_max: number;
      produces: Record<Good, number>;
    };

/** A tile of the volcano as it will lie on the board. */
export function unlaid(tile: string, face: Face): Ocean | Island {
  if (face.kind === "ocean") {
    return { ...face, cell: "", tile, boats: [], fish: face.fish_max, treasure: face.treasure_max };
  }
  return {
    ...face,
    cell: "",
    tile,
    sunk: false,
    huts: [],
    drawings: 0,
    tourists: 0,
    goods: face.produces,
    water: 0,
    loss: 0,
    dikes: [],
  };
}

/** The tiles on the volcano as they will lie on the board. */
export function nextTiles(view: View): (Ocean | Island)[] {
  return view.volcano_tiles.map((face, n) => unlaid(view.volcano[n] ?? "", face));
}

export interface EmptyCell {
  cell: string;
  tile: null;
  kind?: undefined;
}

export type Cell = Ocean | Island | EmptyCell;

export interface Space {
  action: string;
  markers: number[];
  neutral: number;
  leader: number | null;
}

export interface Ship {
  ship: number;
  wants: Good[];
  filled: boolean[];
}

export interface Player {
  seat: number;
  money: number;
  points: number;
  boat: string;
  huts_left: number;
  fish: number[];
  treasure: number[];
  character: string | null;
  character_used: boolean;
  markers_on_board: number;
  markers_left: number;
  has_rest_token: boolean;
  rest_token: string | null;
  score_now: { total: number; items: Record<string, number> };
}

export interface View {
  game: "vanuatu";
  viewer: number | null;
  options: Record<string, unknown>;
  round: number;
  phase: string;
  first: number;
  turn: number | null;
  question: { kind: string; seat: number; [key: string]: unknown } | null;
  over: boolean;
  lost: boolean;
  cells: Cell[];
  spaces: Space[];
  players: Player[];
  fish_price: number;
  office: number;
  tourist_tiles: number[];
  die: number;
  dikes_left: number;
  ships: Ship[];
  demand_left: number;
  reserve: Record<Good, number>;
  prices: Record<Good, number>;
  worth: Record<Good, number>;
  volcano: string[];
  volcano_tiles: Face[];
  stack_letters: string[];
  characters: string[];
  rest_left: number;
  rest_tokens: string[] | null;
}

// -- the scene: 868 x 586, pointy hexagons of radius 81

export const WIDTH = 868;
export const HEIGHT = 586;
export const R = 81;
export const TILE = R * Math.sqrt(3);
/** The track of points: where 0 lies, and how far apart the points are. */
export const TRACK = { x: 46, step: 16 };
const LEFT = 13;
const TOP = 46;

export interface Point {
  x: number;
  y: number;
}

/** The centre of a cell "q,r". */
export function centre(cell: string): Point {
  const [q = 0, r = 0] = cell.split(",").map(Number);
  return { x: LEFT + TILE * (q - r / 2 + 2.5), y: TOP + R + r * 1.5 * R };
}

/** Row and place in the row, counted from 1 as a reader would. */
export function place(cell: string): { row: number; tile: number } {
  const [q = 0, r = 0] = cell.split(",").map(Number);
  return { row: r + 1, tile: r === 3 ? 1 : q + 2 };
}

export function hexagon({ x, y }: Point, radius: number): string {
  return [0, 1, 2, 3, 4, 5]
    .map((k) => {
      const a = (Math.PI / 3) * k;
      return `${(x + radius * Math.sin(a)).toFixed(1)},${(y - radius * Math.cos(a)).toFixed(1)}`;
    })
    .join(" ");
}

/** The middle of a side, and the turn of a bar lying along it. */
export function edge(cell: string, side: Side): Point & { turn: number } {
  const { x, y } = centre(cell);
  const turn = 90 + 60 * SIDES.indexOf(side); // E lies at 90 degrees from the top, clockwise
  const a = (turn * Math.PI) / 180;
  const d = (R * Math.sqrt(3)) / 2 - (4.5 * R) / 76;
  return { x: x + d * Math.sin(a), y: y - d * Math.cos(a), turn };
}

export function spread(count: number, step: number): number[] {
  return Array.from({ length: count }, (_, k) => (k - (count - 1) / 2) * step);
}

// -- tiles and pictures

const ISLANDS: Record<string, string> = {
  START_ISLAND: "start",
  A1: "ridge",
  A2: "bay",
  D1: "cone",
  D2: "twin",
};

/** What a tile is, as far as it has a name of its own. */
export function islandName(tile: string): string | null {
  return ISLANDS[tile] ?? null;
}

export function tileArt(cell: Ocean | Island): string {
  if (cell.kind === "island") {
    return cell.sunk ? "tile-submerged" : `island-${ISLANDS[cell.tile] ?? "start"}`;
  }
  if (cell.fish_max && cell.treasure_max) return "tile-ocean-mixed";
  if (cell.treasure_max) return "tile-ocean-wreck";
  return cell.fish_max ? "tile-ocean-shoal" : "tile-ocean-calm";
}

export const ACTION_ART: Record<string, string> = {
  sail: "act-sail",
  build: "act-build",
  explore: "act-explore",
  fish: "act-fish",
  sell: "act-sell",
  buy: "act-export",
  draw: "act-draw",
  tourist: "act-transport",
  rest: "act-rest",
};
export const REST_ART: Record<string, string> = {
  first: "rest-first",
  "vatu+point": "rest-both",
  point: "rest-prosperity",
  vatu: "rest-vatu",
};
/** Ships are told apart by their place: red on top, then blue, then green. */
export const HULLS = ["red", "blue", "green"] as const;

export function isIsland(cell: Cell | undefined): cell is Island {
  return cell?.kind === "island";
}
