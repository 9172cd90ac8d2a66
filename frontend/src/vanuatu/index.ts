// Vanuatu at the table: what the shell needs to know, and nothing about the rules.
import sprite from "virtual:sprite/vanuatu";
import { t } from "../i18n/i18n.svelte";
import type { Extra, GameModule } from "../table/game";
import type { Table } from "../table/table.svelte";
import type { Option } from "../types.gen";
import { about } from "./about";
import { coach } from "./coach";
import Main from "./Main.svelte";
import Market from "./Market.svelte";
import Panel from "./Panel.svelte";
import Phone from "./Phone.svelte";
import Report from "./Report.svelte";
import Scene from "./Scene.svelte";
import Strip from "./Strip.svelte";
import type { View } from "./view";
import { deltas, reason, say, tell, after, w, words, characterName } from "./words";

const HOW = ["how:bonus", "how:perform", "how:preach", "how:retrieve"];

function settle(moves: Option[], chosen: Record<string, string>): Option | null {
  const first = moves[0];
  if (!first) return null;
  const verb = first.id.split(" ")[0];
  if (verb === "sail") return chosen.cell ? cheapest(moves) : null;
  if (verb === "build") return chosen.cell || sameCell(moves) ? plainest(moves, chosen) : null;
  if (chosen.space && first.picks.how) {
    return HOW.flatMap((how) => moves.filter((move) => move.picks.how === how))[0] ?? null;
  }
  return null;
}

function cheapest(moves: Option[]): Option | null {
  return (
    [...moves].sort((a, b) => (a.picks.steps ?? "").localeCompare(b.picks.steps ?? ""))[0] ?? null
  );
}

function sameCell(moves: Option[]): boolean {
  return new Set(moves.map((move) => move.picks.cell)).size === 1;
}

/** A hut if there may be one, no dike unless it was asked for. */
function plainest(moves: Option[], chosen: Record<string, string>): Option | null {
  const hut = (move: Option) => Number(move.picks.hut !== (chosen.hut ?? "hut:yes"));
  const dike = (move: Option) => Number(move.picks.dike !== (chosen.dike ?? "dike:no"));
  return [...moves].sort((a, b) => hut(a) - hut(b) || dike(a) - dike(b))[0] ?? null;
}

/** Beside the question: the bonus, other routes, the Governor, begging and treasure. */
function extras(table: Table): Extra[] {
  const found: Extra[] = [];
  const { decision, picks } = table;
  if (!decision) return found;
  if (decision.kind === "take_turn" && picks.modes.includes("govern")) {
    const on = picks.mode === "govern";
    found.push({
      id: "govern",
      icon: "char-governor",
      label: w(on ? "extra.act" : "extra.govern"),
      on,
      run: () => picks.turnTo(on ? "" : "govern"),
    });
  }
  const how = picks.values("how");
  if (picks.chosen.space && how.size > 1) {
    for (const ref of HOW.filter((each) => how.has(each))) {
      const character = (table.view as View).players[decision.seat]?.character ?? "";
      found.push({
        id: ref,
        icon: ref === "how:bonus" ? `char-${character}` : "",
        label: w(`extra.${ref.slice(4)}`, { character: character ? characterName(character) : "" }),
        on: picks.move?.picks.how === ref,
        run: () => picks.put("how", ref),
      });
    }
  }
  const steps = picks.values("steps");
  if (picks.chosen.cell && steps.size > 1) {
    for (const ref of [...steps.keys()].sort()) {
      found.push({
        id: ref,
        icon: "coin-vatu",
        label: w("extra.steps", { count: Number(ref.slice(6)) }),
        on: picks.move?.picks.steps === ref,
        run: () => picks.put("steps", ref),
      });
    }
  }
  const beg = decision.anytime.filter((move) => move.id.startsWith("beg"));
  if (beg.length) {
    found.push({
      id: "beg",
      icon: "char-beggar",
      label: w("extra.beg"),
      run: () => (table.aside = beg[0] ?? null),
    });
  }
  const treasure = decision.anytime.filter((move) => move.id.startsWith("treasure"));
  if (treasure.length) {
    found.push({
      id: "treasure",
      icon: "treasure",
      label: w("extra.treasure"),
      run: () => (table.aside = treasure[0] ?? null),
    });
  }
  return found;
}

export default {
  name: "vanuatu",
  coach,
  sprite,
  rounds: 8,
  phases: ["setup", "characters", "planning", "resolving", "end"],
  phase: (view: View) => (view.over ? "end" : view.phase),
  passed: (happened) =>
    happened.some(({ event }) => event.event === "round_began" && Number(event.round) > 1)
      ? ["end"]
      : [],
  marked: (view: View) => (view.options.rising_waters ? [2, 4, 6, 8] : []),
  Panel,
  Strip,
  Main,
  Market,
  Phone,
  Scene,
  Report,
  points: (view: View, seat: number) => view.players[seat]?.points ?? 0,
  pointsIcon: "prosperity",
  mode: (move) => (move.id.startsWith("govern") ? "govern" : ""),
  initial: (decision, view: View) => {
    const start: Record<string, string> = {};
    if (decision.kind === "place_tile") {
      const tile = view.volcano.find((name) =>
        decision.moves.some((m) => m.picks.tile === `tile:${name}`),
      );
      if (tile) start.tile = `tile:${tile}`;
    }
    if (decision.kind === "sell") {
      const all = [...decision.moves].sort((a, b) => b.id.length - a.id.length)[0];
      if (all?.picks.fish) start.fish = all.picks.fish;
    }
    return start;
  },
  settle,
  quick: (move, decision) => {
    if (move.id === "perform rest") return false; // shows hidden tokens: no way back
    const space = move.picks.space;
    return (
      !space ||
      decision.moves.filter((other) => other.picks.space === space && !other.picks.target).length <
        2
    );
  },
  words,
  say,
  deltas,
  after,
  extras,
  tell,
  reason,
  about,
  keys: (table, key) => {
    if (key === "r" && table.decision?.kind === "place_tile") {
      const now = table.picks.chosen.tile;
      const other = (table.view as View).volcano
        .map((tile) => `tile:${tile}`)
        .find((ref) => ref !== now);
      if (other && table.decision.moves.some((move) => move.picks.tile === other))
        table.picks.put("tile", other);
      return true;
    }
    if (key === "0" && table.picks.modes.includes("govern")) {
      table.picks.turnTo(table.picks.mode === "govern" ? "" : "govern");
      return true;
    }
    return false;
  },
  scoreItems: (view: View) =>
    ["track", "fish", "first_player", "vatus", "treasure", "huts"].concat(
      view.options.rising_waters ? ["water"] : [],
    ),
  score: (view: View, seat: number) => view.players[seat]?.score_now.items ?? {},
  defeat: (view: View) =>
    view.lost ? { title: w("defeat.title"), text: w("defeat.text"), art: "defeat-sea" } : null,
  subtitle: (view: View) => (view.options.rising_waters ? w("waters") : t("basic_game")),
} satisfies GameModule;
