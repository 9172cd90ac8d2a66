"""What if: a game beside the game. It touches no table, and knows nothing that is hidden."""

import contextlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

from skerry.analysis.what_if import dealt_anew, follow, outlook
from skerry.games import GAMES
from skerry.kernel.agenda import NOBODY
from skerry.kernel.rng import Rng
from skerry.service.bots.pool import Pool
from skerry.service.errors import NotAllowed, NotFound, Refused, Stale
from skerry.service.live.live_table import LiveTable
from skerry.service.messages import MOST_STEPS, WhatIf, WhatIfPage, WhatIfStep
from skerry.service.sandbox.what_if import WhatIfs
from skerry.service.viewers.frames import encode
from tests.service.tables import ANN, BEN, EVE, NoBots, Room, in_room


def first_moves(live: LiveTable, asked: WhatIf, count: int) -> WhatIf:
    """Add the first moves on offer to a try."""
    assert live.state is not None
    state = dealt_anew(live.state, live.table.turn or 0, asked.deal)
    steps = [(step.seat, step.move) for step in asked.steps]
    follow(live.game, state, steps)
    for _ in range(count):
        seat, move = state.turn(), live.game.write(state, state.options()[0])
        steps.append((seat, move))
        follow(live.game, state, steps[-1:])
    return msgspec.structs.replace(asked, steps=[WhatIfStep(*step) for step in steps])


def moves_of(page: WhatIfPage) -> list[tuple[int, str]]:
    return [(step.seat, step.move) for step in page.steps]


@pytest.mark.parametrize("game", ["vanuatu", "nusfjord"])
def test_a_try_touches_nothing_and_is_marked(tmp_path: Path, game: str) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans(game)
        what_ifs = WhatIfs(room.tables, room.pool)
        before = (live.current, live.table.number, encode(live.game.position(live.state)))
        user = {"ann": ANN, "ben": BEN}[live.table.seats[live.table.turn or 0].users[0]]
        begin = WhatIf(live.table.number, deal=7)
        page = await what_ifs.show(user, live.table.id, begin)
        assert page.table is not None and page.steps == [] and page.turn == live.table.turn
        assert page.table.view is not None and page.table.view["sandbox"] is True
        real = msgspec.to_builtins(live.game.view(live.state, live.table.turn))
        assert {**real, "sandbox": True} == page.table.view, "it begins as the table stands"

        tried = first_moves(live, begin, 12)
        page = await what_ifs.show(user, live.table.id, tried)
        assert moves_of(page) == [(step.seat, step.move) for step in tried.steps]
        assert {seat for seat, _ in moves_of(page)} == {0, 1}, "any seat is moved by hand"
        assert page.table is not None and len(page.table.entries) == 12
        assert page.table.decision is not None and page.table.decision.seat == page.turn
        details = [
            one for one in await what_ifs.details(user, live.table.id, tried) if one is not None
        ]
        assert set(details[0].previews) >= {move.id for move in page.table.decision.moves}

        # Only what is new; every view is marked.
        page = await what_ifs.show(user, live.table.id, msgspec.structs.replace(tried, drawn=10))
        assert page.table is None and len(page.updates) == 2
        assert all(update.view and update.view["sandbox"] for update in page.updates)
        assert [update.decision is not None for update in page.updates] == [False, True]
        assert before == (live.current, live.table.number, encode(live.game.position(live.state)))

    in_room(tmp_path, story)


def test_steps_that_another_deal_forbids_are_left_out(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "nusfjord", "me")
        what_ifs = WhatIfs(room.tables, room.pool)
        tried = first_moves(live, WhatIf(live.table.number, deal=1), 4)
        tried.steps[2] = WhatIfStep(0, "place nowhere")
        page = await what_ifs.show(ANN, live.table.id, tried)
        assert len(page.steps) == 2
        tried.steps[1] = WhatIfStep(5, tried.steps[1].move)  # there is no such seat
        assert len((await what_ifs.show(ANN, live.table.id, tried)).steps) == 1

    in_room(tmp_path, story)


@pytest.mark.parametrize("way", ["show", "details", "outlook"])
def test_the_others_hear_of_a_try_whatever_was_asked(tmp_path: Path, way: str) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans("vanuatu", coach="words")
        user = {"ann": ANN, "ben": BEN}[live.table.seats[live.table.turn or 0].users[0]]
        asked = WhatIf(live.table.number, deal=1)
        with contextlib.suppress(NotAllowed):  # an outlook is for the full coach only
            await getattr(WhatIfs(room.tables, room.pool), way)(user, live.table.id, asked)
        lines = await room.store.chat(live.table.id)
        assert [line.code for line in lines] == ["what_if_used"]

    in_room(tmp_path, story)


