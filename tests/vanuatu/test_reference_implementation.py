"""Whole games of the reference implementation, replayed through the public verbs and compared.

This is also how a program with an engine of its own would check ours: deal from explicit piles,
make every move by its text, and compare what may be done and what lies on the table.
"""

import random
from typing import Any

import pytest

from skerry.games import GAMES
from skerry.kernel.protocol import legal, play
from skerry.kernel.rng import Rng
from tests.vanuatu.reference_components import CHARACTERS, name
from tests.vanuatu.reference_implementation import Decision, ReferenceGame

VANUATU = GAMES["vanuatu"]
OCEANS = ["START_FISH", "START_WRECK", "START_BLANK"]
TOURISTS = {2: 4, 3: 4, 4: 2, 5: 0}  # the tile left in the box

MIXES: dict[str, tuple[int, dict[str, Any]]] = {
    f"{players} players{''.join(' ' + key for key in options)}": (players, options)
    for players in (2, 3, 4, 5)
    for options in (
        {},
        {"tile_set": "scan16_8"},
        {"rising_waters": True},
        {"characters": False},
        {"tile_set": "scan16_8", "rising_waters": True, "characters": False},
    )
    if players > 2 or "characters" not in options
}
# Section 17: the other value of every option, a few at a time.
HOUSE_RULES: dict[str, tuple[int, dict[str, Any]]] = {
    "first edition": (4, {"character_pool": 10, "one_hut_per_island": True, "flat_bonus": True}),
    "planning without money": (3, {"planning_check": "basic", "rising_waters": True}),
    "free planning": (4, {"planning_check": "off", "bonus_obliges": True}),
    "straight ways": (3, {"sail_detours": False, "beggar_own_turn_only": True}),
    "the Beggar stops early": (3, {"beggar_round_end": False}),
    "straight ways for two": (2, {"sail_detours": False, "tie_with_character": False}),
    "price per tile": (3, {"price_drop": "per_tile", "fish_price_floor": 0}),
    "price to nothing": (5, {"fish_price_floor": 0, "unlimited_goods": True}),
    "careful placing": (3, {"placement_nested": True, "placement_lookahead": True}),
    "ties": (4, {"tie_remainder": True, "tie_huts_placed": True, "rising_waters": True}),
    "floods": (
        5,
        {"rising_waters": True, "flood_counts_governor": True, "flood_at_round_end": True},
    ),
    "more floods": (3, {"rising_waters": True, "flood_counts_retrieve": True}),
    "once a round": (4, {"governor_repeats": False}),
    "two at sea": (2, {"boats_block": False, "neutral_split": [1, 5], "governor_repeats": False}),
    "two and few": (2, {"pool_size": 3, "pool_no_repeat": False, "remove_tourist": 0}),
}


