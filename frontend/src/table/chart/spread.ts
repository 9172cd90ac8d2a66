/** Keep labels apart: each lies at least a gap below the one above, and none below the foot. */
export function spread<Label extends { y: number }>(
  labels: Label[],
  gap: number,
  foot = Number.POSITIVE_INFINITY,
): Label[] {
  const sorted = labels.map((label) => ({ ...label })).sort((a, b) => a.y - b.y);
  let above = Number.NEGATIVE_INFINITY;
  for (const label of sorted) above = label.y = Math.max(label.y, above + gap);
  let below = foot;
  for (const label of sorted.toReversed()) below = (label.y = Math.min(label.y, below)) - gap;
  return sorted;
}
