"""Differences between views: whoever applies them has exactly the whole view, whatever happens."""

import gc
import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from skerry.games import GAMES
from skerry.kernel.protocol import Difference
from skerry.kernel.rng import Rng
from skerry.service.live.live_table import LiveTable
from skerry.service.viewers.difference import Views
from skerry.service.viewers.viewer import Viewer
from skerry.web.client import after_changes
from tests.service.tables import ANN, BEN, Room, in_room

GAMES_AND_SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("vanuatu", {"players": 2}),
    ("vanuatu", {"players": 4, "options": {"rising_waters": True}}),
    ("nusfjord", {"players": 1}),
    ("nusfjord", {"players": 3, "options": {"deck": "mixed"}}),
    ("nusfjord", {"players": 5}),
]


def as_sent(value: Any) -> Any:
    return json.loads(msgspec.json.encode(value))


@pytest.mark.parametrize(("name", "setup"), GAMES_AND_SETUPS)
def test_the_view_before_with_the_difference_is_the_view_after(
    name: str, setup: dict[str, Any]
) -> None:
    game, rng = GAMES[name], random.Random(5)
    for seed in range(3):
        state: Any = game.deal(setup, Rng(seed))
        before = Views(game, state, 0)
        number = 0
        while state.turn() >= 0:
            number += 1
            state = state.copy()
            state.play(rng.choice(state.options()))
            after = Views(game, state, number, before)
            for viewer in [*range(state.n), None]:
                difference = as_sent(after.since(before, viewer)._asdict())
                view = after_changes(as_sent(before.whole(viewer)), difference)
                whole = as_sent(game.view(state, viewer))
                assert view == whole
                assert as_sent(after.whole(viewer)) == whole, "parts of the view before"
            before = after


@pytest.mark.parametrize(("name", "setup"), GAMES_AND_SETUPS)
def test_parts_are_taken_from_the_view_of_any_other_position(
    name: str, setup: dict[str, Any]
) -> None:
    game, rng = GAMES[name], random.Random(6)
    state: Any = game.deal(setup, Rng(6))
    positions = [state]
    while state.turn() >= 0:
        state = state.copy()
        state.play(rng.choice(state.options()))
        positions.append(state)
    for _ in range(150):  # as after an undo
        then, now = rng.choice(positions), rng.choice(positions)
        view = game.view(now, None, (then, game.view(then, None)))
        assert as_sent(view) == as_sent(game.view(now, None))


def test_who_sees_the_same_changes_shares_one_difference() -> None:
    game: Any = GAMES["nusfjord"]
    state, rng = game.deal({"players": 4}, Rng(1)), random.Random(1)
    before, shared, moves = Views(game, state, 0), 0, 0
    while state.turn() >= 0:
        state = state.copy()
        state.play(rng.choice(state.options()))
        moves += 1
        after = Views(game, state, moves, before)
        everybody = after.since(before, None)
        shared += sum(after.since(before, seat) is everybody for seat in range(4))
        before = after
    assert shared > 3 * moves  # the mover's hand may change, or what can be paid


class Hand(msgspec.Struct):
    """A player of a made-up game."""

    count: int
    cards: str | None = None


class Shown(msgspec.Struct):
    """The view of a made-up game: what is open, and a list that may grow."""

    pot: str
    hands: list[Hand]


class MadeUpGame:
    """A game in which seat 0 sees `pot` and its hand as it is told, the others what is open."""

    def view(self, state: Any, viewer: None, since: Any) -> Shown:
        return Shown(state["pot"], [Hand(count) for count in state["counts"]])

    def own_difference(self, state: Any, viewer: int, public: Shown) -> Difference:
        pot, cards = state["own_pot"], state["cards"]
        return Difference({"pot": pot} if pot else {}, {"hands": {0: {"cards": cards}}})


