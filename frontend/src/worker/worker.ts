// The service worker: push messages, and what can be read without a network. It is built into
// `sw.js` beside the page, so that it also works under a path of its own.
/// <reference lib="webworker" />
import { chapterOf, endsSession, mayStore, treatment } from "./rules";

declare const self: ServiceWorkerGlobalScope;
/** All files of this build, and those the first page needs; filled in by `build/worker.ts`. */
declare const __FILES__: { all: string[]; first: string[] };

const BASE = new URL("./", self.location.href).pathname;
const BUILD = __FILES__;
const FILES = "skerry-files";
const PAGE = "skerry-page";
const OPENED = "skerry-opened";
const MOST_OPENED = 120; // answers: about ten lessons and ten replays
const PATIENCE = 5000; // milliseconds for the page, on a network that is there but does not answer

const shortPath = (url: string) => new URL(url).pathname.slice(BASE.length);

self.addEventListener("install", (event) => {
  event.waitUntil(
    (async () => {
      const files = await caches.open(FILES);
      await files.addAll(BUILD.first.map((file) => BASE + file));
      await storePage(await fetch(BASE, { cache: "no-cache" }));
      await self.skipWaiting();
    })(),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      // Files of older builds go; pages that are still open have theirs in memory.
      const files = await caches.open(FILES);
      const known = new Set(BUILD.all);
      for (const request of await files.keys())
        if (!known.has(shortPath(request.url))) await files.delete(request);
      await self.clients.claim();
    })(),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin || !url.pathname.startsWith(BASE)) return;
  const path = url.pathname.slice(BASE.length);
  if (request.method === "POST") {
    if (endsSession(path)) event.respondWith(forgetting(request));
    else if (chapterOf(path)) event.respondWith(learning(event, chapterOf(path) + url.search));
    return;
  }
  if (request.method !== "GET") return;
  if (path === "api/me") event.respondWith(identifying(request));
  else {
    const how = treatment(path, request.mode === "navigate");
    if (how === "file") event.respondWith(file(request));
    else if (how === "page") event.respondWith(page(request));
    else if (how === "opened") event.respondWith(opened(event, path));
  }
});

/** A file whose name changes with its content. */
async function file(request: Request): Promise<Response> {
  const files = await caches.open(FILES);
  const known = await files.match(request.url);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await files.put(request.url, answer.clone());
  return answer;
}

async function storePage(answer: Response): Promise<void> {
  if (answer.ok && (answer.headers.get("content-type") ?? "").startsWith("text/html"))
    await (await caches.open(PAGE)).put(BASE, answer.clone());
}

/** The page is the same for every address; the stored one serves while the network is away. */
async function page(request: Request): Promise<Response> {
  const stored = await (await caches.open(PAGE)).match(BASE);
  try {
    const answer = await (stored ? within(PATIENCE, fetch(request)) : fetch(request));
    await storePage(answer);
    return answer.status >= 502 && answer.status <= 504 && stored ? stored : answer;
  } catch (error) {
    if (stored) return stored;
    throw error;
  }
}

/** What was opened can be read again without a network; it then says so in a header. */
async function opened(event: FetchEvent, path: string): Promise<Response> {
  const store = await caches.open(OPENED);
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(remember(store, event.request.url, path, answer.clone()));
    return answer;
  } catch (error) {
    const known = await store.match(event.request.url);
    if (!known) throw error;
    const headers = new Headers(known.headers);
    headers.set("x-skerry-stored", "1");
    return new Response(known.body, { status: known.status, headers });
  }
}

async function remember(store: Cache, url: string, path: string, answer: Response): Promise<void> {
  if (!mayStore(path, await answer.clone().json())) return;
  await store.delete(url); // what was opened last is at the end
  await store.put(url, answer);
  const all = await store.keys();
  for (const old of all.slice(0, Math.max(0, all.length - MOST_OPENED))) await store.delete(old);
}

/** A learner's deed: its answer is the chapter as it is now. */
async function learning(event: FetchEvent, chapter: string): Promise<Response> {
  const answer = await fetch(event.request);
  if (answer.ok) {
    const store = await caches.open(OPENED);
    const page = await answer.clone().json();
    // An answer holds what has changed; only a whole position can be shown by itself.
    const url = new URL(BASE + chapter, self.location.href).href;
    if (page.table) event.waitUntil(store.put(url, answer.clone()));
    else event.waitUntil(fetchAgain(store, url));
  }
  return answer;
}

async function fetchAgain(store: Cache, url: string): Promise<void> {
  try {
    const answer = await fetch(url);
    if (answer.ok) await store.put(url, answer);
  } catch {
    // the network has gone: the step before stays readable
  }
}

/** Signing out takes everything of the person along. */
async function forgetting(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.ok) await caches.delete(OPENED);
  return answer;
}

/** Whoever was signed out elsewhere, or is somebody else now, finds nothing of the one before. */
async function identifying(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.ok) {
    const store = await caches.open(OPENED);
    const who = String((await answer.clone().json()).id ?? "");
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(who));
    const mark = [...new Uint8Array(digest)].slice(0, 8).join("-");
    const known = await (await store.match(BASE + "owner"))?.text();
    if (known !== mark) {
      await caches.delete(OPENED);
      await (await caches.open(OPENED)).put(BASE + "owner", new Response(mark));
    }
  }
  return answer;
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error("slow")), milliseconds)),
  ]);
}

// -- push

interface Said {
  title: string;
  body: string;
  url: string;
  tag: string;
  id: string;
}

self.addEventListener("push", (event) => {
  const said = event.data?.json() as Said | undefined;
  if (said) event.waitUntil(show(said));
});

async function show(said: Said): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window" });
  for (const one of pages) one.postMessage({ kind: "pushed", id: said.id });
  await self.registration.showNotification(said.title, {
    body: said.body,
    tag: said.tag,
    icon: `${BASE}icon-192.png`,
    badge: `${BASE}badge.png`,
    data: { url: said.url },
  });
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const wanted = new URL(String(event.notification.data?.url ?? BASE), self.location.href);
  // The operator may know this server by another name than this browser does.
  const path = wanted.pathname.startsWith(BASE) ? wanted.pathname : BASE;
  event.waitUntil(open(new URL(path + wanted.search, self.location.href).href));
});

async function open(url: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window" });
  const there = pages.find((one) => one.url === url) ?? pages.find((one) => !one.focused);
  if (!there) {
    await self.clients.openWindow(url);
    return;
  }
  await there.focus();
  if (there.url !== url) there.postMessage({ kind: "open", url });
}

self.addEventListener("message", (event) => {
  // What the page has loaded before this worker was there.
  const files = (event.data as { files?: string[] }).files ?? [];
  const known = new Set(BUILD.all);
  const ours = files.filter((url) => known.has(shortPath(url)));
  event.waitUntil(
    caches.open(FILES).then((store) =>
      Promise.all(
        ours.map(async (url) => {
          if (!(await store.match(url))) await store.add(url);
        }),
      ),
    ),
  );
});
