// A table of one's own that goes on from a position of a finished game.
import { api } from "../api";
import { t } from "../i18n/i18n.svelte";
import { go } from "../route.svelte";
import type { SeatRequest, TableInfo } from "../types.gen";

/** Go on after so many moves, on one seat, with bots on the others. */
export async function playOnFrom(info: TableInfo, moves: number, mine: number): Promise<void> {
  const seats: SeatRequest[] = info.seats.map((seat, n) =>
    n === mine
      ? { kind: "me" }
      : { kind: "bot", level: seat.kind === "bot" ? (seat.level as "steady") : "steady" },
  );
  await becomeGuest();
  const look = await api.make({
    game: info.game,
    seats,
    options: info.options,
    play_on: { table: info.id, moves },
  });
  go(`/t/${look.table.id}`);
}

/** Whoever comes by a link and has no name yet gets one. */
export async function becomeGuest(): Promise<void> {
  const me = await api.me().catch(() => null);
  if (!me?.name) await api.name(t("guest"));
}
