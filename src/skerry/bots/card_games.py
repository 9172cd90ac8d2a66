"""Games by which cards are measured: a plain function of plain data, for processes and clusters."""

from dataclasses import dataclass

from skerry.bots.levels import QUICK_CHOICE
from skerry.games.packed_cards import games_with_packed
from skerry.kernel.events import Json


@dataclass(frozen=True)
class CardJob:
    """One piece of a measurement: which game and cards, which measurement, which piece of it."""

    game: str
    cards: bytes  # packed card files; empty for those of the package
    measurement: str
    piece: Json


def play_card_job(job: CardJob) -> Json:
    """Play what a piece of a measurement asks for; return what was found."""
    files = games_with_packed(job.cards)[job.game].cards
    assert files is not None, "only games with cards have measurements"
    return files.measurements[job.measurement].play(job.piece, QUICK_CHOICE[job.game])
