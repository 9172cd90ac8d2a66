// Fish tiles in a sale: a ref such as "fish:3+2", and which of the tiles a player holds it names.

export function fishRef(values: number[]): string {
  return `fish:${[...values].sort((a, b) => b - a).join("+")}`;
}

export function fishSold(ref: string | undefined): number[] {
  return (ref ?? "").replace("fish:", "").split("+").filter(Boolean).map(Number);
}

/** For each tile held, whether it is sold; of equal tiles the first ones are. */
export function whichSold(tiles: number[], sold: number[]): boolean[] {
  const left = [...sold];
  return tiles.map((value) => {
    const n = left.indexOf(value);
    if (n >= 0) left.splice(n, 1);
    return n >= 0;
  });
}

/** The values sold once tile `n` is pressed. */
export function toggled(tiles: number[], selected: boolean[], n: number): number[] {
  return tiles.filter((_, k) => (k === n ? !selected[k] : selected[k]));
}
