import { describe, expect, test } from "vitest";
import { chapterOf, mayStore, treatment } from "./rules";

describe("the service worker", () => {
  test("stores files and the page, and of the answers only what was opened to read", () => {
    expect(treatment("assets/index-abc.js", false)).toBe("file");
    expect(treatment("t/abc", true)).toBe("page");
    expect(treatment("api/lessons/vanuatu/plan", false)).toBe("opened");
    expect(treatment("api/tables/abc/replay", false)).toBe("opened");
    for (const path of ["api/me", "api/mine", "api/account", "api/notifications", "healthz"])
      expect(treatment(path, false)).toBe("none");
    expect(treatment("api/tables/abc/jobs/review", false)).toBe("none");
  });

  test("stores no game that is still played", () => {
    expect(mayStore("api/tables/abc", { table: { status: "running" } })).toBe(false);
    expect(mayStore("api/tables/abc", { table: { status: "finished" } })).toBe(true);
    expect(mayStore("api/tables/abc", {})).toBe(false);
  });

  test("knows which chapter a deed belongs to", () => {
    expect(chapterOf("api/lessons/vanuatu/plan/next")).toBe("api/lessons/vanuatu/plan");
    expect(chapterOf("api/lessons/vanuatu/plan/table")).toBe(null);
  });
});
