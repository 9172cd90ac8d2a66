// What the server sends with a move: what it pays, which ship takes a crate, whether it reveals.
import type { Option } from "../types.gen";
import type { MoveDetails } from "./view.gen";

export function detailsOf(move: Option | null | undefined): MoveDetails {
  return (move?.details ?? {}) as MoveDetails;
}
