// The commitment to the deal: remembered when it is first seen, checked when the game is over.
// docs/fairness.md explains what this proves.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { readStored, store } from "../storage";

const KEY = "skerry.deals";
const MOST = 200; // tables remembered

export type Verdict = "fits" | "changed" | "none";

type Remembered = Record<string, string>;

function remembered(): Remembered {
  try {
    return JSON.parse(readStored(KEY) ?? "{}") as Remembered;
  } catch {
    return {};
  }
}

/** Keep the first commitment this browser was shown for a table. */
export function rememberDeal(table: string, commitment: string): void {
  const known = remembered();
  if (!commitment || known[table]) return;
  const kept = Object.entries(known).slice(1 - MOST);
  store(KEY, JSON.stringify({ ...Object.fromEntries(kept), [table]: commitment }));
}

/** One way to write a value as JSON: keys sorted, no spaces. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value !== null && typeof value === "object") {
    const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(",")}}`;
  }
  return JSON.stringify(value);
}

interface Parts {
  setup: Record<string, unknown>;
  commitment: string;
  salt: string;
}

/** The set-up and the commitment of a record (docs/formats.md). */
export function readDeal(record: string): Parts {
  const piles: Record<string, unknown> = {};
  const parts: Parts = { setup: { piles }, commitment: "", salt: "" };
  for (const line of record.split("\n")) {
    const [, head = "", value = ""] = /^([a-z]+(?: \S+)?): (.*)$/.exec(line) ?? [];
    const [kind, key = ""] = head.split(" ");
    if (kind === "setup") parts.setup[key] = JSON.parse(value);
    else if (kind === "pile") piles[key] = JSON.parse(value);
    else if (kind === "commitment" || kind === "salt") parts[kind] = value.trim();
  }
  return parts;
}

/** Whether the deal of a record is the one that was committed to, also as this browser saw it. */
export function checkDeal(table: string, record: string): Verdict {
  const { setup, commitment, salt } = readDeal(record);
  const shown = remembered()[table];
  if (!commitment || !salt) return shown ? "changed" : "none";
  const bytes = utf8ToBytes(canonical(setup));
  const found = bytesToHex(sha256(new Uint8Array([...hexToBytes(salt), ...bytes])));
  return found === commitment && (!shown || shown === commitment) ? "fits" : "changed";
}
