// Names and texts of cards, elders, spaces and goods in the reader's language.
// Translated card words are keyed by the English ones, so a corrected card shows its own English.
import { cardWords, has, list, t } from "../i18n/i18n.svelte";
import art from "./art.json";
import { card, elder, type Described } from "./components.svelte";
import { GOODS, type Goods } from "./goods";
import type { View } from "./view.gen";

type Pictures = Record<string, string | undefined>;

/** As it is shown: card files are typed with straight apostrophes, which records and notation keep. */
export const typeset = (written: string): string => written.replaceAll("'", "’");

export function nameOf(written: Described | undefined, otherwise: string): string {
  if (!written) return otherwise;
  return cardWords("nusfjord")?.names[written.name] ?? typeset(written.name);
}

export function textOf(written: Described | undefined): string {
  if (!written) return "";
  return cardWords("nusfjord")?.texts[written.text] ?? typeset(written.text);
}

export function cardName(id: string): string {
  return nameOf(card(id), id);
}

export function elderName(number: number | string): string {
  return nameOf(elder(number), `${number}`);
}

export function spaceName(space: string): string {
  return t(`nusfjord:space.${space}`);
}

/** The line under a space's name: what it brings now, or "". */
export function spaceNote(view: View, seat: number | null, space: string): string {
  const key = `nusfjord:note.${space}`;
  if (space !== "buy_all_shares") return has(key) ? t(key) : "";
  const count = view.market.reduce((sum, offered) => sum + offered, 0);
  if (!count) return t("nusfjord:note.buy_all_shares_zero");
  const price = seat === null ? view.share_price : view.players[seat]?.share_price;
  return t(key, { count, price });
}

export function cardPicture(id: string): string {
  return `n-bld-${(art.buildings as Pictures)[id] ?? "rorbu"}`;
}

export function elderPicture(number: number | string): string {
  const picture = (art.elders as Pictures)[String(number)];
  return picture ? `elder-${picture}` : "n-elder-seat";
}

/** Name a cause: a building, an elder, a space or the Fishing Phase. */
export function causeName(cause: string): string {
  const [kind, number] = cause.split(" ");
  if (kind === "elder" && number) return elderName(number);
  return /^[ABC]\d/.test(cause) ? cardName(cause) : spaceName(cause);
}

export function causeText(cause: string): string {
  const [kind, number] = cause.split(" ");
  if (kind === "elder" && number) return textOf(elder(number));
  return /^[ABC]\d/.test(cause) ? textOf(card(cause)) : "";
}

export function causePicture(cause: string): string {
  const [kind, number] = cause.split(" ");
  if (kind === "elder" && number) return elderPicture(number);
  return /^[ABC]\d/.test(cause) ? cardPicture(cause) : (ICONS[cause] ?? "nact-building");
}

/** "4 wood and 1 gold"; nothing at all reads "free". */
export function goodsWords(goods: Goods): string {
  const parts = GOODS.filter((good) => goods[good]).map((good) =>
    t(`nusfjord:amount.${good}`, { count: goods[good] ?? 0 }),
  );
  return parts.length ? list(parts) : t("nusfjord:ui.costNone");
}

export const ICONS: Record<string, string> = {
  gold: "nact-gold",
  transfer_reserve: "nact-reserve",
  serve_fish: "nact-serve",
  build_building: "nact-building",
  build_building_2: "nact-building",
  issue_share: "nact-issue",
  buy_all_shares: "nact-buy",
  deforest: "nact-deforest",
  thin_out: "nact-thin",
  reforest: "nact-reforest",
  build_ship: "nact-ship",
  take_elder: "nact-elder",
  copy: "nact-copy",
  copy_left: "nact-copy",
  copy_middle: "nact-copy",
  copy_right: "nact-copy",
  fishing: "n-fish",
};

// The space that stands for each kind of action in the coach's reasons (src/skerry/analysis/labels.toml).
const SPACES: Record<string, string> = {
  building: "build_building",
  ship: "build_ship",
  issue: "issue_share",
  buy_shares: "buy_all_shares",
  elder: "take_elder",
  serve: "serve_fish",
};

/** What a reason of the coach speaks of: an action, a space, a card or an elder. */
export function cause(label: string): { name: string; icon: string } {
  const what = SPACES[label] ?? label;
  return { name: causeName(what), icon: causePicture(what) };
}
