import { expect, test } from "vitest";
import type { Happened, LogEntry } from "../types.gen";
import type { EventLine } from "./game";
import { grouped, linesOf, standing } from "./log";
import type { Table } from "./table.svelte";

function happened(event: string, fields: Record<string, unknown> = {}): Happened {
  return { event: { event, ...fields }, text: event } as unknown as Happened;
}

function entry(number: number, ...events: Happened[]): LogEntry {
  return {
    number,
    kind: "move",
    seat: 0,
    move: "",
    keep: null,
    at: 0,
    events,
  } as unknown as LogEntry;
}

function takeback(number: number, keep: number): LogEntry {
  return { ...entry(number), kind: "takeback", keep } as LogEntry;
}

/** A table whose game names every event, and hides those called "hidden". */
function tableWith(phases: Record<string, string> = {}): Table & { described: number } {
  const table = {
    described: 0,
    game: {
      describe(_: unknown, { event }: Happened): EventLine | null {
        table.described += 1;
        const kind = String(event.event);
        if (kind === "hidden") return null;
        return { seat: 0, text: kind, gains: [], refs: [], phase: phases[kind] };
      },
    },
  };
  return table as unknown as Table & { described: number };
}

test("a take-back removes all but the first moves", () => {
  const entries = [entry(1), entry(2), entry(3), takeback(4, 1), entry(5)];
  expect(standing(entries).map((each) => each.number)).toEqual([1, 5]);
});

test("a take-back of a take-back counts the moves that stand", () => {
  const entries = [entry(1), entry(2), takeback(3, 1), entry(4), takeback(5, 0), entry(6)];
  expect(standing(entries).map((each) => each.number)).toEqual([6]);
});

test("lines know their entry and the moves made so far; hidden events have none", () => {
  const lines = linesOf(
    tableWith(),
    entry(7, happened("sailed"), happened("hidden"), happened("paid")),
    5,
  );
  expect(lines.map(({ key, text, number, moves }) => [key, text, number, moves])).toEqual([
    ["7.0", "sailed", 7, 5],
    ["7.2", "paid", 7, 5],
  ]);
});

test("an entry is described once", () => {
  const table = tableWith();
  const one = entry(1, happened("sailed"));
  expect(linesOf(table, one, 1)).toBe(linesOf(table, one, 1));
  expect(table.described).toBe(1);
});

test("a round begins in the middle of the entry that brought it", () => {
  const began = happened("round_began", { round: 2 });
  const entries = [
    entry(1, happened("sailed")),
    entry(2, happened("rested"), began, happened("drew")),
    entry(3, happened("fished")),
  ];
  const groups = grouped(tableWith(), entries);
  expect(groups.map(({ round, lines }) => [round, lines.map((line) => line.text)])).toEqual([
    [1, ["sailed", "rested"]],
    [2, ["drew", "fished"]],
  ]);
});

test("a line of another phase begins a group; one without a phase belongs to the group before", () => {
  const table = tableWith({ planned: "planning", sailed: "resolving" });
  const entries = [
    entry(1, happened("planned"), happened("paid"), happened("sailed"), happened("paid")),
  ];
  const groups = grouped(table, entries);
  expect(groups.map(({ phase, lines }) => [phase, lines.length])).toEqual([
    ["planning", 2],
    ["resolving", 2],
  ]);
});
