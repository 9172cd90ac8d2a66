"""What a thing costs. Offering, paying and explaining all ask here.

A price is wood, fish and gold after every reduction; no good goes below 0 (cards 2, `off`).
"""

from typing import Final

from skerry.games.nusfjord.engine.cards import BoardNumbers, Card, Terms
from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.purse import affords
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import FOR_BUILDING, FOR_SHIP

Price = tuple[int, int, int]
WAYS_TO_PAY: Final = 2  # at most, for a type of ship


def way_to_pay(kind: int, way: int) -> int:
    """Return the place of a ship type's price among those of the board."""
    return kind * WAYS_TO_PAY + way


def building_price(player: Player, card: Card, terms: Terms) -> Price:
    """Return the price of a building."""
    if not (player.rules.buildings_cheaper or terms.cheaper):
        return card.wood, card.fish, card.gold
    return (
        max(0, card.wood - player.rules.building_wood_off - terms.wood),
        max(0, card.fish - player.rules.building_fish_off - terms.fish),
        max(0, card.gold - player.rules.building_gold_off - terms.gold),
    )


def can_pay_building(player: Player, card: Card, terms: Terms) -> bool:
    """Return whether the player can pay for a building and has a place for it."""
    if player.free == 0 and not card.off_board:
        return False
    wood, fish, gold = building_price(player, card, terms)
    return affords(player, FOR_BUILDING, wood, fish, gold)


def ship_price(board: BoardNumbers, player: Player, kind: int, way: int, terms: Terms) -> Price:
    """Return the price of a ship type, paid in one of its ways."""
    printed = board.ship_prices[way_to_pay(kind, way)]
    if not (player.rules.ships_cheaper or terms.cheaper):
        return printed.wood, printed.fish, printed.gold
    return (
        max(0, printed.wood - player.rules.ship_wood_off[kind] - terms.wood),
        max(0, printed.fish - player.rules.ship_fish_off[kind] - terms.fish),
        max(0, printed.gold - player.rules.ship_gold_off[kind] - terms.gold),
    )


def can_pay_ship(board: BoardNumbers, player: Player, kind: int, way: int, terms: Terms) -> bool:
    """Return whether the player can pay a ship in one of its ways."""
    wood, fish, gold = ship_price(board, player, kind, way, terms)
    return affords(player, FOR_SHIP, wood, fish, gold)


def plate_price(board: BoardNumbers, plate: int, terms: Terms) -> int:
    """Return the fish for the plate after *plate* filled ones."""
    if terms.plate_flat >= 0:
        return terms.plate_flat  # also where it is dearer (cards 6.14)
    return max(0, board.plates[plate] - terms.plate_off)


def plates_price(board: BoardNumbers, filled: int, plates: int, terms: Terms) -> int:
    """Return the fish for so many plates after *filled* ones."""
    fish = 0
    for plate in range(filled, filled + plates):
        fish += plate_price(board, plate, terms)
    return fish


def shares_price(state: State, player: Player, shares: int, terms: Terms) -> int:
    """Return the gold for so many Shares: the reductions apply to the total (rules 7)."""
    board = state.board
    full = board.share_gold * shares
    return max(
        0, full - board.buy_reduction[state.round - 1] - player.rules.shares_off - terms.gold
    )
