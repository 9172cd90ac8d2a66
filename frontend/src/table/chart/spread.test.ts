import { expect, test } from "vitest";
import { spread } from "./spread";

const at = (...places: number[]) => places.map((y) => ({ y }));

test("labels that would overlap move down", () => {
  expect(spread(at(30, 10, 12), 20)).toEqual(at(10, 30, 50));
});

test("at the foot they are pushed up again", () => {
  expect(spread(at(90, 95), 20, 100)).toEqual(at(80, 100));
});
