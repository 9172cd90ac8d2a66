"""What each seat has at the end of a game: buildings and elders, for the players' statistics."""

from skerry.games.nusfjord.catalogue import Catalogue
from skerry.games.nusfjord.engine.state import State
from skerry.kernel.protocol import Use


def uses(state: State, catalogue: Catalogue) -> list[Use]:
    """List the buildings that stand and the elders who are seated, each once."""
    found = []
    for seat, player in enumerate(state.players):
        found += [Use(seat, "building", name) for name in catalogue.names(player.buildings)]
        found += [Use(seat, "elder", str(number)) for number in player.elders]
    return found
