// What the service worker does with a request, decided by its address alone.

/** Files: stored for good; page: the network first; opened: lessons and replays, readable offline. */
export type Treatment = "file" | "page" | "opened" | "none";

const OPENED = [
  /^api\/lessons$/,
  /^api\/lessons\/[^/]+\/[^/]+$/,
  /^api\/lessons\/[^/]+\/[^/]+\/details$/,
  /^api\/tables\/[^/]+\/(replay|log)$/,
  /^api\/tables\/[^/]+$/, // only of a finished game, which its answer says
  /^api\/games(\/[^/]+\/components)?$/,
];
const DEED = /^(api\/lessons\/[^/]+\/[^/]+)\/(moves|back|keep|next|restart)$/;

/** How a GET of ours is answered; *path* is without the path the page lives under. */
export function treatment(path: string, navigation: boolean): Treatment {
  if (path.startsWith("assets/")) return "file";
  if (path.startsWith("api/")) return OPENED.some((one) => one.test(path)) ? "opened" : "none";
  return navigation ? "page" : "none";
}

/** Whether an answer may be stored: no table whose game is still played. */
export function mayStore(path: string, answer: unknown): boolean {
  if (!/^api\/tables\/[^/]+$/.test(path)) return true;
  const status = (answer as { table?: { status?: string } }).table?.status;
  return status === "finished" || status === "abandoned";
}

/** The chapter that a learner's deed has changed: its answer is what a reader would be sent. */
export function chapterOf(path: string): string | null {
  return DEED.exec(path)?.[1] ?? null;
}

/** Requests after which nothing of a person may stay on the device. */
export function endsSession(path: string): boolean {
  return path === "api/signout";
}
