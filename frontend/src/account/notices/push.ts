// The browser's side of push: whether it can and may, and its subscription.
import { notifications as server } from "../../api";
import { canWork, registration } from "../../worker/register.svelte";
import type { NotificationSettings } from "../../types.gen";

/** What stands in the way here: no secure address, no support, or the player's own refusal. */
export type PushTrouble = "insecure" | "home_screen" | "missing" | "denied" | null;

export function pushTrouble(): PushTrouble {
  if (!window.isSecureContext) return "insecure";
  if (!canWork() || !("PushManager" in window)) {
    // Safari on iPhone and iPad knows push only for pages on the home screen.
    return /iPhone|iPad/.test(navigator.userAgent) ? "home_screen" : "missing";
  }
  return Notification.permission === "denied" ? "denied" : null;
}

export class PushRefused extends Error {}

/** Ask the browser for permission and a subscription, and give it to the server. */
export async function subscribe(key: string): Promise<NotificationSettings> {
  if ((await Notification.requestPermission()) !== "granted") throw new PushRefused("denied");
  const worker = await registration();
  if (!worker) throw new PushRefused("missing");
  const applicationServerKey = bytes(key);
  let found = await worker.pushManager.getSubscription();
  if (found && !same(found.options.applicationServerKey, applicationServerKey)) {
    await found.unsubscribe(); // the server has a new key, or is another one
    found = null;
  }
  try {
    found ??= await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  } catch {
    throw new PushRefused("service");
  }
  const { endpoint, keys } = found.toJSON();
  return await server.subscribe({
    endpoint: endpoint ?? "",
    key: keys?.["p256dh"] ?? "",
    auth: keys?.["auth"] ?? "",
  });
}

/** The bytes of URL-safe base64. */
function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (char) => char.charCodeAt(0));
}

function same(one: ArrayBuffer | null, other: Uint8Array): boolean {
  if (!one) return false;
  const known = new Uint8Array(one);
  return known.length === other.length && known.every((byte, index) => byte === other[index]);
}
