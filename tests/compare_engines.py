"""Play the same random games on the compiled and on the interpreted engine and compare them.

    python -m tests.compare_engines --games 2000 vanuatu nusfjord

Each engine plays in a process of its own. After every move the options of the seat asked, what
every other seat may do at any time, and what happened are hashed; at the end of a game also the
position and the scores. A game whose hashes differ is played again, told move by move, up to
the first difference.
"""

import argparse
import hashlib
import itertools
import json
import subprocess
import sys
from collections.abc import Iterator
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path
from typing import Any

VANUATU_OPTIONS: list[dict[str, Any]] = [
    {},
    {"rising_waters": True},
    {"tile_set": "scan16_8"},
    {"characters": False, "rising_waters": True},
    {"planning_check": "basic", "price_drop": "per_tile", "fish_price_floor": 0},
    {"one_hut_per_island": True, "sail_detours": False, "flat_bonus": True, "boats_block": False},
    {"rising_waters": True, "flood_counts_governor": True, "flood_counts_retrieve": True},
    {"placement_nested": True, "placement_lookahead": True, "bonus_obliges": True},
]
NUSFJORD_OPTIONS: list[dict[str, Any]] = [
    {"deck": "herring"},
    {"deck": "mackerel"},
    {"deck": "codfish"},
    {"deck": "mixed"},
]
MOST_MOVES = 5000  # no game is longer; one that does not end is cut here


def setups(name: str) -> list[dict[str, Any]]:
    """List the kinds of games played, to be taken in turns."""
    if name == "vanuatu":
        return [
            {"players": players, "options": options}
            for options, players in itertools.product(VANUATU_OPTIONS, (2, 3, 4, 5))
            if players > 2 or options.get("characters", True)
        ]
    return [
        {"players": players, "options": options}
        for options, players in itertools.product(NUSFJORD_OPTIONS, (1, 2, 3, 4, 5))
    ] + [{"players": 1, "options": {"solo": "advanced"}}]


def trace(name: str, number: int) -> Iterator[str]:
    """Play one game at random and write everything about it, a line for each moment."""
    from skerry.games import GAMES
    from skerry.kernel.rng import Rng

    game = GAMES[name]
    kinds = setups(name)
    rng = Rng(number)
    state = game.deal(kinds[number % len(kinds)], rng)
    for _ in range(MOST_MOVES):
        turn = state.turn()
        if turn < 0:
            break
        options = state.options()
        asides = [state.anytime(seat) for seat in range(state.n) if seat != turn]
        state.journal = []
        spare = [move for moves in asides for move in moves]
        aside = bool(spare) and rng.below(30) == 0
        move = spare[rng.below(len(spare))] if aside else options[rng.below(len(options))]
        state.play(move)
        events = [event.seen_by(turn) for event in state.journal]
        state.journal = None
        yield f"{turn} {options} {asides} {move} {events} {state.results()}"
    yield json.dumps(game.position(state), sort_keys=True)
    yield repr(game.scores(state))


def digest(name: str, number: int) -> str:
    whole = hashlib.blake2b(digest_size=12)
    for line in trace(name, number):
        whole.update(line.encode())
    return whole.hexdigest()


def leave_out_compiled() -> None:
    """Import skerry from its source only, whatever has been compiled beside it."""

    def source_only(path: str) -> FileFinder:
        if "skerry" not in Path(path).parts:
            raise ImportError
        return FileFinder(path, (SourceFileLoader, [".py"]))

    sys.path_hooks.insert(0, source_only)
    sys.path_importer_cache.clear()


def in_a_process(arguments: list[str], interpreted: bool) -> list[str]:
    """Run this file again and give its lines."""
    command = [sys.executable, "-m", "tests.compare_engines", *arguments]
    done = subprocess.run(
        command + ["--interpreted"] * interpreted, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout.splitlines()


def compare(name: str, first: int, games: int) -> bool:
    """Compare some games; say where they part."""
    numbers = ["--first", str(first), "--games", str(games), name]
    compiled = in_a_process(["--digests", *numbers], interpreted=False)
    plain = in_a_process(["--digests", *numbers], interpreted=True)
    if compiled[0] == plain[0]:
        print(f"{name}: this skerry is not compiled; there is nothing to compare")
        return False
    for number, (one, other) in enumerate(zip(compiled[1:], plain[1:], strict=True), first):
        if one != other:
            whole = ["--trace", "--first", str(number), "--games", "1", name]
            both = zip(in_a_process(whole, False), in_a_process(whole, True), strict=False)
            moment, lines = next((i, ab) for i, ab in enumerate(both) if i and ab[0] != ab[1])
            print(f"{name}: game {number} parts at moment {moment}", *lines, sep="\n  ")
            return False
    print(f"{name}: {games} games from number {first}, no difference")
    return True


def main() -> None:
    """Compare, or be one of the two processes."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("names", nargs="+", choices=["vanuatu", "nusfjord"])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    for flag in ("--digests", "--trace", "--interpreted"):
        parser.add_argument(flag, action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.interpreted:
        leave_out_compiled()
    numbers = range(asked.first, asked.first + asked.games)
    if asked.digests or asked.trace:
        from skerry.kernel import agenda

        print("interpreted" if str(agenda.__file__).endswith(".py") else "compiled")
        for name, number in itertools.product(asked.names, numbers):
            for line in [digest(name, number)] if asked.digests else trace(name, number):
                print(line)
        return
    agree = [compare(name, asked.first, asked.games) for name in asked.names]
    sys.exit(0 if all(agree) else 1)


if __name__ == "__main__":
    main()
