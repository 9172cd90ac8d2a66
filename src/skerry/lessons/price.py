"""What a move would have brought beside the asked one, counted by the engine.

Both moves are made on copies. Without a scripted continuation only the action itself is carried
out to its end: what is compared are goods and points in hand at that moment, not a guess.
"""

from collections.abc import Sequence

import msgspec

from skerry.kernel.agenda import State
from skerry.kernel.events import Json
from skerry.kernel.protocol import Game, play
from skerry.lessons.chapters import PriceTable, price_table

_LONGEST = 40  # questions of one action; exchanges could go on for ever


def finish_action(game: Game, state: State, seat: int, wanted: Sequence[str]) -> None:
    """Answer the questions of *seat* up to the next turn: by the *wanted* moves, then for points.

    Points are those of the seat if the game ended then; among equals the first option is taken.
    """
    turns = price_table(game.name).turns
    coming = list(wanted)
    for _ in range(_LONGEST):
        question = game.question(state)
        if question is None or question.seat != seat or question.kind in turns:
            return
        move = game.read(state, coming.pop(0)) if coming else _best_now(game, state, seat)
        play(game, state, move, seat)


def _best_now(game: Game, state: State, seat: int) -> int:
    def points(move: int) -> int:
        after = state.copy()
        after.play(move)
        return game.scores(after)[seat].total

    return max(state.options(), key=points)


def holdings(game: Game, state: State, seat: int) -> dict[str, int]:
    """Count what *seat* holds, row by row of the game's price table, and its points in all."""
    table: PriceTable = price_table(game.name)
    player: Json = msgspec.to_builtins(game.view(state, seat).players[seat])
    counted = {row: _count(player, field) for row, field in table.fields.items()}
    counted["total"] = game.scores(state)[seat].total
    return counted


def _count(player: Json, field: str) -> int:
    value: object = player
    for name in field.split("."):
        assert isinstance(value, dict), f"{field} is a path into a player's view"
        value = value[name]
    if isinstance(value, list):
        return sum(value) if all(isinstance(entry, int) for entry in value) else len(value)
    assert isinstance(value, int), f"{field} is an amount"
    return value


def differences(tried: dict[str, int], asked: dict[str, int]) -> dict[str, tuple[int, int]]:
    """Return the rows in which the two differ, tried first.

    >>> differences({"vatus": 3, "total": 1}, {"vatus": 3, "total": 4})
    {'total': (1, 4)}
    """
    return {row: (tried[row], asked[row]) for row in asked if tried[row] != asked[row]}


def round_of(game: Game, state: State) -> int:
    """Return the number of the round."""
    number: int = game.view(state, None).round
    return number
