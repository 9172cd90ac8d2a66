import { beforeEach, expect, test, vi } from "vitest";
vi.mock("../errorText", () => ({ problemText: (code: string) => code }));
vi.mock("../api", () => {
  class Refused extends Error {
    constructor(
      readonly code: string,
      message: string,
    ) {
      super(message);
    }
  }
  return { api: { hint: () => Promise.resolve() }, Refused };
});
import { api, Refused } from "../api";
import type { Table } from "../table/table.svelte";
import type { Hint, Job } from "../types.gen";
import { HintRequest } from "./hint.svelte";

const found = { moves: [{ move: "rest", picks: { space: "space:rest" } }] } as unknown as Hint;
const job = (state: Job["state"], done: number, hint: Hint | null = null): Job =>
  ({ kind: "hint", state, done, of: 4, hint, number: 7, seat: 1 }) as Job;

let table: {
  info: { id: string; coach: string };
  seat: number;
  number: number;
  mine: boolean;
  answering: unknown;
};
let picked: string[];
let request: HintRequest;

beforeEach(() => {
  picked = [];
  const rest = { id: "rest", picks: { space: "space:rest" }, details: { price: 1 } };
  table = {
    info: { id: "t", coach: "full" },
    seat: 1,
    number: 7,
    mine: true,
    answering: {
      decision: { moves: [rest], anytime: [] },
      picks: { take: (move: { id: string }) => picked.push(move.id) },
    },
  };
  request = new HintRequest(table as unknown as Table);
});

test("a hint grows, and an answer that comes late replaces nothing", async () => {
  const answer = vi.spyOn(api, "hint").mockResolvedValue(job("running", 0));
  const asking = request.ask();
  expect([request.open, request.state]).toEqual([true, "waiting"]);
  request.take(job("partial", 1, found));
  expect(request.state).toBe("partial");
  await asking; // its answer is older than the frame
  expect(request.state).toBe("partial");
  request.take(job("done", 4, found));
  expect([request.state, request.progress]).toEqual(["done", 1]);
  expect(request.options[0]?.details).toEqual({ price: 1 });
  answer.mockRestore();
});

test("what belongs to another seat or another decision is not shown", async () => {
  const answer = vi.spyOn(api, "hint").mockResolvedValue(job("running", 0));
  await request.ask();
  request.take({ ...job("done", 4, found), seat: 0 });
  expect(request.found).toBeNull();
  request.take({ ...job("done", 4, found), number: 6 });
  expect(request.found).toBeNull();
  request.take(job("done", 4, found));
  table.number = 8;
  expect(request.state).toBe("stale");
  answer.mockRestore();
});

test("a failure can be asked about again, a refusal not", async () => {
  const answer = vi.spyOn(api, "hint").mockRejectedValue(new Refused("unreachable", "gone", 0));
  await request.ask();
  expect(request.state).toBe("failed");
  answer.mockResolvedValue(job("queued", 0));
  await request.ask();
  expect([request.state, request.queued]).toEqual(["waiting", true]);
  table.info.coach = "off";
  answer.mockClear();
  await request.ask();
  expect(request.state).toBe("refused");
  expect(answer).not.toHaveBeenCalled();
  answer.mockRestore();
});

test("showing a move picks it and leaves confirming to the player", () => {
  request.show({ id: "rest", picks: {}, details: null });
  request.show({ id: "gone", picks: {}, details: null });
  expect(picked).toEqual(["rest"]);
});
