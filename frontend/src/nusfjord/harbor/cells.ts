// The cells of a harbor, as the server names them: "row,column", counted from 0.

export interface Cell {
  name: string;
  row: number;
  column: number;
}

export function cellsOf(rows: number, columns: number): Cell[] {
  return Array.from({ length: rows * columns }, (_, at) => {
    const row = Math.floor(at / columns);
    const column = at % columns;
    return { row, column, name: `${row},${column}` };
  });
}

/** The cells under the right half of a Forest; its left half names it. */
export function rightHalves(forests: Record<string, number>): Set<string> {
  return new Set(
    Object.keys(forests).map((name) => {
      const [row = 0, column = 0] = name.split(",").map(Number);
      return `${row},${column + 1}`;
    }),
  );
}

/** What the harbor calls a cell, as it is written there: rows A to C from above, counted from the left. */
export function cellLabel(name: string): string {
  const [row = 0, column = 0] = name.split(",").map(Number);
  return `${"ABC".charAt(row)}${column + 1}`;
}
