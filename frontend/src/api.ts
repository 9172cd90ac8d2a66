// The client's side of the server: requests, and one socket per table that comes back by itself.
import type {
  Command,
  Frame,
  GameInfo,
  Games,
  Hint,
  Log,
  LogEntry,
  Snapshot,
  Me,
  NewTable,
  Problem,
  RecordText,
  Replay,
  SeatLink,
  TableInfo,
  Tables,
} from "./types.gen";

/** A request the server refused, with its code for the message catalogue. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

async function ask<T>(path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new Refused("unreachable", "The server does not answer.", 0);
  }
  const text = await answer.text();
  if (!answer.ok) {
    let problem: Partial<Problem> = {};
    try {
      problem = JSON.parse(text);
    } catch {
      // not from our server: the status must do
    }
    throw new Refused(
      problem.code ?? "failed",
      problem.message ?? answer.statusText,
      answer.status,
    );
  }
  return (text ? JSON.parse(text) : null) as T;
}

const table = (id: string, rest = "") => `/tables/${encodeURIComponent(id)}${rest}`;

export const api = {
  me: () => ask<Me>("/me"),
  name: (name: string) => ask<Me>("/guests", { name }),
  games: async (): Promise<GameInfo[]> => (await ask<Games>("/games")).games,
  tables: async (status: "open" | "running" | "finished"): Promise<TableInfo[]> =>
    (await ask<Tables>(`/tables?status=${status}`)).tables,
  mine: async (): Promise<TableInfo[]> => (await ask<Tables>("/mine")).tables,
  make: (wish: NewTable) => ask<Snapshot>("/tables", wish),
  look: (id: string) => ask<Snapshot>(table(id)),
  join: (id: string, seat?: number) =>
    ask<Snapshot>(table(id, "/join"), seat === undefined ? {} : { seat }),
  claim: (token: string) => ask<Snapshot>("/claim", { token }),
  start: (id: string) => ask<unknown>(table(id, "/start"), {}),
  leave: (id: string) => ask<unknown>(table(id, "/leave"), {}),
  resign: (id: string) => ask<unknown>(table(id, "/resign"), {}),
  rematch: (id: string) => ask<Snapshot>(table(id, "/rematch"), {}),
  backFromBot: (id: string) => ask<unknown>(table(id, "/back"), {}),
  standIn: (id: string, seat: number, level: string) =>
    ask<unknown>(table(id, `/seats/${seat}/bot`), { level }),
  seat: (id: string, seat: number, kind: string, level = "steady") =>
    ask<unknown>(table(id, `/seats/${seat}`), { kind, level }),
  /** The link of a seat; the server may not know under which name it is reached. */
  link: async (id: string, seat: number): Promise<string> =>
    new URL((await ask<SeatLink>(table(id, `/seats/${seat}/link`))).url, location.origin).href,
  /** A new link of a seat; older ones stop working. */
  newLink: async (id: string, seat: number): Promise<string> =>
    new URL((await ask<SeatLink>(table(id, `/seats/${seat}/link`), {})).url, location.origin).href,
  revokeTokens: () => ask<unknown>("/tokens/revoke", {}),
  log: async (id: string): Promise<LogEntry[]> => (await ask<Log>(table(id, "/log"))).entries,
  replay: (id: string, first: number, count: number) =>
    ask<Replay>(table(id, `/replay?first=${first}&count=${count}`)),
  hint: (id: string, seat: number) => ask<Hint>(table(id, "/hint"), { seat }),
  record: async (id: string): Promise<string> =>
    (await ask<RecordText>(table(id, "/record"))).record,
};

const WAITS = [1000, 2000, 4000, 8000];
const SILENCE = 40_000; // the server beats every 15 s

export interface Listener {
  frame(frame: Frame): void;
  link(state: "connecting" | "open" | "lost" | "stopped", retryAt: number): void;
}

/** A socket that reconnects and asks only for what it missed. */
export class TableSocket {
  private socket: WebSocket | null = null;
  private number: number | null = null;
  private line: number | null = null;
  private seat: number | null = null;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  private watch: ReturnType<typeof setTimeout> | undefined;
  private ids = 0;

  constructor(
    private readonly id: string,
    private readonly listener: Listener,
  ) {
    this.open();
    window.addEventListener("online", this.again);
    document.addEventListener("visibilitychange", this.again);
  }

  readonly nextId = (): number => ++this.ids;

  readonly send = (command: Command): boolean => {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(command));
    return true;
  };

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearTimeout(this.watch);
    window.removeEventListener("online", this.again);
    document.removeEventListener("visibilitychange", this.again);
    this.socket?.close();
  }

  /** Try at once instead of waiting. */
  readonly again = (): void => {
    if (this.ended || this.socket?.readyState === WebSocket.OPEN || document.hidden) return;
    if (this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.open();
  };

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const query = new URLSearchParams();
    if (this.number !== null) query.set("after", String(this.number));
    if (this.line !== null) query.set("chat", String(this.line));
    if (this.seat !== null) query.set("seat", String(this.seat));
    const url = `${scheme}://${location.host}/api/tables/${this.id}/socket?${query}`;
    this.listener.link("connecting", 0);
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onmessage = (message) => this.hear(JSON.parse(message.data as string) as Frame);
    socket.onclose = (event) => this.lost(event.code);
  }

  private hear(frame: Frame): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.socket?.close(), SILENCE);
    if (frame.type === "table") {
      this.tries = 0;
      this.number = frame.number;
      this.seat = frame.seat;
      this.line = frame.chat.at(-1)?.number ?? this.line;
      this.listener.link("open", 0);
    } else if (frame.type === "update") {
      this.number = frame.number;
    } else if (frame.type === "chat") {
      this.line = frame.lines.at(-1)?.number ?? this.line;
    } else if (frame.type === "info") {
      this.seat = frame.seat;
    }
    this.listener.frame(frame);
  }

  private lost(code: number): void {
    clearTimeout(this.watch);
    if (this.ended) return;
    if (code >= 4000 && code < 4900) {
      this.listener.link("stopped", 0); // the server said no: trying again would not help
      return;
    }
    const wait = WAITS[Math.min(this.tries, WAITS.length - 1)] ?? 8000;
    this.tries += 1;
    this.listener.link("lost", Date.now() + wait);
    this.timer = setTimeout(() => this.open(), wait);
  }
}