def draw_piles(players: int, options: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """Draw every pile of section 5."""

    def shuffled(things: Any) -> list[Any]:
        deck = list(things)
        chance.shuffle(deck)
        return deck

    tourists = [0, 1, 1, 2, 2, 2, 3, 3, 4]
    tourists.remove(options.get("remove_tourist", TOURISTS[players]))
    tops = [chance.choice("12") for _ in "ABCDEF"]
    piles: dict[str, Any] = {
        "first": chance.randrange(players),
        "start_tiles": dict(zip(["1,0", "0,1", "1,1"], shuffled(OCEANS), strict=True)),
        "tile_stack": [a + b for a, b in zip("ABCDEF", tops, strict=True)]
        + [a + {"1": "2", "2": "1"}[b] for a, b in zip("ABCDEF", tops, strict=True)],
        "tourists": shuffled(tourists),
        "demand": shuffled(range(1, 11)),
        "demand_reshuffles": [shuffled(range(1, 11)) for _ in range(2)],
    }
    if options.get("rising_waters"):
        piles["dice"] = [chance.randint(1, 6) for _ in range(4)]
    if players == 2:
        size = options.get("pool_size", 5)
        last: list[str] = []
        piles["characters"] = offers = []
        for _ in range(8):
            repeats = not options.get("pool_no_repeat", True)
            last = shuffled(c for c in CHARACTERS if repeats or c not in last)[:size]
            offers.append(last)
    return piles


def decisions(state: Any) -> set[Decision]:
    """Return what may be decided now, with an action and how it is carried out as one decision."""
    found: set[Decision] = set()
    for move in legal(state):
        text = VANUATU.write(state, move)
        if text.startswith(("perform", "preach")):
            begun = state.copy()
            seat = begun.turn()
            play(VANUATU, begun, move, seat)
            question = VANUATU.question(begun)
            if question is not None and "bonus" in question.args:
                assert question.seat == seat
                for how in begun.options():
                    found.add((text, VANUATU.write(begun, how)))
                continue
        found.add((text,))
    return found


def table(state: Any) -> dict[str, Any]:
    """Read the table from the views."""
    view = VANUATU.view(state, None)
    own = [VANUATU.view(state, p["seat"])["players"][p["seat"]] for p in view["players"]]
    return {
        "round": view["round"],
        "first": view["first"],
        "lost": view["lost"],
        "price": view["fish_price"],
        "office": view["office"],
        "die": view["die"],
        "dikes": view["dikes_left"],
        "reserve": view["reserve"],
        "volcano": sorted(view["volcano"]),
        "markers": {space["action"]: space["markers"] for space in view["spaces"]},
        "neutral": {space["action"]: space["neutral"] for space in view["spaces"]},
        "leaders": {space["action"]: space["leader"] for space in view["spaces"]},
        "ships": [
            (
                ship["ship"],
                sorted(
                    g for g, full in zip(ship["wants"], ship["filled"], strict=True) if not full
                ),
            )
            for ship in view["ships"]
        ],
        "islands": {
            cell["cell"]: (
                cell["tile"],
                cell["goods"],
                cell["huts"],
                cell["drawings"],
                cell["tourists"],
                cell["water"],
                sorted(cell["dikes"]),
                cell["sunk"],
            )
            for cell in view["cells"]
            if cell.get("kind") == "island"
        },
        "oceans": {
            cell["cell"]: (cell["tile"], cell["fish"], cell["treasure"])
            for cell in view["cells"]
            if cell.get("kind") == "ocean"
        },
        "players": [
            (
                player["money"],
                player["points"],
                player["boat"],
                player["huts_left"],
                sorted(player["fish"]),
                sorted(player["treasure"]),
                player["character"],
                player["character_used"] and player["character"] is not None,
                player["rest_kept"],
            )
            for player in own
        ],
    }


def table_of(reference: ReferenceGame) -> dict[str, Any]:
    """Read the same from the reference implementation."""
    return {
        "round": reference.round,
        "first": reference.first,
        "lost": reference.lost,
        "price": reference.price,
        "office": reference.office,
        "die": reference.die,
        "dikes": reference.dikes_left,
        "reserve": dict(reference.reserve),
        "volcano": sorted(reference.volcano),
        "markers": reference.markers,
        "neutral": reference.neutral,
        "leaders": {action: reference.majority(action) for action in reference.markers},
        "ships": [(ship, sorted(wanted)) for ship, wanted in reference.ships],
        "islands": {
            name(cell): (
                island.tile,
                {good: island.goods[good] for good in ("kava", "copra", "beef")},
                island.huts,
                island.drawings,
                island.tourists,
                island.water,
                sorted(island.dikes),
                island.sunk,
            )
            for cell, island in reference.islands.items()
        },
        "oceans": {
            name(cell): (ocean.tile, ocean.fish, ocean.treasure)
            for cell, ocean in reference.oceans.items()
        },
        "players": [
            (
                player.money,
                player.points,
                name(player.boat),
                player.huts,
                sorted(player.fish),
                sorted(player.treasure),
                player.character,
                player.used and player.character is not None,
                player.tokens,
            )
            for player in reference.players
        ],
    }


def prefer(open_: list[Decision], asides: list[Decision], chance: random.Random) -> Decision:
    """Decide at random, but sell treasure seldom, and like an action more than a retreat."""
    if asides and chance.random() < 0.04:
        return chance.choice(asides)
    verbs = sorted({decision[0] for decision in open_})
    acts = [verb for verb in verbs if verb.startswith(("perform", "preach"))]
    if acts and chance.random() < 0.9:
        verbs = acts
    verb = chance.choice(verbs)
    ways = [decision for decision in open_ if decision[0] == verb]
    dikes = [way for way in ways if "dike" in way[-1]]
    return chance.choice(dikes if dikes and chance.random() < 0.6 else ways)


def compare(players: int, options: dict[str, Any], seed: int) -> int:
    """Play one game with engine and reference; return the number of decisions."""
    chance = random.Random(seed)
    piles = draw_piles(players, options, chance)
    reference = ReferenceGame(players, options, piles)
    state = VANUATU.deal({"players": players, "options": options, "piles": piles}, Rng(0))
    made = 0
    game = reference.game()
    story: list[Decision] = []
    try:
        seat, open_, asides = next(game)
        while True:
            where = f"{players} players {options}, seed {seed}, after {story[-3:]}"
            assert state.turn() == seat, where
            assert table(state) == table_of(reference), where
            assert decisions(state) == {*open_, *asides}, where
            decision = prefer(sorted(open_), asides, chance)
            story.append(decision)
            mover = int(decision[0].split()[-1]) if decision in asides else seat
            for text in decision:
                play(VANUATU, state, VANUATU.read(state, text), mover)
            made += 1
            seat, open_, asides = game.send(decision)
    except StopIteration:
        pass
    assert state.turn() == -1
    assert table(state) == table_of(reference)
    scores = VANUATU.scores(state)
    final = reference.final()
    if reference.lost:
        assert [score.place for score in scores] == [0] * players
    else:
        assert [score.total for score in scores] == [points for points, _, _ in final]
        assert [s.place for s in scores] == [1 + sum(o > mine for o in final) for mine in final]
    return made


@pytest.mark.parametrize("mix", MIXES)
def test_engine_and_reference_play_the_same_games(mix: str) -> None:
    assert compare(*MIXES[mix], seed=8) > 50


@pytest.mark.parametrize("rules", HOUSE_RULES)
def test_engine_and_reference_know_the_same_options(rules: str) -> None:
    assert compare(*HOUSE_RULES[rules], seed=17) > 50


@pytest.mark.heavy
@pytest.mark.parametrize("mix", MIXES | HOUSE_RULES)
def test_engine_and_reference_play_many_of_the_same_games(mix: str) -> None:
    for seed in range(100, 130):
        compare(*(MIXES | HOUSE_RULES)[mix], seed)
