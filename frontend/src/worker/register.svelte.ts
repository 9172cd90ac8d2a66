// The page's side of the service worker: it is registered, told what was loaded, and listened to.
import { at, BASE } from "../base";
import { go } from "../route.svelte";

/** A newer version has taken over; the page that is open is still the old one. */
export const version = $state({ newer: false });

const arrivals = new Set<(id: string) => void>();

/** Whether this browser can have a service worker here: only at a secure address. */
export const canWork = (): boolean => "serviceWorker" in navigator && window.isSecureContext;

/** Call *heard* with the id of each push message that arrives while the page is open. */
export function onPush(heard: (id: string) => void): () => void {
  arrivals.add(heard);
  return () => arrivals.delete(heard);
}

export async function registration(): Promise<ServiceWorkerRegistration | null> {
  return canWork() ? await navigator.serviceWorker.ready : null;
}

/** Take down what was shown about a table: whoever opens it has seen it. */
export async function clearNotices(table: string): Promise<void> {
  if (!canWork()) return;
  const found = await navigator.serviceWorker.getRegistration(`${BASE}/`);
  for (const each of (await found?.getNotifications?.()) ?? [])
    if (each.tag.endsWith(` ${table}`)) each.close();
}

export function startWorker(): void {
  if (!canWork() || import.meta.env.DEV) return;
  const controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (controlled) version.newer = true;
    tellFiles();
  });
  navigator.serviceWorker.addEventListener("message", (event) => {
    const said = event.data as { kind?: string; id?: string; url?: string };
    if (said.kind === "pushed") for (const heard of arrivals) heard(said.id ?? "");
    if (said.kind === "open" && said.url) {
      const url = new URL(said.url);
      go(url.pathname + url.search);
    }
  });
  void navigator.serviceWorker
    .register(at("/sw.js"), { scope: `${BASE}/` })
    .then(() => (controlled ? tellFiles() : undefined))
    .catch(() => undefined); // the page works without it
}

/** Files that were loaded before the worker was there are stored as well. */
function tellFiles(): void {
  const files = performance.getEntriesByType("resource").map((entry) => entry.name);
  navigator.serviceWorker.controller?.postMessage({ files });
}
