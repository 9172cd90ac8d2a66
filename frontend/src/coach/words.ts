// What the coach says of a move, in the reader's language.
import { number, signed, t } from "../i18n/i18n.svelte";
import { tenths } from "../review/judged";
import type { Table } from "../table/table.svelte";
import type { Hint, HintReason, Option } from "../types.gen";

const AT_ONCE = "at_once";

/** Why the best move is better than the next, in one sentence. */
export function whyText(table: Table, hint: Hint, against: Option | undefined): string {
  const part = hint.why;
  if (!part) return t("coach:why.unclear");
  if (part.label === AT_ONCE) return t("coach:why.at_once");
  const own = part.seat === table.seat;
  const args = { what: table.game.cause(part.label).name, name: table.name(part.seat) };
  if (part.kind === "worth") return t(`coach:why.worth_${own ? "you" : "name"}`, args);
  if (part.share === null || part.share_other === null || !against)
    return t(`coach:why.${part.kind}`, args);
  return t(`coach:why.${part.kind}_often`, {
    ...args,
    share: tenths(part.share),
    other: tenths(part.share_other),
    against: table.game.moveText(table, against),
  });
}

export interface Chip {
  icon: string;
  text: string;
  good: boolean;
}

/** What speaks for the move or against it, in a few words and in points. */
export function chipOf(table: Table, part: HintReason): Chip {
  const points = Math.round((part.points ?? 0) * 10) / 10;
  const args = { count: Math.abs(points), points: signed(points), name: table.name(part.seat) };
  if (part.label === AT_ONCE)
    return { icon: "ui-check", text: t("coach:chip.at_once", args), good: part.good };
  const { name: what, icon } = table.game.cause(part.label);
  const own = part.seat === table.seat;
  const text = t(own ? "coach:chip.you" : "coach:chip.name", { ...args, what });
  return { icon, text, good: part.good };
}

export const percent = (share: number) => t("coach:percent", { n: Math.round(share * 100) });
export const points = (value: number) => number(Math.round(value * 10) / 10);
