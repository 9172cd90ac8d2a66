// Times of the day: the choices, and the stretches of a day that a span covers.

export const TIMES: string[] = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, "0")}:${half % 2 ? "30" : "00"}`,
);

/** "22:30" as hours: 22.5. */
export function hourOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours + minutes / 60;
}

/** What a span covers of one day from 0 to 24, in one stretch or in two. */
export function spans(start: string, end: string): [number, number][] {
  const from = hourOf(start);
  const to = hourOf(end);
  if (from === to) return [];
  if (from < to) return [[from, to]];
  const found: [number, number][] = [
    [0, to],
    [from, 24],
  ];
  return found.filter(([a, b]) => a < b);
}
