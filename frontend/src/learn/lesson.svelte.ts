// A lesson as a table: its commands go to the server's lessons, its frames come back with the answers.
import { api, type LessonDeed, Refused } from "../api";
import { errorText } from "../errorText";
import { language, t } from "../i18n/i18n.svelte";
import type { GameModule } from "../table/game";
import { Table } from "../table/table.svelte";
import type {
  ChapterRow,
  Command,
  Decision,
  Learn,
  LessonPage,
  LessonView,
  Option,
} from "../types.gen";

const WAITS = [1000, 2000, 4000, 8000];

/** What was shown last, to be read while the network is away. */
export const kept: { learn: Learn | null; pages: Map<string, LessonPage> } = {
  learn: null,
  pages: new Map(),
};

/** Progress belongs to somebody: whoever has no name yet learns as a guest. */
export async function asGuest(): Promise<void> {
  try {
    const me = await api.me();
    if (!me.name) await api.name(t("guest"));
  } catch (error) {
    // Without a network a chapter that was opened before can still be read.
    if (!(error instanceof Refused) || error.status !== 0) throw error;
  }
}

export class LessonRun {
  lesson: LessonView;
  next: ChapterRow | null;
  /** The stored steps no longer fit the chapter. */
  changed = $state(false);
  /** Something is on its way to the server. */
  sending = $state(false);
  /** Grows with every request to be shown the move. */
  showings = $state(0);
  readonly table: Table;
  private version: number;
  private ids = 0;
  private closed = false;
  private wake: (() => void) | null = null;

  constructor(
    readonly id: string,
    game: GameModule,
    page: LessonPage,
  ) {
    this.lesson = $state.raw(page.lesson);
    this.next = $state.raw(page.next);
    this.version = page.version;
    this.table = new Table(
      game,
      (command) => this.send(command),
      () => ++this.ids,
    );
    this.table.link = "open";
    this.take(page);
    window.addEventListener("online", this.again);
  }

  close(): void {
    this.closed = true;
    this.again();
    window.removeEventListener("online", this.again);
  }

  // -- the learner's deeds

  /** Go on to the next step. */
  advance(): void {
    if (this.lesson.step_complete && !this.lesson.finished) void this.act("next");
  }

  takeBack(): void {
    if (this.lesson.tried) void this.act("back");
  }

  keep(): void {
    if (this.lesson.keep_ok) void this.act("keep");
  }

  startOver(): void {
    void this.act("restart");
  }

  showMove(): void {
    if (this.asked) this.showings += 1;
  }

  /** The move asked for, as the decision offers it; nothing while others move. */
  get asked(): Option | null {
    return this.accepted(this.table.answering.decision)[0] ?? null;
  }

  /** The move tried last, as the decision offers it. */
  get tried(): Option | null {
    const { tried } = this.lesson;
    return offered(this.table.answering.decision).find((move) => move.id === tried?.move) ?? null;
  }

  /** Words in another language. */
  async translate(): Promise<void> {
    const page = await api.lesson(this.id, language()).catch(() => null);
    if (page && page.version === this.version) {
      this.lesson = page.lesson;
      this.next = page.next;
    }
  }

  private accepted(decision: Decision | null): Option[] {
    const moves = this.lesson.ask?.moves ?? [];
    return moves.flatMap((id) => offered(decision).filter((move) => move.id === id));
  }

  private send(command: Command): boolean {
    if (command.type !== "move") return false;
    void this.act("moves", command.move);
    return true;
  }

  private async act(deed: LessonDeed, move?: string): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      const body = deed === "restart" ? {} : { after: this.version, move };
      this.take(await this.insist(() => api.lessonDeed(this.id, deed, language(), body)));
      if (deed === "restart") this.changed = false;
    } catch (error) {
      await this.refused(error);
    } finally {
      this.sending = false;
    }
  }

  private async refused(error: unknown): Promise<void> {
    const code = error instanceof Refused ? error.code : "";
    if (code === "lesson_changed") this.changed = true;
    else if (code === "lesson_stale") {
      // it went on in another window, or an answer was lost on its way
      const page = await this.insist(() => api.lesson(this.id, language())).catch(() => null);
      if (page) this.take(page);
    } else this.table.answering.refused(errorText(error));
  }

  /** Ask until the network is back; the page says that it waits. */
  private async insist(ask: () => Promise<LessonPage>): Promise<LessonPage> {
    for (let tries = 0; ; tries += 1) {
      try {
        const page = await ask();
        this.table.link = "open";
        return page;
      } catch (error) {
        if (!(error instanceof Refused) || error.status !== 0 || this.closed) throw error;
        const wait = WAITS[Math.min(tries, WAITS.length - 1)] ?? 8000;
        this.table.link = "lost";
        this.table.retry = Date.now() + wait;
        await new Promise<void>((resolve) => {
          this.wake = resolve;
          setTimeout(resolve, wait);
        });
      }
    }
  }

  private readonly again = (): void => this.wake?.();

  // -- what the server answers

  private take(page: LessonPage): void {
    this.version = page.version;
    this.lesson = page.lesson;
    this.next = page.next;
    this.remember(page);
    const { answering, highlights } = this.table;
    const decision = page.updates.at(-1)?.decision ?? page.table?.decision ?? null;
    const moves = this.accepted(decision);
    const refs = moves.flatMap((move) => Object.values(move.picks));
    answering.askedMoves = new Set(moves.map((move) => move.id));
    answering.asked = new Set(refs.length ? refs : (page.lesson.ask?.refs ?? []));
    if (page.table) this.table.take(page.table);
    for (const update of page.updates) this.table.take(update);
    if (page.lesson.tried) answering.picks.clear();
    highlights.keep(page.lesson.refs.filter((ref) => !answering.asked?.has(ref)));
    if (decision) void this.detail(this.version);
  }

  private remember(page: LessonPage): void {
    const last = page.updates.at(-1);
    const before = kept.pages.get(this.id)?.table ?? null;
    const table = page.table ?? (before && last ? { ...before, ...last, type: before.type } : null);
    kept.pages.set(this.id, { ...page, table, updates: [] });
  }

  /** What each move would change, a moment later. */
  private async detail(version: number): Promise<void> {
    const details = await api.lessonDetails(this.id).catch(() => null);
    if (details && this.version === version) this.table.take(details);
  }
}

function offered(decision: Decision | null): Option[] {
  return decision ? [...decision.moves, ...decision.anytime] : [];
}
