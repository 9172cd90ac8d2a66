// What if: tries from the current position, played on a table of their own that nobody else sees.
// The server keeps nothing: every request carries the number of the deal and all steps of the try.
import { api, Refused } from "../api";
import { errorText } from "../errorText";
import { Table } from "../table/table.svelte";
import type { Command, Option, WhatIf, WhatIfMove, WhatIfPage } from "../types.gen";

export const MOST_TRIES = 6;
const MOST_DEALS = 2 ** 31;

/** What one may expect at the end of a try, by the number of the deal. */
export interface Outlook {
  win: number | null;
  points: number;
  tries: number;
}

export interface Try {
  steps: WhatIfMove[];
  /** Steps that were stepped back over. */
  ahead: WhatIfMove[];
  /** The moves made by hand for one's own seat, in words. */
  texts: string[];
  deals: Record<number, Outlook>;
}

const fresh = (): Try => ({ steps: [], ahead: [], texts: [], deals: {} });

export class WhatIfRun {
  tries: Try[] = $state([fresh()]);
  index = $state(0);
  deal = $state(Math.floor(Math.random() * MOST_DEALS));
  botsAnswer = $state(true);
  /** Something is on its way to the server. */
  busy = $state(false);
  problem = $state("");
  /** The table has moved on: nothing more can be tried. */
  stale = $state(false);
  turn: number | null = $state(null);
  readonly table: Table;
  readonly seat: number;
  private readonly after: number;
  private readonly id: string;
  private ids = 0;
  private closed = false;
  private drawn = 0;
  /** What was begun when it opened is done. */
  private settled: Promise<void>;

  constructor(readonly real: Table) {
    this.seat = real.seat ?? 0;
    this.after = real.number;
    this.id = real.info?.id ?? "";
    this.table = new Table(
      real.game,
      (command) => this.send(command),
      () => ++this.ids,
      true,
    );
    this.table.link = "open";
    this.settled = this.show();
  }

  get now(): Try {
    return this.tries[this.index]!;
  }

  /** Is the table still where these tries begin? */
  get fits(): boolean {
    return (
      this.real.number === this.after &&
      this.real.info?.turn === this.seat &&
      this.real.info.status === "running" &&
      this.real.seat === this.seat
    );
  }

  /** The first own move of the try, as the real question offers it. */
  get first(): Option | null {
    const step = this.now.steps[0];
    const decision = this.real.answering.decision;
    if (!step || step.seat !== this.seat || !decision) return null;
    return (
      [...decision.moves, ...decision.anytime].find((option) => option.id === step.move) ?? null
    );
  }

  get over(): boolean {
    return this.turn === null && this.now.steps.length > 0;
  }

  close(): void {
    this.closed = true;
  }

  open(): void {
    this.closed = false;
    this.settled = this.goOn();
  }

  // -- what one may do

  /** Back to where one chose last, over the bots' answers. */
  stepBack(): void {
    if (this.busy || !this.now.steps.length) return;
    const { steps } = this.now;
    let keep = steps.length - 1;
    while (this.botsAnswer && keep > 0 && steps[keep]?.by === "bot") keep -= 1;
    this.now.ahead = [...steps.slice(keep), ...this.now.ahead];
    this.now.steps = steps.slice(0, keep);
    this.now.texts = this.now.texts.slice(0, this.ownMoves(keep));
    void this.show();
  }

  /** Forward again over what was stepped back. */
  stepForth(): void {
    if (this.busy || !this.now.ahead.length) return;
    const [next, ...rest] = this.now.ahead;
    let upto = 0;
    while (this.botsAnswer && rest[upto]?.by === "bot") upto += 1;
    this.now.steps = [...this.now.steps, next!, ...rest.slice(0, upto)];
    this.now.ahead = rest.slice(upto);
    void this.show();
  }

  newTry(): void {
    if (this.busy || this.tries.length >= MOST_TRIES) return;
    this.tries.push(fresh());
    this.index = this.tries.length - 1;
    void this.show();
  }

  /** Make a move of the real question in a try of its own. */
  async tryOut(move: Option): Promise<void> {
    await this.settled;
    if (this.busy || this.stale) return;
    const used = this.now.steps.length > 0;
    if (used && this.tries.length >= MOST_TRIES) return;
    if (used) {
      this.tries.push(fresh());
      this.index = this.tries.length - 1;
    }
    this.now.steps = [{ seat: this.seat, move: move.id, by: "hand" }];
    this.now.ahead = [];
    this.now.texts = [this.real.game.moveText(this.real, move)];
    await this.show();
  }

