"""What cards count, always for one seat."""

from typing import Final

from skerry.games.nusfjord.engine.state import Player, State

NAMES: Final = [
    "ships",
    "sloops",
    "cutters",
    "schooners",
    "ship_types",
    "forests",
    "forest_stacks",
    "deep_forests",
    "empty_spaces",
    "buildings",
    "buildings_a",
    "buildings_b",
    "plain_buildings",
    "elders",
    "elders_and_fish",
    "shares",
    "own_shares_home",
    "own_shares_out",
    "market_shares",
    "gold",
    "fish",
    "reserve_fish",
    "all_fish",
    "all_wood",
    "haul",
    "track_free",
    "plates_filled",
]


def total(items: list[int]) -> int:
    """Add up a list."""
    so_far = 0
    for item in items:
        so_far += item
    return so_far


def bits(mask: int) -> int:
    """Count the set bits."""
    found = 0
    while mask:
        mask &= mask - 1
        found += 1
    return found


def haul(state: State, player: Player) -> int:
    """Give the fish caught per round (rules 2.2), with bonuses of cards."""
    return state.table.haul[player.units] + player.haul_bonus


def count(state: State, seat: int, counter: int) -> int:
    """Give the value of a counter, numbered as in NAMES."""
    player = state.players[seat]
    if counter < 9:
        return _count_harbor(player, counter)
    if counter < 15:
        return _count_people(state, player, counter)
    return _count_goods(state, player, seat, counter)


def _count_harbor(player: Player, counter: int) -> int:
    if counter == 0:
        return player.sloops + player.cutters + player.schooners
    if counter == 1:
        return player.sloops
    if counter == 2:
        return player.cutters
    if counter == 3:
        return player.schooners
    if counter == 4:
        return (
            (1 if player.sloops else 0)
            + (1 if player.cutters else 0)
            + (1 if player.schooners else 0)
        )
    if counter == 5:
        return player.forests
    if counter == 8:
        return bits(player.free)
    deep = 2 if counter == 7 else 1
    found = 0
    for tiles in player.forest:
        if tiles >= deep:
            found += 1
    return found


def _count_people(state: State, player: Player, counter: int) -> int:
    if counter == 9:
        return len(player.buildings)
    if counter == 13:
        return len(player.elders)
    if counter == 14:
        return len(player.elders) + total(player.elder_fish)
    cards = state.table.cards.cards
    found = 0
    for slot in player.buildings:
        card = cards[slot]
        if counter == 12:
            if card.plain:
                found += 1
        elif card.letter == counter - 10:
            found += 1
    return found


def _count_goods(state: State, player: Player, seat: int, counter: int) -> int:
    if counter == 15:
        return total(player.shares)
    if counter == 16:
        return player.shares[seat]
    if counter == 17:
        out = state.market[seat]
        for holder in range(state.n):
            if holder != seat:
                out += state.players[holder].shares[seat]
        return out
    if counter == 18:
        return total(state.market)
    if counter == 19:
        return player.gold
    if counter == 20:
        return player.fish
    if counter == 21:
        return player.reserve_fish
    if counter == 22:
        return player.fish + player.reserve_fish
    if counter == 23:
        return player.wood + player.reserve_wood
    if counter == 24:
        return haul(state, player)
    if counter == 25:
        return state.table.units - player.units
    return state.plates
