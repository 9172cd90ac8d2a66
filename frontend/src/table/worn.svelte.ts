// The colour this player likes best, for one seat on this screen; whoever had it wears the seat's own.
export const worn: { seat: number | null; colour: string } = $state({ seat: null, colour: "" });

export function wear(seat: number | null, colour: string): void {
  worn.seat = seat;
  worn.colour = colour;
}
