// The coach's review of one game: asked for when the page opens, fetched again whenever the table's socket says that it
// has grown.
import { api, Refused, TableSocket } from "../api";
import { errorText } from "../errorText";
import { becomeGuest } from "../table/playOn";
import type { Frame, Job, JudgedDecision } from "../types.gen";

const AGAIN = 4000; // milliseconds until the next try where no socket is to be had

export class Coach {
  job: Job | null = $state.raw(null);
  problem = $state("");
  /** Seconds until everything is judged, as far as one can tell. */
  left: number | null = $state(null);
  private socket: TableSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private fetching: "no" | "yes" | "again" = "no";
  private since: { at: number; done: number } | null = null;
  private closed = false;

  constructor(private readonly id: string) {}

  readonly decisions: JudgedDecision[] = $derived(this.job?.review?.decisions ?? []);
  private readonly byNumber = $derived(new Map(this.decisions.map((one) => [one.number, one])));

  get running(): boolean {
    return this.job?.state === "running";
  }

  get failed(): boolean {
    return this.job?.state === "failed";
  }

  decision(number: number): JudgedDecision | null {
    return this.byNumber.get(number) ?? null;
  }

  /** Open the review: whoever has a name asks for it, a stranger looks whether it is there first. */
  async open(): Promise<void> {
    const me = await api.me().catch(() => null);
    if (me?.name) return this.start();
    this.problem = "";
    try {
      this.take(await api.review(this.id));
    } catch (error) {
      if (error instanceof Refused && error.code === "no_review") await this.start();
      else this.problem = errorText(error);
    }
  }

  /** Ask for it, or let it go on where it stopped. */
  async start(): Promise<void> {
    this.problem = "";
    try {
      await becomeGuest();
      this.take(await api.startReview(this.id));
    } catch (error) {
      this.problem = errorText(error);
    }
  }

  close(): void {
    this.closed = true;
    this.hangUp();
  }

  private hangUp(): void {
    clearTimeout(this.timer);
    this.socket?.close();
    this.socket = null;
  }

  private take(job: Job): void {
    this.job = job;
    const now = Date.now();
    if (!this.since || job.done === 0) this.since = { at: now, done: job.done };
    const done = job.done - this.since.done;
    const seconds = (now - this.since.at) / 1000;
    this.left = done >= 3 && job.first ? Math.ceil((seconds / done) * (job.of - job.done)) : null;
    if (job.state !== "running" || this.closed) this.hangUp();
    else
      this.socket ??= new TableSocket(this.id, {
        frame: (frame) => this.hear(frame),
        link: (state) => {
          if (state === "stopped") this.timer = setTimeout(() => void this.fetch(), AGAIN);
        },
      });
  }

  /** The socket tells how far the work is; what was found is fetched. A socket that came back may have missed it. */
  private hear(frame: Frame): void {
    if (frame.type === "table" || (frame.type === "job" && frame.job.kind === "review"))
      void this.fetch();
  }

  /** Fetch what was found; once more if it has grown meanwhile. */
  private async fetch(): Promise<void> {
    if (this.fetching !== "no") {
      this.fetching = "again";
      return;
    }
    this.fetching = "yes";
    try {
      this.take(await api.review(this.id));
      this.problem = "";
    } catch (error) {
      this.problem = errorText(error);
      if (!this.closed) this.timer = setTimeout(() => void this.fetch(), AGAIN);
    }
    const again = (this.fetching as string) === "again" && !this.closed && this.running;
    this.fetching = "no";
    if (again) void this.fetch();
  }
}
