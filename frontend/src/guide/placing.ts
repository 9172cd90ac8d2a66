// Where the guide's bubble goes: beside what it talks about, off the question and its buttons.
import type { Box } from "../shell/beside";

const GAP = 14;
const EDGE = 10;
const OFF_THE_QUESTION = 1000; // covering it is that much worse than covering a part of the target
const RING = 5; // around the target

export interface Placing {
  x: number;
  y: number;
  /** What is lit: the target, or the part of it that the bubble leaves. */
  ring: Box;
}

/** The place that covers least; a target as large as the screen is lit as far as it stays in sight. */
export function placed(
  target: Box,
  clear: Box[],
  width: number,
  height: number,
  screen: { width: number; height: number },
): Placing {
  const within = (value: number, most: number) => Math.max(EDGE, Math.min(value, most - EDGE));
  const x = within(target.x + target.width / 2 - width / 2, screen.width - width);
  const y = within(target.y + target.height / 2 - height / 2, screen.height - height);
  const right = within(target.x + target.width + GAP, screen.width - width);
  const left = within(target.x - GAP - width, screen.width - width);
  const below = within(target.y + target.height + GAP, screen.height - height);
  const above = within(target.y - GAP - height, screen.height - height);
  const lowest = screen.height - height - EDGE;
  const free = Math.min(...clear.map((box) => (box.y > screen.height / 2 ? box.y : Infinity)));
  const candidates = [
    { x, y: below },
    { x, y: above },
    { x: right, y },
    { x: left, y },
    { x, y: Math.max(EDGE, Math.min(lowest, free - height - EDGE)) },
    { x, y: lowest },
    { x, y: EDGE },
  ];
  const cost = (at: { x: number; y: number }): number => {
    const bubble = { ...at, width, height };
    const beside = clear.reduce((sum, box) => sum + shared(bubble, box), 0);
    return shared(bubble, grown(target, RING)) + beside * OFF_THE_QUESTION;
  };
  const best = candidates.reduce((least, each) => (cost(each) < cost(least) ? each : least));
  return { ...best, ring: cut(target, { ...best, width, height }) };
}

/** The area two boxes share. */
export function shared(a: Box, b: Box): number {
  const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const high = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return wide > 0 && high > 0 ? wide * high : 0;
}

function grown(box: Box, by: number): Box {
  return { x: box.x - by, y: box.y - by, width: box.width + 2 * by, height: box.height + 2 * by };
}

/** The larger part of a box above or below the bubble, if the bubble covers some of it. */
function cut(box: Box, bubble: Box): Box {
  if (shared(grown(box, RING), bubble) === 0) return box;
  const top = Math.max(0, bubble.y - GAP - box.y);
  const from = bubble.y + bubble.height + GAP;
  const bottom = Math.max(0, box.y + box.height - from);
  return top >= bottom ? { ...box, height: top } : { ...box, y: from, height: bottom };
}
