// Moves in words, as on a button.
import type { Scene } from "../table/scene";
import type { Option } from "../types.gen";
import { actionName, cellName, characterName, goodName, w } from "./names";
import { placeLabel } from "./geometry";
import type { View } from "./view.gen";

/** A move in words, as on a button. */
export function moveText(scene: Scene, move: Option): string {
  const view = scene.view as View;
  const [verb = "", ...rest] = move.id.split(" ");
  const at = move.picks.cell?.slice(4);
  const where = at ? cellName(view, at) : "";
  switch (verb) {
    case "place":
      return w("say.place", { place: at ? w("place.cell", { label: placeLabel(at) }) : "" });
    case "take":
      return w("say.take", { character: characterName(rest[0] ?? "") });
    case "plan":
    case "neutral":
    case "retrieve":
    case "preach":
      return w(`say.${verb}`, { action: actionName(rest[0] ?? "") });
    case "perform":
      return w(rest[1] ? "say.perform_bonus" : "say.perform", {
        action: actionName(rest[0] ?? ""),
        character: myCharacter(scene),
      });
    case "govern":
      return w("say.govern", { from: actionName(rest[0] ?? ""), to: actionName(rest[1] ?? "") });
    case "sail":
      return w("say.sail", { place: where, count: Number(rest[1]) });
    case "build": {
      const hut = move.picks.hut === "hut:yes";
      const dike = move.picks.dike !== "dike:no";
      return w(hut && dike ? "say.build_both" : dike ? "say.build_dike" : "say.build_hut", {
        place: where,
      });
    }
    case "sell":
      return w("say.sell", { count: rest.length, tiles: rest.join(" + ") });
    case "buy":
      return w("say.buy", { good: goodName(rest[0] ?? ""), place: where });
    case "draw":
    case "tourist":
      return w(`say.${verb}`, { place: where });
    case "rest":
      return w("say.rest", { token: w(`token.${rest[0]}`) });
    case "treasure":
      return w("say.treasure", { value: Number(rest[0]), count: Number(rest[0]) });
    case "beg":
      return w("say.beg", { count: Number(rest[0]) });
    default:
      return w("say.done");
  }
}

function myCharacter(scene: Scene): string {
  const view = scene.view as View;
  const character = scene.seat === null ? null : view.players[scene.seat]?.character;
  return character ? characterName(character) : "";
}
