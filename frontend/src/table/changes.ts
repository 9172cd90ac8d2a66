// A view kept up to date by what a move changes in it; `web/client.py` does the same.
import type { Changed, Update } from "../types.gen";

type View = Record<string, unknown>;

/** The update with the whole view that a `changed` frame stands for; *view* is the last one. */
export function withWholeView(view: View | null, frame: Changed): Update {
  const { fields, items, ...rest } = frame;
  return { ...rest, type: "update", view: { ...view, ...fields, ...changedLists(view, items) } };
}

/** Lists of the view with new fields in some of their items; the other items stay the same. */
function changedLists(view: View | null, changes: Changed["items"]): View {
  const lists: View = {};
  for (const [name, items] of Object.entries(changes))
    lists[name] = (view?.[name] as object[]).map((item, place) =>
      items[place] ? { ...item, ...items[place] } : item,
    );
  return lists;
}
