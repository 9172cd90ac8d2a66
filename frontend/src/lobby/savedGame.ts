// A saved game as a new table: this player on the first seat, bots on the others.
import { api, Refused } from "../api";
import { go } from "../route.svelte";
import type { GameInfo } from "../types.gen";

const LONGEST_RECORD = 60_000;
const LEVELS = ["random", "relaxed", "steady", "skilled", "expert"] as const;

/** Open a saved game for somebody who is asked for once it is one; refused with "bad_record" if it is none. */
export async function openSaved(
  record: string,
  games: GameInfo[],
  signIn: () => Promise<void>,
): Promise<void> {
  const game = /^game: (\w+)$/m.exec(record)?.[1] ?? "";
  const players = Number(/^setup players: (\d)$/m.exec(record)?.[1] ?? 0);
  const known = games.some((each) => each.name === game);
  if (!known || !players || record.length > LONGEST_RECORD) throw new Refused("bad_record", "", 0);
  await signIn();
  const names = recorded(record, "seats");
  const levels = recorded(record, "levels");
  const seats = Array.from({ length: players }, (_, seat) => {
    if (seat === 0) return { kind: "me" as const };
    const level = LEVELS.find((each) => each === levels[seat]) ?? "steady";
    return { kind: "bot" as const, level, name: String(names[seat] ?? "").slice(0, 40) };
  });
  const made = await api.make({ game, seats, options: {}, record }).catch((error: unknown) => {
    const unread = error instanceof Refused && (error.status === 400 || error.status === 422);
    throw unread ? new Refused("bad_record", error.message, error.status) : error;
  });
  go(`/t/${made.table.id}`);
}

/** A list that a record was given to keep, for example the levels of its bots. */
function recorded(record: string, name: string): unknown[] {
  try {
    const line = new RegExp(`^meta ${name}: (.*)$`, "m").exec(record)?.[1] ?? "[]";
    const found: unknown = JSON.parse(line);
    return Array.isArray(found) ? found : [];
  } catch {
    return []; // not ours: the server says what is wrong with it
  }
}
