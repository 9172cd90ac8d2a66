// The tables that wait for this player: counted in the tab's title and icon and by the bell, on every page.
//
// They are asked for by a small request instead of a socket: a turn by mail is not a matter of seconds, one indexed read
// every 20 s costs less than a connection held open per page, and it works the same with several servers. What happens at
// the table that is open comes through its own socket and counts at once.
import { api } from "./api";
import { showCount } from "./shell/tab";
import type { WaitingTable } from "./types.gen";

const EVERY = 20_000;
const HIDDEN_EVERY = 60_000;
const HIDDEN_LONGEST = 60 * 60_000; // a page out of sight for so long asks no more until it is seen again

class WaitingTables {
  /** As the server has them, the most urgent first. */
  private listed: WaitingTable[] = $state.raw([]);
  /** The table that is open on this page, and whether it waits. */
  private here: { id: string; mine: boolean } | null = $state.raw(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hiddenSince = 0;
  /** When the list was asked for: times left count from there. */
  askedAt = $state(0);

  readonly tables = $derived(
    this.listed.filter((table) => table.id !== this.here?.id || this.here.mine),
  );
  readonly count = $derived(
    this.tables.length +
      (this.here?.mine && !this.listed.some((table) => table.id === this.here?.id) ? 1 : 0),
  );

  /** Begin to ask; once for the page. */
  start(): void {
    document.addEventListener("visibilitychange", () => {
      this.hiddenSince = document.hidden ? Date.now() : 0;
      if (!document.hidden) void this.refresh();
    });
    void this.refresh();
  }

  async refresh(): Promise<void> {
    clearTimeout(this.timer);
    try {
      const { tables } = await api.waiting();
      this.listed = tables;
      this.askedAt = Date.now();
    } catch {
      // the page that is open says that the server does not answer; the next try comes by itself
    }
    clearTimeout(this.timer);
    const long = this.hiddenSince > 0 && Date.now() - this.hiddenSince > HIDDEN_LONGEST;
    if (!long)
      this.timer = setTimeout(() => void this.refresh(), document.hidden ? HIDDEN_EVERY : EVERY);
  }

  /** A table is open on this page: whether it waits is known here first. */
  atTable(id: string, mine: boolean): void {
    if (this.here?.id === id && this.here.mine === mine) return;
    this.here = { id, mine };
  }

  /** The table was left: the server knows best again. */
  leaveTable(): void {
    if (!this.here) return;
    this.here = null;
    void this.refresh();
  }

  /** Keep the tab's title and icon up to date; called once, inside an effect. */
  show(): void {
    showCount(this.count);
  }
}

export const waiting = new WaitingTables();
