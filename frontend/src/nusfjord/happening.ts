// What has just happened, for pictures in motion: places touched, goods that came and went.
import type { Scene } from "../table/scene";
import { refs } from "./log";
import { GOODS } from "./goods";
import type { Good } from "./view.gen";

/** The refs the events of the frame just shown are about. */
export function touched(scene: Scene): Set<string> {
  return new Set(scene.happening.flatMap((happened) => refs(happened.event)));
}

/** Goods a seat's supply gained or lost in the frame just shown. */
export function moved(scene: Scene, seat: number): Partial<Record<Good, number>> {
  const sums: Partial<Record<Good, number>> = {};
  for (const { event } of scene.happening) {
    if (event.seat !== seat) continue;
    const sign = event.event === "goods_paid" ? -1 : 1;
    const goods = (event.goods ?? {}) as Record<string, number>;
    for (const good of GOODS) {
      const amount = goods[good];
      if (amount) sums[good] = (sums[good] ?? 0) + sign * Math.abs(amount);
    }
  }
  return sums;
}
