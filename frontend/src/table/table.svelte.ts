// One table as this viewer sees it: frames in, commands out. Answering the open question is in
// answering.svelte.ts, the pace of the frames in playback.ts.
import { getContext, setContext } from "svelte";
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
  ScoreInfo,
  Snapshot,
  TableInfo,
  Update,
} from "../types.gen";
import { announcement } from "./announcements";
import { Answering } from "./answering.svelte";
import { mergeEntries } from "./entries";
import type { GameModule } from "./game";
import { Highlights } from "./highlights.svelte";
import { Playback } from "./playback";
import { provideScene, type Scene } from "./scene";
import { sharing } from "./sharing";
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
  /** An own seat that waits behind the cover of a shared device. */
  covered: number | null = $state(null);

  readonly answering: Answering;
  readonly highlights = new Highlights();
  private readonly playback: Playback;
  /** Details that came before the frame of their decision was drawn. */
  private early: Details | null = null;

  constructor(
    readonly game: GameModule,
    private readonly send: (command: Command) => boolean,
    private readonly nextId: () => number,
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
    const name = this.info?.seats[seat]?.name;
    return name || t("seat.nobody", { number: seat + 1 });
  }

  get mine(): boolean {
    return this.answering.mine;
  }

  get watching(): boolean {
    return this.seat === null;
  }

  get over(): boolean {
    return this.info?.status === "finished";
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
        this.seats = frame.seats;
        this.seat = frame.seat;
        if (this.covered === frame.seat) this.covered = null;
        this.answering.forgetUndo();
        break;
      case "chat":
        this.chat = [...this.chat, ...frame.lines].slice(-MOST_CHAT);
        this.unread += frame.lines.filter((line) => line.room !== "notice").length;
        break;
      case "ack":
        break; // a move's frame follows; until it is drawn a second press must not send another
      case "error":
        this.answering.refused(problemText(frame.code, frame.message));
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
    this.entries = mergeEntries(fresh ? [] : this.entries, frame.entries);
    if (frame.chat.length || fresh) this.chat = frame.chat;
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

  private show(frame: Snapshot | Update): void {
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
    if (this.seats.includes(turn) && this.info?.status === "running") this.covered = turn;
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
    this.answering.back(this.number);
  }

  undo(): void {
    this.answering.undo(this.number);
  }

  say(text: string): void {
    const room = this.watching ? "watchers" : "table";
    this.send({ type: "chat", id: this.nextId(), text, room });
  }
}

export function provideTable(table: Table): void {
  setContext(KEY, table);
  provideScene(table);
}

/** The table of the page a component is on. */
export function useTable(): Table {
  return getContext<Table>(KEY);
}
