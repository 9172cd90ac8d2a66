// Vanuatu at the table: what the shell needs to know, and nothing about the rules.
import sprite from "virtual:sprite/vanuatu";
import { t } from "../i18n/i18n.svelte";
import type { GameModule } from "../table/game";
import { about } from "./about";
import ForecastPanels from "./forecast/Panels.svelte";
import { wantsChances } from "./forecast/words";
import { guide } from "./guide";
import Main from "./Main.svelte";
import Market from "./Market.svelte";
import Panel from "./Panel.svelte";
import Phone from "./Phone.svelte";
import Report from "./Report.svelte";
import Position from "./Position.svelte";
import Strip from "./Strip.svelte";
import type { View } from "./view.gen";
import { bannerText } from "./banner";
import { defaultMove, initialPicks, sendsAtOnce } from "./defaults";
import { extraButtons } from "./extraButtons";
import { describe } from "./log";
import { moveText } from "./moves";
import { cause, w } from "./names";
import { afterText, costs, deltas } from "./previews";
import { reasonText } from "./reasons";
import { stuckText } from "./stuck";

export default {
  name: "vanuatu",
  guide,
  sprite,
  phase: (view: View) => (view.over ? "end" : view.phase),
  phasesPassed: (happened) =>
    happened.some(({ event }) => event.event === "round_began" && Number(event.round) > 1)
      ? ["end"]
      : [],
  dealtAnew: [
    { id: "rest", icon: "rest-back" },
    { id: "ships", icon: "good-beef" },
    { id: "tourists", icon: "tourist" },
    { id: "tiles", icon: "volcano" },
  ],
  secrets: (view: View) => view.players.some((player) => player.has_rest_token),
  held: (view: View, seat: number) =>
    (view.players[seat]?.rest_kept ?? []).flatMap((token) => (token ? [w(`token.${token}`)] : [])),
  markedRounds: (view: View) => view.flood_rounds,
  Panel,
  Strip,
  Main,
  Market,
  Phone,
  Position,
  Report,
  Forecast: ForecastPanels,
  wantsChances,
  points: (view: View, seat: number) => view.players[seat]?.points ?? 0,
  pointsIcon: "prosperity",
  priceIcons: { vatus: "coin-vatu", points: "prosperity", fish: "fish", treasure: "treasure" },
  mode: (move) => (move.id.startsWith("govern") ? "govern" : ""),
  initial: initialPicks,
  defaultMove,
  sendsAtOnce,
  costs,
  stuckText,
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
    if (key === "r" && table.answering.decision?.kind === "place_tile") {
      const now = table.answering.picks.chosen.tile;
      const other = (table.view as View).volcano
        .map((tile) => `tile:${tile}`)
        .find((ref) => ref !== now);
      if (other && table.answering.decision.moves.some((move) => move.picks.tile === other))
        table.answering.picks.put("tile", other);
      return true;
    }
    if (key === "0" && table.answering.picks.modes.includes("govern")) {
      table.answering.picks.turnTo(table.answering.picks.mode === "govern" ? "" : "govern");
      return true;
    }
    return false;
  },
  score: (view: View, seat: number) => view.players[seat]?.score_now.items ?? {},
  total: (view: View, seat: number) => view.players[seat]?.score_now.total ?? 0,
  defeat: (view: View) =>
    view.lost ? { title: w("defeat.title"), text: w("defeat.text"), art: "defeat-sea" } : null,
  subtitle: (view: View) => (view.options.rising_waters ? w("waters") : t("basic_game")),
} satisfies GameModule;
