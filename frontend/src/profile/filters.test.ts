import { describe, expect, it } from "vitest";
import { anyFilter, readFilters, withFilter, written } from "./filters";

describe("filters in the address", () => {
  it("are read, and what is not known is left out", () => {
    const filters = readFilters("?game=vanuatu&days=30&cat=1");
    expect(filters.game).toBe("vanuatu");
    expect(written(filters)).toBe("?game=vanuatu&days=30");
    expect(anyFilter(readFilters("?cat=1"))).toBe(false);
  });
  it("forget deck and option when the game changes", () => {
    const filters = readFilters("?game=nusfjord&variant=codfish&option=solo%3Dadvanced&result=won");
    expect(withFilter(filters, "game", "vanuatu")).toBe("?game=vanuatu&result=won");
    expect(withFilter(filters, "result", "")).toBe(
      "?game=nusfjord&variant=codfish&option=solo%3Dadvanced",
    );
  });
});
