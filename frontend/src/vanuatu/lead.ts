// Who leads an action space, in words.
import type { Scene } from "../table/scene";
import { w } from "./names";
import type { Space } from "./view.gen";

/** Who leads a space, and by how much: "You lead 2 to 1". */
export function leadLine(
  scene: Scene,
  { markers, leader, order, tied }: Space,
  seat: number,
): string {
  const own = markers[seat] ?? 0;
  if (leader === seat) {
    const rival = order.find((other) => other !== seat);
    if (tied) return w("lead.tie", { count: own });
    return w("lead.you", { own, best: rival === undefined ? 0 : (markers[rival] ?? 0) });
  }
  if (leader === null) return w("lead.nobody");
  return w("lead.other", { name: scene.name(leader), markers: markers[leader] ?? 0, own });
}
