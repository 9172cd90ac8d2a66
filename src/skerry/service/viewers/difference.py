"""What a move changes in what viewers see, so that a socket is sent that instead of whole views.

A difference is computed from the two views that the same viewer may see whole, so that it can hold
nothing else. `web/client.py` and the page's `changes.ts` apply it.
"""

from typing import Any, NamedTuple

import msgspec
from msgspec.structs import asdict, astuple

from skerry.kernel.agenda import State
from skerry.kernel.protocol import Game

Fields = dict[str, Any]


class Difference(NamedTuple):
    """Fields that are replaced, and of some lists the fields of some of their items."""

    fields: Fields
    items: dict[str, dict[int, Fields]]


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
        self._own: dict[int, Fields] = {}
        # By number, since a reference would keep every earlier position of the game in memory.
        self._since: tuple[int, Difference] | None = None

    def own(self, seat: int | None) -> Fields:
        """Return the fields in which a seat's view differs from the public one."""
        if seat is None:
            return {}
        if seat not in self._own:
            self._own[seat] = self.game.own_fields(self.state, seat, self.public)
        return self._own[seat]

    def whole(self, seat: int | None) -> Fields:
        """Return the view of a seat, ready to be written."""
        return asdict(self.public) | self.own(seat)

    def since(self, before: "Views", seat: int | None) -> Difference:
        """Return what is different for a seat from the position *before*."""
        if self._since is None or self._since[0] != before.number:
            difference = _difference_of_structs(before.public, self.public)
            self._since = before.number, difference
        public = self._since[1]
        then, now = before.own(seat), self.own(seat)
        if len(then) <= 1 and len(now) <= 1:  # only which seat it is: the same bytes for all
            return public
        own = Difference(public.fields.copy(), public.items.copy())
        for name in then.keys() | now.keys():
            public_was, public_value = getattr(before.public, name), getattr(self.public, name)
            was = then.get(name, public_was)
            value = now.get(name, public_value)
            if was is public_was and value is public_value:
                continue
            own.fields.pop(name, None)
            shared = own.items.pop(name, None)
            if shared is None:
                _note(own, name, was, value)
            else:
                items = _items(was, value, public_was, public_value, shared)
                _note_items(own, name, items, value)
        return own


def _difference_of_structs(before: msgspec.Struct, after: msgspec.Struct) -> Difference:
    difference = Difference({}, {})
    names, old, new = after.__struct_fields__, astuple(before), astuple(after)
    for i in range(len(names)):
        if old[i] is not new[i]:
            _note(difference, names[i], old[i], new[i])
    return difference


def _note(difference: Difference, name: str, was: Any, value: Any) -> None:
    """Note how a field differs, if it does: of a list of structs only what is new in them."""
    if isinstance(value, list) and value and isinstance(value[0], msgspec.Struct):
        _note_items(difference, name, _items(was, value, None, None, {}), value)
    elif was != value:
        difference.fields[name] = value


def _note_items(
    difference: Difference, name: str, items: dict[int, Fields] | None, value: Any
) -> None:
    if items is None:
        difference.fields[name] = value
    elif items:
        difference.items[name] = items


def _items(
    before: Any, after: Any, public_before: Any, public_after: Any, shared: dict[int, Fields]
) -> dict[int, Fields] | None:
    """Return what is new in the structs of a list, None unless they are of the same kinds.

    *shared* is known to be the difference of those that are the same objects in the public lists.
    """
    if not isinstance(before, list) or len(before) != len(after):
        return None
    found: dict[int, Fields] = {}
    for place in range(len(after)):
        was, value = before[place], after[place]
        if was is value:
            continue
        if public_before and was is public_before[place] and value is public_after[place]:
            if place in shared:
                found[place] = shared[place]
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
