// Moves in words: what a move says on a button, and which family it belongs to.
import { t } from "../i18n/i18n.svelte";
import type { Scene } from "../table/scene";
import type { Decision, Option } from "../types.gen";
import { cellLabel } from "./harbor/cells";
import { cardName, elderName, goodsWords, spaceName } from "./names";
import { detailsOf } from "./details";
import type { Good } from "./view.gen";

/** The last word of a ref: "A112" of "card:A112". */
export function named(ref: string | undefined): string {
  return ref?.slice(ref.indexOf(":") + 1) ?? "";
}

/** What a question is about, as the server sends it. */
export interface About {
  cause?: string;
  card?: string;
  elder?: number;
  haul?: number;
  count?: number;
  wood?: number;
  fish?: number;
  gold?: number;
  good?: Good;
}

export function about(decision: Decision | null): About {
  return (decision?.prompt.args ?? {}) as About;
}

/** Families that are chosen apart: passing, leaving it, and any-time exchanges. */
export function mode(move: Option): string {
  if (move.id === "pass") return "pass";
  if (move.id === "done" || move.id === "decline") return "no";
  return "ability" in move.picks ? "use" : "";
}

/** A move in a few words. */
export function moveText(scene: Scene, move: Option): string {
  const [verb = "", second = "", third = ""] = move.id.split(" ");
  switch (verb) {
    case "place":
      return second === "elder"
        ? t("nusfjord:move.placeElder", { elder: elderName(third) })
        : t("nusfjord:move.place", { space: spaceName(second) });
    case "copy":
      return t("nusfjord:move.copy", { space: spaceName(second) });
    case "take":
      return t("nusfjord:move.takeElder", { elder: elderName(third) });
    case "feed":
      return t("nusfjord:move.feed", { elder: elderName(third) });
    case "use":
      return second === "elder"
        ? t("nusfjord:move.useElder")
        : t("nusfjord:move.use", { card: cardName(second.split(".")[0] ?? "") });
    case "cell":
      return t("nusfjord:move.cell", { cell: cellLabel(second) });
    case "forest":
      return scene.answering?.decision?.kind === "choose_double_space"
        ? t("nusfjord:move.double", { cell: cellLabel(second) })
        : t("nusfjord:move.forest", { cell: cellLabel(second) });
    case "ship": {
      const ship = t(`nusfjord:ship.${second}`);
      const { price } = detailsOf(move); // a move of the past comes without
      return price ? t("nusfjord:move.ship", { ship, price: goodsWords(price) }) : ship;
    }
    case "upgrade":
      return t("nusfjord:move.upgrade", { ship: t(`nusfjord:ship.${second}`) });
    case "serve":
      return t("nusfjord:move.serve", { count: Number(second) });
    case "count":
      return t("nusfjord:move.count", { n: Number(second) });
    case "share":
      return t("nusfjord:move.share", { name: scene.name(Number(second)) });
    case "dividend":
      return t("nusfjord:move.dividend", { name: scene.name(Number(second)) });
    case "option":
      return t("nusfjord:move.option", { n: Number(second) });
    case "build":
      return t("nusfjord:move.build", { card: cardName(second) });
    case "decline":
      return scene.answering?.decision?.kind === "use_elder"
        ? t("nusfjord:move.declineElder")
        : t("nusfjord:move.decline");
    case "done":
      return scene.answering?.decision?.kind === "use_anytime"
        ? t("nusfjord:move.endTurn")
        : t("nusfjord:move.done");
    case "pass":
    case "again":
    case "act":
      return t(`nusfjord:move.${verb}`);
  }
  return move.id;
}
