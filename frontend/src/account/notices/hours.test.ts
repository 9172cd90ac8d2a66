import { expect, test } from "vitest";
import { hourOf, spans, TIMES } from "./hours";

test("a night is two stretches of a day", () => {
  expect(spans("22:00", "08:00")).toEqual([
    [0, 8],
    [22, 24],
  ]);
  expect(spans("13:00", "14:30")).toEqual([[13, 14.5]]);
  expect(spans("22:00", "00:00")).toEqual([[22, 24]]);
  expect(spans("08:00", "08:00")).toEqual([]);
});

test("times are offered by half hours", () => {
  expect(TIMES).toHaveLength(48);
  expect(TIMES[45]).toBe("22:30");
  expect(hourOf("22:30")).toBe(22.5);
});
