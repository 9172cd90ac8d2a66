// Nusfjord at the table: everything the shell asks of a game.
import sprite from "virtual:sprite/nusfjord";
import type { Extra, GameModule } from "../table/game";
import type { Table } from "../table/table.svelte";
import { t } from "../i18n/i18n.svelte";
import { about } from "./about";
import { coach } from "./coach";
import { components } from "./components.svelte";
import Ending from "./Ending.svelte";
import FishingReport from "./FishingReport.svelte";
import { tell } from "./log";
import Main from "./Main.svelte";
import Market from "./Market.svelte";
import { mode, say } from "./moves";
import Panel from "./Panel.svelte";
import Phone from "./Phone.svelte";
import Scene from "./Scene.svelte";
import Strip from "./Strip.svelte";
import { total, type View } from "./view";
import { deltas, quick, reason, settle, then, words } from "./words";

const FISHING = new Set(["feed_elders", "feed_shares"]);
const SCORE = ["buildings", "ships", "shares", "gold", "empty_spaces", "unissued_shares"];

/** Passing asks once more; leaving something or being done is a step that can be undone. */
function extras(table: Table): Extra[] {
  const found: Extra[] = [];
  for (const move of table.decision?.moves ?? []) {
    const family = mode(move);
    if (family === "pass") {
      found.push({
        id: move.id,
        label: say(table, move),
        icon: "ui-next",
        on: table.picks.mode === "pass",
        run: () => table.picks.turnTo(table.picks.mode === "pass" ? "" : "pass"),
      });
    } else if (family === "no" && table.decision?.kind !== "use_anytime") {
      const icon = move.id === "done" ? "ui-check" : "ui-close";
      found.push({ id: move.id, label: say(table, move), icon, run: () => table.play(move) });
    }
  }
  return found;
}

export default {
  name: "nusfjord",
  coach,
  sprite,
  rounds: 7,
  phases: ["fishing", "work", "home"],
  ready: () => components() !== null,
  phase: (view: View) =>
    view.over ? "home" : FISHING.has(view.question?.kind ?? "") ? "fishing" : "work",
  passed: (happened) => {
    const began = happened.find(({ event }) => event.event === "round_began");
    return began ? (Number(began.event.round) > 1 ? ["home", "fishing"] : ["fishing"]) : [];
  },
  Panel,
  Strip,
  Main,
  Market,
  Phone,
  Scene,
  Report: FishingReport,
  Ending,
  points: (view: View, seat: number) => {
    const player = view.players[seat];
    return player ? total(player) : 0;
  },
  subtitle: (view: View) => t(`nusfjord:deck.${view.options.deck ?? "herring"}`),
  mode,
  settle,
  quick,
  words,
  say,
  deltas,
  after: then,
  extras,
  tell,
  reason,
  about,
  keys: (table, key) => {
    if (key !== "0" || !table.picks.modes.includes("pass")) return false;
    table.picks.turnTo(table.picks.mode === "pass" ? "" : "pass");
    return true;
  },
  scoreItems: () => SCORE,
  score: (view: View, seat: number) => view.players[seat]?.score ?? {},
} satisfies GameModule;
