"""What a move changes in what viewers see, so that a socket is sent that instead of whole views.

A difference is computed from what the same viewer may see before and after, so that it can hold
nothing else. `web/client.py` and the page's `changes.ts` apply it.
"""

from typing import Any

import msgspec
from msgspec.structs import asdict, astuple, replace

from skerry.kernel.agenda import State
from skerry.kernel.protocol import Difference, Game

Fields = dict[str, Any]
Items = dict[int, Fields]  # by place in a list
_NONE: Any = {}


class Views:
    """A position as everybody sees it: what all share once, and what differs for each seat."""

    def __init__(
        self, game: Game, state: State, number: int, before: "Views | None" = None
    ) -> None:
        self.number = number
        self.game = game
        self.state = state
        since = None if before is None else (before.state, before.public)
        self.public: Any = game.view(state, None, since)
        self._own: dict[int, Difference] = {}
        # By number, since a reference would keep every earlier position of the game in memory.
        self._since: tuple[int, Difference] | None = None

    def own(self, seat: int) -> Difference:
        """Return how a seat's view differs from the public one."""
        own = self._own.get(seat)
        if own is None:
            own = self._own[seat] = self.game.own_difference(self.state, seat, self.public)
        return own

    def whole(self, seat: int | None) -> Fields:
        """Return the view of a seat, ready to be written."""
        view = asdict(self.public)
        if seat is not None:
            own = self.own(seat)
            view.update(own.fields)
            for name, items in own.items.items():
                view[name] = _with_items(view[name], items)
        return view

    def since(self, before: "Views", seat: int | None) -> Difference:
        """Return what is different for a seat from the position *before*.

        It is the same object for all who see the same changes.
        """
        if self._since is None or self._since[0] != before.number:
            difference = _difference_of_structs(before.public, self.public)
            self._since = before.number, difference
        public = self._since[1]
        if seat is None:
            return public
        then, now = before.own(seat), self.own(seat)
        fields = _own_fields(before.public, self.public, public.fields, then.fields, now.fields)
        items = public.items
        for name in _either(then.items, now.items):
            old, new = then.items.get(name, _NONE), now.items.get(name, _NONE)
            if name in public.fields:  # all see the list anew
                fields = {**fields, name: _with_items(getattr(self.public, name), new)}
                continue
            shared = public.items.get(name, _NONE)
            was, value = getattr(before.public, name), getattr(self.public, name)
            own = _own_items(was, value, shared, old, new)
            if own is not shared:
                items = {**items, name: own}
                if not own:
                    del items[name]
        if fields is public.fields and items is public.items:
            return public
        return Difference(fields, items)


def _either(one: dict[Any, Any], other: dict[Any, Any]) -> Any:
    """Return the keys of both; most often they are the same."""
    for key in other:
        if key not in one:
            return one | other
    return one


def _own_items(before: Any, after: Any, shared: Items, then: Items, now: Items) -> Items:
    """Return what is new in the items of a list for a seat: *shared* itself if all see that."""
    found = shared
    for place in _either(then, now):
        old, new = then.get(place, _NONE), now.get(place, _NONE)
        all_see = shared.get(place, _NONE)
        own = _own_fields(before[place], after[place], all_see, old, new)
        if own is not all_see:
            found = {**found, place: own}
            if not own:
                del found[place]
    return found


def _own_fields(before: Any, after: Any, shared: Fields, then: Fields, now: Fields) -> Fields:
    """Return what is new in the fields of a struct for a seat: *shared* itself if all see that.

    *before* and *after* are what all see, *then* and *now* the fields in which the seat's differ.
    """
    found = shared
    for name in _either(then, now):
        was = then[name] if name in then else getattr(before, name)
        value = now[name] if name in now else getattr(after, name)
        if was == value:
            if name in shared:
                found = {**found}
                del found[name]
        elif name not in shared or shared[name] != value:
            found = {**found, name: value}
    return found


def _with_items(items: list[Any], changes: Items) -> list[Any]:
    """Return a list of structs with changed fields."""
    changed = items.copy()
    for place, fields in changes.items():
        changed[place] = replace(items[place], **fields)
    return changed


def _difference_of_structs(before: msgspec.Struct, after: msgspec.Struct) -> Difference:
    difference = Difference({}, {})
    names, old, new = after.__struct_fields__, astuple(before), astuple(after)
    for i in range(len(names)):
        if old[i] is not new[i]:
            _note(difference, names[i], old[i], new[i])
    return difference


def _note(difference: Difference, name: str, was: Any, value: Any) -> None:
    """Note how a field differs, if it does: of a list of structs only what is new in them."""
    if not (isinstance(value, list) and value and isinstance(value[0], msgspec.Struct)):
        if was != value:
            difference.fields[name] = value
        return
    items = _items(was, value)
    if items is None:
        difference.fields[name] = value
    elif items:
        difference.items[name] = items


def _items(before: Any, after: list[Any]) -> Items | None:
    """Return what is new in the structs of a list, None unless they are of the same kinds."""
    if not isinstance(before, list) or len(before) != len(after):
        return None
    found: Items = {}
    for place in range(len(after)):
        was, value = before[place], after[place]
        if was is value:
            continue
        if not isinstance(value, msgspec.Struct) or type(was) is not type(value):
            return None
        names, old, new = value.__struct_fields__, astuple(was), astuple(value)
        fields: Fields = {}
        for i in range(len(names)):
            if old[i] is not new[i] and old[i] != new[i]:
                if new[i] is msgspec.UNSET:  # a field that is gone cannot be written
                    return None
                fields[names[i]] = new[i]
        if fields:
            found[place] = fields
    return found
