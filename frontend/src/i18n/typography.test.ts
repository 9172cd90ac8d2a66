import { expect, test } from "vitest";
import { frenchSpaces } from "../../build/typography";
import french from "./table.fr.json";

test("French marks stay with their words", () => {
  expect(frenchSpaces("Quoi ? « Oui » : 2 %")).toBe(
    "Quoi\u00a0? «\u00a0Oui\u00a0»\u00a0: 2\u00a0%",
  );
  expect(frenchSpaces("A: b, 3 - 4")).toBe("A: b, 3 - 4");
});

test("the French messages of the page are spaced", () => {
  const text = JSON.stringify(french);
  expect(text).toContain("\u00a0?");
  expect(text).not.toMatch(/ [;!?»]/u);
});