@pytest.mark.parametrize("pots", [("a", "a"), ("a", "b")], ids=["pot stays", "pot changes"])
@pytest.mark.parametrize("own_pots", [("", ""), ("", "x"), ("x", ""), ("x", "x"), ("x", "b")])
@pytest.mark.parametrize("counts", [([1, 1], [1, 1]), ([1, 1], [2, 1]), ([1, 1], [2, 1, 1])])
@pytest.mark.parametrize("cards", [("k", "k"), ("k", "q")])
def test_what_one_sees_and_what_all_see_may_change_in_any_combination(
    pots: Any, own_pots: Any, counts: Any, cards: Any
) -> None:
    game: Any = MadeUpGame()
    states = [
        {"pot": pots[i], "own_pot": own_pots[i], "counts": counts[i], "cards": cards[i]}
        for i in range(2)
    ]
    before, after = (Views(game, states[i], i) for i in range(2))  # type: ignore[arg-type]
    for viewer in (0, None):
        difference = as_sent(after.since(before, viewer)._asdict())
        view = after_changes(as_sent(before.whole(viewer)), difference)
        assert view == as_sent(after.whole(viewer))


def test_a_difference_holds_only_what_is_different() -> None:
    game: Any = GAMES["nusfjord"]
    state = game.deal({"players": 3}, Rng(1))
    views, same = Views(game, state, 0), Views(game, state.copy(), 1)
    for viewer in (0, 1, 2, None):
        assert same.since(views, viewer) == ({}, {})


def kept_views() -> int:
    return sum(type(each) is Views for each in gc.get_objects())


def test_earlier_positions_are_not_kept() -> None:
    game: Any = GAMES["nusfjord"]
    state, rng = game.deal({"players": 2}, Rng(1)), random.Random(1)
    gc.collect()
    others = kept_views()  # of other tests
    before = Views(game, state, 0)
    for number in range(1, 20):
        state = state.copy()
        state.play(rng.choice(state.options()))
        after = Views(game, state, number)
        after.since(before, 0)
        before = after
    del after
    gc.collect()
    assert kept_views() == others + 1


class Client:
    """What a page has that asked for changes."""

    def __init__(self, live: LiveTable, user: str, seat: int | None, changes: bool) -> None:
        self.viewer = Viewer(live, user, seat, changes)
        self.viewer.refresh = True
        self.view: Any = None
        self.number = -1
        self.kinds: list[str] = []
        live.viewers.add(self.viewer)

    def read(self) -> None:
        """Take all frames that wait."""
        for frame in map(json.loads, self.viewer.frames()):
            self.kinds.append(frame["type"])
            if frame["type"] == "changed":
                assert len(frame["entries"]) == 1 and self.number == frame["number"] - 1
                self.view = after_changes(self.view, frame)
            elif frame["type"] in ("table", "update"):
                self.view = frame["view"]
            if "moves" in frame:
                self.number = frame["number"]


@pytest.mark.parametrize("name", sorted(GAMES))
def test_every_viewer_has_the_whole_view_after_moves_undo_and_switches(
    tmp_path: Path, name: str
) -> None:
    async def story(room: Room) -> None:
        rng = random.Random(11)
        live = await room.two_humans(name)
        places = [(ANN.id, 0), (BEN.id, 1), ("eve", None)]
        clients = [Client(live, *place, changes=True) for place in places]
        clients.append(Client(live, ANN.id, 0, changes=False))
        switching, slow = Client(live, ANN.id, 0, True), Client(live, ANN.id, 0, True)
        for step in range(120):
            if live.table.status != "running":
                break
            if step % 7 == 3:  # as the socket does
                switching.viewer.seat = None if switching.viewer.seat == 0 else 0
                switching.viewer.refresh = True
            if step % 10 == 9:
                mover = {"ann": ANN, "ben": BEN}[live.table.seats[live.history[-1].seat].users[0]]
                other = BEN if mover is ANN else ANN
                try:
                    if not await room.undo(mover, live.table.id, live.table.number, None):
                        await room.answer_undo(other, live.table.id, True, None)
                except Exception as refused:
                    assert "undo" in str(refused)
            else:
                assert live.state is not None
                options = live.state.agenda[-1].options(live.state)
                await room.step(live, rng.randrange(len(options)))
            readers = [*clients, switching] + [slow] * (step % 3 == 0)
            for client in readers:
                client.read()
                assert client.number == live.table.number
                assert client.view == as_sent(live.game.view(live.state, client.viewer.seat))
        assert clients[0].kinds.count("changed") > 60
        assert "update" in slow.kinds and "changed" not in clients[3].kinds
        assert "changed" in switching.kinds and switching.kinds.count("update") > 10

    in_room(tmp_path, story)
