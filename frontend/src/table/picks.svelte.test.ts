import { flushSync } from "svelte";
import { beforeEach, expect, test } from "vitest";
import type { Decision, Option } from "../types.gen";
import type { GameModule } from "./game";
import { Picks } from "./picks.svelte";

/** A decision with these moves; only what Picks reads. */
function decisionOf(moves: Option[]): Decision {
  return { id: "t.1.0", moves } as unknown as Decision;
}

function move(id: string, picks: Record<string, string>): Option {
  return { id, picks, details: {} };
}

// Two tiles, two places: one of the four pairs is not on offer. And a family of its own, "govern".
const MOVES = [
  move("place a 1", { tile: "tile:a", cell: "hex:1" }),
  move("place a 2", { tile: "tile:a", cell: "hex:2" }),
  move("place b 2", { tile: "tile:b", cell: "hex:2" }),
  move("govern 1 2", { from: "hex:1", to: "hex:2" }),
];
const game = {
  mode: (each: Option) => (each.id.startsWith("govern") ? "govern" : ""),
} as unknown as GameModule;

let picks: Picks;
beforeEach(() => {
  picks = new Picks(game, () => decisionOf(MOVES));
});

test("before anything is picked every ref of the usual family is legal", () => {
  expect([...picks.legal].sort()).toEqual(["hex:1", "hex:2", "tile:a", "tile:b"]);
  expect(picks.modes).toEqual(["", "govern"]);
  expect(picks.move).toBeNull();
  expect(picks.any).toBe(false);
});

test("a pick leaves the moves that fit, and one move left is the move", () => {
  expect(picks.pick("hex:1")).toBe(true);
  expect(picks.remaining.map((each) => each.id)).toEqual(["place a 1"]);
  expect(picks.move?.id).toBe("place a 1");
  expect([...picks.marked].sort()).toEqual(["hex:1", "tile:a"]);
});

test("a pick may be replaced while the others stay", () => {
  picks.pick("tile:a");
  picks.pick("hex:1");
  picks.pick("hex:2");
  expect(picks.chosen).toEqual({ tile: "tile:a", cell: "hex:2" });
});

test("picks that no longer fit are dropped", () => {
  picks.pick("tile:a");
  picks.pick("hex:1");
  picks.pick("tile:b"); // there is no move with tile b on 1
  expect(picks.chosen).toEqual({ tile: "tile:b" });
});

test("a ref that no move has is not picked", () => {
  expect(picks.pick("hex:9")).toBe(false);
  expect(picks.chosen).toEqual({});
});

test("back takes the last pick, then the family, then nothing", () => {
  picks.turnTo("govern");
  expect(picks.move?.id).toBe("govern 1 2");
  picks.pick("hex:1");
  expect(picks.back()).toBe(true);
  expect(picks.mode).toBe("govern");
  expect(picks.back()).toBe(true);
  expect(picks.mode).toBe("");
  expect(picks.back()).toBe(false);
});

test("what the game picked at the start is not the player's pick, and comes back", () => {
  picks.clear({ tile: "tile:a" });
  expect(picks.any).toBe(false);
  expect(picks.begun).toBe(true);
  picks.put("tile", "tile:b");
  expect(picks.any).toBe(true);
  expect(picks.back()).toBe(true);
  expect(picks.chosen).toEqual({ tile: "tile:a" });
  expect(picks.back()).toBe(false);
});

test("values lists what a slot can take beside the other picks", () => {
  picks.pick("tile:b");
  expect([...picks.values("cell").keys()]).toEqual(["hex:2"]);
  expect([...picks.values("tile").keys()]).toEqual(["tile:a", "tile:b"]);
});

test("the game may name the move while several are left", () => {
  const first = { ...game, defaultMove: (moves: Option[]) => moves[0] ?? null };
  const eager = new Picks(first as unknown as GameModule, () => decisionOf(MOVES));
  expect(eager.move?.id).toBe("place a 1");
});

test("a suggestion that may not be made waits until something is picked", () => {
  const first = { ...game, defaultMove: (moves: Option[]) => moves[0] ?? null };
  const asks = (each: Option) => each.id === "place b 2"; // a lesson asks for this one
  const shy = new Picks(first as unknown as GameModule, () => decisionOf(MOVES), asks);
  expect(shy.move).toBeNull();
  shy.pick("tile:a");
  expect(shy.move?.id).toBe("place a 1");
});

test("another decision is seen at once", () => {
  let moves = $state.raw(MOVES);
  const live = new Picks(game, () => decisionOf(moves));
  expect(live.moves).toHaveLength(3);
  moves = MOVES.slice(0, 1);
  flushSync();
  expect(live.move?.id).toBe("place a 1");
});

test("a whole move can be taken", () => {
  picks.take(MOVES[3]!);
  expect(picks.mode).toBe("govern");
  expect(picks.move?.id).toBe("govern 1 2");
});
