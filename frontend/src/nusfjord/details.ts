// What the server sends with a move: what a ship costs, whether the move reveals something.
import type { Option } from "../types.gen";
import type { MoveDetails } from "./view.gen";

export function detailsOf(move: Option | null | undefined): MoveDetails {
  return (move?.details ?? {}) as MoveDetails;
}
