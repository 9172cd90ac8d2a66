import { expect, test } from "vitest";
import type { Table } from "../table/table.svelte";
import { leftNow, minutes } from "./clock";

test("the clock of whoever is to move runs on during a try", () => {
  const clock = { left: [100, 20], running: 1 };
  const table = { clock, clockAt: 1000 } as unknown as Table;
  expect(leftNow(table, 6000)).toBe(15);
  expect(leftNow(table, 60_000)).toBe(0);
  expect(leftNow({ ...table, clock: null } as Table, 0)).toBeNull();
});

test("time is told in minutes and seconds", () => {
  expect([minutes(250), minutes(9.7)]).toEqual(["4:10", "0:09"]);
});
