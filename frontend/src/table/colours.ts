// Player colours by seat, each with its symbol: colour never stands alone.
import { worn } from "./worn.svelte";

export const COLOURS = ["coral", "indigo", "amber", "plum", "basalt"] as const;
export type Colour = (typeof COLOURS)[number];
export const GLYPHS: Record<Colour, string> = {
  coral: "glyph-triangle",
  indigo: "glyph-square",
  amber: "glyph-circle",
  plum: "glyph-diamond",
  basalt: "glyph-star",
};

const printed = (seat: number): Colour => COLOURS[seat % COLOURS.length] ?? "basalt";

export function colour(seat: number): Colour {
  const wish = COLOURS.find((each) => each === worn.colour);
  if (worn.seat === null || !wish) return printed(seat);
  if (seat === worn.seat) return wish;
  return printed(seat) === wish ? printed(worn.seat) : printed(seat);
}
