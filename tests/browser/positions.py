"""Positions of every kind of question, found by seeded play, as the frames a server would send."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from skerry.games import GAMES
from skerry.kernel.rng import Rng
from skerry.service import decision as deciding
from skerry.service.messages import CanUndo, Details, LogEntry, Look, SeatInfo, TableInfo

SETUPS: dict[str, list[dict[str, Any]]] = {
    "vanuatu": [
        {"players": 3, "options": {"rising_waters": True}},
        {"players": 2, "options": {}},
        {"players": 4, "options": {}},
    ],
    "nusfjord": [
        {"players": 3},
        {"players": 5, "options": {"deck": "mackerel"}},
        {"players": 4, "options": {"deck": "codfish"}},
        {"players": 1},
    ],
}


def positions(game_name: str, games: int) -> Iterator[tuple[str, Any]]:
    """Yield one state for each kind of question that turns up in some random games."""
    game = GAMES[game_name]
    found: set[str] = set()
    for seed in range(games):
        setup = SETUPS[game_name][seed % len(SETUPS[game_name])]
        state = game.deal(setup, Rng(seed))
        chance = random.Random(seed)
        while (question := game.question(state)) is not None:
            options = state.options()
            if question.kind not in found and len(options) > 1:
                found.add(question.kind)
                yield question.kind, state.copy()
            state.play(chance.choice(options))


def encoded(frame: Any) -> str:
    return msgspec.json.encode(frame).decode()


def info(game_name: str, seats: int, seat: int, number: int) -> TableInfo:
    names = ["Ada", "Tern", "Reef", "Skua", "Noddy"]
    unset = dict.fromkeys(TableInfo.__struct_fields__)
    told: dict[str, Any] = {
        "id": "table0",
        "game": game_name,
        "name": "",
        "status": "running",
        "seats": [
            SeatInfo(n, "human", names[n], "", True, n == seat, n == seat, False, False)
            for n in range(seats)
        ],
        "options": {},
        "number": number,
        "turn": seat,
        "created": 0.0,
        "updated": 0.0,
        "public": False,
        "watchable": True,
        "host": True,
        "hints": False,
        "watchers": 0,
        "scores": [],
        "winners": [],
        "previous": "",
        "following": "",
    }
    return msgspec.convert(unset | told, TableInfo)


def look(game_name: str, state: Any, number: int) -> list[str]:
    """Give the frames that show a position to the seat that is asked."""
    game = GAMES[game_name]
    question = game.question(state)
    assert question is not None
    seat = question.seat
    undo = CanUndo("no", "nothing")
    asked = deciding.decision(game, state, seat, number, "table0", undo)
    entries: list[LogEntry] = []
    whole = Look(
        table=info(game_name, state.n, seat, number),
        seat=seat,
        seats=[seat],
        number=number,
        moves=number,
        view=game.view(state, seat),
        decision=asked,
        scores=[],
        entries=entries,
        chat=[],
        seen=None,
        version="test",
    )
    details = Details(
        number=number,
        seat=seat,
        previews=dict(deciding.previews(game, state, seat)),
        closed=deciding.closed(game, state, seat),
        undo=undo,
    )
    return [encoded(whole), encoded(details)]


def legal_texts(game_name: str, state: Any) -> set[str]:
    """Give the texts of every move the asked seat may make."""
    game = GAMES[game_name]
    moves = [*state.options(), *state.anytime(state.turn())]
    return {game.write(state, move) for move in moves}
