// Exercises in words: what a move is worth, and the question that leads to a better one.
import { number, signed, t } from "../i18n/i18n.svelte";
import { AT_ONCE } from "../review/partText";
import type { Scene } from "../table/scene";
import type { ExerciseHelp, TriedMove } from "../types.gen";

/** What a move is worth: its chance to win, or in a solo game its expected points. */
export function worth(win: number | null, points: number, alone: boolean): string {
  if (win !== null && !alone) return t("review:percent", { n: Math.round(win * 100) });
  return number(Math.round(points * 10) / 10);
}

/** How much better than the move of the game: in chance to win, or in a solo game in points. */
export function gain(tried: TriedMove, alone: boolean): string {
  if (tried.win === null || tried.win_played === null || alone)
    return signed(Math.round(tried.gained * 10) / 10);
  return signed(Math.round(tried.win * 100) - Math.round(tried.win_played * 100));
}

/** A question that leads to the better move without naming it. */
export function nudge(scene: Scene, { part }: ExerciseHelp): string {
  if (!part) return t("exercises:nudge.other");
  if (part.label === AT_ONCE) return t("exercises:nudge.at_once");
  const what = scene.game.cause(part.label).name;
  const own = part.seat === scene.seat;
  const args = { what, name: scene.name(part.seat) };
  if (own) return t(`exercises:nudge.${part.kind === "gained" ? "gained" : "own"}`, args);
  return t(`exercises:nudge.${part.kind === "denied" ? "denied" : "rival"}`, args);
}
