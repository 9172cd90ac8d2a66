// Player colours by seat, each with its symbol: colour never stands alone.
export const COLOURS = ["coral", "indigo", "amber", "plum", "basalt"] as const;
export type Colour = (typeof COLOURS)[number];
export const GLYPHS: Record<Colour, string> = {
  coral: "glyph-triangle",
  indigo: "glyph-square",
  amber: "glyph-circle",
  plum: "glyph-diamond",
  basalt: "glyph-star",
};

export function colour(seat: number): Colour {
  return COLOURS[seat % COLOURS.length] ?? "basalt";
}
