// The options of a card that says "choose one", in a few words.
import { has, t } from "../i18n/i18n.svelte";
import type { Table } from "../table/table.svelte";
import type { Option } from "../types.gen";
import { detailsOf } from "./details";
import { goodsWords, spaceName } from "./names";
import { goodsOf } from "./previews";
import type { OptionStep } from "./view.gen";

/** An option in a few words: from the steps that the server names, else from what it would change. */
export function optionWords(table: Table, move: Option): string {
  const { steps } = detailsOf(move);
  return steps ? stepWords(steps) : changeWords(table, move);
}

function stepWords(steps: OptionStep[]): string {
  const [first, second] = steps;
  if (!first) return t("nusfjord:choice.nothing");
  if (first.pay && second?.gain && steps.length === 2) {
    return t("nusfjord:choice.trade", {
      pay: goodsWords(first.pay),
      get: goodsWords(second.gain),
    });
  }
  return steps
    .map(({ pay, gain, act }) => {
      if (act) return spaceName(act);
      if (gain) return t("nusfjord:choice.gain", { goods: goodsWords(gain) });
      return t("nusfjord:choice.pay", { goods: goodsWords(pay ?? {}) });
    })
    .join(" · ");
}

function changeWords(table: Table, move: Option): string {
  const preview = table.answering.previews[move.id];
  const plain = t("nusfjord:choice.choice", { n: Number(move.id.split(" ")[1]) });
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
