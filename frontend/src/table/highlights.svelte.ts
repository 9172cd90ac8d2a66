// Refs lit from outside the question: a line of the log, a hint, another player's move.
const SHOWN_FOR = 1800; // milliseconds

export class Highlights {
  lit: Set<string> = $state.raw(new Set<string>());
  private timer: ReturnType<typeof setTimeout> | undefined;

  light(refs: string[]): void {
    this.lit = new Set(refs);
  }

  /** Light places for a moment. */
  flash(refs: string[]): void {
    clearTimeout(this.timer);
    this.light(refs);
    this.timer = setTimeout(() => this.light([]), SHOWN_FOR);
  }
}
