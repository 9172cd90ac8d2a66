"""The state of a game: players, boards, cards. Lists are replaced, never changed in place.

So copies share every list, and copying a state copies numbers only.
"""

from typing import Final

from skerry.games.nusfjord.engine.cards import (
    ANYTIME,
    STATIC_BUY_SHARES,
    STATIC_COST_OFF,
    STATIC_ELDERS_SKIP_FEEDING,
    STATIC_EMPTY_SPACES_FREE,
    STATIC_HAUL_BONUS,
    STATIC_MARKET_DIVIDEND_SKIP,
    STATIC_OWN_SHARES_FIRST,
    STATIC_PAY_FROM_RESERVE,
    STATIC_RESERVE_LIMIT,
    STATIC_UNISSUED_FREE,
    STATIC_WOOD_LIMIT,
    WHEN_EVENT,
    Ability,
    Card,
    Table,
)
from skerry.kernel import agenda
from skerry.kernel.agenda import Task
from skerry.kernel.events import Json
from skerry.kernel.plain_data import PlainData
from skerry.kernel.rng import Rng

EMPTY: Final[list[int]] = []
NOTHING_OFF: Final[list[int]] = [0] * 12


def replaced(items: list[int], at: int, value: int) -> list[int]:
    """Give a copy of *items* with another value at one place."""
    changed = items[:]
    changed[at] = value
    return changed


def without(items: list[int], value: int) -> list[int]:
    """Give a copy of *items* without the first *value*."""
    changed = items[:]
    changed.remove(value)
    return changed


class Player(PlainData):
    """Everything one player has on the table."""

    def __init__(self) -> None:
        self.wood = 0
        self.fish = 0
        self.gold = 0
        self.reserve_wood = 0
        self.reserve_fish = 0
        self.reserve_gold = 0
        self.unissued = 0
        self.sloops = 0
        self.cutters = 0
        self.schooners = 0
        self.units = 0  # of the Fishing track, covered
        self.shares: list[int] = EMPTY  # issued, in the supply, by color
        self.cells: list[int] = EMPTY  # slot of the building in each cell, -1 without one
        self.forest: list[int] = EMPTY  # Forests by left cell of the double space
        self.forests = 0
        self.free = 0  # free Building spaces, as bits
        self.elders: list[int] = EMPTY
        self.elder_fish: list[int] = EMPTY
        self.elder_since: list[int] = EMPTY  # round of the last worker on him, 0 if none yet
        self.hand: list[int] = EMPTY
        self.buildings: list[int] = EMPTY  # slots, in the order of building
        self.abilities: list[int] = EMPTY  # whenever, any time and once, in the order of building
        self.uses: list[int] = EMPTY  # of each, this round (once: in the game)
        # What the buildings add up to
        self.heard = 0  # events some ability listens to
        self.wood_limit = 0
        self.reserve_limit = 0
        self.haul_bonus = 0
        self.skip_feeding = False
        self.skip_market = False
        self.own_first = False
        self.from_reserve = 0  # bit 3 * good + use
        self.off: list[int] = NOTHING_OFF  # wood, fish, gold off for each ship type, then buildings
        self.free_any = 0
        self.free_right = 0
        self.unissued_free = 0
        self.buy_off = 0
        self.buy_partial = False

    def copy(self) -> "Player":
        twin = Player()
        twin.wood = self.wood
        twin.fish = self.fish
        twin.gold = self.gold
        twin.reserve_wood = self.reserve_wood
        twin.reserve_fish = self.reserve_fish
        twin.reserve_gold = self.reserve_gold
        twin.unissued = self.unissued
        twin.sloops = self.sloops
        twin.cutters = self.cutters
        twin.schooners = self.schooners
        twin.units = self.units
        twin.shares = self.shares
        twin.cells = self.cells
        twin.forest = self.forest
        twin.forests = self.forests
        twin.free = self.free
        twin.elders = self.elders
        twin.elder_fish = self.elder_fish
        twin.elder_since = self.elder_since
        twin.hand = self.hand
        twin.buildings = self.buildings
        twin.abilities = self.abilities
        twin.uses = self.uses
        twin.heard = self.heard
        twin.wood_limit = self.wood_limit
        twin.reserve_limit = self.reserve_limit
        twin.haul_bonus = self.haul_bonus
        twin.skip_feeding = self.skip_feeding
        twin.skip_market = self.skip_market
        twin.own_first = self.own_first
        twin.from_reserve = self.from_reserve
        twin.off = self.off
        twin.free_any = self.free_any
        twin.free_right = self.free_right
        twin.unissued_free = self.unissued_free
        twin.buy_off = self.buy_off
        twin.buy_partial = self.buy_partial
        return twin

    def own(self, card: Card) -> None:
        """Take up what *card* does from now on."""
        self.buildings = [*self.buildings, card.slot]
        for ability in card.lasting:
            self.abilities = [*self.abilities, ability.number]
            self.uses = [*self.uses, 0]
            self.heard |= ability.event if ability.when == WHEN_EVENT else ANYTIME
        for ability in card.statics:
            self._change_rules(ability)

    def _change_rules(self, ability: Ability) -> None:
        kind = ability.kind
        if kind == STATIC_RESERVE_LIMIT:
            self.reserve_limit = max(self.reserve_limit, ability.value)
        elif kind == STATIC_WOOD_LIMIT:
            self.wood_limit = max(self.wood_limit, ability.value)
        elif kind == STATIC_COST_OFF:
            off = self.off[:]
            for target in range(4):
                if ability.target >> target & 1:
                    off[target * 3] += ability.wood
                    off[target * 3 + 1] += ability.fish
                    off[target * 3 + 2] += ability.gold
            self.off = off
        elif kind == STATIC_HAUL_BONUS:
            self.haul_bonus += ability.value
        elif kind == STATIC_ELDERS_SKIP_FEEDING:
            self.skip_feeding = True
        elif kind == STATIC_MARKET_DIVIDEND_SKIP:
            self.skip_market = True
        elif kind == STATIC_OWN_SHARES_FIRST:
            self.own_first = True
        elif kind == STATIC_PAY_FROM_RESERVE:
            self.from_reserve |= ability.uses << 3 * ability.good
        elif kind == STATIC_EMPTY_SPACES_FREE:
            if ability.right:
                self.free_right += ability.value
            else:
                self.free_any += ability.value
        elif kind == STATIC_UNISSUED_FREE:
            self.unissued_free += ability.value
        elif kind == STATIC_BUY_SHARES:
            self.buy_off += ability.value
            self.buy_partial = self.buy_partial or ability.partial


