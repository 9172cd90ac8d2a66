// The newest thing that happened at a table, in the words of its log. The words of a game are loaded when one of its
// tables is listed; they are needed anyway as soon as that table is opened.
import { loadWords } from "../i18n/i18n.svelte";
import type { EventLine } from "../table/game";
import type { Scene } from "../table/scene";
import type { Happened, TableInfo, WaitingGame } from "../types.gen";

interface Describing {
  /** Is everything here that names are read from? */
  ready?(): boolean;
  describe(scene: Pick<Scene, "view" | "name">, happened: Happened): EventLine | null;
}

const LOADERS: Record<string, () => Promise<Describing>> = {
  vanuatu: () => import("../vanuatu/log"),
  nusfjord: () => import("../nusfjord/log"),
};
const loaded: Record<string, Describing> = $state.raw({});
const games = $state({ known: 0 });

/** Load what tells of a game. */
export async function loadNews(game: string): Promise<void> {
  const load = LOADERS[game];
  if (!load || game in loaded) return;
  const [module] = await Promise.all([load(), loadWords(game)]);
  loaded[game] = module;
  games.known += 1;
}

/** Who did what last; null if there is nothing to tell. */
export function lastNews({ table, last }: WaitingGame): { name: string; text: string } | null {
  void games.known;
  const game = loaded[table.game];
  if (!game || game.ready?.() === false) return null;
  const name = (seat: number | null) => nameOf(table, seat);
  for (const happened of last.toReversed()) {
    const line = game.describe({ view: null, name }, happened);
    if (line && line.seat !== null && !line.minor)
      return { name: name(line.seat), text: [line.text, ...gained(line)].join(" ") };
  }
  return null;
}

/** What somebody got, as the log shows it beside its words: "(+2 wood, -1 gold)". */
const gained = ({ gains }: EventLine): string[] =>
  gains.length ? [`(${gains.map((gain) => gain.text).join(", ")})`] : [];

const nameOf = (table: TableInfo, seat: number | null): string =>
  seat === null ? "" : (table.seats[seat]?.name ?? "");
