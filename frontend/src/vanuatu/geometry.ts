// The board's geometry: where cells, sides and points lie in the scene.
import type { Side } from "./view.gen";

/** The sides of a hexagon, clockwise. */
export const SIDES: readonly Side[] = ["E", "SE", "SW", "W", "NW", "NE"];

// The scene: 868 x 586, pointy hexagons of radius 81

export const WIDTH = 868;
export const HEIGHT = 586;
export const R = 81;
export const TILE = R * Math.sqrt(3);
/** The track of points: where 0 lies, and how far apart the points are. */
export const TRACK = { x: 46, step: 16 };
const LEFT = 13;
const TOP = 46;

export interface Point {
  x: number;
  y: number;
}

/** The centre of a cell "q,r". */
export function centre(cell: string): Point {
  const [q = 0, r = 0] = cell.split(",").map(Number);
  return { x: LEFT + TILE * (q - r / 2 + 2.5), y: TOP + R + r * 1.5 * R };
}

/** What the board calls a place, as it is written there: rows A to D from above, counted from the left. */
export function placeLabel(cell: string): string {
  const [q = 0, r = 0] = cell.split(",").map(Number);
  return `${"ABCD".charAt(r)}${r === 3 ? 1 : q + 2}`;
}

export function hexagon({ x, y }: Point, radius: number): string {
  return [0, 1, 2, 3, 4, 5]
    .map((k) => {
      const a = (Math.PI / 3) * k;
      return `${(x + radius * Math.sin(a)).toFixed(1)},${(y - radius * Math.cos(a)).toFixed(1)}`;
    })
    .join(" ");
}

/** The middle of a side, and the turn of a bar lying along it. */
export function edge(cell: string, side: Side): Point & { turn: number } {
  const { x, y } = centre(cell);
  const turn = 90 + 60 * SIDES.indexOf(side); // E lies at 90 degrees from the top, clockwise
  const a = (turn * Math.PI) / 180;
  const d = (R * Math.sqrt(3)) / 2 - (4.5 * R) / 76;
  return { x: x + d * Math.sin(a), y: y - d * Math.cos(a), turn };
}

export function spread(count: number, step: number): number[] {
  return Array.from({ length: count }, (_, k) => (k - (count - 1) / 2) * step);
}
