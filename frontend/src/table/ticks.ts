// Round numbers for the axis of a chart.

const STEPS = [1, 2, 5, 10, 20, 25, 50, 100];

/** From below the lowest to above the highest value, in steps a reader counts in. */
export function ticks(low: number, high: number, most = 6): number[] {
  const step = STEPS.find((each) => (high - low) / each <= most - 1) ?? 200;
  const first = Math.floor(low / step) * step;
  const last = Math.max(Math.ceil(high / step) * step, first + step);
  return Array.from({ length: (last - first) / step + 1 }, (_, n) => first + n * step);
}
