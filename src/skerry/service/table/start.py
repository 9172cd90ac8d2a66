"""The start of a game: dealt, unless it plays on from somewhere, and the clock runs."""

from msgspec.structs import replace

from skerry.kernel.commitment import commitment, new_salt, plain
from skerry.kernel.rng import Chance
from skerry.service.errors import Refused
from skerry.service.table import clock, seats
from skerry.service.table.records import finished
from skerry.service.table.state import TableState, deal, kind_asked, turn_of


def started(current: TableState, now: float, chance: Chance) -> TableState:
    """Return the table with its game begun."""
    table, game = current.table, current.game
    if table.status != "open":
        raise Refused("the game has started already", "started")
    if current.trouble:
        raise Refused(current.trouble, "not_running")
    state, setup = current.state, table.setup
    if state is None or setup is None:
        state = deal(table, chance)
        setup = game.setup(state)
    else:
        setup = game.adapt(setup, table.rules)
    setup = plain(setup)
    salt = new_salt(chance)
    begun = replace(
        table,
        status="running",
        setup=setup,
        commitment=commitment(salt, setup),
        salt=salt,
        turn_since=now,
        absences=[],
        rules=game.rules,
        turn=turn_of(state),
        round=list(game.round(state)),
        asked=kind_asked(game, state),
        clock=clock.started(table.clock, len(table.seats), now),
    )
    if begun.turn is None:
        begun = finished(begun, game, state)
    return replace(current, table=begun, state=state)


def started_if_full(current: TableState, now: float, chance: Chance) -> TableState:
    """Return the table begun, if it waits for nobody and is to begin by itself."""
    table = current.table
    if table.status == "open" and table.start_when_full and seats.full(table):
        return started(current, now, chance)
    return current
