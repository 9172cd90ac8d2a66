// A finished game, position by position: fetched in parts, stepped through, played.
import { api } from "../api";
import type { LogEntry } from "../types.gen";
import { standing } from "./log";
import type { GameView } from "./wire";

const PART = 60;

export class Review {
  positions: GameView[] = $state.raw([]);
  entries: LogEntry[] = $state.raw([]);
  moves = $state(0);
  at = $state(0);
  playing = $state(false);
  speed = $state(1);
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly id: string,
    moves: number,
    start: number | null,
    /** The positions hold what players had hidden from each other. */
    private readonly hidden = false,
  ) {
    this.moves = moves;
    this.at = Math.min(start ?? moves, moves);
  }

  async load(): Promise<void> {
    this.entries = standing(await api.log(this.id));
    const found: GameView[] = [];
    while (found.length <= this.moves) {
      const part = await api.replay(this.id, found.length, PART, this.hidden);
      if (part.positions.length === 0) break;
      found.push(...part.positions);
      this.positions = [...found];
    }
  }

  get view(): GameView {
    return this.positions[this.at] ?? this.positions.at(-1) ?? null;
  }

  /** The first position of each round. */
  get rounds(): { round: number; at: number }[] {
    const starts: { round: number; at: number }[] = [];
    this.positions.forEach((view, at) => {
      if (view.round !== starts.at(-1)?.round) starts.push({ round: view.round, at });
    });
    return starts;
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.moves, at));
  }

  jump(step: 1 | -1): void {
    const starts = this.rounds.map((round) => round.at);
    const wanted =
      step > 0 ? starts.find((at) => at > this.at) : starts.filter((at) => at < this.at).at(-1);
    this.go(wanted ?? (step > 0 ? this.moves : 0));
  }

  toggle(): void {
    this.playing = !this.playing;
    clearInterval(this.timer);
    if (!this.playing) return;
    if (this.at >= this.moves) this.at = 0;
    this.timer = setInterval(() => {
      this.at += 1;
      if (this.at >= this.moves) this.stop();
    }, 900 / this.speed);
  }

  faster(speed: number): void {
    this.speed = speed;
    if (this.playing) {
      this.playing = false;
      this.toggle();
    }
  }

  stop(): void {
    this.playing = false;
    clearInterval(this.timer);
  }
}
