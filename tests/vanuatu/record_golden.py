"""Records the golden games: `PYTHONPATH=src:. python -m tests.vanuatu.record_golden`.

The players are of average sense: they act rather than rest, use their characters, seldom give up.
"""

import random
from pathlib import Path
from typing import Any

from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.record import GameRecord
from skerry.kernel.rng import Rng

GOLDEN = Path(__file__).parents[1] / "golden"

FEW_SHIPS = [["kava"] * 3, ["kava", "kava", "copra"], ["kava"] * 3, ["kava"] * 3]
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "2": (2, {}),
    "2-again": (2, {}),
    "2-waters": (2, {"rising_waters": True}),
    "2-scan": (2, {"tile_set": "scan16_8"}),
    "2-crowded": (2, {"neutral_split": (4, 4), "boats_block": False, "pool_no_repeat": False}),
    "3": (3, {}),
    "3-again": (3, {}),
    "3-plain": (3, {"characters": False}),
    "3-waters": (3, {"rising_waters": True}),
    "3-scan": (3, {"tile_set": "scan16_8"}),
    "3-first-edition": (3, {"character_pool": 10, "fish_price_floor": 0, "flat_bonus": True}),
    "3-loose": (3, {"planning_check": "off", "governor_repeats": False}),
    "5-few-ships": (5, {"demand_set": "custom", "demand": FEW_SHIPS}),
    "4": (4, {}),
    "4-again": (4, {}),
    "4-plain": (4, {"characters": False, "tile_set": "scan16_8"}),
    "4-waters": (4, {"rising_waters": True}),
    "4-waters-plain": (4, {"rising_waters": True, "characters": False}),
    "4-waters-strict": (4, {"rising_waters": True, "flood_counts_retrieve": True}),
    "4-one-hut": (4, {"one_hut_per_island": True, "price_drop": "per_tile"}),
    "5": (5, {}),
    "5-again": (5, {}),
    "5-waters": (5, {"rising_waters": True}),
    "5-waters-scan": (5, {"rising_waters": True, "tile_set": "scan16_8"}),
    "5-basic": (5, {"planning_check": "basic", "sail_detours": False, "bonus_obliges": True}),
}

# How gladly each kind of move is made; the longest match counts.
WEIGHTS = {
    "": 4.0,
    "plan rest": 1.0,
    "perform rest": 2.0,
    "retrieve": 0.5,
    "preach": 8.0,
    "govern": 0.15,
    "plan buy": 6.0,
    "perform buy": 8.0,
    "treasure": 0.05,
    "beg": 0.3,
    "neutral": 1.0,
}


def gladness(text: str) -> float:
    if text.startswith("perform") and text.endswith("bonus"):
        return 10.0
    if text.startswith("build") and "dike" in text:
        return 8.0
    if text.startswith("sell"):
        return float(len(text))
    known = max((start for start in WEIGHTS if text.startswith(start)), key=len)
    return WEIGHTS[known]


def choose(state: State, chance: random.Random) -> tuple[int, int]:
    """Choose a seat and its move; now and then somebody moves out of turn."""
    turn = state.turn()
    others = [(s, move) for s in range(state.n) if s != turn for move in state.anytime(s)]
    if others and chance.random() < 0.02:
        return chance.choice(others)
    moves = state.options()
    weights = [gladness(VANUATU.write(state, move)) for move in moves]
    return turn, chance.choices(moves, weights)[0]


def played(players: int, options: dict[str, Any], seed: int) -> GameRecord:
    chance = random.Random(seed)
    state = VANUATU.deal({"players": players, "options": options}, Rng(seed))
    record = GameRecord.of(VANUATU, state)
    while state.turn() >= 0:
        seat, move = choose(state, chance)
        record.add(VANUATU, state, seat, move)
        state.play(move)
    record.close(VANUATU, state)
    return record


def main() -> None:
    for old in GOLDEN.glob("vanuatu-*.game"):
        old.unlink()
    for number, (name, (players, options)) in enumerate(GAMES.items()):
        record = played(players, options, seed=100 + number)
        (GOLDEN / f"vanuatu-{name}.game").write_text(record.text())
        print(name, len(record.moves), "moves,", record.scores)


if __name__ == "__main__":
    main()
