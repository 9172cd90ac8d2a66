// The guided first game: which mark is shown, and whether this browser has seen them all.
import { set, settings } from "../settings.svelte";
import type { Mark } from "../table/game";
import type { Table } from "../table/table.svelte";

export class Coach {
  running = $state(false);
  at = $state(0);
  /** The question that was open when the mark came up: a mark that waits ends with it. */
  private since: string | null = null;

  constructor(private readonly table: Table) {
    const fresh = !settings.coached.includes(table.game.name);
    this.running = fresh && !table.watching && !table.over && table.view?.round === 1;
  }

  /** The marks worth telling at this table. */
  get marks(): Mark[] {
    return (this.table.game.coach ?? []).filter((mark) => mark.fits?.(this.table) ?? true);
  }

  /** The mark whose moment is now, or nothing. */
  get mark(): Mark | null {
    const mark = this.running ? this.marks[this.at] : undefined;
    return mark && (mark.when?.(this.table) ?? true) ? mark : null;
  }

  /** A mark came up on the screen. */
  shown(): void {
    this.since = this.table.decision?.id ?? null;
  }

  /** Was the move made that a mark waits for? */
  get done(): boolean {
    const { waits } = this.mark ?? {};
    if (waits === "reason") return this.table.said !== null;
    return waits === "move" && this.since !== null && this.table.decision?.id !== this.since;
  }

  next(): void {
    this.since = null;
    if (this.at + 1 < this.marks.length) this.at += 1;
    else this.stop();
  }

  /** Skipped or at its end: this browser knows the game now. */
  stop(): void {
    this.running = false;
    const { name } = this.table.game;
    if (!settings.coached.includes(name)) set("coached", [...settings.coached, name]);
  }

  again(): void {
    this.since = null;
    this.at = 0;
    this.running = true;
  }
}
