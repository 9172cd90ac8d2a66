// One table as this viewer sees it: frames in, moves out. Everything drawn reads from here.
import { getContext, setContext } from "svelte";
import type {
  ClockInfo,
  Command,
  Decision,
  Details,
  Frame,
  Happened,
  Line,
  LogEntry,
  Snapshot,
  Option,
  Preview,
  ReasonInfo,
  ScoreInfo,
  TableInfo,
  Update,
} from "../types.gen";
import { t } from "../i18n/i18n.svelte";
import { calmMotion, settings } from "../settings.svelte";
import { problemText } from "../errorText";
import type { Advice } from "./advice";
import { play as playSound } from "./sounds";
import { playerColour, type Colour } from "./playerColours.svelte";
import type { GameModule } from "./game";
import { Picks } from "./picks.svelte";
import { sharing } from "./sharing";
import type { GameView } from "./wire";

const PACE = { calm: 650, fast: 260, instant: 0 };
const LONGEST_TURN = { calm: 2500, fast: 1200, instant: 0 };
const POINTED = 1800;
const LONGEST_FRAME = 150; // a page that paints nothing is not waited for longer
const PLANNABLE = "space:";
const KEY = Symbol("table");

export type Link = "connecting" | "open" | "lost" | "stopped" | "replaced";

export interface Explanation {
  ref: string;
  title: string;
  text: string;
  rule: string;
  x: number;
  y: number;
}

/** Attributes of anything that can be picked: spread them on a button. */
export interface TargetAttributes {
  "data-ref": string;
  "data-state": "legal" | "chosen" | "planned" | "closed" | "off";
  "aria-pressed": boolean | undefined;
  "aria-disabled": boolean | undefined;
  onclick: (event: MouseEvent) => void;
  onmouseenter: () => void;
  onmouseleave: () => void;
  onfocus: () => void;
  onblur: () => void;
}

export class Table {
  info: TableInfo | null = $state.raw(null);
  seat: number | null = $state(null);
  seats: number[] = $state.raw([]);
  number = $state(0);
  moves = $state(0);
  view: GameView = $state.raw(null);
  decision: Decision | null = $state.raw(null);
  previews: Record<string, Preview> = $state.raw({});
  closed: Record<string, ReasonInfo> = $state.raw({});
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
  /** The events of the entry being shown, for pictures in motion. */
  happening: Happened[] = $state.raw([]);
  busy = $state(false);
  hovered: string | null = $state(null);
  /** Refs lit from outside the question: a log line, a hint. */
  lit: Set<string> = $state.raw(new Set<string>());
  /** An any-time move being looked at, beside the question. */
  aside: Option | null = $state.raw(null);
  /** A closed target's answer. */
  explanation: Explanation | null = $state.raw(null);
  /** Something went wrong: one sentence under the banner. */
  problem = $state("");
  /** Moves the server's bot would make, shown on request, the best first. */
  hint: Advice[] = $state.raw([]);
  /** The decision the bot is looking for one for. */
  seeking: string | null = $state(null);
  /** News for screen readers. */
  news: string[] = $state.raw([]);
  /** The rule the drawer should open at; null while it is shut. */
  rule: string | null = $state(null);
  /** The last entry this viewer knew before being away; null once it is dealt with. */
  away: number | null = $state(null);
  /** The positions shown so far, by the number of their last entry, to look at again. */
  readonly past = new Map<number, unknown>();
  /** An action space chosen while others move; it is picked when this player may. */
  planned: string | null = $state(null);
  /** An own seat that waits behind the cover of a shared device. */
  covered: number | null = $state(null);

