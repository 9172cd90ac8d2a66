// The hint for the open decision: asked for, found piece by piece, and out of date once the table moves on.
import { api, Refused } from "../api";
import { problemText } from "../errorText";
import type { Table } from "../table/table.svelte";
import type { Hint, HintMove, Job, Option } from "../types.gen";

export type HintState = "waiting" | "partial" | "done" | "failed" | "refused" | "stale";

export class HintRequest {
  open = $state(false);
  /** Why there is none, and whether asking again may help. */
  problem: { text: string; refused: boolean } | null = $state.raw(null);
  private job: Job | null = $state.raw(null);
  /** The number of the table when it was asked for. */
  private number = $state(-1);

  constructor(private readonly table: Table) {}

  /** What was found so far about the decision it was asked for. */
  get found(): Hint | null {
    return this.current?.hint ?? null;
  }

  get progress(): number {
    return this.current ? this.current.done / this.current.of : 0;
  }

  get queued(): boolean {
    return this.current?.state === "queued";
  }

  get state(): HintState {
    if (this.problem?.refused) return "refused";
    if (this.number !== this.table.number) return "stale";
    if (this.problem || this.current?.state === "failed") return "failed";
    if (!this.found) return "waiting";
    return this.current?.state === "done" ? "done" : "partial";
  }

  /** The moves as they can be picked, the best first; none unless they are open. */
  get options(): Option[] {
    return (this.found?.moves ?? []).map((move) => this.option(move));
  }

  option(move: HintMove): Option {
    const { decision } = this.table.answering;
    const open = [...(decision?.moves ?? []), ...(decision?.anytime ?? [])];
    return (
      open.find((each) => each.id === move.move) ?? {
        id: move.move,
        picks: move.picks,
        details: null,
      }
    );
  }

  private get current(): Job | null {
    return this.job?.number === this.number ? this.job : null;
  }

  toggle(): void {
    if (this.open) this.close();
    else if (this.table.mine && this.table.seat !== null) void this.ask();
  }

  close(): boolean {
    const was = this.open;
    this.open = false;
    return was;
  }

  async ask(): Promise<void> {
    const { table } = this;
    const { info, seat } = table;
    if (!info || seat === null) return;
    this.open = true;
    this.problem = null;
    this.number = table.number;
    if (info.coach === "off") {
      this.problem = { text: "", refused: true };
      return;
    }
    if (this.job?.state === "failed") this.job = null;
    try {
      this.take(await api.hint(info.id, seat));
    } catch (error) {
      const refused = error instanceof Refused && error.code === "no_hints";
      const text = error instanceof Refused ? problemText(error.code, error.message) : "";
      this.problem = { text, refused };
    }
  }

  /** Take the progress; an answer that is older than the last frame is ignored. */
  take(job: Job): void {
    if (job.kind !== "hint" || job.seat !== this.table.seat) return;
    const known = this.job?.number === job.number ? this.job : null;
    if (!known || job.done >= known.done || job.state === "failed") this.job = job;
  }

  /** Pick a move as if the player had done so; confirming is left to the player. */
  show(move: Option): void {
    const { answering } = this.table;
    if (answering.decision?.anytime.some((each) => each.id === move.id)) answering.aside = move;
    else if (answering.decision?.moves.some((each) => each.id === move.id))
      answering.picks.take(move);
  }
}
