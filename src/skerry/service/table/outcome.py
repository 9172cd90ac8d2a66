"""What a decision leads to: the shell stores it, then publishes it."""

import msgspec

from skerry.service.table.notices import Notice
from skerry.service.table.state import TableState
from skerry.store.protocol import Entry


class Outcome(msgspec.Struct, frozen=True, eq=False):
    """The table after a command, what is added to its log, and what is announced in its chat."""

    after: TableState
    entries: list[Entry] = []
    notices: list[Notice] = []
    done: bool = True  # False while an undo waits for the others
    created: "Outcome | None" = None  # a further table: the rematch
