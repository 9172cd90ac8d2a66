"""Positions arranged by hand through the public API alone: `position`, `from_position`, texts."""

from collections.abc import Iterable
from typing import Any

import msgspec

from skerry.games import GAMES
from skerry.kernel.protocol import play
from skerry.kernel.rng import Rng

GAME = GAMES["nusfjord"]
FREE_CELLS = ("0,1", "1,0", "1,1", "2,0", "2,1")  # at the start of a game


class Position:
    """A turn of seat 0 in the middle of a game; everybody's supply and Reserve are empty."""

    def __init__(
        self,
        *,
        players: int = 3,
        round: int = 3,
        turn: int = 0,
        plates: int = 2,
        market: Iterable[int] = (),
        display: Iterable[str] = (),
        owns: Iterable[str] = (),
        elders: Iterable[int] = (),
        ships: tuple[int, int, int] = (0, 0, 0),
        reserve: tuple[int, int, int] = (0, 0, 0),
        unissued: int | None = None,
        options: dict[str, Any] | None = None,
        **seat: Any,
    ) -> None:
        setup = {
            "players": players,
            "options": options or {},
            "piles": {"starter": (round - 1) % players},
        }
        self.json = json = GAME.position(GAME.deal(setup, Rng(1)))
        json |= {"round": round, "plates": plates, "agenda": [f"TakeTurn {turn % players} {turn}"]}
        for player in json["players"]:
            player |= {"fish": 0, "reserve": {"wood": 0, "fish": 0, "gold": 0}}
        own = json["players"][0]
        own |= seat
        own["reserve"] = dict(zip(("wood", "fish", "gold"), reserve, strict=True))
        self._lay_out(list(display), list(owns))
        for number in elders:
            json["stacks"] = [[0 if e == number else e for e in stack] for stack in json["stacks"]]
            own["elders"].append({"elder": number, "fish": 0, "since": 0})
        for name, amount in zip(("sloop", "cutter", "schooner"), ships, strict=True):
            own["ships"][name] += amount
            json["ships"][name] -= amount
        for color, amount in enumerate(market):
            json["market"][color] += amount
            json["players"][color]["unissued"] -= amount
        self.state = GAME.from_position(json)
        self.events: list[dict[str, Any]] = []

    def _lay_out(self, display: list[str], owns: list[str]) -> None:
        """Put buildings on display or into the harbor; no other is on display."""
        json = self.json
        for letter in "ABC":
            placed = {card for card in display + owns if card[0] == letter}
            json["piles"][letter] = [c for c in json["piles"][letter] if c not in placed]
            json["display"][letter] = [card for card in display if card[0] == letter]
        own = json["players"][0]
        own["buildings"] = owns
        own["cells"] = dict(zip(FREE_CELLS, owns, strict=False))

    @property
    def asks(self) -> list[str]:
        return [GAME.write(self.state, move) for move in self.state.options()]

    @property
    def kind(self) -> str:
        question = GAME.question(self.state)
        assert question is not None
        return question.kind

    def do(self, *texts: str) -> "Position":
        for text in texts:
            events = play(GAME, self.state, GAME.read(self.state, text))
            self.events += [event.seen_by(None) for event in events]
        return self

    def seat(self, number: int = 0) -> dict[str, Any]:
        shown: dict[str, Any] = msgspec.to_builtins(GAME.view(self.state, None))
        seat: dict[str, Any] = shown["players"][number]
        return seat

    def goods(self, number: int = 0) -> tuple[int, int, int]:
        seat = self.seat(number)
        return seat["wood"], seat["fish"], seat["gold"]

    def reserve(self, number: int = 0) -> tuple[int, int, int]:
        reserve = self.seat(number)["reserve"]
        return reserve["wood"], reserve["fish"], reserve["gold"]

    def paid(self) -> dict[str, int]:
        """Everything paid from the supply since the beginning, by good."""
        found: dict[str, int] = {}
        for event in self.events:
            if event["event"] == "goods_paid" and event["seat"] == 0:
                for good, amount in event["goods"].items():
                    found[good] = found.get(good, 0) - amount
        return found
