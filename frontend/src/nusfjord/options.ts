// The options of a card that says "choose one", told from the card's own steps.
import { has, t } from "../i18n/i18n.svelte";
import type { Table } from "../table/table.svelte";
import type { Option } from "../types.gen";
import type { GainForm, PayForm, Step } from "./components.gen";
import { card, elder } from "./components.svelte";
import { about } from "./moves";
import { goodsWords, spaceName } from "./names";
import type { Goods } from "./goods";
import { goodsOf } from "./previews";

/** An option in a few words: from its card's steps, else from what it would change. */
export function optionWords(table: Table, move: Option): string {
  const number = Number(move.id.split(" ")[1]);
  const steps = stepsOf(about(table.answering.decision).cause ?? "", number);
  return (steps && stepWords(steps)) || changeWords(table, move, number);
}

function stepsOf(cause: string, number: number): Step[] | undefined {
  const [kind, which] = cause.split(" ");
  const lists =
    kind === "elder" && which
      ? [elder(which)?.do ?? []]
      : (card(cause)?.ability ?? []).map((ability) => ("do" in ability ? ability.do : []));
  const choices = lists.flatMap(chooses);
  return choices.length === 1 ? choices[0]?.[number - 1] : undefined;
}

function chooses(steps: Step[]): Step[][][] {
  return steps.flatMap((step) => {
    if (step.op === "choose") return [step.options, ...step.options.flatMap(chooses)];
    return step.op === "repeat" ? chooses(step.do) : [];
  });
}

function stepWords(steps: Step[]): string {
  const [first, second] = steps;
  if (!first) return t("nusfjord:choice.nothing");
  if (first.op === "pay" && second?.op === "gain" && steps.length === 2) {
    return t("nusfjord:choice.trade", {
      pay: goodsWords(goods(first)),
      get: goodsWords(goods(second)),
    });
  }
  const parts = steps.map((step) => {
    if (step.op === "act") return spaceName(step.space);
    if (step.op === "gain") return t("nusfjord:choice.gain", { goods: goodsWords(goods(step)) });
    if (step.op === "pay") return t("nusfjord:choice.pay", { goods: goodsWords(goods(step)) });
    return "";
  });
  return parts.every(Boolean) ? parts.join(" · ") : "";
}

function goods(step: PayForm | GainForm): Goods {
  return { wood: step.wood, fish: step.fish, gold: step.gold };
}

function changeWords(table: Table, move: Option, number: number): string {
  const preview = table.answering.previews[move.id];
  const plain = t("nusfjord:choice.choice", { n: number });
  if (!preview) return plain;
  if (preview.then !== null && has(`nusfjord:choice.${preview.then}`)) {
    return t(`nusfjord:choice.${preview.then}`);
  }
  const { pay, get } = goodsOf(preview);
  const gets = Object.keys(get).length > 0;
  if (Object.keys(pay).length === 0) {
    return gets ? t("nusfjord:choice.gain", { goods: goodsWords(get) }) : plain;
  }
  return gets
    ? t("nusfjord:choice.trade", { pay: goodsWords(pay), get: goodsWords(get) })
    : t("nusfjord:choice.pay", { goods: goodsWords(pay) });
}
