// Player colours, each with its symbol: colour never stands alone. Their paint is in styles/kit.css.

export const COLOURS = ["coral", "indigo", "amber", "plum", "basalt"] as const;
export type Colour = (typeof COLOURS)[number];
export const GLYPHS: Record<Colour, string> = {
  coral: "glyph-triangle",
  indigo: "glyph-square",
  amber: "glyph-circle",
  plum: "glyph-diamond",
  basalt: "glyph-star",
};

/** The colour this player likes best, shown on this screen only. */
const preferredColour: { seat: number | null; colour: string } = $state({ seat: null, colour: "" });

/** Show `seat` in `colour` on this screen; nobody if the seat is null. */
export function preferColour(seat: number | null, colour: string): void {
  preferredColour.seat = seat;
  preferredColour.colour = colour;
}

/** The colour with this number, counted round and round. */
export function colourNumber(number: number): Colour {
  return COLOURS[number % COLOURS.length] ?? "basalt";
}

/** A seat's colour; the seat whose colour the viewer prefers takes the viewer's own instead. */
export function playerColour(seat: number): Colour {
  const { seat: own, colour } = preferredColour;
  const preferred = COLOURS.find((each) => each === colour);
  if (own === null || !preferred) return colourNumber(seat);
  if (seat === own) return preferred;
  return colourNumber(seat) === preferred ? colourNumber(own) : colourNumber(seat);
}
