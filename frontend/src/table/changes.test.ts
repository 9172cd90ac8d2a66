import { expect, it } from "vitest";
import type { Changed } from "../types.gen";
import { withWholeView } from "./changes";

const frame = (fields: Changed["fields"], items: Changed["items"]): Changed => ({
  type: "changed",
  number: 8,
  moves: 8,
  entries: [],
  fields,
  items,
  decision: null,
  scores: [],
  turn: 1,
  status: "running",
  clock: null,
});

it("makes an update with the whole view of a changed frame, and shares what stays", () => {
  const view = { round: 1, price: 8, players: [{ money: 4, huts: 2 }, { money: 5 }], ships: [1] };
  const update = withWholeView(view, frame({ price: 7 }, { players: { 0: { money: 6 } } }));
  expect(update.type).toBe("update");
  expect(update).not.toHaveProperty("items");
  expect(update.view).toEqual({
    ...view,
    price: 7,
    players: [{ money: 6, huts: 2 }, { money: 5 }],
  });
  const after = update.view as typeof view;
  expect(after.players[1]).toBe(view.players[1]);
  expect(after.ships).toBe(view.ships);
  expect(view.players[0]?.money).toBe(4);
});