  choose(index: number): void {
    if (this.busy || !this.tries[index]) return;
    this.index = index;
    void this.show();
  }

  /** The same moves with other hidden things, as far as they are possible then. */
  redeal(): void {
    if (this.busy) return;
    this.deal = Math.floor(Math.random() * MOST_DEALS);
    this.now.ahead = [];
    void this.show();
  }

  /** A bot moves for whoever is asked. */
  letBotMove(): void {
    if (!this.busy && this.turn !== null) void this.work(() => this.botMoves());
  }

  setBotsAnswer(on: boolean): void {
    this.botsAnswer = on;
    if (on) void this.goOn();
  }

  // -- the server

  private wish(more: Partial<WhatIf> = {}): WhatIf {
    const steps = this.now.steps.map(({ seat, move }) => ({ seat, move }));
    return { after: this.after, deal: this.deal, seat: this.seat, steps, ...more };
  }

  private send(command: Command): boolean {
    const decision = this.table.answering.decision;
    if (command.type !== "move" || !decision || this.busy || this.stale) return false;
    const step: WhatIfMove = { seat: decision.seat, move: command.move, by: "hand" };
    const option = [...decision.moves, ...decision.anytime].find(({ id }) => id === command.move);
    if (step.seat === this.seat && option) {
      this.now.texts = [
        ...this.now.texts.slice(0, this.ownMoves(this.now.steps.length)),
        this.table.game.moveText(this.table, option),
      ];
    }
    this.now.steps = [...this.now.steps, step];
    this.now.ahead = [];
    void this.work(async () => {
      this.take(await api.whatIf(this.id, this.wish({ drawn: this.drawn })));
    });
    return true;
  }

  /** Show the try as it stands. */
  private show(): Promise<void> {
    return this.work(async () => this.take(await api.whatIf(this.id, this.wish())));
  }

  private async goOn(): Promise<void> {
    await this.work(() => Promise.resolve());
  }

  /** Do something, let the bots answer, then ask what to expect. */
  private async work(job: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.problem = "";
    try {
      await job();
      while (this.botsAnswer && this.turn !== null && this.turn !== this.seat && !this.closed)
        await this.botMoves();
    } catch (error) {
      this.failed(error);
    } finally {
      this.busy = false;
    }
    if (!this.problem && !this.stale && !this.closed) await this.lookAhead();
  }

  private async botMoves(): Promise<void> {
    this.take(await api.whatIf(this.id, this.wish({ bot: true, drawn: this.drawn })));
  }

  private take(page: WhatIfPage): void {
    const before = this.now.steps;
    this.turn = page.turn;
    this.now.steps = page.steps.map((step, n) => ({ ...step, by: before[n]?.by ?? step.by }));
    this.now.texts = this.now.texts.slice(0, this.ownMoves(this.now.steps.length));
    this.drawn = page.steps.length;
    if (page.table) this.table.take({ ...page.table, type: "table" });
    for (const update of page.updates) this.table.take({ ...update, type: "update" });
    if (page.turn !== null) void this.detail();
  }

  private failed(error: unknown): void {
    if (error instanceof Refused && (error.code === "stale" || error.code === "no_decision"))
      this.stale = true;
    this.problem = errorText(error);
    this.table.answering.refused(this.problem);
    this.now.steps = this.now.steps.slice(0, this.drawn); // the last good step
  }

  /** What each move would change, a moment later. */
  private async detail(): Promise<void> {
    if (this.botsAnswer && this.turn !== this.seat) return;
    const { drawn, deal } = this;
    const details = await api.whatIfDetails(this.id, this.wish()).catch(() => null);
    if (details && drawn === this.drawn && deal === this.deal) this.table.take(details);
  }

  /** What to expect at the end of the try, where the table shows such figures. */
  private async lookAhead(): Promise<void> {
    const { now, deal } = this;
    if (this.real.info?.coach !== "full" || !now.steps.length) return;
    const length = now.steps.length;
    const found = await api.whatIfOutlook(this.id, this.wish()).catch(() => null);
    if (found && this.now.steps.length === length && this.deal === deal) now.deals[deal] = found;
  }

  private ownMoves(upto: number): number {
    return this.now.steps
      .slice(0, upto)
      .filter((step) => step.seat === this.seat && step.by === "hand").length;
  }
}

const kept = new WeakMap<Table, WhatIfRun>();

/** The tries of this turn: those begun before, as long as the table has not moved on. */
export function triesOf(real: Table): WhatIfRun {
  const known = kept.get(real);
  if (known?.fits && !known.stale) {
    known.open();
    return known;
  }
  const run = new WhatIfRun(real);
  kept.set(real, run);
  return run;
}