class State(agenda.State):
    """A game of Nusfjord."""

    def __init__(self, table: Table) -> None:
        super().__init__(table.n)
        self.table = table
        self.origin: Json = {}  # the complete set-up
        self.public: Json = {}  # the set-up without the piles
        self.round = 0
        self.starter = 0
        self.first = 0
        self.plates = 0
        self.excess = 0  # goods about to be lost, while cards may keep them
        self.players: list[Player] = []
        self.market: list[int] = EMPTY  # Shares on the newly-issued space, by color
        self.dividends: list[int] = EMPTY  # fish on Shares in the supplies, while fishing
        self.ships: list[int] = EMPTY  # in supply, by type
        self.room: list[int] = EMPTY  # for workers on each space; 0: blocked
        self.placed: list[int] = EMPTY  # who stands there: seat + 1 as octal digits
        self.since: list[int] = EMPTY  # round of the last worker placed there
        self.display_a: list[int] = EMPTY
        self.display_b: list[int] = EMPTY
        self.display_c: list[int] = EMPTY
        self.pile_a: list[int] = EMPTY
        self.pile_b: list[int] = EMPTY
        self.pile_c: list[int] = EMPTY
        # Per stack three places: face down, lower, upper; 0 where there is none (any more).
        self.stacks: list[int] = EMPTY
        self.window: list[int] = EMPTY  # goods held in this any-time window

    def copy(self) -> "State":
        twin = State(self.table)
        twin.agenda = self.agenda[:]
        twin.origin = self.origin
        twin.public = self.public
        twin.round = self.round
        twin.starter = self.starter
        twin.first = self.first
        twin.plates = self.plates
        twin.excess = self.excess
        players = twin.players
        for player in self.players:
            players.append(player.copy())
        twin.market = self.market
        twin.dividends = self.dividends
        twin.ships = self.ships
        twin.room = self.room
        twin.placed = self.placed
        twin.since = self.since
        twin.display_a = self.display_a
        twin.display_b = self.display_b
        twin.display_c = self.display_c
        twin.pile_a = self.pile_a
        twin.pile_b = self.pile_b
        twin.pile_c = self.pile_c
        twin.stacks = self.stacks
        twin.window = self.window
        return twin

    def imagine(self, viewer: int, rng: Rng) -> "State":
        """Copy, dealing again what *viewer* cannot see: C hands, piles, face-down elders."""
        self.check_seat(viewer)
        twin = self.copy()
        twin.origin = self.public  # the complete one holds the piles as they really lie
        twin.pile_a = _shuffled(self.pile_a, rng)
        twin.pile_b = _shuffled(self.pile_b, rng)
        unseen = self.pile_c[:]
        for seat in range(self.n):
            if seat != viewer:
                unseen += self.players[seat].hand
        unseen = _shuffled(unseen, rng)
        drawn = 0
        for seat in range(self.n):
            if seat != viewer:
                size = len(self.players[seat].hand)
                twin.players[seat].hand = sorted(unseen[drawn : drawn + size])
                drawn += size
        twin.pile_c = unseen[drawn:]
        covered: list[int] = []
        for at in range(0, len(self.stacks), 3):
            if self.stacks[at] and (self.stacks[at + 1] or self.stacks[at + 2]):
                covered.append(at)
        if covered:
            hidden = _shuffled([self.stacks[at] for at in covered], rng)
            stacks = self.stacks[:]
            for i in range(len(covered)):
                stacks[covered[i]] = hidden[i]
            twin.stacks = stacks
        return twin

    def results(self) -> list[int]:
        totals: list[int] = []
        for seat in range(self.n):
            totals.append(scoring.total(self, seat))
        return totals

    def add(self, task: Task) -> None:
        """Put one task on top of the agenda."""
        self.agenda.append(task)


def _shuffled(items: list[int], rng: Rng) -> list[int]:
    # Sorted first: what comes out must not depend on how the hidden cards really lie.
    known = sorted(items)
    rng.shuffle(known)
    return known


from skerry.games.nusfjord.engine import scoring  # noqa: E402 - scoring reads states
