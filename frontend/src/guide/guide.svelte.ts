// The guided first game: which step is shown, and whether this browser has seen them all.
// A step waits for its moment without holding up the others.
import { set, settings } from "../settings.svelte";
import type { GuideStep } from "../table/game";
import type { Table } from "../table/table.svelte";

/** A step that was in sight for less was not read; it comes up again. */
const READABLE = 1000; // milliseconds

export class Guide {
  running = $state(false);
  /** The steps that were shown, in order. */
  private seen: string[] = $state.raw([]);
  /** The step that is shown now. */
  private current: string | null = $state(null);
  /** The question that was open when the step came up: a step that waits ends with it. */
  private since: string | null = null;
  private shownAt = 0;

  constructor(private readonly table: Table) {
    const { name } = table.game;
    const begun = settings.guiding[name] ?? [];
    const fresh = !settings.guided.includes(name);
    const early = table.view?.round === 1 || begun.length > 0;
    this.running = fresh && early && !table.watching && !table.over;
    this.seen = begun;
  }

  /** The steps that apply at this table. */
  get steps(): GuideStep[] {
    return (this.table.game.guide ?? []).filter((step) => step.fits?.(this.table) ?? true);
  }

  /** Which one it is, counted from 1. */
  get number(): number {
    return Math.min(this.doneCount + 1, this.steps.length);
  }

  get last(): boolean {
    return this.doneCount + 1 >= this.steps.length;
  }

  private get doneCount(): number {
    return this.steps.filter(({ id }) => this.seen.includes(id)).length;
  }

  /** The steps whose moment is now: the one being shown, or else those not shown yet, in order. */
  get candidates(): GuideStep[] {
    if (!this.running) return [];
    const open = this.steps.filter(({ id }) => !this.seen.includes(id));
    const now = open.filter((step) => step.when?.(this.table) ?? true);
    const current = now.filter(({ id }) => id === this.current);
    return current.length ? current : now;
  }

  /** A step came up on the screen. */
  show(step: GuideStep): void {
    if (this.current === step.id) return;
    this.current = step.id;
    this.since = this.table.answering.decision?.id ?? null;
    this.shownAt = Date.now();
  }

  /** Has the player done what the current step waits for? Its own moment may be over by then. */
  get done(): boolean {
    const step = this.steps.find(({ id }) => id === this.current);
    if (!step || this.seen.includes(step.id)) return false;
    if (step.waits === "reason") return this.table.answering.explanation !== null;
    return (
      step.waits === "move" &&
      this.since !== null &&
      this.table.answering.decision?.id !== this.since
    );
  }

  /** What the step waits for was done. */
  finish(): void {
    if (Date.now() - this.shownAt >= READABLE) this.next();
    else {
      this.current = null;
      this.since = null;
    }
  }

  /** The step was read. */
  next(): void {
    if (this.current === null) return;
    this.seen = [...this.seen, this.current];
    this.current = null;
    this.since = null;
    const { name } = this.table.game;
    set("guiding", { ...settings.guiding, [name]: this.seen });
    if (this.doneCount >= this.steps.length) this.stop();
  }

  /** Skipped or at its end: this browser knows the game now. */
  stop(): void {
    this.running = false;
    this.current = null;
    const { name } = this.table.game;
    if (!settings.guided.includes(name)) set("guided", [...settings.guided, name]);
    set("guiding", { ...settings.guiding, [name]: [] });
  }

  again(): void {
    this.since = null;
    this.current = null;
    this.seen = [];
    this.running = true;
  }
}
