// It is this player's turn and the page may be out of sight: the tab counts it, and a system notice on request.
import { at } from "../base";
import { t } from "../i18n/i18n.svelte";
import { set, settings } from "../settings.svelte";
import { waiting } from "../waiting.svelte";

let called = false;

/** Count on the tab whether it is this player's turn; call once when it becomes so. */
export function showTurn(id: string, mine: boolean, name: string): void {
  waiting.atTable(id, mine);
  if (mine && !called) notify(name);
  called = mine;
}

/** The table was left. */
export function leaveTurn(): void {
  waiting.leaveTable();
  called = false;
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
    icon: at("/icon.svg"),
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
