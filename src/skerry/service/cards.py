"""Corrected card files for all tables of a server, in its own process and in its bots'."""

from skerry.games import GAMES
from skerry.games.nusfjord.game import Nusfjord


def use_cards(directory: str) -> None:
    """Play Nusfjord with a directory's card files instead of the package's; raises BadSetup."""
    GAMES["nusfjord"] = Nusfjord(directory)
