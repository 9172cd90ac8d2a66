"""The games on offer, their options and components."""

from typing import Any, Literal

from skerry.service.messages.values import Level, Response


class OptionInfo(Response):
    """One option of a game: its values and what it does, in a line."""

    name: str
    kind: Literal["switch", "choice", "number", "other"]
    default: Any
    choices: list[Any]
    text: str


class GameInfo(Response):
    """A game that can be played."""

    name: str
    rules: int
    least: int
    most: int
    campaign: bool  # it has solo games in a row that count together
    options: list[OptionInfo]
    levels: list[Level]


class Games(Response):
    """All games on offer."""

    games: list[GameInfo]


class Components(Response):
    """What the parts of a game say: cards and elders by id, and the numbers of the boards."""

    version: str
    cards: dict[str, Any]
    elders: dict[str, Any]
    board: dict[str, Any]
