// Which page the address names: home or the lobby, a new table, the daily challenge, the chapters, a lesson, a table, its
// replay, its review or the exercises from it.
import { at, BASE } from "./base";

export interface Route {
  page:
    | "lobby"
    | "new"
    | "daily"
    | "learn"
    | "lesson"
    | "table"
    | "replay"
    | "review"
    | "exercises"
    | "admin"
    | "account"
    | "games"
    | "profile"
    | "claim"
    | "mail-link";
  /** Of a table, the game of a lesson, or the key of somebody's public profile. */
  id: string;
  move: number | null;
  token: string;
  chapter: string;
  /** Whose exercises; one's own if none is named. */
  seat: number | null;
  /** What follows the question mark, for pages with filters. */
  search: string;
}

/** The path of an address of ours, without the one we live under. */
function ours(path: string): string {
  return BASE && path.startsWith(BASE) ? path.slice(BASE.length) : path;
}

const LOBBY: Route = {
  page: "lobby",
  id: "",
  move: null,
  token: "",
  chapter: "",
  seat: null,
  search: "",
};

function read(): Route {
  const [, first = "", id = "", third = "", fourth = ""] = ours(location.pathname).split("/");
  const token = /[#&]seat=([^&]+)/.exec(location.hash)?.[1] ?? "";
  if (first === "t" && id) {
    if (third === "review" && fourth === "learn") {
      const seat = new URLSearchParams(location.search).get("seat");
      return { ...LOBBY, page: "exercises", id, seat: seat === null ? null : Number(seat) };
    }
    if (third === "replay" || third === "review") {
      const move = new URLSearchParams(location.search).get("move");
      return { ...LOBBY, page: third, id, move: move === null ? null : Number(move), token };
    }
    return { ...LOBBY, page: "table", id, token };
  }
  if (first === "new") return { ...LOBBY, page: "new" };
  if (first === "daily") return { ...LOBBY, page: "daily" };
  if (first === "account" || first === "claim") return { ...LOBBY, page: first };
  if (first === "notices") return { ...LOBBY, page: "mail-link" };
  if (first === "games" || first === "profile")
    return { ...LOBBY, page: first, id, search: location.search };
  if (first === "admin") return { ...LOBBY, page: "admin" };
  if (first === "learn")
    return third ? { ...LOBBY, page: "lesson", id, chapter: third } : { ...LOBBY, page: "learn" };
  return LOBBY;
}

const state = $state({ route: read() });

export function route(): Route {
  return state.route;
}

export function go(path: string): void {
  const target = at(ours(path));
  if (target !== location.pathname + location.search) history.pushState(null, "", target);
  state.route = read();
  window.scrollTo(0, 0);
}

/** Drop the seat token from the address once it was used. */
export function forgetToken(): void {
  history.replaceState(null, "", location.pathname + location.search);
  state.route = read();
}

window.addEventListener("popstate", () => (state.route = read()));

/** Let plain clicks on links of our own stay on this page. */
export function follow(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
  const href = (event.currentTarget as HTMLAnchorElement).getAttribute("href");
  if (!href) return;
  event.preventDefault();
  go(href);
}
