// What the things on Nusfjord's table do, for whoever rests a pointer or a finger on them.
import { t } from "../i18n/i18n.svelte";
import type { About } from "../table/game";
import type { Table } from "../table/table.svelte";
import { card, elder, ship } from "./components.svelte";
import { cardName, elderName, goodsWords, spaceName, textOf } from "./names";
import type { View } from "./view.gen";

const MOST_TIMES = 9;

export function about(table: Table, ref: string): About | null {
  const view = table.view as View;
  const [kind = "", name = ""] = ref.split(":");
  switch (kind) {
    case "space":
    case "copy":
      return {
        title: spaceName(name),
        text: "",
        rule: view.spaces.find((each) => each.space === name)?.rule,
      };
    case "card":
      return building(view, name);
    case "ability":
      return exchange(table, name);
    case "elder": {
      const found = elder(name);
      if (!found) return null;
      return {
        title: elderName(name),
        text: textOf(found),
        chips: [t(`nusfjord:status.${found.status}`)],
        rule: view.rule_of.elder,
      };
    }
    case "ship": {
      const found = ship(name);
      if (!found) return null;
      const prices = found.costs.map(goodsWords).join(` ${t("nusfjord:ui.or")} `);
      return {
        title: t(`nusfjord:ship.${name}`),
        text: "",
        chips: [
          prices,
          t("nusfjord:ui.shipUnits", { count: found.units }),
          t("nusfjord:ui.points", { count: found.vp }),
        ],
        rule: view.rule_of.ship,
      };
    }
    case "cell":
    case "forest": {
      const [row = 0, column = 0] = name.split(",").map(Number);
      const player = view.players[table.seat ?? 0];
      const built = player?.cells[`${row},${column}`];
      return built
        ? building(view, built)
        : { title: t("nusfjord:ui.harbor"), text: "", rule: view.rule_of.harbor };
    }
    case "score":
      return { title: t(`nusfjord:score.${name}`), text: "", rule: view.rule_of.score };
    case "rule":
      return { title: t(`nusfjord:tip.${name}`), text: "", rule: view.rule_of[name] };
  }
  return null;
}

function building(view: View, id: string): About | null {
  const found = card(id);
  if (!found) return null;
  return {
    title: cardName(id),
    text: textOf(found),
    chips: [
      goodsWords(found.cost),
      found.vp_star ? t("nusfjord:ui.pointsStar") : t("nusfjord:ui.points", { count: found.vp }),
      t(`nusfjord:ui.timing.${found.timing}`),
      t(`nusfjord:status.${found.status}`),
    ],
    rule: view.rule_of.card,
  };
}

/** An any-time exchange may be made several times in a row. */
function exchange(table: Table, name: string): About | null {
  const card = building(table.view as View, name.split(".")[0] ?? "");
  const move = table.answering.decision?.moves.find(
    (each) => each.picks.ability === `ability:${name}`,
  );
  if (card && move) {
    card.repeat = {
      label: t("nusfjord:tip.times"),
      most: MOST_TIMES,
      run: (times) => table.answering.playTimes(move, times),
    };
  }
  return card;
}
