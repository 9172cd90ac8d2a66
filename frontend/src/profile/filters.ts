// Which games a page shows. They stand in the address, so that a page can be shared and gone back to.
import type { ProfilePage } from "../types.gen";

export const COMPANIES = ["", "people", "bots", "solo"] as const;
export const RESULTS = ["", "won", "lost"] as const;
export const TIMES = ["", "30", "90", "365"] as const;
export const NAMES = [
  "game",
  "company",
  "variant",
  "result",
  "days",
  "option",
  "opponent",
] as const;
export type FilterName = (typeof NAMES)[number];
export type Filters = Record<FilterName, string>;

export function readFilters(search: string): Filters {
  const given = new URLSearchParams(search);
  return Object.fromEntries(NAMES.map((name) => [name, given.get(name) ?? ""])) as Filters;
}

/** The address of the same page with one filter changed; "" leaves it out. */
export function withFilter(filters: Filters, name: FilterName, value: string): string {
  const wanted = { ...filters, [name]: value };
  // A deck or an option belongs to a game.
  if (name === "game") wanted.variant = wanted.option = "";
  return written(wanted);
}

/** The part of an address after the question mark. */
export function written(filters: Filters, more: Record<string, string> = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filters, ...more }))
    if (value) query.set(name, value);
  const text = query.toString();
  return text ? `?${text}` : "";
}

export function anyFilter(filters: Filters): boolean {
  return NAMES.some((name) => filters[name] !== "");
}

/** The values of a kind that fit the chosen game. */
export function offered(
  profile: ProfilePage,
  kind: "variants" | "options",
  game: string,
): ProfilePage["variants"] {
  return profile[kind].filter((one) => !game || one.game === game);
}
