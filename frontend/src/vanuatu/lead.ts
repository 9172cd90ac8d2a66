// Who leads an action space, in words.
import type { Scene } from "../table/scene";
import { w } from "./names";

/** Who leads a space, and by how much: "You lead 2 to 1". */
export function leadLine(
  scene: Scene,
  markers: number[],
  seat: number,
  leader: number | null,
): string {
  const own = markers[seat] ?? 0;
  const rivals = markers.filter((_, other) => other !== seat);
  const best = Math.max(0, ...rivals);
  if (leader === seat)
    return own === best ? w("lead.tie", { count: own }) : w("lead.you", { own, best });
  if (leader === null) return w("lead.nobody");
  return w("lead.other", { name: scene.name(leader), markers: markers[leader] ?? 0, own });
}
