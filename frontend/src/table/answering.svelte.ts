// Answering the open question: what is picked, what each press does, moves out.
import { t } from "../i18n/i18n.svelte";
import { settings } from "../settings.svelte";
import type {
  Command,
  Decision,
  Details,
  LedInfo,
  Option,
  Preview,
  ReasonInfo,
  WayInfo,
} from "../types.gen";
import type { GameModule } from "./game";
import { Picks } from "./picks.svelte";
import { play as playSound } from "./sounds";
import { Targets, type TargetAttributes, type TargetState } from "./targets";
import type { GameView } from "./wire";

const PLANNABLE = "space:"; // action spaces, in both games

/** A closed target whose reason is shown, beside the point that was pressed. */
export interface Explanation {
  ref: string;
  x: number;
  y: number;
}

/** Asked once more before something that is easily regretted. */
export interface Doubt {
  title: string;
  text: string;
  yes: string;
  no: string;
  run: () => void;
}

export class Answering {
  decision: Decision | null = $state.raw(null);
  previews: Record<string, Preview> = $state.raw({});
  closed: Record<string, ReasonInfo> = $state.raw({});
  /** A move was sent and its frame is not drawn yet. */
  busy = $state(false);
  hovered: string | null = $state(null);
  /** An any-time move being looked at, beside the question. */
  aside: Option | null = $state.raw(null);
  explanation: Explanation | null = $state.raw(null);
  /** A space that this player leads and cannot use, while its ways out are shown. */
  stuckAt: string | null = $state(null);
  doubt: Doubt | null = $state.raw(null);
  /** Something went wrong: one sentence under the banner. */
  problem = $state("");
  /** In a lesson: the refs of the move asked for. Other moves can be made, but are not lit. */
  asked: ReadonlySet<string> | null = $state.raw(null);
  /** In a lesson: the ids of the moves asked for. */
  askedMoves: ReadonlySet<string> = $state.raw(new Set<string>());
  /** In an exercise every answer is confirmed. */
  confirmsAll = false;
  /** An action space chosen while others move; it is picked when this player may. */
  planned: string | null = $state(null);

  readonly picks: Picks;
  private readonly targets = new Targets(this);
  private repeat: { move: string; times: number } | null = null;
  /** The number for which a take-back is under way. */
  private undoneAt: number | null = null;
  /** A move was taken back: nothing is sent by itself before the next one. */
  private careful = false;

  constructor(
    private readonly game: GameModule,
    private readonly send: (command: Command) => boolean,
    private readonly nextId: () => number,
    /** May this player choose an action space before the turn comes? */
    private readonly mayPlan: () => boolean,
  ) {
    this.picks = new Picks(
      game,
      () => this.decision,
      (move) => this.asked === null || this.askedMoves.has(move.id), // a lesson asks for one move
    );
  }

  /** Is this player asked? */
  get mine(): boolean {
    return this.decision !== null && this.decision.kind !== "out_of_turn";
  }

  /** The space whose ways out are shown. */
  get stuck(): LedInfo | null {
    return this.stuckAt === null ? null : (this.unusable.get(this.stuckAt) ?? null);
  }

  /** The spaces that this player leads and cannot use, by ref. */
  get unusable(): ReadonlyMap<string, LedInfo> {
    return this.picks.unusable;
  }

  get canPlan(): boolean {
    return !this.mine && this.mayPlan();
  }

  // -- questions in

  /** Take the decision of a frame; null if this player has none. */
  ask(asked: Decision | null, view: GameView): void {
    const fresh = asked?.id !== this.decision?.id;
    if (fresh) {
      this.picks.clear((asked && this.game.initial?.(asked, view)) ?? {});
      this.aside = null;
      this.previews = {};
      this.closed = {};
      this.explanation = null;
      this.stuckAt = null;
      this.doubt = null;
      if (asked && asked.kind !== "out_of_turn" && !this.mine) playSound("turn");
    }
    this.decision = asked;
    if (fresh) this.pickPlanned();
    if (fresh) this.openForced();
    this.busy = false;
    this.playAgain();
  }

