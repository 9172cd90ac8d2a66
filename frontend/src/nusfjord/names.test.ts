import { expect, test, vi } from "vitest";

vi.mock("./components.svelte", () => ({ card: () => undefined, elder: () => undefined }));
const { nameOf, textOf, typeset } = await import("./names");

const CARD = { name: "Fisher's House", text: "Use an Elder's action." } as Parameters<
  typeof nameOf
>[0];

test("names and sentences of cards have the apostrophe of all other sentences", () => {
  expect(nameOf(CARD, "")).toBe("Fisher’s House");
  expect(textOf(CARD)).toBe("Use an Elder’s action.");
  expect(typeset("Sailor's Home")).toBe("Sailor’s Home");
});
