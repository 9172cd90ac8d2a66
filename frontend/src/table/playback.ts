// The pace at which frames are drawn: an opponent's move stays a moment before the next one, an own
// move is drawn at once and before what it led to.
import { calmMotion, settings } from "../settings.svelte";
import type { Update } from "../types.gen";

const PACE = { calm: 650, fast: 260, instant: 0 }; // milliseconds a move stays
const LONGEST_TURN = { calm: 2500, fast: 1200, instant: 0 }; // then the rest follows at once
const LONGEST_FRAME = 150; // a page that paints nothing is not waited for longer

export class Playback {
  private waiting: Update[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private frame = 0;
  private behind = 0;

  constructor(
    private readonly draw: (frame: Update) => void,
    /** Whether a frame holds the viewer's own moves only. */
    private readonly isOwn: (frame: Update) => boolean,
  ) {}

  /** The newest frame that is not drawn yet or is being shown. */
  get newest(): Update | undefined {
    return this.waiting.at(-1);
  }

  add(frame: Update): void {
    this.waiting.push(frame);
    if (this.waiting.length === 1) this.next();
  }

  /** Forget what waits: a whole new position follows. */
  clear(): void {
    this.halt();
    this.waiting = [];
  }

  /** Any key or tap finishes what is in motion. */
  hurry(): void {
    if (this.waiting.length > 1) this.finish();
  }

  /** Draw everything that waits. */
  finish(): void {
    this.halt();
    for (const frame of this.waiting.splice(0).slice(1)) this.draw(frame);
    this.behind = 0;
  }

  private next(): void {
    const frame = this.waiting[0];
    if (!frame) return;
    this.draw(frame);
    const own = this.isOwn(frame);
    const wait = own || calmMotion.matches ? 0 : this.pause();
    this.behind += wait;
    const go = () => {
      this.waiting.shift();
      if (this.waiting.length) this.next();
      else this.behind = 0;
    };
    if (own && !document.hidden) this.afterPaint(go);
    else if (wait === 0 || document.hidden) go();
    else this.timer = setTimeout(go, wait);
  }

  private afterPaint(go: () => void): void {
    this.frame = requestAnimationFrame(() => {
      clearTimeout(this.timer);
      this.timer = setTimeout(go);
    });
    this.timer = setTimeout(() => {
      this.halt();
      go();
    }, LONGEST_FRAME);
  }

  private pause(): number {
    const longest = LONGEST_TURN[settings.pace];
    if (this.behind >= longest || document.hidden) return 0;
    return Math.min(PACE[settings.pace], longest - this.behind);
  }

  private halt(): void {
    clearTimeout(this.timer);
    cancelAnimationFrame(this.frame);
  }
}
