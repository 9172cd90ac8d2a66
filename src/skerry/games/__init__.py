"""The games that can be played, by name."""

from skerry.games.nusfjord.game import NUSFJORD
from skerry.games.vanuatu.game import VANUATU
from skerry.kernel.protocol import Game

GAMES: dict[str, Game] = {"vanuatu": VANUATU, "nusfjord": NUSFJORD}
