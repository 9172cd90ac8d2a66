// It is this player's turn and the page may be out of sight: the tab's icon, and a system notice on request.
import { t } from "../i18n/i18n.svelte";
import { set, settings } from "../settings.svelte";

let called = false;

/** Show on the tab whether it is this player's turn; call once when it becomes so. */
export function showTurn(mine: boolean, name: string): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const wanted = mine ? "/icon-turn.svg" : "/icon.svg";
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
  if (mine && !called) notify(name);
  called = mine;
}

function notify(name: string): void {
  if (
    !settings.notices ||
    !document.hidden ||
    !canNotify() ||
    Notification.permission !== "granted"
  )
    return;
  const notice = new Notification(t("your_turn"), {
    body: name,
    icon: "/icon.svg",
    tag: "skerry-turn",
  });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

export function canNotify(): boolean {
  return "Notification" in window;
}

/** Turn notices on or off; the browser is asked the first time. */
export async function wantNotices(on: boolean): Promise<void> {
  if (on && Notification.permission === "default") await Notification.requestPermission();
  set("notices", on && Notification.permission === "granted");
}
