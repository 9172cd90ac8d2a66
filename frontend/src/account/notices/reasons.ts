// Why something was not delivered, in the player's language.
import { has, t } from "../../i18n/i18n.svelte";
import type { NotificationProblem } from "../../types.gen";

export function reasonText(problem: NotificationProblem | null | undefined): string {
  if (!problem) return t("notices:reason.unknown", { code: "" });
  const key = `notices:reason.${problem.code}`;
  return has(key)
    ? t(key, { detail: problem.detail })
    : t("notices:reason.unknown", { code: problem.code });
}
