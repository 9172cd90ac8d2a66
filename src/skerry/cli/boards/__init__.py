"""One drawing of the table per game, from the view of the seat that looks."""

from collections.abc import Callable, Collection

from rich.text import Text

from skerry.cli.boards import vanuatu
from skerry.kernel.events import Json

# View, refs to light up, whether lines may be drawn; gives the drawings from top to bottom.
Board = Callable[[Json, Collection[str], bool], list[Text]]

BOARDS: dict[str, Board] = {"vanuatu": vanuatu.draw}
