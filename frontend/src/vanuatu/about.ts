// What the things on Vanuatu's table do, for whoever rests a pointer or a finger on them.
import type { About } from "../table/game";
import type { Table } from "../table/table.svelte";
import { cellText } from "./cellText";
import { placeLabel } from "./geometry";
import type { View } from "./view.gen";
import { leadLine } from "./lead";
import { actionName, cellName, characterName, w } from "./names";

export function about(table: Table, ref: string): About | null {
  const view = table.view as View;
  const [kind = "", name = ""] = ref.split(":");
  switch (kind) {
    case "space":
      return space(table, name);
    case "hex": {
      const cell = view.cells.find((each) => each.cell === name);
      if (!cell || cell.tile === null) return null;
      const text = cellText(view, cell, (seat) => table.name(seat)).slice(
        w("place.cell", { label: placeLabel(name) }).length + 2,
      );
      return { title: capital(cellName(view, name)), text: capital(text) };
    }
    case "character":
      return {
        title: characterName(name),
        text: w(`character.${name}.text`),
        rule: view.rule_of.character,
      };
    case "rest":
      return { title: w(`token.${name}`), text: "", rule: view.rule_of.rest };
    case "treasure":
      return { title: w("what.treasure"), text: "", rule: view.rule_of.treasure };
    case "score":
      return {
        title: w(`score.${name}`),
        text: "",
        rule: view.rule_of[`score.${name}`] ?? view.rule_of.score,
      };
    case "rule":
      return { title: w(`tip.${name}`), text: "", rule: view.rule_of[name] };
  }
  return null;
}

function capital(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** An action with its rule; while planning, two markers may go there at once. */
function space(table: Table, name: string): About {
  const found: About = { title: actionName(name), text: "" };
  const shown = (table.view as View).spaces.find((each) => each.action === name);
  if (shown) found.rule = shown.rule;
  if (shown && shown.leader !== null && table.seat !== null) {
    found.chips = [leadLine(table, shown, table.seat)];
  }
  const two = twoMarkers(table, name);
  if (two) found.acts = [{ label: w("tip.two"), run: two }];
  return found;
}

/** Place both markers of a turn on one space, if there are two to place. */
export function twoMarkers(table: Table, action: string): (() => void) | null {
  const { decision } = table.answering;
  if (decision?.kind !== "plan_marker" || Number(decision.prompt.args.left) < 2) return null;
  const move = decision.moves.find((each) => each.picks.space === `space:${action}`);
  return move ? () => table.answering.playTimes(move, 2) : null;
}
