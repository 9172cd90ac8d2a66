"""One drawing of the table per game, from the view of the seat that looks."""

from collections.abc import Callable, Collection

from rich.text import Text

from skerry.cli.boards import nusfjord, vanuatu
from skerry.kernel.events import Json
from skerry.kernel.protocol import Game

# Game, view, refs to light up, whether lines may be drawn; gives drawings from top to bottom.
Board = Callable[[Game, Json, Collection[str], bool], list[Text]]

BOARDS: dict[str, Board] = {"vanuatu": vanuatu.draw, "nusfjord": nusfjord.draw}
