"""Scoring (rules 11), itemised."""

from typing import Final

from skerry.games.nusfjord.engine import counts
from skerry.games.nusfjord.engine.cards import RULE_AT_LEAST, RULE_AT_MOST, RULE_PER, Ability, Card
from skerry.games.nusfjord.engine.state import State

ITEMS: Final = ["buildings", "ships", "shares", "gold", "empty_spaces", "unissued_shares"]
_RIGHT_HALF: Final = 0b110011001100


def card_points(state: State, seat: int, card: Card) -> int:
    """Give what one building is worth to *seat*."""
    points = card.points
    for ability in card.scoring:
        points += _ability_points(state, seat, ability)
    return points


def _ability_points(state: State, seat: int, ability: Ability) -> int:
    counted = counts.count(state, seat, ability.counter)
    if ability.rule == RULE_PER:
        return min(ability.most, counted // ability.each * ability.points)
    steps = ability.steps
    if ability.rule == RULE_AT_LEAST:
        reached = 0
        for i in range(0, len(steps), 2):
            if counted >= steps[i]:
                reached = steps[i + 1]
        return reached
    if ability.rule == RULE_AT_MOST:
        for i in range(0, len(steps), 2):
            if counted <= steps[i]:
                return steps[i + 1]
        return ability.otherwise
    return max(ability.low, ability.base - ability.points * counted)


def items(state: State, seat: int) -> list[int]:
    """Give the points of *seat* by source, in the order of ITEMS."""
    player = state.players[seat]
    table = state.table
    cards = table.cards.cards
    buildings = 0
    for slot in player.buildings:
        buildings += card_points(state, seat, cards[slot])
    value = table.ship_points
    ships = player.sloops * value[0] + player.cutters * value[1] + player.schooners * value[2]
    # First the spaces in the right half, then any (cards 5, Fortress and Nursery).
    right = max(0, counts.bits(player.free & _RIGHT_HALF) - player.free_right)
    empty = max(0, counts.bits(player.free & ~_RIGHT_HALF) + right - player.free_any)
    unissued = max(0, player.unissued - player.unissued_free)
    return [buildings, ships, counts.total(player.shares), player.gold, -empty, -unissued]


def total(state: State, seat: int) -> int:
    """Give the points of *seat*, all sources together."""
    return counts.total(items(state, seat))
