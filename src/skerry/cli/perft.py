"""`skerry perft`: how many sequences of moves there are, to compare engines by."""

from time import perf_counter
from typing import Annotated

import typer

from skerry.cli.screen import Screen
from skerry.cli.settings import GAME_NAMES, game_named, read_option
from skerry.kernel.agenda import NOBODY, State
from skerry.kernel.rng import Rng


def sequences(state: State, depth: int) -> int:
    """Count the sequences of *depth* moves of the seats that are asked; a finished game is one."""
    if depth == 0 or state.turn() == NOBODY:
        return 1
    moves = state.options()
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        after = state.copy()
        after.play(move)
        count += sequences(after, depth - 1)
    return count


def perft(
    game: Annotated[str, typer.Argument(help=GAME_NAMES)],
    seed: Annotated[int, typer.Option(min=0, help="The deal")] = 1,
    depth: Annotated[int, typer.Option(min=1, max=12, help="Length of the longest sequence")] = 3,
    players: Annotated[int, typer.Option(min=1, max=5)] = 3,
    option: Annotated[list[str] | None, typer.Option(help="A rule option, name=value")] = None,
) -> None:
    """Count the sequences of moves from a deal, depth by depth."""
    options = dict(map(read_option, option or []))
    state = game_named(game).deal({"players": players, "options": options}, Rng(seed))
    screen = Screen(plain=True)
    for length in range(1, depth + 1):
        began = perf_counter()
        count = sequences(state, length)
        screen.say(f"depth {length}: {count} ({perf_counter() - began:.2f} s)")
