"""A game that the operator ends."""

from msgspec.structs import replace

from skerry.service.errors import Refused
from skerry.service.table.commands import CloseTable
from skerry.service.table.notices import notice
from skerry.service.table.outcome import Outcome
from skerry.service.table.state import TableState


def by_operator(current: TableState, command: CloseTable) -> Outcome:
    """End a game that waits or runs; nobody wins it, and everybody at it reads the reason."""
    table = current.table
    if table.status not in ("open", "running"):
        raise Refused("this table is closed already", "not_running")
    closed = replace(
        table,
        status="abandoned",
        turn=None,
        undo=None,
        absences=[],
        public=False,
        closed=command.reason,
    )
    said = notice("operator_closed", reason=command.reason)
    return Outcome(current.with_table(closed), notices=[said])
