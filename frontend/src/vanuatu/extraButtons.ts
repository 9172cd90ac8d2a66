// Buttons beside the question.
import type { Extra } from "../table/game";
import type { Table } from "../table/table.svelte";
import { HOW } from "./defaults";
import { characterName, w } from "./names";
import type { View } from "./view.gen";

/** Beside the question: the bonus, other routes, the Governor, begging and treasure. */
export function extraButtons(table: Table): Extra[] {
  const found: Extra[] = [];
  const { decision, picks } = table.answering;
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
        leadsTo: how.get(ref) ?? [],
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
      leadsTo: beg,
      run: () => (table.answering.aside = beg[0] ?? null),
    });
  }
  const treasure = decision.anytime.filter((move) => move.id.startsWith("treasure"));
  if (treasure.length) {
    found.push({
      id: "treasure",
      icon: "treasure",
      label: w("extra.treasure"),
      leadsTo: treasure,
      run: () => (table.answering.aside = treasure[0] ?? null),
    });
  }
  return found;
}
