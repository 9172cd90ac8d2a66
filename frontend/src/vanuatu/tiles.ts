// Tiles, goods and pictures: what a view names, and how it is drawn.
import type { Cell, Face, Good, Island, Ocean, View } from "./view.gen";

export const GOODS: readonly Good[] = ["kava", "copra", "beef"];

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
    huts_free: face.huts_max,
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
