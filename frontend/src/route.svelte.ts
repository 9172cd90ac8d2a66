// Which page the address names: the lobby, a table, or a position of a replay.
export interface Route {
  page: "lobby" | "table" | "replay";
  id: string;
  move: number | null;
  token: string;
}

function read(): Route {
  const [, first = "", id = "", third = ""] = location.pathname.split("/");
  const token = /[#&]seat=([^&]+)/.exec(location.hash)?.[1] ?? "";
  if (first === "t" && id) {
    if (third === "replay") {
      const move = new URLSearchParams(location.search).get("move");
      return { page: "replay", id, move: move === null ? null : Number(move), token };
    }
    return { page: "table", id, move: null, token };
  }
  return { page: "lobby", id: "", move: null, token: "" };
}

const state = $state({ route: read() });

export function route(): Route {
  return state.route;
}

export function go(path: string): void {
  if (path !== location.pathname + location.search) history.pushState(null, "", path);
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
