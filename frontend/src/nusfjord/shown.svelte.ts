// What is laid open beside the table: a card, an elder, or another player's display.
export type Shown =
  | { what: "card"; id: string }
  | { what: "elder"; number: number }
  | { what: "player"; seat: number }
  | { what: "exchanges" };

export const open: { shown: Shown | null; copying: boolean; tab: string | null } = $state({
  shown: null,
  copying: false,
  tab: null,
});

export function show(shown: Shown | null): void {
  open.shown = shown;
}
