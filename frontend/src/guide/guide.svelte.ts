// The guided first game: which step is shown, and whether this browser has seen them all.
import { set, settings } from "../settings.svelte";
import type { GuideStep } from "../table/game";
import type { Table } from "../table/table.svelte";

export class Guide {
  running = $state(false);
  at = $state(0);
  /** The question that was open when the step came up: a step that waits ends with it. */
  private since: string | null = null;

  constructor(private readonly table: Table) {
    const fresh = !settings.guided.includes(table.game.name);
    this.running = fresh && !table.watching && !table.over && table.view?.round === 1;
  }

  /** The steps worth telling at this table. */
  get steps(): GuideStep[] {
    return (this.table.game.guide ?? []).filter((step) => step.fits?.(this.table) ?? true);
  }

  /** The step whose moment is now, or nothing. */
  get step(): GuideStep | null {
    const step = this.running ? this.steps[this.at] : undefined;
    return step && (step.when?.(this.table) ?? true) ? step : null;
  }

  /** A step came up on the screen. */
  shown(): void {
    this.since = this.table.answering.decision?.id ?? null;
  }

  /** Was the move made that a step waits for? */
  get done(): boolean {
    const { waits } = this.step ?? {};
    if (waits === "reason") return this.table.answering.explanation !== null;
    return (
      waits === "move" && this.since !== null && this.table.answering.decision?.id !== this.since
    );
  }

  next(): void {
    this.since = null;
    if (this.at + 1 < this.steps.length) this.at += 1;
    else this.stop();
  }

  /** Skipped or at its end: this browser knows the game now. */
  stop(): void {
    this.running = false;
    const { name } = this.table.game;
    if (!settings.guided.includes(name)) set("guided", [...settings.guided, name]);
  }

  again(): void {
    this.since = null;
    this.at = 0;
    this.running = true;
  }
}
