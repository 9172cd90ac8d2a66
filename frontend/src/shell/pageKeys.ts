// G and a page's letter open it. Heard from the first moment of the page and by nothing that is drawn: the
// navigation is built anew when a page opens or the lobby turns into home, and a G pressed before must count.
import { go, route, type Route } from "../route.svelte";

export const PAGES = [
  { id: "play", path: "/", icon: "ui-play", key: "p" },
  { id: "learn", path: "/learn", icon: "club-learn", key: "l" },
  { id: "daily", path: "/daily", icon: "club-daily", key: "d" },
  { id: "games", path: "/games", icon: "club-games", key: "g" },
  { id: "profile", path: "/profile", icon: "club-profile", key: "r" },
];
const PATIENCE = 1500; // milliseconds between G and the letter
// The pages with the navigation; at a table the letters belong to the game.
const WHERE: Route["page"][] = ["lobby", "new", "learn", "daily", "games", "profile", "account"];

/** A reader of keys, each with its moment in milliseconds: the path that is asked for, if one is. */
export function pageKeys(): (key: string, now: number) => string | undefined {
  let since = -Infinity;
  return (key, now) => {
    const letter = key.toLowerCase();
    const wanted = now - since < PATIENCE ? PAGES.find((each) => each.key === letter) : undefined;
    // G alone waits for a letter; after a G it opens the page Games.
    since = letter === "g" && !wanted ? now : -Infinity;
    return wanted?.path;
  };
}

export function hearPageKeys(): void {
  const read = pageKeys();
  window.addEventListener("keydown", (event) => {
    const target = event.target as Element | null;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (!WHERE.includes(route().page)) return;
    if (target?.closest("input, textarea, select, dialog")) return;
    const path = read(event.key, event.timeStamp);
    if (path === undefined) return;
    event.preventDefault();
    go(path);
  });
}
