// Nusfjord at the table: everything the shell asks of a game.
import sprite from "virtual:sprite/nusfjord";
import type { GameModule } from "../table/game";
import { t } from "../i18n/i18n.svelte";
import { about } from "./about";
import { guide } from "./guide";
import { components } from "./components.svelte";
import { extraButtons } from "./extraButtons";
import FishFlow from "./forecast/FishFlow.svelte";
import FishingReport from "./FishingReport.svelte";
import { describe } from "./log";
import Alone from "./result/Alone.svelte";
import Main from "./Main.svelte";
import Market from "./Market.svelte";
import { mode, moveText } from "./moves";
import { cardName, cause } from "./names";
import Panel from "./Panel.svelte";
import Phone from "./Phone.svelte";
import Position from "./Position.svelte";
import Strip from "./Strip.svelte";
import type { View } from "./view.gen";
import { bannerText } from "./banner";
import { defaultMove, sendsAtOnce } from "./defaults";
import { afterText, costs, deltas } from "./previews";
import { reasonText } from "./reasons";

export default {
  name: "nusfjord",
  guide,
  sprite,
  ready: () => components() !== null,
  phase: (view: View) => view.phase,
  phasesPassed: (happened) => {
    const began = happened.find(({ event }) => event.event === "round_began");
    return began ? ["fishing"] : []; // everybody is home before the next round's fishing is shown
  },
  Panel,
  Strip,
  Main,
  Market,
  Phone,
  Position,
  Report: FishingReport,
  Forecast: FishFlow,
  Alone,
  dealtAnew: [
    { id: "buildings", icon: "nact-building" },
    { id: "hands", icon: "ui-eye" },
    { id: "elders", icon: "nact-elder" },
  ],
  secrets: (view: View) => view.players.some((player) => player.hand_size > 0),
  held: (view: View, seat: number) => (view.players[seat]?.hand ?? []).map(cardName),
  points: (view: View, seat: number) => {
    const player = view.players[seat];
    return player ? player.total : 0;
  },
  priceIcons: {
    wood: "n-wood",
    fish: "n-fish",
    gold: "n-gold",
    reserve: "n-fish",
    haul: "n-ship-sloop",
  },
  subtitle: (view: View) => t(`nusfjord:deck.${view.options.deck ?? "herring"}`),
  mode,
  defaultMove,
  sendsAtOnce,
  costs,
  bannerText,
  moveText,
  cause,
  deltas,
  afterText,
  extraButtons,
  describe,
  reasonText,
  about,
  keys: (table, key) => {
    if (key !== "0" || !table.answering.picks.modes.includes("pass")) return false;
    table.answering.picks.turnTo(table.answering.picks.mode === "pass" ? "" : "pass");
    return true;
  },
  score: (view: View, seat: number) => view.players[seat]?.score ?? {},
  total: (view: View, seat: number) => view.players[seat]?.total ?? 0,
} satisfies GameModule;
