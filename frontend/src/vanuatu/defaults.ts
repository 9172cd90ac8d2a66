// What is picked and sent while the player has not chosen otherwise.
import type { Decision, Option } from "../types.gen";
import { detailsOf } from "./details";
import type { View } from "./view.gen";

/** Ways to use an action space, the usual one first. */
export const HOW = ["how:bonus", "how:perform", "how:preach", "how:retrieve"];

/** The cheapest route, the plainest building, the usual way to use an action space. */
export function defaultMove(moves: Option[], chosen: Record<string, string>): Option | null {
  const first = moves[0];
  if (!first) return null;
  const verb = first.id.split(" ")[0];
  if (verb === "sail") return chosen.cell ? cheapest(moves) : null;
  if (verb === "build") return chosen.cell || sameCell(moves) ? plainest(moves, chosen) : null;
  if (chosen.space && first.picks.how) {
    return HOW.flatMap((how) => moves.filter((move) => move.picks.how === how))[0] ?? null;
  }
  return null;
}

function cheapest(moves: Option[]): Option | null {
  return (
    [...moves].sort((a, b) => (a.picks.steps ?? "").localeCompare(b.picks.steps ?? ""))[0] ?? null
  );
}

function sameCell(moves: Option[]): boolean {
  return new Set(moves.map((move) => move.picks.cell)).size === 1;
}

/** A hut if there may be one, no dike unless it was asked for. */
function plainest(moves: Option[], chosen: Record<string, string>): Option | null {
  const hut = (move: Option) => Number(move.picks.hut !== (chosen.hut ?? "hut:yes"));
  const dike = (move: Option) => Number(move.picks.dike !== (chosen.dike ?? "dike:no"));
  return [...moves].sort((a, b) => hut(a) - hut(b) || dike(a) - dike(b))[0] ?? null;
}

/** Picks that are there to begin with: the first tile, all fish. */
export function initialPicks(decision: Decision, view: View): Record<string, string> {
  const start: Record<string, string> = {};
  if (decision.kind === "place_tile") {
    const tile = view.volcano.find((name) =>
      decision.moves.some((m) => m.picks.tile === `tile:${name}`),
    );
    if (tile) start.tile = `tile:${tile}`;
  }
  if (decision.kind === "sell") {
    const vatus = (move: Option) => detailsOf(move).vatus ?? 0;
    const all = [...decision.moves].sort((a, b) => vatus(b) - vatus(a))[0];
    if (all?.picks.fish) start.fish = all.picks.fish;
  }
  return start;
}

/** Whether a move is sent without Confirm while the turn stays with the player. */
export function sendsAtOnce(move: Option, decision: Decision): boolean {
  if (detailsOf(move).reveals) return false; // it cannot be taken back
  const space = move.picks.space;
  return (
    !space ||
    decision.moves.filter((other) => other.picks.space === space && !other.picks.target).length < 2
  );
}
