"""Pairs of games that differ in one hidden thing, played side by side with the same moves.

Nothing here asks the engine what is hidden. A pair is dealt from two set-ups that differ in one
pile below what lies open at the start, or somebody else keeps another rest token. What a seat may
know of the difference is what it has been told: until an event told to it differs, the games are
one and the same game to it.
"""

import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from skerry.kernel.agenda import State
from skerry.kernel.events import Event, Json
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

Change = Callable[[Json, random.Random], bool]
"""Changes one hidden thing of a set-up's piles; returns False if there is none to change."""


def swap_two(pile: list[Any], open_ones: int, chance: random.Random) -> bool:
    """Exchange two different things of a pile that lie below the open ones."""
    pairs = [
        (i, j)
        for i in range(open_ones, len(pile))
        for j in range(i + 1, len(pile))
        if pile[i] != pile[j]
    ]
    if not pairs:
        return False
    i, j = chance.choice(pairs)
    pile[i], pile[j] = pile[j], pile[i]
    return True


def pile_of(name: str, open_ones: int = 0) -> Change:
    return lambda piles, chance: swap_two(piles[name], open_ones, chance)


def other_split(piles: Json, chance: random.Random) -> bool:
    """Exchange the two tiles of a letter; the letters themselves are known."""
    stack = piles["tile_stack"]
    half = len(stack) // 2
    at = chance.randrange(2, half)
    stack[at], stack[at + half] = stack[at + half], stack[at]
    return True


def other_reshuffle(piles: Json, chance: random.Random) -> bool:
    return swap_two(chance.choice(piles["demand_reshuffles"]), 0, chance)


def other_roll(piles: Json, chance: random.Random) -> bool:
    if "dice" not in piles:
        return False
    at = chance.randrange(len(piles["dice"]))
    piles["dice"][at] = 1 + piles["dice"][at] % 6
    return True


def other_characters(piles: Json, chance: random.Random) -> bool:
    """Two players: draw the characters of the rounds from some later one on again."""
    if "characters" not in piles:
        return False
    rounds = piles["characters"]
    everybody = sorted({name for offered in rounds for name in offered})
    at = chance.randrange(1, len(rounds))
    before = list(rounds[at])
    for later in range(at, len(rounds)):
        while later > at or rounds[at] == before:
            deck = [name for name in everybody if name not in rounds[later - 1]]
            rounds[later] = sorted(chance.sample(deck, len(rounds[later])))
            if later > at:
                break
    return True


def nothing(piles: Json, chance: random.Random) -> bool:
    """The deals are the same, and somebody else chooses differently; see `other_answer`."""
    return True


# By game: what is hidden, how another deal differs in it, and the events that bring it to light.
HIDDEN: dict[str, dict[str, tuple[Change, set[str]]]] = {
    "vanuatu": {
        "tiles": (other_split, {"tiles_revealed"}),
        "tourists": (pile_of("tourists", 1), {"tourists_arrived"}),
        "demand": (pile_of("demand", 3), {"ship_replaced"}),
        "reshuffles": (other_reshuffle, {"ship_replaced"}),
        "dice": (other_roll, {"die_rolled"}),
        "characters": (other_characters, {"characters_offered"}),
        "rest tokens": (nothing, {"rest_revealed"}),
    },
    "nusfjord": {
        "A pile": (pile_of("a_pile"), {"cards_added"}),
        "B pile": (pile_of("b_pile"), {"cards_added"}),
        # A hand comes to light when its owner draws it, builds from it, or lays it down.
        "C pile": (pile_of("c_pile"), {"hand_drawn", "building_built", "cards_added"}),
        "elders": (pile_of("hidden_elders"), {"elder_revealed"}),
    },
}


def events_seen(events: list[Event], viewer: int | None) -> list[Json]:
    return [event.seen_by(viewer) for event in events]


def played(state: State, move: int) -> tuple[State, list[Event]]:
    """Make a move on a copy; return it and what happened."""
    twin = state.copy()
    twin.journal = []
    twin.play(move)
    events = twin.journal
    twin.journal = None
    return twin, events


def other_answer(
    other: State, move: int, events: list[Event], viewer: int | None, chance: random.Random
) -> int | None:
    """Return the move in the other game: a choice that is told alike, where it is a secret."""
    moves = other.options()
    if any(event.secret is not None and event.owner != viewer for event in events):
        alike = [
            m
            for m in moves
            if events_seen(played(other, m)[1], viewer) == events_seen(events, viewer)
        ]
        if alike:
            return chance.choice(alike)
    return move if move in moves else None


def side_by_side(
    game: Game, setup: Json, hidden: str, viewer: int | None, seed: int
) -> Iterator[tuple[State, State]]:
    """Play two games that differ in something hidden; give both before each move.

    They end when the viewer is told what differs; that it is told by an event which brings such
    things to light is part of the test.
    """
    chance = random.Random(seed)
    change, reveals = HIDDEN[game.name][hidden]
    one: State = game.deal(setup, Rng(seed))
    dealt = deepcopy(game.setup(one))
    if not change(dealt["piles"], chance):
        return
    other: State = game.deal(dealt, Rng(seed))
    while one.turn() >= 0:
        yield one, other
        move = likely(game, one, chance)
        after, events = played(one, move)
        same: int | None = move
        if hidden == "rest tokens":
            same = other_answer(other, move, events, viewer, chance)
        if same is None or same not in other.options():
            assert hidden == "C pile", "somebody built a card of the hand, which shows it"
            return
        other_after, other_events = played(other, same)
        if events_seen(events, viewer) != events_seen(other_events, viewer):
            kinds = first_difference(events_seen(events, viewer), events_seen(other_events, viewer))
            assert kinds & reveals, f"{hidden} came to light by {sorted(kinds)}"
            return
        one, other = after, other_after
        if looks_at_tokens(game, one, viewer) and one.options() != other.options():
            assert hidden == "rest tokens"
            return
    assert other.turn() < 0


def looks_at_tokens(game: Game, state: State, viewer: int | None) -> bool:
    """Return whether the viewer chooses a rest token, and so sees which were taken."""
    question = game.question(state)
    return question is not None and question.kind == "rest" and question.seat == viewer


def first_difference(one: list[Json], other: list[Json]) -> set[str]:
    """Return the kinds of the first events that differ."""
    for a, b in zip(one, other, strict=False):
        if a != b:
            return {str(a["event"]), str(b["event"])}
    longer = max(one, other, key=len)
    return {str(longer[min(len(one), len(other))]["event"])}


def likely(game: Game, state: State, chance: random.Random) -> int:
    """Choose a move: any, with some taste for what uses hidden things."""
    moves = state.options()
    eager = [m for m in moves if any(w in game.write(state, m) for w in ("rest", "elder", "build"))]
    return chance.choice(eager if eager and chance.random() < 0.35 else moves)
