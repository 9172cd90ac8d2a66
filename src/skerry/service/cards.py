"""Corrected card files for all tables of a server, in its own process and in its bots'."""

from skerry.games import GAMES


def use_cards(directory: str) -> None:
    """Play with a directory's card files instead of the package's. Raises BadSetup."""
    for name, game in GAMES.items():
        GAMES[name] = game.with_cards(directory)
