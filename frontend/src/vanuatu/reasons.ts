// Why something is closed, in words; the codes are those of why.py.
import { has, list } from "../i18n/i18n.svelte";
import type { Scene } from "../table/scene";
import { actionName, cellName, characterName, goodName, w } from "./names";
import type { View } from "./view.gen";
import type { Fields } from "../table/wire";

export function reasonText(scene: Scene, code: string, args: Fields, ref: string): string {
  const view = scene.view as View;
  const values: Record<string, unknown> = { ...args };
  if (typeof args.cell === "string") values.place = cellName(view, args.cell);
  if (typeof args.seat === "number") values.name = scene.name(args.seat);
  if (typeof args.leader === "number") values.name = scene.name(args.leader);
  if (typeof args.character === "string") values.character = characterName(args.character);
  if (typeof args.action === "string") values.action = actionName(args.action);
  if (typeof args.good === "string") values.good = goodName(args.good);
  if (Array.isArray(args.spaces)) values.spaces = list(args.spaces.map(actionName));
  values.count = args.needs ?? args.neutral ?? args.max; // what a plural form goes by
  let sentence = has(`vanuatu:reason.${code}`) ? w(`reason.${code}`, values) : w("reason.other");
  if (Array.isArray(args.plan_first) && args.plan_first.length) {
    const names = list(args.plan_first.map(actionName), "disjunction");
    const action = actionName(args.action ?? ref.split(":")[1] ?? "");
    sentence += ` ${w("reason.plan_first", { first: names, action })}`;
  }
  return sentence;
}
