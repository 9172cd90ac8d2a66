// What Undo would take back, in words: the own move and the replies to it.
import { t } from "../i18n/i18n.svelte";
import type { Option } from "../types.gen";
import { linesOf, standing } from "./log";
import type { Table } from "./table.svelte";

/** "Take back: planned Fish, and 3 replies". */
export function undoText(table: Table): string {
  const undo = table.answering.decision?.undo;
  const what = lastMove(table);
  const replies = Math.max(0, (undo?.moves ?? 1) - 1);
  const said = replies
    ? t(what ? "undo.move_replies" : "undo.last_replies", { what, count: replies })
    : t(what ? "undo.move" : "undo.last", { what });
  return undo?.how === "consent" ? t("undo.ask_for", { what: said }) : said;
}

function lastMove(table: Table): string {
  const entries = standing(table.entries);
  const at = entries.findLastIndex(({ seat }) => seat === table.seat);
  const entry = entries[at];
  if (!entry) return "";
  const own = linesOf(table, entry, at + 1).filter(({ seat }) => seat === table.seat);
  if (own.length) return (own.find(({ minor }) => !minor) ?? own[0])?.text ?? "";
  const move: Option = { id: entry.move, picks: {}, details: {} };
  return entry.move ? table.game.moveText(table, move) : "";
}
