// What the review page shows: which move, which of its two sides, which chart; and the ways from move to move.
import { t } from "../i18n/i18n.svelte";
import type { EventLine } from "../table/game";
import { Review } from "../table/review.svelte";
import { ReadOnlyScene } from "../table/scene";
import type { Table } from "../table/table.svelte";
import type { GameView } from "../table/wire";
import type { JudgedDecision } from "../types.gen";
import { Coach } from "./coach.svelte";
import { COSTLY, option } from "./judged";

const MOST_EXERCISES = 3; // as the server picks them

export class ReviewPage {
  readonly review: Review;
  readonly coach: Coach;
  /** Expected points instead of the chance to win. */
  points = $state(false);
  /** The better move on the board instead of the one played. */
  better = $state(false);
  /** On a phone: the overview, or one move. */
  part: "overview" | "move" = $state("overview");
  /** On a phone: the board instead of the chart. */
  board = $state(false);
  /** Show what players held hidden from each other. */
  hidden = $state(false);
  problem = $state("");
  /** Somebody has chosen a move; until then the costliest one is shown. */
  private chosen: boolean;

  constructor(
    readonly table: Table,
    move: number | null,
  ) {
    const info = table.info!;
    this.review = new Review(info.id, table.moves, move ?? 0, true);
    this.coach = new Coach(info.id);
    this.points = info.seats.length === 1;
    this.part = move ? "move" : "overview";
    this.chosen = move !== null;
  }

  readonly info = $derived.by(() => this.table.info!);
  readonly alone = $derived(this.info.seats.length === 1);
  readonly decision = $derived.by(() => this.coach.decision(this.review.at));
  /** Whose chances stand out. */
  readonly focus = $derived.by(() => this.table.seat ?? this.decision?.seat ?? 0);
  readonly shownBetter = $derived(this.better && this.decision?.better != null);
  readonly view: GameView = $derived.by(
    () =>
      (this.shownBetter ? this.review.positions[this.review.at - 1] : undefined) ??
      this.review.view,
  );
  /** What the shown move touches on the board. */
  readonly marked: ReadonlySet<string> = $derived.by(
    () =>
      new Set(
        Object.values(
          (this.shownBetter ? this.decision?.better?.refs : this.decision?.played.refs) ?? {},
        ),
      ),
  );
  /** What happened with the move, as the log tells it. */
  readonly told: EventLine[] = $derived.by(() =>
    (this.review.entries[this.review.at - 1]?.events ?? [])
      .map((happened) => this.table.game.describe(this.table, happened))
      .filter((line): line is EventLine => line !== null),
  );
  /** How many exercises there are: the costliest mistakes of whoever looks. */
  readonly mistakes = $derived.by(() =>
    Math.min(
      MOST_EXERCISES,
      this.coach.decisions.filter(
        (one) =>
          one.seat === (this.table.seat ?? this.focus) && ["mistake", "big"].includes(one.grade),
      ).length,
    ),
  );
  readonly exercises = $derived.by(
    () => `/t/${this.info.id}/review/learn${this.table.seat === null ? `?seat=${this.focus}` : ""}`,
  );
  /** The moves that cost something, one's own if one played. */
  readonly costly: JudgedDecision[] = $derived.by(() =>
    this.coach.decisions.filter(
      (one) =>
        COSTLY.includes(one.grade) && (this.table.seat === null || one.seat === this.table.seat),
    ),
  );

  /** Show the costliest move, one's own if one played, unless somebody has chosen another. */
  suggest(): void {
    if (this.chosen) return;
    const numbers = this.coach.job?.review?.turning_points ?? [];
    const own = numbers.find((n) => this.coach.decision(n)?.seat === this.table.seat);
    const first = own ?? numbers[0];
    if (first !== undefined && !this.review.playing) this.review.go(first);
  }

  show(expected: boolean): void {
    this.points = expected;
    this.board = false;
  }

  /** Open a move. */
  select(n: number): void {
    this.review.stop();
    this.go(n);
    this.part = "move";
  }

  /** Go to a move where one is. */
  go(n: number): void {
    this.chosen = true;
    this.better = false;
    this.review.go(n);
  }

  toggle(): void {
    this.chosen = true;
    this.better = false;
    this.review.toggle();
  }

  /** To the previous or next move that cost something. */
  toMistake(by: 1 | -1): void {
    const numbers = this.costly.map((one) => one.number);
    const { at } = this.review;
    const next = by > 0 ? numbers.find((n) => n > at) : numbers.filter((n) => n < at).at(-1);
    if (next !== undefined) this.select(next);
  }

  /** A move in words, from the position it was made in. */
  text(one: JudgedDecision, other = false): string {
    const judgement = other ? one.better : one.played;
    if (!judgement) return "";
    const scene = new ReadOnlyScene(
      this.table,
      () => this.review.positions[one.number - 1] ?? this.table.view,
      undefined,
      () => one.seat,
    );
    return this.table.game.moveText(scene, option(judgement));
  }

  /** Where the slider stands, for a screen reader. */
  readonly valueText: string = $derived.by(() => {
    const parts = [t("replay.move", { move: this.review.at, of: this.review.moves })];
    const { decision } = this;
    if (decision) {
      parts.push(t("round", { round: decision.round }), this.table.name(decision.seat));
      if (decision.grade) parts.push(t(`review:grade.${decision.grade}`));
      if (decision.win_played !== null && !this.alone)
        parts.push(t("review:chance_is", { n: Math.round(decision.win_played * 100) }));
    }
    return parts.join(", ");
  });
}
