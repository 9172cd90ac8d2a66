// Exercises from one's own mistakes: which there are, the one at hand as a table, what was tried.
import { api } from "../api";
import { errorText } from "../errorText";
import type { GameModule } from "../table/game";
import { Table } from "../table/table.svelte";
import type { Command, Exercise, ExerciseHelp, ExerciseRow, Option, TriedMove } from "../types.gen";

/** What was done in one exercise. */
export interface Progress {
  tries: { text: string; option: Option; tried: TriedMove }[];
  help: ExerciseHelp[];
  skipped: boolean;
}

export const GOOD: TriedMove["verdict"][] = ["best", "better"];

export class ExerciseRun {
  rows: ExerciseRow[] = $state.raw([]);
  index = $state(0);
  exercise: Exercise | null = $state.raw(null);
  /** The exercise at hand as a table; another one for each. */
  table: Table | null = $state.raw(null);
  /** The coach is judging a try. */
  judging = $state(false);
  /** The judgement shown; null while an answer is looked for. */
  judged: Progress["tries"][number] | null = $state.raw(null);
  problem = $state("");
  over = $state(false);
  progress: Record<number, Progress> = $state({});
  private ids = 0;

  constructor(
    readonly id: string,
    readonly seat: number,
    private readonly game: GameModule,
  ) {}

  get row(): ExerciseRow | null {
    return this.rows[this.index] ?? null;
  }

  get now(): Progress {
    return this.progress[this.row?.number ?? -1] ?? { tries: [], help: [], skipped: false };
  }

  /** The move of the game, as the question offers it. */
  get played(): Option | null {
    const { exercise } = this;
    if (!exercise) return null;
    const offered = exercise.table.decision?.moves.find(({ id }) => id === exercise.played);
    return offered ?? { id: exercise.played, picks: exercise.played_refs, details: null };
  }

  get last(): boolean {
    return this.index >= this.rows.length - 1;
  }

  solved(number: number): boolean {
    return this.progress[number]?.tries.some(({ tried }) => GOOD.includes(tried.verdict)) ?? false;
  }

  /** Take the list, which grows while the review runs; what is open stays where it is. */
  take(rows: ExerciseRow[]): void {
    const begun = this.rows.slice(0, this.index + 1).map(({ number }) => number);
    const first = this.rows.filter(({ number }) => begun.includes(number));
    const more = rows.filter(({ number }) => !begun.includes(number));
    this.rows = [...first, ...more].slice(0, Math.max(rows.length, first.length));
    if (!this.exercise && this.rows.length) void this.open(0);
  }

  async open(index: number): Promise<void> {
    const row = this.rows[index];
    if (!row) return;
    this.index = index;
    this.over = false;
    this.judged = null;
    this.problem = "";
    this.progress[row.number] ??= { tries: [], help: [], skipped: false };
    try {
      const exercise = await api.exercise(this.id, this.seat, row.number);
      if (this.row !== row) return;
      const table = new Table(
        this.game,
        (command) => this.send(command),
        () => ++this.ids,
      );
      table.link = "open";
      table.answering.confirmsAll = true;
      this.exercise = exercise;
      table.take({ ...exercise.table, type: "table" });
      this.table = table;
      void this.detail(row.number, table);
    } catch (error) {
      this.problem = errorText(error);
    }
  }

  /** Back to the question. */
  again(): void {
    const { exercise, table } = this;
    if (!exercise || !table || this.judging) return;
    this.judged = null;
    this.problem = "";
    table.highlights.keep([]);
    table.take({ ...exercise.table, type: "table" });
    void this.detail(exercise.row.number, table);
  }

  next(): void {
    if (this.judging) return;
    const now = this.row && this.progress[this.row.number];
    if (now && this.row && !this.solved(this.row.number)) now.skipped = true;
    if (this.last) this.over = true;
    else void this.open(this.index + 1);
  }

  /** The next step of help: a question, the place, the move. */
  async help(step = this.now.help.length + 1): Promise<void> {
    const { row, table } = this;
    if (!row || !table || step > 3 || this.judging) return;
    if (this.judged) this.again();
    try {
      const given = await api.exerciseHelp(this.id, this.seat, row.number, step);
      const now = this.progress[row.number];
      if (!now || this.row !== row) return;
      now.help = [...now.help.filter((one) => one.step !== step), given];
      table.highlights.keep(given.refs);
    } catch (error) {
      this.problem = errorText(error);
    }
  }

  private send(command: Command): boolean {
    if (command.type !== "move" || this.judging || this.judged) return false;
    void this.judge(command.move);
    return true;
  }

  private async judge(move: string): Promise<void> {
    const { row, table } = this;
    const decision = table?.answering.decision;
    const option = [...(decision?.moves ?? []), ...(decision?.anytime ?? [])].find(
      ({ id }) => id === move,
    );
    if (!row || !table || !option) return;
    const text = table.game.moveText(table, option);
    this.judging = true;
    this.problem = "";
    try {
      const tried = await api.tryExercise(this.id, this.seat, row.number, move);
      if (this.row !== row) return;
      const now = this.progress[row.number];
      const one = { text, option, tried };
      if (now && !now.tries.some((other) => other.tried.move === tried.move))
        now.tries = [...now.tries, one];
      this.judged = one;
      table.answering.ask(null, table.view); // the board rests while the judgement is read
      table.highlights.keep(Object.values(option.picks));
    } catch (error) {
      this.problem = errorText(error);
      table.answering.refused(this.problem);
    } finally {
      this.judging = false;
    }
  }

  /** What each move would change, a moment later. */
  private async detail(number: number, table: Table): Promise<void> {
    const details = await api.exerciseDetails(this.id, this.seat, number).catch(() => null);
    if (details && this.table === table && !this.judged) table.take(details);
  }
}
