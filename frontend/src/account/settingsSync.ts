// Settings move along with the identity: read when the page opens, written when one changes.
// The newest change wins. What belongs to a device (system notices, a guide under way) stays there.
import { identity } from "../api";
import { language, LANGUAGES, speak } from "../i18n/i18n.svelte";
import { isDefault, set, settings, type Settings } from "../settings.svelte";
import { readStored, store } from "../storage";

const KEY = "skerry.synced";
const PAUSE = 1000; // milliseconds without a further change before they are written
const OF_THE_DEVICE: (keyof Settings)[] = ["notices", "guiding"];

/** Whose settings this browser has, of when, and whether they were changed since. */
interface Mark {
  id: string;
  changed: number;
  dirty: boolean;
}

function mark(): Mark {
  try {
    return { id: "", changed: 0, dirty: false, ...JSON.parse(readStored(KEY) ?? "{}") };
  } catch {
    return { id: "", changed: 0, dirty: false };
  }
}

const plain = (): Settings => JSON.parse(JSON.stringify(settings)) as Settings;

/** What is written: everything that is not of the device, and the language. */
export function written(): Record<string, unknown> {
  const all: Record<string, unknown> = { ...plain(), language: language() };
  for (const key of OF_THE_DEVICE) delete all[key];
  return all;
}

/** Take over settings that were stored; what is not one of ours, or of another type, is left out. */
export function takeOver(stored: Record<string, unknown>): void {
  const own = plain();
  for (const key of Object.keys(own) as (keyof Settings)[]) {
    const value = stored[key];
    const fits =
      typeof value === typeof own[key] && Array.isArray(value) === Array.isArray(own[key]);
    if (fits && !OF_THE_DEVICE.includes(key)) set(key, value as never, false);
  }
  const wanted = stored.language;
  if (typeof wanted === "string" && wanted in LANGUAGES && wanted !== language())
    void speak(wanted, false);
}

async function write(id: string): Promise<void> {
  const { changed } = await identity.saveSettings(written());
  store(KEY, JSON.stringify({ id, changed, dirty: false }));
}

/** Compare this browser's settings with those of the identity. */
export async function compareSettings(): Promise<void> {
  const stored = await identity.settings();
  if (!stored.id) return; // nobody yet: they are of this browser
  const known = mark();
  const same = known.id === stored.id;
  if (stored.changed > 0 && (!same || (stored.changed > known.changed && !known.dirty))) {
    takeOver(stored.settings);
    store(KEY, JSON.stringify({ id: stored.id, changed: stored.changed, dirty: false }));
  } else if ((same && known.dirty) || (!same && !isDefault())) await write(stored.id);
}

let waiting: ReturnType<typeof setTimeout> | undefined;

function changed(): void {
  store(KEY, JSON.stringify({ ...mark(), dirty: true }));
  clearTimeout(waiting);
  waiting = setTimeout(() => void compareSettings().catch(() => undefined), PAUSE);
}

/** Keep the settings with the identity until the page is left. */
export function keepSettings(): () => void {
  void compareSettings().catch(() => undefined); // not reached: they stay as they are here
  window.addEventListener("skerry-settings", changed);
  return () => {
    clearTimeout(waiting);
    window.removeEventListener("skerry-settings", changed);
  };
}
