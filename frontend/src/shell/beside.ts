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
): { x: number; y: number } {
  const wide = window.innerWidth;
  const high = window.innerHeight;
  const within = (value: number, most: number) => Math.max(10, Math.min(value, most - 10));
  const x = within(box.x + box.width / 2 - width / 2, wide - width);
  const y = within(box.y + box.height / 2 - height / 2, high - height);
  if (box.y + box.height + gap + height < high) return { x, y: box.y + box.height + gap };
  if (box.y - gap - height > 0) return { x, y: box.y - gap - height };
  if (box.x + box.width + gap + width < wide) return { x: box.x + box.width + gap, y };
  if (box.x - gap - width > 0) return { x: box.x - gap - width, y };
  return { x, y: box.y > high / 2 ? 10 : Math.max(10, high - height - 96) };
}
