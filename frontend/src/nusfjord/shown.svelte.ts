// What is laid open beside the table: a card, an elder, or another player's display.
export type Shown =
  | { what: "card"; id: string }
  | { what: "elder"; number: number }
  | { what: "player"; seat: number }
  | { what: "exchanges" }
  | { what: "campaign" };

export const open: { shown: Shown | null; copying: boolean } = $state({
  shown: null,
  copying: false,
});

export function show(shown: Shown | null): void {
  open.shown = shown;
}
