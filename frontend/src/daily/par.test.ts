import { describe, expect, it } from "vitest";
import { month, monthOf, step } from "./calendar";
import { against, sign, signed } from "./par";

describe("a result against par", () => {
  it("has a sign for above, at and below", () => {
    expect([4, 0, -2].map(sign).join("")).toBe("▲●▽");
    expect([4, 0, -2].map(signed)).toEqual(["▲4", "●", "▽2"]);
    expect(against(-1)).toBe("below");
  });
});

describe("a month of the calendar", () => {
  it("begins on a Monday and is filled up to whole weeks", () => {
    const weeks = month("2026-11");
    expect(weeks[0]).toEqual(["", "", "", "", "", "", "2026-11-01"]);
    expect(weeks.at(-1)?.[0]).toBe("2026-11-30");
    expect(weeks.every((week) => week.length === 7)).toBe(true);
  });
  it("has neighbours across the year's end", () => {
    expect(monthOf("2026-12-31")).toBe("2026-12");
    expect(step("2026-12", 1)).toBe("2027-01");
    expect(step("2026-01", -1)).toBe("2025-12");
  });
});
