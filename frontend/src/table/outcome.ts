// How a game ended, in a headline.
import { list, t } from "../i18n/i18n.svelte";
import type { Table } from "./table.svelte";

export function outcome(table: Table): string {
  const info = table.info!;
  if (info.status === "abandoned")
    return t(
      info.seats.some((seat) => seat.yours && seat.resigned) ? "end.you_gave_up" : "end.given_up",
      { round: table.view.round },
    );
  const defeat = table.view ? (table.game.defeat?.(table.view) ?? null) : null;
  if (defeat) return defeat.title;
  const { winners } = info;
  const [first] = winners;
  if (first === undefined) return t("end.over");
  if (winners.length > 1)
    return t("end.shared", { names: list(winners.map((seat) => table.name(seat))) });
  const others = info.scores.filter((_, seat) => seat !== first && !info.seats[seat]?.resigned);
  const by = others.length ? (info.scores[first] ?? 0) - Math.max(...others) : 0;
  return by > 0
    ? t("end.won_by", { name: table.name(first), count: by })
    : t("end.won", { name: table.name(first) });
}
