"""The nine actions by number."""

from typing import Final

from skerry.games.vanuatu.engine.actions.action import Action
from skerry.games.vanuatu.engine.actions.build import BUILDING
from skerry.games.vanuatu.engine.actions.buy import BUYING
from skerry.games.vanuatu.engine.actions.draw import DRAWING
from skerry.games.vanuatu.engine.actions.explore import EXPLORING
from skerry.games.vanuatu.engine.actions.fish import FISHING
from skerry.games.vanuatu.engine.actions.rest import RESTING
from skerry.games.vanuatu.engine.actions.sail import SAILING
from skerry.games.vanuatu.engine.actions.sell import SELLING
from skerry.games.vanuatu.engine.actions.tourist import TOURISM

BOARD_ACTIONS: Final[list[Action]] = [
    SAILING,
    BUILDING,
    EXPLORING,
    FISHING,
    SELLING,
    BUYING,
    DRAWING,
    TOURISM,
    RESTING,
]
