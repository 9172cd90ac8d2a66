"""Undo: free in one's own turn, later by the others' consent, never across something revealed."""

from msgspec.structs import replace

from skerry.kernel.agenda import NOBODY
from skerry.service.errors import NotAllowed, Refused, Stale
from skerry.service.messages import CanUndo
from skerry.service.table import clock, seats
from skerry.service.table.commands import AnswerUndo, Undo
from skerry.service.table.notices import notice
from skerry.service.table.outcome import Outcome
from skerry.service.table.reveals import QUICK_DEALS, SURE_DEALS, revealed_since
from skerry.service.table.standing import StandingMoves
from skerry.service.table.state import TableState, kind_asked, position_after, turn_of
from skerry.store.protocol import Entry, UndoRequest

_REASONS = {
    "revealed": "something hidden was shown since",
    "answered": "others have moved since, and this game is rated or a daily challenge",
}


def can_undo(current: TableState, seat: int, sure: bool = False) -> CanUndo:
    """Return how the seat may take back its last move; *sure* looks harder for reveals."""
    can = likely_undo(current, seat)
    if can.how == "no" or (can.how == "consent" and not sure):
        return can
    keep = len(current.history) - can.moves
    revealed = revealed_since(current, keep, SURE_DEALS if sure else QUICK_DEALS)
    return CanUndo("no", "revealed") if revealed else can


def likely_undo(current: TableState, seat: int) -> CanUndo:
    """Return the same unless something was revealed, which takes longer to find out."""
    keep = last_own(current, seat)
    if current.table.status != "running" or current.state is None or keep is None:
        return CanUndo("no", "nothing")
    others = any(move.seat != seat for move in current.history[keep:])
    if others and (current.table.daily or current.table.rated):
        return CanUndo("no", "answered")  # what the others answered is known now
    only_human = must_agree(current, seat, keep) == [seat]
    free = only_human or (keep == len(current.history) - 1 and _still_own_turn(current, seat))
    return CanUndo("free" if free else "consent", "", len(current.history) - keep)


def last_own(current: TableState, seat: int) -> int | None:
    """Return how many moves would stay without the seat's last move, None if it made none."""
    for index in range(len(current.history) - 1, -1, -1):
        if current.history[index].seat == seat:
            return index
    return None


def must_agree(current: TableState, seat: int, keep: int) -> list[int]:
    """List the seats whose people must agree to an undo of all but the first *keep* moves.

    These are the people who play themselves, and everybody on a seat whose move would be undone,
    also while a bot plays for them.
    """
    undone = {move.seat for move in current.history[keep:]}
    undone.add(seat)
    return [
        number
        for number, each in enumerate(current.table.seats)
        if seats.has_person(each) and (number in undone or not each.substitute)
    ]


def _still_own_turn(current: TableState, seat: int) -> bool:
    assert current.state is not None and current.before is not None
    turn = current.state.turn()
    return turn == seat or (turn == current.before.turn() and turn != NOBODY)


def asked(current: TableState, command: Undo, now: float) -> Outcome:
    """Take back the seat's last move: at once if that is free, else ask the others."""
    table, user = current.table, command.user
    seat = seats.acting(table, user, command.seat)
    if command.after != table.number:
        raise Stale(f"the table is at entry {table.number}, not at {command.after}")
    can = can_undo(current, seat, sure=True)
    keep = last_own(current, seat)
    if can.how == "no" or keep is None:
        raise Refused(f"cannot undo: {_REASONS.get(can.why, 'you have made no move')}", can.why)
    own = seats.seats_of(table, user.id)
    one_person = all(other in own for other in must_agree(current, seat, keep))
    if can.how == "free" or one_person:
        return _undone(current, seat, keep, now)
    request = UndoRequest(seat, keep, table.number, own)
    return Outcome(current.with_table(replace(table, undo=request)), done=False)


def answered(current: TableState, command: AnswerUndo, now: float) -> Outcome:
    """Agree to an undo or refuse it; the last to agree makes it happen."""
    table = current.table
    if command.seat is not None:
        seats.at(table, command.seat)
    undo = table.undo
    if undo is None:
        raise Refused("nobody has asked for an undo", "no_request")
    mine = seats.seats_of(table, command.user.id)
    own = [seat for seat in mine if command.seat is None or seat == command.seat]
    if not own:
        raise NotAllowed("you have no seat at this table", "not_seated")
    if not command.agree:
        return Outcome(current.with_table(replace(table, undo=None)), done=False)
    agreed = sorted({*undo.agreed, *own})
    if all(seat in agreed for seat in must_agree(current, undo.seat, undo.keep)):
        said = notice("move_taken_back", name=table.seats[undo.seat].name)
        return replace(_undone(current, undo.seat, undo.keep, now), notices=[said])
    undo = replace(undo, agreed=agreed)
    return Outcome(current.with_table(replace(table, undo=undo)), done=False)


def _undone(current: TableState, seat: int, keep: int, now: float) -> Outcome:
    """Cut the game back to its first *keep* moves, by one more entry in the log."""
    table = current.table
    entry = Entry(table.number + 1, "takeback", seat, str(keep), now)
    state, before = position_after(current, keep)
    turn = turn_of(state)
    ticking = clock.rewound(table.clock, table.turn, len(current.history) - keep, turn, now)
    cut = replace(
        table,
        number=entry.number,
        turn=turn,
        round=list(current.game.round(state)),
        asked=kind_asked(current.game, state),
        turn_since=table.turn_since if turn == table.turn else now,
        clock=ticking,
        undo=None,
    )
    end = clock.runs_out(cut)
    if end is not None and end <= now:
        raise Refused("cannot undo: no time is left for this decision", "no_time")
    history = StandingMoves(current.history[:keep])
    after = replace(current, table=cut, state=state, before=before, history=history)
    return Outcome(after, [entry])
