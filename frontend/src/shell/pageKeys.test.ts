import { beforeAll, expect, test, vi } from "vitest";

let pageKeys: typeof import("./pageKeys").pageKeys;
beforeAll(async () => {
  vi.stubGlobal("window", { addEventListener: () => undefined });
  vi.stubGlobal("location", { pathname: "/", search: "", hash: "" });
  vi.stubGlobal("document", { querySelector: () => null, baseURI: "http://host/" });
  ({ pageKeys } = await import("./pageKeys"));
});

test("G and a letter open a page", () => {
  const press = pageKeys();
  expect(press("g", 5)).toBeUndefined();
  expect(press("L", 900)).toBe("/learn");
  expect(press("l", 950)).toBeUndefined();
});

test("a second G opens the games and begins nothing", () => {
  const press = pageKeys();
  press("g", 0);
  expect(press("g", 100)).toBe("/games");
  expect(press("d", 200)).toBeUndefined();
});

test("a letter that comes late, or after another key, opens nothing", () => {
  const press = pageKeys();
  press("g", 0);
  expect(press("l", 1500)).toBeUndefined();
  press("g", 2000);
  press("x", 2100);
  expect(press("l", 2200)).toBeUndefined();
});

test("a letter alone, in the first moments, opens nothing", () => {
  expect(pageKeys()("l", 1)).toBeUndefined();
});
