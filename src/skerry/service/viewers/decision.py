"""What a seat may do now, what each move would change, and why the rest is closed.

Previews and reasons are worked out on imagined copies of the game, so that they can hold nothing
the seat does not know: what two imagined futures disagree about is left out.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec import Struct

from skerry.kernel.agenda import NOBODY, State
from skerry.kernel.protocol import Game, Reason
from skerry.kernel.rng import Rng
from skerry.service.messages import (
    CanUndo,
    Change,
    Decision,
    LedInfo,
    Option,
    Preview,
    Prompt,
    ReasonInfo,
    WayInfo,
)

MAX_PREVIEWS = 150
_IMAGINED = (11, 2023)  # seeds of the futures a preview is compared in
_options: dict[str, dict[int, Option]] = {}  # by game and move, as last made


def decision(
    game: Game, state: State, seat: int, number: int, table: str, undo: CanUndo
) -> Decision | None:
    """Return the decision of a seat; None if it has nothing to do."""
    question = game.question(state)
    if question is None:
        return None
    anytime = state.anytime(seat)
    if question.seat == seat:
        spare = set(anytime)
        moves = [_option(game, state, move) for move in state.options() if move not in spare]
        kind, args = question.kind, question.args
    elif anytime:
        moves, kind, args = [], "out_of_turn", {}
    else:
        return None
    slots: list[str] = []
    for move in moves:
        slots += [slot for slot in move.picks if slot not in slots]
    return Decision(
        id=f"{table}.{number}.{seat}",
        seat=seat,
        number=number,
        kind=kind,
        prompt=Prompt(f"{game.name}.{kind}", args),
        slots=slots,
        moves=moves,
        anytime=[_option(game, state, move) for move in anytime],
        undo=undo,
        led=led(game, state, seat) if question.seat == seat else [],
    )


def led(game: Game, state: State, seat: int) -> list[LedInfo]:
    """Return the spaces the seat leads, each with what to do if it cannot be used."""
    spaces = game.led(state, seat, lambda: state.imagine(seat, Rng(_IMAGINED[0])))
    return [
        _usable(space.ref)
        if space.usable
        else LedInfo(
            ref=space.ref,
            usable=space.usable,
            reason=_reason_info(space.reason) if space.reason else None,
            ways=[WayInfo(w.kind, w.move, w.key, w.args, w.refs) for w in space.ways],
            risk=space.risk,
            forced=space.forced,
        )
        for space in spaces
    ]


@cache
def _usable(ref: str) -> LedInfo:
    return LedInfo(ref=ref, usable=True, reason=None, ways=[], risk=[], forced=False)


def _reason_info(reason: Reason) -> ReasonInfo:
    return ReasonInfo(reason.code, reason.rule, reason.args)


def _option(game: Game, state: State, move: int) -> Option:
    details = game.move_details(state, move)
    made = _options.setdefault(game.name, {})
    option = made.get(move)
    if option is None or option.details is not details:  # most moves share empty details
        touched = game.touches(state, move)
        option = made[move] = Option(game.write(state, move), touched, details)
    return option


def closed(game: Game, state: State, seat: int) -> dict[str, ReasonInfo]:
    """Return why the seat cannot choose what it cannot choose."""
    known = state.imagine(seat, Rng(_IMAGINED[0]))
    return {ref: _reason_info(reason) for ref, reason in game.closed(known, seat).items()}


def why_not(game: Game, state: State, seat: int, ref: str) -> Reason | None:
    """Return why the seat cannot choose one thing; None if it can. Raises BadNotation."""
    return game.why_not(state.imagine(seat, Rng(_IMAGINED[0])), seat, ref)


def previews(game: Game, state: State, seat: int) -> Iterator[tuple[str, Preview]]:
    """Return what each of the seat's moves would bring, as far as the seat can know."""
    anytime = state.anytime(seat)
    moves = anytime
    if state.turn() == seat:
        moves = state.options()
        moves += [move for move in anytime if move not in moves]
    futures = [state.imagine(seat, Rng(seed)) for seed in _IMAGINED]
    now = _Now(game, futures[0], seat)
    for move in moves[:MAX_PREVIEWS]:
        yield game.write(state, move), _preview(game, futures, seat, move, now)


class _Now:
    """What a seat sees before it moves."""

    def __init__(self, game: Game, state: State, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.state = state
        self.view: Any = game.view(state, seat)
        self.numbers = _numbers(self.view, seat)

    def numbers_in(self, state: State) -> dict[str, Any]:
        """Return the numbers of another position of the game."""
        return _numbers(self.game.view(state, self.seat, (self.state, self.view)), self.seat)


class _Future:
    """What would follow a move in one imagined game."""

    def __init__(self, game: Game, known: State, seat: int, move: int) -> None:
        state = known.copy()
        state.journal = []
        state.play(move)
        self.events = [event.seen_by(seat) for event in state.journal]
        state.journal = None
        self.state = state
        # A move that ends the round shows what it brings itself, not what the next one begins with.
        self.shown = state if state.round == known.round else _within_round(known, move)
        question = game.question(state)
        self.then = question.kind if question is not None and question.seat == seat else None


def _within_round(known: State, move: int) -> State:
    """Return what a move leads to before the next round begins."""
    state = known.copy()
    state.agenda.pop().answer(state, move)
    while state.agenda and state.agenda[-1].seat == NOBODY:
        before = state.copy()
        state.agenda.pop().run(state)
        if state.round != known.round:
            before.agenda = []  # nothing is asked there, and nothing more is played
            return before
    return state


def _preview(game: Game, known: list[State], seat: int, move: int, now: _Now) -> Preview:
    """Return what comes in every imagined future."""
    first, other = (_Future(game, state, seat, move) for state in known)
    before, after = now.numbers, now.numbers_in(first.shown)
    changes = [
        Change(what, before.get(what), value)
        for what, value in after.items()
        if before.get(what) != value
    ]
    agreed = 0  # events until chance decides
    for one, two in zip(first.events, other.events, strict=False):
        if one != two:
            break
        agreed += 1
    if agreed < max(len(first.events), len(other.events)):
        elsewhere = now.numbers_in(other.shown)
        changes = [change for change in changes if elsewhere.get(change.what) == change.after]
    events = []
    for event in first.events[:agreed]:
        if event["event"] == "round_began":
            break
        events.append(event)
    words = [game.describe(event) for event in events]
    return Preview(changes, words, first.then if first.then == other.then else None, events)


def _numbers(view: Any, seat: int) -> dict[str, Any]:
    """Flatten what a view shows of one player into named values."""
    flat: dict[str, Any] = {}
    _flatten(view.players[seat], "", flat)
    return flat


def _flatten(value: Any, prefix: str, flat: dict[str, Any]) -> None:
    # Not a nested function: one that calls itself is a reference cycle (`web/garbage.py`).
    if isinstance(value, dict):
        for key, inner in value.items():
            _flatten(inner, f"{prefix}.{key}", flat)
    elif isinstance(value, Struct):
        for key in value.__struct_fields__:
            _flatten(getattr(value, key), f"{prefix}.{key}" if prefix else key, flat)
    elif not isinstance(value, list) or not any(isinstance(v, Struct) for v in value):
        flat[prefix] = value
