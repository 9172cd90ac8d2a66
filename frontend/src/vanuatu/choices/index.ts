// Questions whose answers do not all lie on the board, and what shows them below it.
import type { Component } from "svelte";
import type { Table } from "../../table/table.svelte";
import BuildChoice from "./BuildChoice.svelte";
import BuyChoice from "./BuyChoice.svelte";
import CharacterChoice from "./CharacterChoice.svelte";
import IslandChoice from "./IslandChoice.svelte";
import LastChoice from "./LastChoice.svelte";
import RestChoice from "./RestChoice.svelte";
import SellChoice from "./SellChoice.svelte";
import TileChoice from "./TileChoice.svelte";

const CHOICES: Record<string, Component> = {
  place_tile: TileChoice,
  choose_character: CharacterChoice,
  build: BuildChoice,
  sell: SellChoice,
  buy: BuyChoice,
  rest: RestChoice,
  draw: IslandChoice,
  tourist: IslandChoice,
  last_begging: LastChoice,
  last_sales: LastChoice,
};

/** What stands in the place of the action spaces while this player is asked. */
export function choiceOf(table: Table): Component | undefined {
  return table.mine ? CHOICES[table.answering.decision?.kind ?? ""] : undefined;
}
