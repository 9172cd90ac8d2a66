// What a game brings to the table. The shell holds everything else and asks no game's name.
import type { Component } from "svelte";
import type { Decision, Happened, LedInfo, Option, Preview, WayInfo } from "../types.gen";
import type { Picks } from "./picks.svelte";
import type { Review } from "./review.svelte";
import type { Scene } from "./scene";
import type { Table } from "./table.svelte";
import type { Fields, GameView } from "./wire";

/** A number that changes, for the banner and for option rows: icon a → b. */
export interface Delta {
  icon: string;
  label: string;
  before: number | string;
  after: number | string;
}

/** The banner's words. `help` may be empty; `confirm` names the verb on the button. */
export interface BannerText {
  icon: string;
  title: string;
  help: string;
  confirm: string;
}

/** A way out of a space that is led and cannot be used. */
export interface WayText {
  way: WayInfo;
  icon: string;
  title: string;
  text: string;
  /** On the banner's button. */
  short: string;
}

/** What to say of a space that is led and cannot be used. */
export interface StuckText {
  icon: string;
  title: string;
  help: string;
  /** Over the aside and the sheet. */
  heading: string;
  reason: string;
  /** Who could take the lead meanwhile, or "". */
  risk: string;
  /** Nothing opens it this round; "" if something does. */
  none: string;
  /** In the order of the server, the best first; taking the markers back comes last. */
  ways: WayText[];
  /** Asked before the markers are taken back. */
  doubt: { title: string; text: string; yes: string; no: string };
}

/** A line of the log: the seat's name comes before `text`; `gains` are signed and coloured. */
export interface EventLine {
  seat: number | null;
  text: string;
  gains: { text: string; good: boolean }[];
  refs: string[];
  /** The phase this belongs to; none if it can happen in any. */
  phase?: string;
  minor?: boolean;
}

/** A button beside the question: another family of moves, or an any-time move. */
export interface Extra {
  id: string;
  label: string;
  icon: string;
  run: () => void;
  on?: boolean;
  /** The moves it leads to: in a lesson it is lit if one of them is asked for. */
  leadsTo?: Option[];
  reason?: string; // closed, and why
}

/** What a thing on the table does. Without words of its own it has those of its rule. */
export interface About {
  title: string;
  text: string;
  chips?: string[];
  rule?: string;
  /** Something to do with it beside picking it. */
  acts?: { label: string; run: () => void }[];
  /** Doing it several times in a row. */
  repeat?: { label: string; most: number; run: (times: number) => void };
}

/** A step of the guided first game; its words are at `<name>:guide.<id>.title` and `.text`. */
export interface GuideStep {
  id: string;
  /** What it lights: the first of these that is on the screen. */
  at: string[];
  /** Its moment; any if left out. */
  when?: (table: Table) => boolean;
  /** Does it make sense at this table at all? */
  fits?: (table: Table) => boolean;
  /** Ends also with the player's own move, or with a reason that was asked for. */
  waits?: "move" | "reason";
}

export interface GameModule {
  name: string;
  /** One inline sprite, from `virtual:sprite/<name>`. */
  sprite: string;
  phase(view: GameView): string;
  /** Phases the game went through by itself in what has just happened, in order. */
  phasesPassed?(happened: Happened[]): string[];
  /** Is everything here that names are read from? Until then no sentence is final. */
  ready?(): boolean;
  /** Rounds that carry a mark in the top bar (floods). */
  markedRounds?(view: GameView): number[];

  /** Zone B: one player. Props: { seat, compact } */
  Panel: Component<{ seat: number; compact?: boolean }>;
  /** Phone strip: two small values beside the badge. Props: { seat } */
  Strip: Component<{ seat: number }>;
  /** Zones D and E on desktop and tablet: everything under the banner. */
  Main: Component;
  /** Zone F: markets, above the log. */
  Market: Component;
  /** Phone: everything between banner and thumb bar. */
  Phone: Component;
  /** The forecast beside the board, while its switch is on. */
  Forecast?: Component;
  /** Is there anything in a forecast whose chance is shown? */
  wantsChances?(forecast: unknown): boolean;
  /** Shown over the table when it has something to say: a flood, a fishing phase. */
  Report?: Component;
  /** The result of a game without opponents, instead of a ranking. */
  Alone?: Component<{ review: Review }>;
  /** What nobody or only others can see, and what-if deals anew: words in `whatif:<name>.<id>`. */
  dealtAnew: { id: string; icon: string }[];
  /** Is anything hidden from others now? Then a shared device is covered between two players. */
  secrets(view: GameView): boolean;
  /** What a seat holds hidden from the others, by name, as far as the view shows it. */
  held(view: GameView, seat: number): string[];
  /** A whole position by itself, for replays and looking back; nothing in it is pressed. */
  Position: Component;

  /** A seat's points as the panel's header shows them, and their symbol. */
  points(view: GameView, seat: number): number;
  pointsIcon?: string;
  /** Symbols of what a lesson compares two moves by. */
  priceIcons?: Record<string, string>;
  /** What is special about this table, beside the game's name: "Rising Waters", a deck. */
  subtitle?(view: GameView): string;

  /** Families of moves that are chosen apart, "" for the usual one. */
  mode?(move: Option): string;
  /** Picks that are there to begin with, for example the first of two tiles. */
  initial?(decision: Decision, view: GameView): Record<string, string>;
  /** The move sent while the player has not chosen otherwise, for example the cheapest route; null: undecided. */
  defaultMove?(moves: Option[], chosen: Record<string, string>, decision: Decision): Option | null;
  /** May this move be sent without Confirm? Asked only while the turn stays with the player. */
  sendsAtOnce?(move: Option, decision: Decision): boolean;
  /** Does a move pay with something? Then it waits for Confirm, unless the player chose otherwise. */
  costs?(preview: Preview): boolean;
  /** Spaces that are led and cannot be used: why, and what to do instead. */
  stuckText?(table: Table, led: LedInfo): StuckText;
  bannerText(table: Table, decision: Decision, picks: Picks): BannerText;
  /** A move in words, for buttons, hints and screen readers. */
  moveText(scene: Scene, move: Option): string;
  /** The action, card or elder that a reason of the coach speaks of: its name and its symbol. */
  cause(label: string): { name: string; icon: string };
  /** Numbers worth showing from a preview, best first. */
  deltas(preview: Preview, table: Table): Delta[];
  /** What comes after the move, in a few words, or "". */
  afterText?(table: Table, preview: Preview): string;
  /** Buttons on the banner beside Undo: other modes, any-time moves. */
  extraButtons?(table: Table): Extra[];
  /** Keys of the game's own; true if the key was used. */
  keys?(table: Table, key: string): boolean;
  /** A line for an event; null leaves it out of the log. */
  describe(scene: Scene, happened: Happened): EventLine | null;
  /** The reason's sentence; args are the server's. */
  reasonText(scene: Scene, code: string, args: Fields, ref: string): string;
  /** What a ref stands for, for newcomers; null if there is nothing to say. */
  about?(table: Table, ref: string): About | null;
  /** Points by source for one seat of a view, as if the game ended now. */
  score(view: GameView, seat: number): Record<string, number>;
  /** The sum of those points. */
  total(view: GameView, seat: number): number;
  /** The guided first game. */
  guide?: GuideStep[];
  /** Shown instead of a ranking when everybody lost. */
  defeat?(view: GameView): { title: string; text: string; art: string } | null;
}

export const GAME_LOADERS: Record<string, () => Promise<{ default: GameModule }>> = {
  vanuatu: () => import("../vanuatu"),
  nusfjord: () => import("../nusfjord"),
};
