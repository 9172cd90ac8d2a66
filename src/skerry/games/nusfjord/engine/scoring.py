"""Scoring (rules 11), itemised."""

from typing import Any, Final

from skerry.games.nusfjord.engine.cards import BoardNumbers, Card, Cards
from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.words import CUTTER, SCHOONER, SLOOP, bits, total

ITEMS: Final = ["buildings", "ships", "shares", "gold", "empty_spaces", "unissued_shares"]
_RIGHT_HALF: Final = 0b110011001100


def card_points(state: Any, seat: int, card: Card) -> int:
    """Return what one building is worth to *seat*."""
    points = card.points
    for rule in card.scoring:
        points += rule.points(rule.counter.count(state, seat))
    return points


def items(state: Any, seat: int, player: Player, board: BoardNumbers, cards: Cards) -> list[int]:
    """Return the points of *seat* by source, in the order of ITEMS. Counters look at *state*."""
    buildings = 0
    for slot in player.buildings:
        buildings += card_points(state, seat, cards.cards[slot])
    value = board.ship_points
    ships = (
        player.sloops * value[SLOOP]
        + player.cutters * value[CUTTER]
        + player.schooners * value[SCHOONER]
    )
    # First the spaces in the right half, then any (cards 5, Fortress and Nursery).
    right = max(0, bits(player.free & _RIGHT_HALF) - player.rules.empty_right_free)
    empty = max(0, bits(player.free & ~_RIGHT_HALF) + right - player.rules.empty_spaces_free)
    unissued = max(0, player.unissued - player.rules.unissued_free)
    return [buildings, ships, total(player.shares), player.gold, -empty, -unissued]