  /** Take previews, reasons and undo; false if they belong to another decision. */
  detail(frame: Details): boolean {
    if (this.decision?.number !== frame.number) return false;
    this.previews = frame.previews;
    this.closed = frame.closed;
    this.decision = { ...this.decision, undo: frame.undo };
    this.sendForced();
    return true;
  }

  /** The server refused what was sent last. */
  refused(problem: string): void {
    this.busy = false;
    this.undoneAt = null;
    this.repeat = null;
    this.picks.clear();
    this.problem = problem;
  }

  /** The table changed in another way than by a move: what was taken back may be again. */
  forgetUndo(): void {
    this.undoneAt = null;
  }

  /** The refs that are lit: everything legal, or in a lesson what is asked for. */
  readonly litRefs: ReadonlySet<string> = $derived.by(() => {
    const { asked } = this;
    return asked
      ? new Set([...this.picks.legal].filter((ref) => asked.has(ref)))
      : this.picks.legal;
  });

  // -- presses

  state(ref: string): TargetState {
    if (ref === this.planned && !this.mine) return "planned";
    if (!this.decision) return "off";
    if (this.picks.mode === "" && this.unusable.has(ref)) return "not_now";
    if (this.picks.marked.has(ref)) return "chosen";
    if (this.picks.legal.has(ref) || this.anytime(ref))
      return this.asked && !this.asked.has(ref) ? "quiet" : "legal";
    return ref in this.closed ? "closed" : "off";
  }

  /** Attributes of anything that can be picked: spread them on a button. */
  target(ref: string): TargetAttributes {
    return this.targets.of(ref);
  }

  /** The any-time move that touches a ref, if there is one. */
  anytime(ref: string): Option | undefined {
    return this.decision?.anytime.find((move) => Object.values(move.picks).includes(ref));
  }

  /** Press a target: pick it, or hear why it is closed. */
  pick(ref: string, box?: DOMRect): void {
    this.explanation = null;
    if (this.canPlan && ref.startsWith(PLANNABLE)) {
      this.planned = ref === this.planned ? null : ref;
      return;
    }
    if (!this.decision || this.busy) return;
    const state = this.state(ref);
    if (state === "not_now") {
      this.picks.clear();
      this.stuckAt = this.stuckAt === ref ? null : ref;
      return;
    }
    this.stuckAt = null;
    if (state === "closed") {
      this.explain(ref, box);
    } else if (state === "chosen") {
      const slot = Object.keys(this.picks.chosen).find((s) => this.picks.chosen[s] === ref);
      if (slot !== undefined && !this.staysChosen()) this.picks.back();
    } else if (!this.picks.legal.has(ref) && this.anytime(ref)) {
      this.aside = this.anytime(ref) ?? null;
    } else if (this.picks.pick(ref)) {
      this.sendIfComplete();
    }
  }

  explain(ref: string, box?: DOMRect): void {
    if (!(ref in this.closed)) return;
    this.explanation = {
      ref,
      x: box ? box.left + box.width / 2 : window.innerWidth / 2,
      y: box ? box.top : window.innerHeight / 2,
    };
  }

  /** A second press on the chosen target keeps it once the move is complete or has other picks. */
  private staysChosen(): boolean {
    return this.picks.move !== null || Object.keys(this.picks.chosen).length > 1;
  }

  /** One press may be enough: a move that leaves the turn here can be taken back. */
  private sendIfComplete(): void {
    const move = this.picks.move;
    if (move && this.mayGoAtOnce(move)) this.play(move);
  }

  /** Nothing is paid, shown or ended by it, unless the player wants it so. */
  private mayGoAtOnce(move: Option): boolean {
    const preview = this.previews[move.id];
    if (!preview || !this.decision || preview.then === null) return false;
    if (settings.confirmAll || this.confirmsAll) return false;
    if (settings.confirmCosts && (this.game.costs?.(preview) ?? false)) return false;
    return this.game.sendsAtOnce?.(move, this.decision) ?? true;
  }

