// Cards and boards as the server describes them: the view names a card only by its id.
import { at } from "../base";
import type { BoardForm, Building, ElderForm, ShipForm } from "./components.gen";

export type Card = Building;
export type Elder = ElderForm;
/** What buildings and elders have in common: a name, a sentence, and what is known of them. */
export type Described = Card | Elder;

export type Board = BoardForm;
export type Ship = ShipForm;

export interface Components {
  cards: Record<string, Card>;
  elders: Record<string, Elder>;
  board: Board;
}

const state: { known: Components | null; failed: boolean } = $state({ known: null, failed: false });

async function fetchComponents(): Promise<void> {
  try {
    const answer = await fetch(at("/api/games/nusfjord/components"));
    if (!answer.ok) throw new Error(String(answer.status));
    state.known = (await answer.json()) as Components;
    state.failed = false;
  } catch {
    state.failed = true;
  }
}

// The game's part of the page is loaded only for its tables, so the cards are wanted at once.
void fetchComponents();

/** The components; null until they are loaded. */
export function components(): Components | null {
  return state.known;
}

export function componentsFailed(): boolean {
  return state.failed;
}

export function tryAgain(): void {
  void fetchComponents();
}

export function card(id: string): Card | undefined {
  return components()?.cards[id];
}

export function elder(number: number | string): Elder | undefined {
  return components()?.elders[String(number)];
}

export function ship(name: string): Ship | undefined {
  return components()?.board.ship.find((each) => each.id === name);
}
