"""What a seat may do now, what each move would change, and why the rest is closed.

Previews and reasons are worked out on imagined copies of the game, so that they can hold nothing
the seat does not know: what two imagined futures disagree about is left out.
"""

from typing import Any

from skerry.kernel.agenda import State
from skerry.kernel.events import Json
from skerry.kernel.protocol import Game, Reason
from skerry.kernel.rng import Rng
from skerry.service.messages import (
    CanUndo,
    Change,
    Decision,
    Option,
    Preview,
    Prompt,
    ReasonInfo,
)

MOST_PREVIEWS = 150
_IMAGINED = (11, 2023)  # seeds of the futures a preview is compared in


def decision(
    game: Game, state: State, seat: int, number: int, table: str, undo: CanUndo
) -> Decision | None:
    """Give the decision of a seat; None if it has nothing to do."""
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
    )


def _option(game: Game, state: State, move: int) -> Option:
    return Option(game.write(state, move), game.touches(state, move))


def closed(game: Game, state: State, seat: int) -> dict[str, ReasonInfo]:
    """Say why the seat cannot choose what it cannot choose."""
    known = state.imagine(seat, Rng(_IMAGINED[0]))
    return {
        ref: ReasonInfo(reason.code, reason.rule, reason.args)
        for ref, reason in game.closed(known, seat).items()
    }


def why_not(game: Game, state: State, seat: int, ref: str) -> Reason | None:
    """Say why the seat cannot choose one thing; None if it can. Raises BadNotation."""
    return game.why_not(state.imagine(seat, Rng(_IMAGINED[0])), seat, ref)


def previews(game: Game, state: State, seat: int) -> dict[str, Preview]:
    """Say what each of the seat's moves would bring, as far as the seat can know."""
    anytime = state.anytime(seat)
    moves = anytime
    if state.turn() == seat:
        moves = state.options()
        moves += [move for move in anytime if move not in moves]
    futures = [state.imagine(seat, Rng(seed)) for seed in _IMAGINED]
    before = _numbers(game.view(futures[0], seat), seat)
    told = {}
    for move in moves[:MOST_PREVIEWS]:
        text = game.write(state, move)
        told[text] = _agreed([_future(game, future, seat, move, before) for future in futures])
    return told


def _future(game: Game, known: State, seat: int, move: int, before: dict[str, Any]) -> Preview:
    state = known.copy()
    state.journal = []
    state.play(move)
    events = state.journal
    state.journal = None
    after = _numbers(game.view(state, seat), seat)
    changes = [
        Change(what, before.get(what), value)
        for what, value in after.items()
        if before.get(what) != value
    ]
    question = game.question(state)
    then = question.kind if question is not None and question.seat == seat else None
    words = [game.tell(event.seen_by(seat)) for event in events]
    return Preview(changes, words, then)


def _agreed(futures: list[Preview]) -> Preview:
    """Keep what comes in every imagined future."""
    first, *others = futures
    changes = [c for c in first.changes if all(c in other.changes for other in others)]
    words: list[str] = []
    for number, line in enumerate(first.told):
        if any(len(o.told) <= number or o.told[number] != line for o in others):
            break  # from here on chance decides
        words.append(line)
    then = first.then if all(other.then == first.then for other in others) else None
    return Preview(changes, words, then)


def _numbers(view: Json, seat: int) -> dict[str, Any]:
    """Flatten what a view shows of one player into named values."""
    flat: dict[str, Any] = {}

    def walk(prefix: str, value: Any) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                walk(f"{prefix}.{key}" if prefix else str(key), inner)
        elif not isinstance(value, list) or not any(isinstance(v, dict | list) for v in value):
            flat[prefix] = value

    walk("", view["players"][seat])
    return flat


def reveals(
    game: Game, before: State, move: int, after: State, viewers: list[int], deals: int
) -> bool:
    """Say whether a move showed one of the viewers something hidden.

    It did if the same move in a game dealt again, as far as the viewer cannot see, looks
    different afterwards. A hidden coin escapes *deals* deals once in 2**deals moves.
    """
    for viewer in viewers:
        seen = _position_seen(game, after, viewer)
        for seed in range(deals):
            twin = before.imagine(viewer, Rng(7919 * seed + 5))
            twin.play(move)
            if _position_seen(game, twin, viewer) != seen:
                return True
    return False


def _position_seen(game: Game, state: State, viewer: int) -> Json:
    view = game.view(state, viewer)
    view.pop("options", None)  # an imagined game does not know its set-up
    return view