def test_who_may_not(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans("vanuatu")
        what_ifs = WhatIfs(room.tables, room.pool)
        id, turn = live.table.id, live.table.turn or 0
        mine, other = (ANN, BEN) if live.table.seats[turn].users == ["ann"] else (BEN, ANN)
        asked = WhatIf(live.table.number, deal=1)
        with pytest.raises(NotAllowed):  # a stranger
            await what_ifs.show(EVE, id, asked)
        with pytest.raises(NotAllowed):  # the other player, in the place of the one on turn
            await what_ifs.show(other, id, msgspec.structs.replace(asked, seat=turn))
        with pytest.raises(Refused):  # not on turn
            await what_ifs.show(other, id, asked)
        with pytest.raises(NotFound):
            await what_ifs.show(mine, id, msgspec.structs.replace(asked, seat=9))
        with pytest.raises(NotFound):
            await what_ifs.show(mine, "zzzzzz", asked)
        with pytest.raises(Stale):
            await what_ifs.show(mine, id, WhatIf(live.table.number + 1, deal=1))
        with pytest.raises(NotAllowed):  # tables of people show words, no figures
            await what_ifs.outlook(mine, id, asked)
        live.table.what_if = False
        for refused in (what_ifs.show, what_ifs.details, what_ifs.outlook):
            with pytest.raises(NotAllowed):
                await refused(mine, id, asked)
        live.table.what_if = True
        await room.step(live)
        with pytest.raises(Stale):  # the table has moved on
            await what_ifs.show(mine, id, asked)

    in_room(tmp_path, story)


def test_what_a_client_may_send_is_bounded() -> None:
    step: dict[str, Any] = {"seat": 0, "move": "place build"}
    for body in (
        {"after": 0, "deal": 1, "steps": [step] * (MOST_STEPS + 1)},
        {"after": 0, "deal": -1},
        {"after": 0, "deal": 2**40},
        {"after": 0, "deal": 1, "steps": [{**step, "move": "x" * 300}]},
        {"after": 0, "deal": 1, "steps": [{**step, "seat": 99}]},
        {"after": 0, "deal": 1, "state": {}},
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(body, WhatIf)
    assert msgspec.convert({"after": 0, "deal": 1, "steps": [step] * MOST_STEPS}, WhatIf)


def test_bots_answer_and_the_outlook_is_told(tmp_path: Path) -> None:
    pool = Pool(1)

    async def story(room: Room) -> None:
        live = await room.make(ANN, "nusfjord", "me", "bot")
        for _ in range(200):
            if live.table.turn == 0:
                break
            await room.settle(live)
        what_ifs = WhatIfs(room.tables, pool, iterations=20)
        number = live.table.number
        tried = first_moves(live, WhatIf(number, deal=3), 1)
        for _ in range(6):
            page = await what_ifs.show(ANN, live.table.id, msgspec.structs.replace(tried, bot=True))
            tried.steps.append(WhatIfStep(page.steps[-1].seat, page.steps[-1].move))
            assert page.steps[-1].by == "bot"
        assert {step.seat for step in tried.steps} == {0, 1}, "a bot moves for any seat"
        expected = await what_ifs.outlook(ANN, live.table.id, tried)
        assert expected.win is not None and 0 <= expected.win <= 1 and expected.tries > 0
        assert live.table.number == number
        await pool.close()

    in_room(tmp_path, story, pool)


def test_the_table_is_told_once_in_a_turn(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.two_humans("nusfjord")
        what_ifs = WhatIfs(room.tables, room.pool)

        async def announced() -> int:
            lines = await room.store.chat(live.table.id, 0)
            return sum("what if" in line.text for line in lines)

        async def use() -> None:
            user = {"ann": ANN, "ben": BEN}[live.table.seats[live.table.turn or 0].users[0]]
            await what_ifs.show(user, live.table.id, WhatIf(live.table.number, deal=1))

        await use()
        await use()
        assert await announced() == 1
        turn = live.table.turn
        while live.table.turn == turn:
            await room.step(live)
        await use()
        assert await announced() == 2
        alone = await room.make(ANN, "nusfjord", "me", "bot")
        if alone.table.turn == 0:
            await what_ifs.show(ANN, alone.table.id, WhatIf(alone.table.number, deal=1))
            assert all(
                "what if" not in one.text for one in await room.store.chat(alone.table.id, 0)
            )

    in_room(tmp_path, story, NoBots())


def test_a_try_does_not_depend_on_what_is_hidden() -> None:
    """Non-interference: deal everything again that the player cannot see; nothing changes."""
    for name, setup in (
        ("vanuatu", {"players": 3, "options": {"rising_waters": True}}),
        ("nusfjord", {"players": 3}),
        ("nusfjord", {"players": 1}),
    ):
        game = GAMES[name]
        rng = Rng(11)
        state: Any = game.deal(setup, rng)
        for number in range(60):
            seat = state.turn()
            if seat == NOBODY:
                break
            if number % 12 == 11:
                twin = state.imagine(seat, Rng(500 + number))
                assert twin != state
                seen = []
                for real in (state, twin):
                    known = dealt_anew(real, seat, number)
                    steps = []
                    for _ in range(15):
                        if known.turn() == NOBODY:
                            break
                        text = game.write(known, known.options()[-1])
                        steps.append((known.turn(), text))
                        assert follow(game, known, steps[-1:]) == 1
                    views = [game.view(known, viewer) for viewer in range(state.n)]
                    expected = outlook(game, known, seat, 4, seed=1)
                    seen.append(encode([steps, views, expected]))
                assert seen[0] == seen[1]
            options = state.options()
            state.play(options[rng.below(len(options))])


def test_the_outlook_after_the_end_is_the_result() -> None:
    game = GAMES["nusfjord"]
    state = game.deal({"players": 2}, Rng(2))
    while state.turn() != NOBODY:
        state.play(state.options()[0])
    found = [outlook(game, state, seat, 10, 1) for seat in range(2)]
    places = [score.place for score in game.scores(state)]
    assert [one.tries for one in found] == [0, 0]
    assert sum(one.win or 0 for one in found) == 1.0
    assert [bool(one.win) for one in found] == [place == 1 for place in places]
