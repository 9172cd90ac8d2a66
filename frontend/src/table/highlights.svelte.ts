// Refs lit from outside the question: a line of the log, a hint, another player's move.
const SHOWN_FOR = 1800; // milliseconds

export class Highlights {
  lit: Set<string> = $state.raw(new Set<string>());
  /** What is lit while nothing else is: in a lesson, what the teacher speaks of. */
  private steady: string[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  light(refs: string[]): void {
    this.lit = new Set(refs);
  }

  /** Light places for a moment. */
  flash(refs: string[]): void {
    clearTimeout(this.timer);
    this.light(refs);
    this.timer = setTimeout(() => this.light(this.steady), SHOWN_FOR);
  }

  /** Light places until others are named. */
  keep(refs: string[]): void {
    this.steady = refs;
    clearTimeout(this.timer);
    this.light(refs);
  }
}