  readonly picks: Picks;
  private waiting: Update[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private frame = 0;
  private behind = 0;

  constructor(
    readonly game: GameModule,
    private readonly send: (command: Command) => boolean,
    private readonly nextId: () => number,
  ) {
    this.picks = new Picks(game, () => this.decision);
  }

  // -- who

  name(seat: number | null): string {
    if (seat === null) return "";
    const name = this.info?.seats[seat]?.name;
    return name || t("seat.nobody", { number: seat + 1 });
  }

  colour(seat: number): Colour {
    return playerColour(seat);
  }

  get mine(): boolean {
    return this.decision !== null && this.decision.kind !== "out_of_turn";
  }

  get watching(): boolean {
    return this.seat === null;
  }

  get over(): boolean {
    return this.info?.status === "finished";
  }

  // -- frames

  take(frame: Frame): void {
    switch (frame.type) {
      case "table":
        this.look(frame);
        break;
      case "update":
        this.queue(frame);
        break;
      case "details":
        this.details(frame);
        break;
      case "info":
        this.info = frame.table;
        this.seats = frame.seats;
        this.seat = frame.seat;
        if (this.covered === frame.seat) this.covered = null;
        this.undoneAt = null;
        break;
      case "chat":
        this.chat = [...this.chat, ...frame.lines].slice(-300);
        this.unread += frame.lines.filter((line) => line.room !== "notice").length;
        break;
      case "ack":
        break; // a move's frame follows; until it is drawn a second press must not send another
      case "error":
        this.busy = false;
        this.undoneAt = null;
        this.repeat = null;
        this.picks.clear();
        this.problem = problemText(frame.code, frame.message);
        break;
      case "beat":
        break;
    }
  }

  private look(frame: Snapshot): void {
    this.halt();
    this.undoneAt = null;
    this.waiting = [];
    const fresh = this.info === null;
    if (!fresh && frame.number > this.number && this.link !== "open") {
      this.problem = "";
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
    this.entries = merge(fresh ? [] : this.entries, frame.entries);
    if (frame.chat.length || fresh) this.chat = frame.chat;
    this.clock = frame.table.clock;
    this.clockAt = Date.now();
    this.show(frame);
  }

  private show(frame: Snapshot | Update): void {
    this.number = frame.number;
    this.moves = frame.moves;
    this.view = sharing(this.view, frame.view);
    const last = this.entries.at(-1)?.number;
    if (last !== undefined && this.view) this.past.set(last, this.view);
    this.scores = sharing(this.scores, frame.scores);
    const asked = frame.decision;
    const fresh = asked?.id !== this.decision?.id;
    if (fresh) {
      this.picks.clear((asked && this.game.initial?.(asked, frame.view)) ?? {});
      this.aside = null;
      this.hint = [];
      this.previews = {};
      this.closed = {};
      this.explanation = null;
      if (asked && asked.kind !== "out_of_turn" && !this.mine) playSound("turn");
    }
    this.decision = asked;
    if (fresh) this.recall();
    this.busy = false;
    this.goOn();
    this.cover();
  }

  private queue(frame: Update): void {
    if (this.busy && this.own(frame)) this.finish(); // an own move is answered at once
    this.waiting.push(frame);
    if (this.waiting.length === 1) this.next();
  }

  /** Show the next waiting frame; an opponent's move stays a moment before the next. */
  private next(): void {
    const frame = this.waiting[0];
    if (!frame) return;
    this.draw(frame);
    const own = this.own(frame);
    const wait = own || calmMotion.matches ? 0 : this.pause();
    this.behind += wait;
    const go = () => {
      this.waiting.shift();
      if (this.waiting.length) this.next();
      else this.behind = 0;
    };
    if (own && !document.hidden) this.painted(go);
    else if (wait === 0 || document.hidden) go();
    else this.timer = setTimeout(go, wait);
  }

  /** Go on when what was drawn is on the screen: an own move is seen before what it led to. */
  private painted(go: () => void): void {
    this.frame = requestAnimationFrame(() => {
      clearTimeout(this.timer);
      this.timer = setTimeout(go);
    });
    this.timer = setTimeout(() => {
      this.halt();
      go();
    }, LONGEST_FRAME);
  }

  private halt(): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
  }

  /** Does a frame tell of this viewer's own moves only? */
  private own(frame: Update): boolean {
    return frame.entries.every((entry) => this.seats.includes(entry.seat));
  }

  private draw(frame: Update): void {
    this.entries = merge(this.entries, frame.entries);
    if (this.info) {
      this.info = { ...this.info, turn: frame.turn, status: frame.status, number: frame.number };
    }
    this.clock = frame.clock;
    this.clockAt = Date.now();
    this.happening = frame.entries.flatMap((entry) => entry.events);
    this.announce(frame.entries);
    this.problem = "";
    this.show(frame);
  }

  private pause(): number {
    const longest = LONGEST_TURN[settings.pace];
    if (this.behind >= longest || document.hidden) return 0;
    return Math.min(PACE[settings.pace], longest - this.behind);
  }

  /** Any key or tap finishes what is in motion. */
  hurry(): void {
    if (this.waiting.length > 1) this.finish();
  }

  private finish(): void {
    this.halt();
    for (const frame of this.waiting.splice(0).slice(1)) this.draw(frame);
    this.behind = 0;
  }

  private details(frame: Details): void {
    if (!this.decision || this.decision.number !== frame.number) {
      const last = this.waiting.at(-1);
      if (last?.decision?.number === frame.number) this.early = frame;
      return;
    }
    this.previews = frame.previews;
    this.closed = frame.closed;
    this.decision = { ...this.decision, undo: frame.undo };
    this.early = null;
  }

  private early: Details | null = null;

  private announce(entries: LogEntry[]): void {
    const told: string[] = [];
    const places: string[] = [];
    for (const entry of entries) {
      if (entry.kind === "takeback") {
        told.push(t("log.takeback", { name: this.name(entry.seat) }));
        continue;
      }
      for (const happened of entry.events) {
        const line = this.game.describe(this, happened);
        if (line && !this.seats.includes(entry.seat)) places.push(...line.refs);
        if (!line || line.minor) continue;
        const who = line.seat === null ? "" : `${this.name(line.seat)} `;
        told.push(who + line.text + line.gains.map((gain) => `, ${gain.text}`).join(""));
      }
    }
    if (told.length) this.news = [...this.news, told.join(". ")].slice(-3);
    if (places.length && settings.pace !== "instant") this.point(places);
  }

  // -- the shared device

  private cover(): void {
    if (this.early && this.decision) this.details(this.early);
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

  // -- answering

  state(ref: string): TargetAttributes["data-state"] {
    if (ref === this.planned && !this.mine) return "planned";
    if (!this.decision) return "off";
    if (this.picks.marked.has(ref)) return "chosen";
    if (this.picks.legal.has(ref)) return "legal";
    if (this.anytime(ref)) return "legal";
    return ref in this.closed ? "closed" : "off";
  }

  /** The any-time move that touches a ref, if there is one. */
  anytime(ref: string): Option | undefined {
    return this.decision?.anytime.find((move) => Object.values(move.picks).includes(ref));
  }

  /** The same object as long as the state is the same, so that nothing is set anew. */
  target(ref: string): TargetAttributes {
    const state = this.state(ref);
    const known = this.targets.get(ref);
    if (known?.["data-state"] === state) return known;
    const made = this.attributes(ref, state);
    this.targets.set(ref, made);
    return made;
  }

  private readonly targets = new Map<string, TargetAttributes>();

  private attributes(ref: string, state: TargetAttributes["data-state"]): TargetAttributes {
    return {
      "data-ref": ref,
      "data-state": state,
      "aria-pressed": state === "chosen" || state === "planned" ? true : undefined,
      "aria-disabled": state === "closed" ? true : undefined,
      onclick: (event) => {
        const box = (event.currentTarget as Element | null)?.getBoundingClientRect();
        this.pick(ref, box);
      },
      onmouseenter: () => (this.hovered = ref),
      onmouseleave: () => (this.hovered = null),
      onfocus: () => (this.hovered = ref),
      onblur: () => (this.hovered = null),
    };
  }

  /** Press a target: pick it, or hear why it is closed. */
  pick(ref: string, box?: DOMRect): void {
    this.explanation = null;
    if (this.plans && ref.startsWith(PLANNABLE)) {
      this.planned = ref === this.planned ? null : ref;
      return;
    }
    if (!this.decision || this.busy) return;
    const state = this.state(ref);
    if (state === "closed") {
      this.explain(ref, box);
    } else if (state === "chosen") {
      const slot = Object.keys(this.picks.chosen).find((s) => this.picks.chosen[s] === ref);
      if (slot !== undefined && !this.sendIfComplete(true)) this.picks.back();
    } else if (!this.picks.legal.has(ref) && this.anytime(ref)) {
      this.aside = this.anytime(ref) ?? null;
    } else if (this.picks.pick(ref)) {
      this.sendIfComplete(false);
    }
  }

  /** May this player choose an action space before the turn comes? Not on a shared device: others look on. */
  get plans(): boolean {
    const plays = this.seat !== null && !this.info?.seats[this.seat]?.stand_in;
    return plays && !this.mine && this.seats.length === 1 && this.info?.status === "running";
  }

  /** Pick what was planned, as soon as an action space is asked for. */
  private recall(): void {
    const ref = this.planned;
    if (
      ref === null ||
      !this.mine ||
      ![...this.picks.legal].some((each) => each.startsWith(PLANNABLE))
    )
      return;
    this.planned = null;
    if (!this.picks.legal.has(ref) || !this.picks.pick(ref)) this.problem = t("wait.shut");
  }

  /** A second press on the chosen target does nothing but keep it; one press may be enough. */
  private sendIfComplete(again: boolean): boolean {
    const move = this.picks.move;
    if (!move || !this.decision) return again ? Object.keys(this.picks.chosen).length > 1 : false;
    if (again) return true;
    if (settings.confirmAll) return false;
    const stays = this.previews[move.id]?.then != null;
    if (stays && (this.game.sendsAtOnce?.(move, this.decision) ?? true)) {
      this.play(move);
      return true;
    }
    return false;
  }

  explain(ref: string, box?: DOMRect): void {
    const reason = this.closed[ref];
    if (!reason) return;
    const nearer = this.game.about?.(this, ref)?.rule ?? "";
    this.explanation = {
      ref,
      title: t("reason.closed"),
      text: this.game.reasonText(this, reason.code, reason.args, ref),
      rule: nearer.startsWith(`${reason.rule}.`) ? nearer : reason.rule,
      x: box ? box.left + box.width / 2 : window.innerWidth / 2,
      y: box ? box.top : window.innerHeight / 2,
    };
  }

  /** Send the move that was put together. */
  confirm(): void {
    const move = this.picks.move;
    if (move) this.play(move);
  }

  /** Send one of the moves that were offered. */
  play(move: Option): void {
    if (!this.decision || this.busy) return;
    this.problem = "";
    this.explanation = null;
    this.away = null;
    this.busy = this.send({
      type: "move",
      id: this.nextId(),
      move: move.id,
      after: this.decision.number,
    });
    if (this.busy) playSound("place");
  }

  /** Make a move several times: again as long as it is offered after the one before. */
  playTimes(move: Option, times: number): void {
    this.play(move);
    this.repeat = this.busy && times > 1 ? { move: move.id, times: times - 1 } : null;
  }

  private repeat: { move: string; times: number } | null = null;

  private goOn(): void {
    const { move, times } = this.repeat ?? { move: "", times: 0 };
    this.repeat = null;
    const offered = [...(this.decision?.moves ?? []), ...(this.decision?.anytime ?? [])];
    const same = offered.find((option) => option.id === move);
    if (same && times > 0) this.playTimes(same, times);
  }

  /** Step back: one pick, then the last move. */
  back(): void {
    this.explanation = null;
    if (this.picks.back()) return;
    this.undo();
  }

  undo(): void {
    if (this.busy || this.decision?.undo.how === "no" || this.undoneAt === this.number) return;
    if (this.send({ type: "takeback", id: this.nextId(), after: this.number }))
      this.undoneAt = this.number;
  }

  /** The number for which a take-back is under way. */
  private undoneAt: number | null = null;

  answerUndo(agree: boolean): void {
    this.send({ type: "answer", id: this.nextId(), agree });
  }

  say(text: string): void {
    const room = this.watching ? "watchers" : "table";
    this.send({ type: "chat", id: this.nextId(), text, room });
  }

  /** Show for a moment where another player moved. */
  private point(places: string[]): void {
    clearTimeout(this.pointing);
    this.light(places);
    this.pointing = setTimeout(() => this.light([]), POINTED);
  }

  private pointing: ReturnType<typeof setTimeout> | undefined;

  light(refs: string[]): void {
    this.lit = new Set(refs);
  }
}

function merge(known: LogEntry[], fresh: LogEntry[]): LogEntry[] {
  if (fresh.length === 0) return known;
  const last = known.at(-1)?.number ?? -1;
  const first = fresh[0]?.number ?? 0;
  if (first > last) return [...known, ...fresh];
  const numbers = new Set(fresh.map((entry) => entry.number));
  return [...known.filter((e) => !numbers.has(e.number)), ...fresh].sort(
    (a, b) => a.number - b.number,
  );
}

export function provideTable(table: Table): void {
  setContext(KEY, table);
}

/** The table of the page a component is on. */
export function useTable(): Table {
  return getContext<Table>(KEY);
}
