// What the server announces at a table, in the viewer's language.
import { t } from "../i18n/i18n.svelte";
import type { Line } from "../types.gen";

export function noticeText(line: Line): string {
  // Older tables have the English sentence alone.
  if (!line.code) return line.text;
  // A name is taken out when its player is deleted.
  const args = Object.fromEntries(
    Object.entries(line.args ?? {}).map(([key, name]) => [key, name || t("former_player")]),
  );
  return t(`notice.${line.code}`, { ...args, defaultValue: line.text });
}
