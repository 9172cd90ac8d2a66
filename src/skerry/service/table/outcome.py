"""What a decision leads to: the shell stores it, then publishes it."""

from dataclasses import dataclass, field

from skerry.service.table.state import TableState
from skerry.store.protocol import Entry


@dataclass(frozen=True)
class Outcome:
    """The table after a command, what is added to its log, and what is announced in its chat."""

    after: TableState
    entries: list[Entry] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    done: bool = True  # False while an undo waits for the others
    created: "Outcome | None" = None  # a further table: the rematch