  /** Use one of the moves beside the question: at once, or picked for Confirm if it costs something. */
  offer(move: Option): void {
    const preview = this.previews[move.id];
    const costs = !preview || (this.game.costs?.(preview) ?? false);
    if (settings.confirmAll || this.confirmsAll || (settings.confirmCosts && costs))
      this.picks.take(move);
    else this.play(move);
  }

  /** The only move there is, which leads to a further question: that one is confirmed, not both. */
  private sendForced(): void {
    const { decision } = this;
    const move = decision?.moves[0];
    if (!decision || !move || this.busy || this.careful || this.picks.any || !this.mine) return;
    if (this.asked) return; // a lesson is done step by step
    const alone = decision.moves.length === 1 && decision.anytime.length === 0;
    if (alone && decision.led.every((space) => space.usable) && this.mayGoAtOnce(move))
      this.play(move);
  }

  // -- spaces that are led and cannot be used

  /** With nothing else to do, what can be done about the only space is shown at once. */
  private openForced(): void {
    const [only, ...others] = this.unusable.values();
    if (only?.forced && others.length === 0 && this.picks.moves.length === 0)
      this.stuckAt = only.ref;
  }

  /** Go one of the ways out; taking the markers back is asked once more unless it is all there is. */
  go(way: WayInfo, doubt: Omit<Doubt, "run">): void {
    const { stuck, decision } = this;
    if (!stuck || !decision || this.busy) return;
    const move = [...decision.moves, ...decision.anytime].find((each) => each.id === way.move);
    if (!move) return;
    if (way.kind === "take_back") {
      const choice = stuck.ways.some((each) => each.move !== "" && each.kind !== "take_back");
      if (choice) this.doubt = { ...doubt, run: () => this.play(move) };
      else this.play(move);
    } else if (decision.anytime.includes(move)) {
      this.stuckAt = null;
      this.aside = move;
    } else {
      const source = stuck.ref;
      this.stuckAt = null;
      if (way.key === "govern") {
        this.picks.turnTo(this.game.mode?.(move) ?? "");
        this.picks.pick(source);
      } else this.pick(move.picks.space ?? "");
    }
  }

  /** Pick what was planned, as soon as an action space is asked for. */
  private pickPlanned(): void {
    const ref = this.planned;
    const asksForSpace = [...this.picks.legal].some((each) => each.startsWith(PLANNABLE));
    if (ref === null || !this.mine || !asksForSpace) return;
    this.planned = null;
    if (!this.picks.legal.has(ref) || !this.picks.pick(ref)) this.problem = t("wait.shut");
  }

  // -- moves out

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
    this.doubt = null;
    this.careful = false;
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

  private playAgain(): void {
    const { move, times } = this.repeat ?? { move: "", times: 0 };
    this.repeat = null;
    const offered = [...(this.decision?.moves ?? []), ...(this.decision?.anytime ?? [])];
    const same = offered.find((option) => option.id === move);
    if (same && times > 0) this.playTimes(same, times);
  }

  /** Close what is open, or else clear the picks; what was sent stays. False if there was nothing. */
  escape(): boolean {
    if (this.explanation) this.explanation = null;
    else if (this.stuckAt !== null) this.stuckAt = null;
    else if (this.planned !== null && !this.mine) this.planned = null;
    else if (this.picks.any) this.picks.clear();
    else return false;
    return true;
  }

  /** Step back by one pick; false if there is none. */
  backOnePick(): boolean {
    this.explanation = null;
    if (this.stuckAt === null) return this.picks.back();
    this.stuckAt = null;
    return true;
  }

  /** Take back the last move. `number` is that of the last entry. */
  undo(number: number): void {
    if (this.busy || this.decision?.undo.how === "no" || this.undoneAt === number) return;
    const sent = this.send({ type: "takeback", id: this.nextId(), after: number });
    if (sent) {
      this.undoneAt = number;
      this.careful = true;
    }
  }

  answerUndo(agree: boolean): void {
    this.send({ type: "answer", id: this.nextId(), agree });
  }
}
