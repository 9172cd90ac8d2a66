// The client's side of the server: requests, and one socket per table that comes back by itself.
import { at } from "./base";
import { answered, failed } from "./connection.svelte";
import { withWholeView } from "./table/changes";
import {
  CLOSE_CODES,
  type Account,
  type ClaimCodeInfo,
  type Confirm,
  type Offer,
  type PageSettings,
  type PasskeyOptions,
  type RecoveryCode,
  type AbsenceOption,
  type AbsenceOptions,
  type Command,
  type Daily,
  type DailyChallenge,
  type Frame,
  type GameInfo,
  type Games,
  type HomePage,
  type Details,
  type Exercise,
  type ExerciseHelp,
  type Exercises,
  type ChancesInfo,
  type ForecastInfo,
  type Job,
  type Learn,
  type LessonPage,
  type Invitation,
  type Log,
  type LogEntry,
  type Snapshot,
  type Me,
  type NewTable,
  type Problem,
  type RecordText,
  type Replay,
  type SeatDevice,
  type SeatDevices,
  type SeatLink,
  type TableInfo,
  type Tables,
  type TriedMove,
  type Update,
  type Waiting,
  type WhatIf,
  type WhatIfOutlook,
  type WhatIfPage,
  type AdminAudit,
  type AdminBan,
  type AdminBans,
  type AdminCount,
  type AdminMeasure,
  type AdminOverview,
  type AdminPeople,
  type AdminPerson,
  type AdminTable,
  type AdminTables,
  type Announcement,
  type Announcements,
  type AuditEntry,
  type DeviceInfo,
  type Devices,
  type ChangeNotifications,
  type MailLinkUsed,
  type NotificationSettings,
  type NotificationTest,
  type NotificationTestResult,
  type PushSubscription,
  type WebhookRequest,
  type Retention,
  type HeadsToHeads,
  type PlayedGames,
  type PointSources,
  type ProfilePage,
  type UsedThings,
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
    answer = await fetch(at(`/api${path}`), {
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    failed();
    throw new Refused("unreachable", "The server does not answer.", 0);
  }
  // An answer that was stored on this device is none of the server.
  if (answer.headers.has("x-skerry-stored")) failed();
  else answered();
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

/** What a learner does in a lesson. */
export type LessonDeed = "moves" | "back" | "keep" | "next" | "restart";

const lesson = (id: string, rest = "") =>
  `/lessons/${id.split(".").map(encodeURIComponent).join("/")}${rest}`;
const table = (id: string, rest = "") => `/tables/${encodeURIComponent(id)}${rest}`;

const seatQuery = (seat: number | null) => (seat === null ? "" : `?seat=${seat}`);

/** What the operator does; the key is in a cookie of its own. */
export const operator = {
  signIn: (key: string) => ask<unknown>("/admin/session", { key }),
  signOut: () => ask<unknown>("/admin/signout", {}),
  overview: () => ask<AdminOverview>("/admin/overview"),
  tables: async (words: string, status: string): Promise<AdminTable[]> =>
    (await ask<AdminTables>(`/admin/tables?${new URLSearchParams({ words, status })}`)).tables,
  people: async (words: string): Promise<AdminPerson[]> =>
    (await ask<AdminPeople>(`/admin/people?${new URLSearchParams({ words })}`)).people,
  audit: async (before = 0): Promise<AuditEntry[]> =>
    (await ask<AdminAudit>(`/admin/audit${before ? `?before=${before}` : ""}`)).entries,
  measures: async (): Promise<AdminBan[]> => (await ask<AdminBans>("/admin/measures")).measures,
  measure: (body: AdminMeasure) => ask<unknown>("/admin/measures", body),
  endMeasure: (kind: "mute" | "ban", target: string) =>
    ask<unknown>("/admin/measures/end", { kind, target }),
  close: (id: string, reason: string) => ask<unknown>(`/admin${table(id, "/close")}`, { reason }),
  remove: (id: string, reason: string) => ask<unknown>(`/admin${table(id, "/delete")}`, { reason }),
  removeChat: (id: string, reason: string) =>
    ask<AdminCount>(`/admin${table(id, "/chat/delete")}`, { reason }),
  announce: (text: string, hours: number) =>
    ask<AdminCount>("/admin/announcements", { text, hours }),
  endAnnouncement: (number: number) => ask<unknown>(`/admin/announcements/${number}/end`, {}),
  retention: (body: Retention) => ask<Retention>("/admin/retention", body),
};

/** How the player hears that it is their turn. */
export const notifications = {
  settings: () => ask<NotificationSettings>("/notifications"),
  change: (body: ChangeNotifications) => ask<NotificationSettings>("/notifications", body),
  subscribe: (body: PushSubscription) => ask<NotificationSettings>("/notifications/push", body),
  /** An address gets a mail that asks to confirm it; an empty one is forgotten. */
  mail: (address: string, language: string) =>
    ask<NotificationSettings>(`/notifications/mail?language=${language}`, { address }),
  confirmMail: (token: string) => ask<MailLinkUsed>("/notifications/mail/confirm", { token }),
  mailOff: (token: string) => ask<MailLinkUsed>("/notifications/mail/off", { token }),
  webhook: (body: WebhookRequest) => ask<NotificationSettings>("/notifications/webhook", body),
  test: (channel: NotificationTest["channel"]) =>
    ask<NotificationTestResult>("/notifications/test", { channel }),
};

/** One identity on every device. */
export const identity = {
  account: () => ask<Account>("/account"),
  passkeyOptions: () => ask<PasskeyOptions>("/account/passkeys/options", {}),
  addPasskey: (credential: object) => ask<Account>("/account/passkeys", { credential }),
  removePasskey: (id: string) => ask<Account>("/account/passkeys/remove", { id }),
  recoveryCode: async (): Promise<string> =>
    (await ask<RecoveryCode>("/account/recovery", {})).code,
  claimCode: async (): Promise<ClaimCodeInfo> => {
    const made = await ask<ClaimCodeInfo>("/account/claim", {});
    // The server may not know under which name it is reached.
    const url = /^https?:/.test(made.url) ? made.url : location.origin + at(made.url);
    return { ...made, url };
  },
  endClaimCode: () => ask<unknown>("/account/claim/end", {}),
  signInOptions: () => ask<PasskeyOptions>("/signin/options", {}),
  byPasskey: (credential: object) => ask<Offer>("/signin/passkey", { credential }),
  byRecoveryCode: (code: string) => ask<Offer>("/signin/recovery", { code }),
  byClaimCode: (code: string) => ask<Offer>("/signin/claim", { code }),
  confirm: (body: Confirm) => ask<Me>("/signin/confirm", body),
  settings: () => ask<PageSettings>("/account/settings"),
  saveSettings: (settings: object) => ask<PageSettings>("/account/settings", { settings }),
  remove: (name: string) => ask<Account>("/account/delete", { name }),
  keep: () => ask<Account>("/account/keep", {}),
  /** Where all data can be downloaded. */
  data: at("/api/account/data"),
};

export const api = {
  devices: async (): Promise<DeviceInfo[]> => (await ask<Devices>("/devices")).devices,
  /** Sign out a device; every other one if none is named. */
  endDevice: (device = "") => ask<unknown>("/devices/end", { device }),
  signOut: () => ask<unknown>("/signout", {}),
  announcements: async (): Promise<Announcement[]> =>
    (await ask<Announcements>("/announcements")).announcements,
  me: () => ask<Me>("/me"),
  name: (name: string) => ask<Me>("/guests", { name }),
  games: async (): Promise<GameInfo[]> => (await ask<Games>("/games")).games,
  tables: async (status: "open" | "running" | "finished"): Promise<TableInfo[]> =>
    (await ask<Tables>(`/tables?status=${status}`)).tables,
  /** A returning player's page in one request. */
  home: (language: string, game: string) =>
    ask<HomePage>(`/home?${new URLSearchParams({ language, game })}`),
  /** The tables that wait for this player, the most urgent first. */
  waiting: () => ask<Waiting>("/waiting"),
  /** One's own tables, fifty at a time; `next` of the answer asks for those that follow. */
  mine: (page = "") => ask<Tables>(`/mine${page ? `?page=${encodeURIComponent(page)}` : ""}`),
  /** One's own tables whose game is not over. */
  running: async (): Promise<TableInfo[]> => (await ask<Tables>("/mine?running=1")).tables,
  /** Figures, games and settings of a profile; *query* is "?game=...", as in the address of the page. */
  profile: (query: string) => ask<ProfilePage>(`/profile${query}`),
  playedGames: (query: string) => ask<PlayedGames>(`/profile/games${query}`),
  headsToHeads: (query: string) => ask<HeadsToHeads>(`/profile/heads${query}`),
  pointSources: (query: string) => ask<PointSources>(`/profile/sources${query}`),
  usedThings: (query: string) => ask<UsedThings>(`/profile/uses${query}`),
  setPublic: (wanted: boolean) => ask<ProfilePage>("/profile/public", { public: wanted }),
  make: (body: NewTable) => ask<Snapshot>("/tables", body),
  look: (id: string) => ask<Snapshot>(table(id)),
  join: (id: string, seat?: number) =>
    ask<Snapshot>(table(id, "/join"), seat === undefined ? {} : { seat }),
  invitation: (token: string) => ask<Invitation>("/invitation", { token }),
  claim: (token: string) => ask<Snapshot>("/claim", { token }),
  start: (id: string) => ask<unknown>(table(id, "/start"), {}),
  leave: (id: string) => ask<unknown>(table(id, "/leave"), {}),
  resign: (id: string, seat: number) => ask<unknown>(table(id, "/resign"), { seat }),
  rename: (id: string, name: string, seat?: number) =>
    ask<Snapshot>(table(id, "/name"), seat === undefined ? { name } : { name, seat }),
  closeCampaign: (id: string) => ask<Snapshot>(table(id, "/close"), {}),
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
  seatDevices: async (id: string, seat: number): Promise<SeatDevice[]> =>
    (await ask<SeatDevices>(table(id, `/seats/${seat}/devices`))).devices,
  signOutOfSeat: async (id: string, seat: number, devices: string[]): Promise<SeatDevice[]> =>
    (await ask<SeatDevices>(table(id, `/seats/${seat}/devices`), { devices })).devices,
  /** What could be asked for because somebody is away. */
  absence: async (id: string): Promise<AbsenceOption[]> =>
    (await ask<AbsenceOptions>(table(id, "/absence"))).options,
  actOnAbsence: (id: string, what: AbsenceOption["what"], seat: number) =>
    what === "host"
      ? ask<unknown>(table(id, "/host"), {})
      : ask<unknown>(table(id, `/seats/${seat}/${what === "substitute" ? "bot" : what}`), {}),
  answerAbsence: (id: string, what: AbsenceOption["what"], seat: number, agree: boolean) =>
    ask<unknown>(table(id, "/absence"), { what, seat, agree }),
  log: async (id: string): Promise<LogEntry[]> => (await ask<Log>(table(id, "/log"))).entries,
  replay: (id: string, first: number, count: number) =>
    ask<Replay>(table(id, `/replay?first=${first}&count=${count}`)),
  /** The coach's review as far as it is; refused with "no_review" if nobody has asked for one. */
  review: (id: string) => ask<Job>(table(id, "/jobs/review")),
  startReview: (id: string) => ask<Job>(table(id, "/jobs"), { kind: "review" }),
  /** The costliest mistakes of a seat; one's own if none is named. */
  exercises: (id: string, seat: number | null) =>
    ask<Exercises>(table(id, `/exercises${seatQuery(seat)}`)),
  exercise: (id: string, seat: number, move: number) =>
    ask<Exercise>(table(id, `/exercises/${move}${seatQuery(seat)}`)),
  exerciseDetails: (id: string, seat: number, move: number) =>
    ask<Details>(table(id, `/exercises/${move}/details${seatQuery(seat)}`)),
  tryExercise: (id: string, seat: number, number: number, move: string) =>
    ask<TriedMove>(table(id, `/exercises/${number}/tries`), { move, seat }),
  exerciseHelp: (id: string, seat: number, number: number, step: number) =>
    ask<ExerciseHelp>(table(id, `/exercises/${number}/help`), { step, seat }),
  whatIf: (id: string, body: WhatIf) => ask<WhatIfPage>(table(id, "/whatif"), body),
  whatIfDetails: (id: string, body: WhatIf) => ask<Details>(table(id, "/whatif/details"), body),
  whatIfOutlook: (id: string, body: WhatIf) =>
    ask<WhatIfOutlook>(table(id, "/whatif/outlook"), body),
  hint: (id: string, seat: number) => ask<Job>(table(id, "/hint"), { seat }),
  /** What the seat can know ahead; null watches. */
  forecast: (id: string, seat: number | null) =>
    ask<ForecastInfo>(table(id, `/forecast${seat === null ? "" : `?seat=${seat}`}`)),
  /** How often things happen; it takes a moment. */
  chances: (id: string, seat: number | null) =>
    ask<ChancesInfo>(table(id, `/forecast/chances${seat === null ? "" : `?seat=${seat}`}`)),
  learn: (language: string, game: string) =>
    ask<Learn>(`/lessons?language=${language}&game=${encodeURIComponent(game)}`),
  lesson: (id: string, language: string) => ask<LessonPage>(lesson(id, `?language=${language}`)),
  lessonDetails: (id: string) => ask<Details>(lesson(id, "/details")),
  lessonDeed: (id: string, deed: LessonDeed, language: string, body: object) =>
    ask<LessonPage>(lesson(id, `/${deed}?language=${language}`), body),
  /** A table with the position at the end of a chapter. */
  playOn: (id: string, language: string) =>
    ask<Snapshot>(lesson(id, `/table?language=${language}`), {}),
  daily: () => ask<Daily>("/daily"),
  /** The table of a daily challenge; the first one of the day counts, unless it is for practice. */
  playDaily: (kind: DailyChallenge["kind"], practice: boolean) =>
    ask<Snapshot>("/daily", { kind, practice }),
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
  /** When the last entry seen was made: after a restore another one may have its number. */
  private last: number | null = null;
  private line: number | null = null;
  private view: Record<string, unknown> | null = null;
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
    const query = new URLSearchParams({ updates: "changes" });
    if (this.number !== null) query.set("after", String(this.number));
    if (this.line !== null) query.set("chat", String(this.line));
    if (this.seat !== null) query.set("seat", String(this.seat));
    if (this.last !== null) query.set("last", String(this.last));
    const url = `${scheme}://${location.host}${at("/api/tables/")}${this.id}/socket?${query}`;
    this.listener.link("connecting", 0);
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onmessage = (message) => this.hear(JSON.parse(message.data as string) as Frame);
    socket.onclose = (event) => this.lost(event.code);
  }

  private hear(sent: Frame): void {
    const frame = sent.type === "changed" ? withWholeView(this.view, sent) : sent;
    clearTimeout(this.watch);
    this.watch = setTimeout(() => this.socket?.close(), SILENCE);
    if (frame.type === "table") {
      this.tries = 0;
      this.seen(frame);
      this.seat = frame.seat;
      this.line = frame.chat.at(-1)?.number ?? this.line;
      this.listener.link("open", 0);
    } else if (frame.type === "update") {
      this.seen(frame);
    } else if (frame.type === "chat") {
      this.line = frame.lines.at(-1)?.number ?? this.line;
    } else if (frame.type === "info") {
      this.seat = frame.seat;
    }
    this.listener.frame(frame);
  }

  private seen(frame: Snapshot | Update): void {
    this.number = frame.number;
    this.view = frame.view;
    const last = frame.entries.at(-1);
    if (last?.number === frame.number) this.last = last.at;
    else if (frame.type === "table" && frame.whole) this.last = null;
  }

  private lost(code: number): void {
    clearTimeout(this.watch);
    if (this.ended) return;
    if (CLOSE_CODES[code]?.again === false) {
      this.listener.link("stopped", 0); // the server said no: trying again would not help
      return;
    }
    const wait = WAITS[Math.min(this.tries, WAITS.length - 1)] ?? 8000;
    this.tries += 1;
    this.listener.link("lost", Date.now() + wait);
    this.timer = setTimeout(() => this.open(), wait);
  }
}
