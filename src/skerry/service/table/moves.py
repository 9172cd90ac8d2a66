"""Moves: read, checked, made on a copy. One path for people and bots."""

from msgspec.structs import replace

from skerry.kernel.errors import BadNotation, IllegalMove, NotYourTurn
from skerry.kernel.protocol import play
from skerry.service.errors import BadRequest, NotAllowed, Refused, Stale
from skerry.service.table import campaigns, clock, seats
from skerry.service.table.commands import MakeBotMove, MakeMove
from skerry.service.table.outcome import Outcome
from skerry.service.table.records import finished
from skerry.service.table.standing import Move
from skerry.service.table.state import TableState, kind_asked, turn_of
from skerry.store.protocol import Entry


def by_person(current: TableState, command: MakeMove, now: float) -> Outcome:
    """Make a person's move."""
    number = seats.acting(current.table, command.user, command.seat)
    seat = current.table.seats[number]
    if seat.substitute or seat.resigned:
        raise NotAllowed("a bot plays this seat; come back first", "bot_plays")
    if current.table.status == "running" and command.after != current.table.number:
        at = current.table.number
        raise Stale(f"your move follows entry {command.after}, but the table is at {at}")
    return _made(current, number, command.text, now)


def by_bot(current: TableState, command: MakeBotMove, now: float) -> Outcome:
    """Make a bot's move, unless it was taken back meanwhile or the human returned."""
    table = current.table
    waited_for = seats.bot_to_move(table) and table.turn == command.seat
    if not waited_for or table.number != command.after:
        return Outcome(current)
    return _made(current, command.seat, command.text, now)


def _made(current: TableState, seat: int, text: str, now: float) -> Outcome:
    table, game, state = current.table, current.game, current.state
    if table.status != "running" or state is None:
        raise Refused(current.trouble or f"the game is {table.status}", "not_running")
    try:
        move = game.read(state, text)
        after = state.copy()
        events = play(game, after, move, seat)
    except BadNotation as error:
        raise BadRequest(str(error), "bad_notation") from None
    except NotYourTurn as error:
        raise NotAllowed(str(error), "not_your_turn") from None
    except IllegalMove as error:
        raise Refused(str(error), "illegal_move") from None
    turn = turn_of(after)
    entry = Entry(table.number + 1, "move", seat, game.write(state, move), now, events)
    out_of_turn = seat != table.turn and turn == table.turn
    moved = replace(
        table,
        number=entry.number,
        turn=turn,
        round=list(game.round(after)),
        asked=kind_asked(game, after),
        turn_since=table.turn_since if out_of_turn else now,
        clock=clock.turned(table.clock, table.turn, seat, turn, now),
        undo=None,
    )
    if turn is None:
        moved = finished(moved, game, after)
        if table.campaign is not None:
            moved = replace(moved, campaign=campaigns.after(table, after))
    elif table.while_asked and moved.asked != table.while_asked:
        moved = replace(moved, status="finished", turn=None)
    history = current.history.plus(Move(entry.number, seat, entry.text))
    made = replace(current, table=moved, state=after, before=state, history=history)
    return Outcome(made, [entry])
