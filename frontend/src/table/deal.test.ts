import { beforeEach, describe, expect, it } from "vitest";
import { canonical, checkDeal, readDeal, rememberDeal } from "./deal";

// Written by skerry.kernel.commitment: the salt is 32 bytes of zero.
const SALT = "00".repeat(32);
const record = (first: number, commitment: string) =>
  `skerry record 1\ngame: vanuatu\nsetup players: 2\npile first: ${first}\n\n` +
  `0 take artist\nscores: [1, 2]\ncommitment: ${commitment}\nsalt: ${SALT}\n`;

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as Storage;
});

describe("the commitment to a deal", () => {
  const whole = "c999319115916f85ebf5b3ba264790897b5f424c4061a1cd55c699c10cce6779";

  it("writes JSON in one way", () => {
    expect(canonical({ b: [1, { d: null, c: "é" }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":"é","d":null}]}',
    );
  });

  it("reads the set-up of a record", () => {
    expect(readDeal(record(1, whole))).toEqual({
      setup: { players: 2, piles: { first: 1 } },
      commitment: whole,
      salt: SALT,
    });
  });

  it("fits the deal it was made for, and no other", () => {
    expect(checkDeal("t", record(1, whole))).toBe("fits");
    expect(checkDeal("t", record(0, whole))).toBe("changed");
    expect(checkDeal("t", "skerry record 1\nsetup players: 2\n")).toBe("none");
  });

  it("must be the one this browser was shown at the start", () => {
    rememberDeal("t", whole);
    expect(checkDeal("t", record(1, whole))).toBe("fits");
    expect(checkDeal("t", "skerry record 1\nsetup players: 2\n")).toBe("changed");
    rememberDeal("u", "f".repeat(64));
    rememberDeal("u", whole); // too late: the first one counts
    expect(checkDeal("u", record(1, whole))).toBe("changed");
  });
});
