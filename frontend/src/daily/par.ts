// A result against par, in signs that do not need a colour.

export type Against = "above" | "at" | "below";

const SIGNS: Record<Against, string> = { above: "▲", at: "●", below: "▽" };

export function against(versusPar: number): Against {
  if (versusPar > 0) return "above";
  return versusPar < 0 ? "below" : "at";
}

/** The sign of a result: ▲ above par, ● at par, ▽ below. */
export function sign(versusPar: number): string {
  return SIGNS[against(versusPar)];
}

/** The sign with the distance: "▲3", "●", "▽2". */
export function signed(versusPar: number): string {
  return versusPar === 0 ? sign(0) : `${sign(versusPar)}${Math.abs(versusPar)}`;
}
