// Answering the open question: what is picked, what each press does, moves out.
import { t } from "../i18n/i18n.svelte";
import { settings } from "../settings.svelte";
import type { Command, Decision, Details, Option, Preview, ReasonInfo } from "../types.gen";
import type { Advice } from "./advice";
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
  /** Something went wrong: one sentence under the banner. */
  problem = $state("");
  /** Moves the server's bot would make, shown on request, the best first. */
  hint: Advice[] = $state.raw([]);
  /** The id of the decision the bot is looking for a hint for. */
  seeking: string | null = $state(null);
  /** An action space chosen while others move; it is picked when this player may. */
  planned: string | null = $state(null);

  readonly picks: Picks;
  private readonly targets = new Targets(this);
  private repeat: { move: string; times: number } | null = null;
  /** The number for which a take-back is under way. */
  private undoneAt: number | null = null;

  constructor(
    private readonly game: GameModule,
    private readonly send: (command: Command) => boolean,
    private readonly nextId: () => number,
    /** May this player choose an action space before the turn comes? */
    private readonly mayPlan: () => boolean,
  ) {
    this.picks = new Picks(game, () => this.decision);
  }

  /** Is this player asked? */
  get mine(): boolean {
    return this.decision !== null && this.decision.kind !== "out_of_turn";
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
      this.hint = [];
      this.previews = {};
      this.closed = {};
      this.explanation = null;
      if (asked && asked.kind !== "out_of_turn" && !this.mine) playSound("turn");
    }
    this.decision = asked;
    if (fresh) this.pickPlanned();
    this.busy = false;
    this.playAgain();
  }

  /** Take previews, reasons and undo; false if they belong to another decision. */
  detail(frame: Details): boolean {
    if (this.decision?.number !== frame.number) return false;
    this.previews = frame.previews;
    this.closed = frame.closed;
    this.decision = { ...this.decision, undo: frame.undo };
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

  // -- presses

  state(ref: string): TargetState {
    if (ref === this.planned && !this.mine) return "planned";
    if (!this.decision) return "off";
    if (this.picks.marked.has(ref)) return "chosen";
    if (this.picks.legal.has(ref)) return "legal";
    if (this.anytime(ref)) return "legal";
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
    if (!move || !this.decision || settings.confirmAll) return;
    const stays = this.previews[move.id]?.then != null;
    if (stays && (this.game.sendsAtOnce?.(move, this.decision) ?? true)) this.play(move);
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

  /** Step back: one pick, then the last move. `number` is that of the last entry. */
  back(number: number): void {
    this.explanation = null;
    if (!this.picks.back()) this.undo(number);
  }

  undo(number: number): void {
    if (this.busy || this.decision?.undo.how === "no" || this.undoneAt === number) return;
    const sent = this.send({ type: "takeback", id: this.nextId(), after: number });
    if (sent) this.undoneAt = number;
  }

  answerUndo(agree: boolean): void {
    this.send({ type: "answer", id: this.nextId(), agree });
  }
}
