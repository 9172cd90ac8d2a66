"""What a player can pay with: supply, Reserve, and cards that open the Reserve."""

from skerry.games.nusfjord.engine.cards import FISH, WOOD
from skerry.games.nusfjord.engine.state import Player


def affords(player: Player, use: int, wood: int, fish: int, gold: int) -> bool:
    """Tell whether *player* can pay, with the Reserve where a card opens it for this use.

    Amounts may be negative where reductions exceed a price.
    """
    if wood <= player.wood and fish <= player.fish and gold <= player.gold:
        return True
    opened = player.from_reserve
    if not opened:
        return False
    if opened >> use & 1:
        wood -= player.reserve_wood
    if opened >> 3 + use & 1:
        fish -= player.reserve_fish
    if opened >> 6 + use & 1:
        gold -= player.reserve_gold
    return wood <= player.wood and fish <= player.fish and gold <= player.gold


def in_supply(player: Player, good: int) -> int:
    if good == WOOD:
        return player.wood
    return player.fish if good == FISH else player.gold


def in_reserve(player: Player, good: int) -> int:
    if good == WOOD:
        return player.reserve_wood
    return player.reserve_fish if good == FISH else player.reserve_gold


def add_to_reserve(player: Player, good: int, amount: int) -> None:
    if good == WOOD:
        player.reserve_wood += amount
    elif good == FISH:
        player.reserve_fish += amount
    else:
        player.reserve_gold += amount
