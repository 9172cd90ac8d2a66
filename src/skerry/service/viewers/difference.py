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
            self._since = before.number, _public_difference(before.public, self.public)
        public = self._since[1]
        then, now = before.own(seat), self.own(seat)
        if len(then) <= 1 and len(now) <= 1:  # only which seat it is: the same bytes for all
            return public
        own = Difference(public.fields.copy(), public.items.copy())
        for name in then.keys() | now.keys():
            own.fields.pop(name, None)
            own.items.pop(name, None)
            was = then[name] if name in then else getattr(before.public, name)
            value = now[name] if name in now else getattr(self.public, name)
            if was is not value and was != value:
                _note(own, name, was, value)
        return own


def _public_difference(before: msgspec.Struct, after: msgspec.Struct) -> Difference:
    difference = Difference({}, {})
    for name, was, value in zip(
        after.__struct_fields__, astuple(before), astuple(after), strict=True
    ):
        if was is not value and was != value:
            _note(difference, name, was, value)
    return difference


def _note(difference: Difference, name: str, was: Any, value: Any) -> None:
    """Note that a field has another value: of a list of structs only what is new in them."""
    items = _items(was, value)
    if items is None:
        difference.fields[name] = value
    else:
        difference.items[name] = items


def _items(before: Any, after: Any) -> dict[int, Fields] | None:
    """Return what is new in the items of a list, None unless they are the same kinds of structs."""
    if not isinstance(after, list) or not isinstance(before, list) or len(before) != len(after):
        return None
    found: dict[int, Fields] = {}
    for place, (was, value) in enumerate(zip(before, after, strict=True)):
        if was is value or was == value:
            continue
        if not isinstance(value, msgspec.Struct) or type(was) is not type(value):
            return None
        pairs = zip(value.__struct_fields__, astuple(was), astuple(value), strict=True)
        fields = {name: new for name, old, new in pairs if old != new}
        if msgspec.UNSET in fields.values():  # a field that is gone cannot be written
            return None
        found[place] = fields
    return found
