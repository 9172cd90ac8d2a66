import { expect, test } from "vitest";
import { localeWithin } from "./locale";

const written = (language: string, preferred: string[]) =>
  new Intl.DateTimeFormat(localeWithin(language, preferred), {
    day: "numeric",
    month: "short",
    timeZone: "UTC",
  }).format(Date.UTC(2026, 10, 18));

test("a date follows the reader's country within the page's language", () => {
  expect(written("en", ["en-GB", "en"])).toBe("18 Nov");
  expect(written("en", ["de-DE", "en-GB", "en-US"])).toBe("18 Nov");
  expect(written("en", ["en-US", "en"])).toBe("Nov 18");
  expect(written("de", ["de-AT"])).toBe("18. Nov.");
});

test("the page's language stays, whatever the browser speaks", () => {
  expect(localeWithin("de", ["en-GB", "fr"])).toBe("de");
  expect(localeWithin("es", ["est-EE"])).toBe("es");
  expect(written("de", ["en-GB"])).toBe("18. Nov.");
});
