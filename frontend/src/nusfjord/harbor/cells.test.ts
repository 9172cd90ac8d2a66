import { expect, test } from "vitest";
import { cellLabel, cellsOf, rightHalves } from "./cells";

test("cells are named row by row", () => {
  expect(cellsOf(2, 3).map((cell) => cell.name)).toEqual([
    "0,0",
    "0,1",
    "0,2",
    "1,0",
    "1,1",
    "1,2",
  ]);
});

test("a Forest lies on its own cell and the one to its right", () => {
  expect([...rightHalves({ "0,2": 1, "2,0": 3 })]).toEqual(["0,3", "2,1"]);
});

test("a cell is called by its row and its number, as on a map", () => {
  expect(["0,0", "1,2", "2,3"].map(cellLabel)).toEqual(["A1", "B3", "C4"]);
});
