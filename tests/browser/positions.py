"""Positions of every kind of question, found by seeded play, as the frames a server would send."""

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec

from skerry.games import GAMES
from skerry.games.nusfjord.questions import KINDS as NUSFJORD_KINDS
from skerry.games.vanuatu.questions import KINDS as VANUATU_KINDS
from skerry.kernel.protocol import play
from skerry.kernel.rng import Rng
from skerry.service.messages import (
    CanUndo,
    Details,
    Happened,
    LogEntry,
    SeatInfo,
    Snapshot,
    TableInfo,
)
from skerry.service.viewers import decision as deciding

KINDS = {
    "vanuatu": set(VANUATU_KINDS.values()),
    "nusfjord": {kind for kind, _ in NUSFJORD_KINDS.values()},
}
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
        {"players": 5},
    ],
}
MAX_GAMES = 2000  # the rarest question comes once in a few hundred games
LOG = 60  # entries a page is shown


class Position(NamedTuple):
    """A state in which a question is open, and how it was reached."""

    kind: str
    state: Any
    setup: dict[str, Any]
    seed: int
    moves: int


class Search:
    """Plays seeded games of one kind until it has met what is looked for; remembers what it met."""

    def __init__(self, game_name: str) -> None:
        self.found: dict[str, Position] = {}
        self._more = self._play(game_name)

    def __iter__(self) -> Iterator[Position]:
        yield from list(self.found.values())
        for at in self._more:
            self.found[at.kind] = at
            yield at

    def _play(self, game_name: str) -> Iterator[Position]:
        game = GAMES[game_name]
        for seed in range(MAX_GAMES):
            setup = SETUPS[game_name][seed % len(SETUPS[game_name])]
            state = game.deal(setup, Rng(seed))
            chance = random.Random(seed)
            moves = 0
            while (question := game.question(state)) is not None:
                options = state.options()
                if question.kind not in self.found and len(options) > 1:
                    yield Position(question.kind, state.copy(), setup, seed, moves)
                state.play(chance.choice(options))
                moves += 1


search = cache(Search)


def positions(game_name: str, kinds: set[str]) -> Iterator[Position]:
    """Yield one position for each kind of question, from as many seeded games as it takes."""
    wanted = set(kinds)
    for at in search(game_name):
        if at.kind in wanted:
            wanted.remove(at.kind)
            yield at
        if not wanted:
            return


def log(game_name: str, at: Position, viewer: int) -> list[LogEntry]:
    """Play a position's game again and write its log as a server would."""
    game = GAMES[game_name]
    state = game.deal(at.setup, Rng(at.seed))
    chance = random.Random(at.seed)
    entries = []
    for number in range(1, at.moves + 1):
        seat = state.turn()
        move = chance.choice(state.options())
        text = game.write(state, move)
        seen = [event.seen_by(viewer) for event in play(game, state, move)]
        shown = [Happened(event, game.describe(event)) for event in seen]
        entries.append(LogEntry(number, "move", seat, text, None, 0.0, shown))
    return entries


def encoded(frame: Any) -> str:
    return msgspec.json.encode(frame).decode()


def info(game_name: str, seats: int, seat: int, number: int) -> TableInfo:
    names = ["Ada", "Tern", "Reef", "Skua", "Noddy"]
    unset = dict.fromkeys(TableInfo.__struct_fields__)
    shown: dict[str, Any] = {
        "id": "table0",
        "game": game_name,
        "name": "",
        "status": "running",
        "seats": [
            SeatInfo(n, "human", names[n], "", True, n == seat, n == seat, False, False, True)
            for n in range(seats)
        ],
        "options": {},
        "number": number,
        "turn": seat,
        "round": [],
        "created": 0.0,
        "updated": 0.0,
        "public": False,
        "watchable": True,
        "host": True,
        "coach": "off",
        "hints": False,
        "forecast": False,
        "what_if": False,
        "watchers": 0,
        "scores": [],
        "winners": [],
        "previous": "",
        "following": "",
        "absences": [],
        "rated": False,
        "unrated": False,
        "commitment": "",
        "salt": "",
        "daily": "",
    }
    return msgspec.convert(unset | shown, TableInfo)


def look(game_name: str, at: Position, number: int) -> list[str]:
    """Return the frames that show a position to the seat that is asked."""
    game = GAMES[game_name]
    state = at.state
    question = game.question(state)
    assert question is not None
    seat = question.seat
    undo = CanUndo("no", "nothing")
    asked = deciding.decision(game, state, seat, number, "table0", undo)
    whole = Snapshot(
        table=info(game_name, state.n, seat, number),
        seat=seat,
        seats=[seat],
        number=number,
        moves=number,
        view=game.view(state, seat),
        decision=asked,
        scores=[],
        entries=log(game_name, at, seat)[-LOG:],
        chat=[],
        seen=None,
        version="test",
        whole=True,
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
    """Return the texts of every move the asked seat may make."""
    game = GAMES[game_name]
    moves = [*state.options(), *state.anytime(state.turn())]
    return {game.write(state, move) for move in moves}
