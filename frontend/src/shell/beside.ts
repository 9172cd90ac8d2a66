// Where something small goes beside something on the screen: below, above, right or left of it.
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The first side with room; else across it, away from the nearer edge. */
export function beside(
  box: Box,
  width: number,
  height: number,
  gap: number,
  /** What should stay free, if there is room elsewhere. */
  avoid: Box[] = [],
): { x: number; y: number } {
  const wide = window.innerWidth;
  const high = window.innerHeight;
  const within = (value: number, most: number) => Math.max(10, Math.min(value, most - 10));
  const x = within(box.x + box.width / 2 - width / 2, wide - width);
  const y = within(box.y + box.height / 2 - height / 2, high - height);
  const sides: { x: number; y: number }[] = [];
  if (box.y + box.height + gap + height < high) sides.push({ x, y: box.y + box.height + gap });
  if (box.y - gap - height > 0) sides.push({ x, y: box.y - gap - height });
  if (box.x + box.width + gap + width < wide) sides.push({ x: box.x + box.width + gap, y });
  if (box.x - gap - width > 0) sides.push({ x: box.x - gap - width, y });
  const covers = (at: { x: number; y: number }) =>
    avoid.filter(
      (other) =>
        at.x < other.x + other.width &&
        other.x < at.x + width &&
        at.y < other.y + other.height &&
        other.y < at.y + height,
    ).length;
  const least = Math.min(...sides.map(covers));
  const best = sides.find((side) => covers(side) === least);
  if (best) return best;
  return { x, y: box.y > high / 2 ? 10 : Math.max(10, high - height - 96) };
}
