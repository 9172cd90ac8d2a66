// One table as this viewer sees it: frames in, commands out. Answering the open question is in
// answering.svelte.ts, the pace of the frames in playback.ts.
import { getContext, setContext } from "svelte";
import { HintRequest } from "../coach/hint.svelte";
import { problemText } from "../errorText";
import { t } from "../i18n/i18n.svelte";
import { settings } from "../settings.svelte";
import type {
  ClockInfo,
  Command,
  Details,
  Frame,
  Happened,
  Line,
  LogEntry,
  Option,
  ScoreInfo,
  Snapshot,
  TableInfo,
  Update,
} from "../types.gen";
import { announcement } from "./announcements";
import { Answering } from "./answering.svelte";
import { rememberDeal } from "./deal";
import { mergeEntries } from "./entries";
import type { GameModule } from "./game";
import { Highlights } from "./highlights.svelte";
import { noticeText } from "./notices";
import { Playback } from "./playback";
import { provideScene, type Scene } from "./scene";
import { sharing } from "./sharing";
import { undoText } from "./undoText";
import { seatName } from "./who";
import type { GameView } from "./wire";

const KEY = Symbol("table");
const MOST_CHAT = 300; // lines kept
const MOST_NEWS = 3; // sentences a screen reader may still be reading

export type Link = "connecting" | "open" | "lost" | "stopped" | "replaced";

export class Table implements Scene {
  info: TableInfo | null = $state.raw(null);
  seat: number | null = $state(null);
  seats: number[] = $state.raw([]);
  number = $state(0);
  moves = $state(0);
  view: GameView = $state.raw(null);
  scores: ScoreInfo[] = $state.raw([]);
  entries: LogEntry[] = $state.raw([]);
  chat: Line[] = $state.raw([]);
  unread = $state(0);
  seen: number | null = $state(null);
  clock: ClockInfo | null = $state.raw(null);
  clockAt = $state(0);
  link: Link = $state("connecting");
  retry = $state(0);
  version = $state("");
  /** The server is newer than this page. */
  outdated = $state(false);
  happening: Happened[] = $state.raw([]);
  /** News for screen readers. */
  news: string[] = $state.raw([]);
  /** The rule the drawer should open at; null while it is shut. */
  rule: string | null = $state(null);
  /** The last entry this viewer knew before being away; null once it is dealt with. */
  away: number | null = $state(null);
  /** The positions shown so far, by the number of their last entry, to look at again. */
  readonly past = new Map<number, unknown>();
  /** The sandbox is open: moves are tried out beside the game. */
  trying = $state(false);
  /** The move that the sandbox makes first when it opens, for example the coach's. */
  tryFirst: Option | null = null;
  /** An own seat that waits behind the cover of a shared device. */
  covered: number | null = $state(null);

  readonly answering: Answering;
  readonly highlights = new Highlights();
  readonly hint = new HintRequest(this);
  private readonly playback: Playback;
  /** Details that came before the frame of their decision was drawn. */
  private early: Details | null = null;

  constructor(
    readonly game: GameModule,
    private readonly send: (command: Command) => boolean,
    private readonly nextId: () => number,
    /** A game that is not played: only a hatched page may show it, and nothing else. */
    readonly sandbox = false,
  ) {
    this.answering = new Answering(game, send, nextId, () => this.mayPlan);
    this.playback = new Playback(
      (frame) => this.draw(frame),
      (frame) => this.isOwn(frame),
    );
  }

  // -- who

  name(seat: number | null): string {
    if (seat === null) return "";
    return seatName(this.info?.seats[seat]) || t("seat.nobody", { number: seat + 1 });
  }

  get mine(): boolean {
    return this.answering.mine;
  }

  get watching(): boolean {
    return this.seat === null;
  }

  get over(): boolean {
    return this.info?.status === "finished" || this.info?.status === "abandoned";
  }

  get lit(): ReadonlySet<string> {
    return this.highlights.lit;
  }

  /** Not on a shared device: others look on. */
  private get mayPlan(): boolean {
    const plays = this.seat !== null && !this.info?.seats[this.seat]?.stand_in;
    return plays && this.seats.length === 1 && this.info?.status === "running";
  }

  private isOwn(frame: Update): boolean {
    return frame.entries.every((entry) => this.seats.includes(entry.seat));
  }

  // -- frames

  take(frame: Frame): void {
    switch (frame.type) {
      case "table":
        this.restart(frame);
        break;
      case "update":
        if (this.answering.busy && this.isOwn(frame)) this.playback.finish(); // an own move is answered at once
        this.playback.add(frame);
        break;
      case "details":
        this.details(frame);
        break;
      case "info":
        this.info = frame.table;
        rememberDeal(frame.table.id, frame.table.commitment);
        this.seats = frame.seats;
        this.seat = frame.seat;
        if (this.covered === frame.seat) this.covered = null;
        this.answering.forgetUndo();
        break;
      case "chat":
        this.chat = [...this.chat, ...frame.lines]
          .filter((line) => !frame.removed.includes(line.number))
          .slice(-MOST_CHAT);
        this.unread += frame.lines.filter((line) => line.room !== "notice").length;
        this.news = [
          ...this.news,
          ...frame.lines.filter((line) => line.room === "notice").map(noticeText),
        ].slice(-MOST_NEWS);
        break;
      case "ack":
        break; // a move's frame follows; until it is drawn a second press must not send another
      case "error":
        this.answering.refused(problemText(frame.code, frame.message));
        break;
      case "job":
        this.hint.take(frame.job);
        break;
      case "beat":
        break;
    }
  }

