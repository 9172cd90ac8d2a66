"""What a player can pay with: the supply, and the Reserve where a building opens it."""

from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.words import FISH, WOOD


def affords(player: Player, use: int, wood: int, fish: int, gold: int) -> bool:
    """Return whether *player* can pay, with the Reserve where a building opens it for this use."""
    if wood <= player.wood and fish <= player.fish and gold <= player.gold:
        return True
    return player.rules.reserve_pays != 0 and _affords_with_reserve(player, use, wood, fish, gold)


def _affords_with_reserve(player: Player, use: int, wood: int, fish: int, gold: int) -> bool:
    if player.rules.reserve_wood_pays >> use & 1:
        wood -= player.reserve_wood
    if player.rules.reserve_fish_pays >> use & 1:
        fish -= player.reserve_fish
    if player.rules.reserve_gold_pays >> use & 1:
        gold -= player.reserve_gold
    return wood <= player.wood and fish <= player.fish and gold <= player.gold


def may_pay_from_reserve(player: Player, good: int, use: int) -> bool:
    """Return whether a building lets this good of the Reserve pay for *use*."""
    if good == WOOD:
        return player.rules.reserve_wood_pays >> use & 1 == 1
    if good == FISH:
        return player.rules.reserve_fish_pays >> use & 1 == 1
    return player.rules.reserve_gold_pays >> use & 1 == 1


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
