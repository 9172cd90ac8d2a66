// A table where nobody is asked: the pieces draw a position of a replay with it.
import { playerColour } from "../table/playerColours.svelte";
import type { Table } from "../table/table.svelte";
import type { View } from "./view.gen";

/** Give a table that shows *view*; names come from the table around it, if there is one. */
export function stillTable(view: () => View, around: Table | undefined): Table {
  const nothing = () => undefined;
  const still = {
    get view() {
      return view();
    },
    get info() {
      return around?.info ?? null;
    },
    get seat() {
      return around?.seat ?? null;
    },
    decision: null,
    happening: [],
    number: 0,
    mine: false,
    previews: {},
    closed: {},
    lit: new Set<string>(),
    picks: {
      legal: new Set<string>(),
      marked: new Set<string>(),
      chosen: {},
      move: null,
      moves: [],
      values: () => new Map(),
    },
    game: around?.game,
    name: (seat: number | null) => around?.name(seat) ?? String((seat ?? 0) + 1),
    colour: playerColour,
    state: () => "off",
    target: () => ({ "data-state": "off", onclick: nothing }),
    pick: nothing,
    play: nothing,
    explain: nothing,
  };
  return still as unknown as Table;
}