  /** Any key or tap finishes what is in motion. */
  hurry(): void {
    this.playback.hurry();
  }

  /** Begin from a whole position: on opening the page, and after a lost connection. */
  private restart(frame: Snapshot): void {
    this.playback.clear();
    this.answering.forgetUndo();
    const fresh = this.info === null;
    if (!fresh && frame.number > this.number && this.link !== "open") {
      this.answering.problem = "";
      this.news = [...this.news, t("link.back", { count: frame.number - this.number })];
    }
    const known = fresh ? frame.seen : this.number;
    if (frame.seat !== null && known !== null && frame.number > known) this.away = known;
    this.info = frame.table;
    this.seat = frame.seat;
    this.seats = frame.seats;
    if (this.version && this.version !== frame.version) this.outdated = true;
    this.version = frame.version;
    this.seen = frame.seen;
    if (frame.whole) this.past.clear(); // after a restore what was seen may never have happened
    this.entries = mergeEntries(frame.whole ? [] : this.entries, frame.entries);
    if (frame.chat.length || frame.whole) this.chat = frame.chat;
    rememberDeal(frame.table.id, frame.table.commitment);
    this.clock = frame.table.clock;
    this.clockAt = Date.now();
    this.show(frame);
  }

  /** Draw an update: the entries it brings, then the position. */
  private draw(frame: Update): void {
    this.entries = mergeEntries(this.entries, frame.entries);
    if (this.info) {
      this.info = { ...this.info, turn: frame.turn, status: frame.status, number: frame.number };
    }
    this.clock = frame.clock;
    this.clockAt = Date.now();
    this.happening = frame.entries.flatMap((entry) => entry.events);
    if (frame.entries.length && this.isOwn(frame)) this.away = null;
    this.announce(frame.entries);
    this.answering.problem = "";
    this.show(frame);
  }

  /** Open the sandbox with a move made in it. */
  tryOut(move: Option): void {
    if (!this.mayTry) return;
    this.tryFirst = move;
    this.hint.close();
    this.trying = true;
  }

  /** May this player try moves out now? */
  get mayTry(): boolean {
    const running = this.info?.status === "running" && this.info.what_if;
    return Boolean(running) && this.mine && this.seat !== null && !this.sandbox;
  }

  private show(frame: Snapshot | Update): void {
    checkSandbox(frame.view as GameView, this.sandbox);
    this.number = frame.number;
    this.moves = frame.moves;
    this.view = sharing(this.view, frame.view);
    const last = this.entries.at(-1)?.number;
    if (last !== undefined && this.view) this.past.set(last, this.view);
    this.scores = sharing(this.scores, frame.scores);
    this.answering.ask(frame.decision, frame.view);
    if (this.early && this.answering.detail(this.early)) this.early = null;
    this.cover();
  }

  private details(frame: Details): void {
    if (this.answering.detail(frame)) this.early = null;
    else if (this.playback.newest?.decision?.number === frame.number) this.early = frame;
  }

  private announce(entries: LogEntry[]): void {
    const { text, places } = announcement(this, entries);
    if (text) this.news = [...this.news, text].slice(-MOST_NEWS);
    if (places.length && settings.pace !== "instant") this.highlights.flash(places);
  }

  // -- the shared device

  private cover(): void {
    const turn = this.info?.turn ?? null;
    if (this.seats.length < 2 || turn === null || turn === this.seat || this.covered !== null)
      return;
    if (!this.seats.includes(turn) || this.info?.status !== "running") return;
    if (this.game.secrets(this.view)) this.covered = turn;
    else this.lookFrom(turn); // nothing is hidden: no need to pass the device on
  }

  /** Look from the covered seat; the cover stays until the table is shown from there. */
  uncover(): void {
    if (this.covered !== null) this.lookFrom(this.covered);
  }

  lookFrom(seat: number | null): void {
    this.send({ type: "look", id: this.nextId(), seat });
  }

  // -- beside the game

  /** Step back: one pick, then the last move. */
  back(): void {
    if (!this.answering.backOnePick()) this.undo();
  }

  /** Take back the last move; what others have played since is asked about first. */
  undo(): void {
    const { undo } = this.answering.decision ?? {};
    if (!undo || undo.how === "no" || undo.moves < 2) {
      this.answering.undo(this.number);
      return;
    }
    this.answering.doubt = {
      title: undoText(this),
      text: t("undo.doubt_text"),
      yes: t("undo.doubt_yes"),
      no: t("undo.doubt_no"),
      run: () => {
        this.answering.doubt = null;
        this.answering.undo(this.number);
      },
    };
  }

  say(text: string): void {
    const room = this.watching ? "watchers" : "table";
    this.send({ type: "chat", id: this.nextId(), text, room });
  }
}

/** A game that is tried out is never drawn as a real one, nor a real one as tried out. */
export function checkSandbox(view: GameView, hatched: boolean): void {
  if (view && Boolean(view.sandbox) !== hatched)
    throw new Error("a game that is tried out needs the hatching, and a real one must not have it");
}

export function provideTable(table: Table): void {
  setContext(KEY, table);
  provideScene(table);
}

/** The table of the page a component is on. */
export function useTable(): Table {
  return getContext<Table>(KEY);
}
