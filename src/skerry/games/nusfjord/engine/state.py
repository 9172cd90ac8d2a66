"""The state of a game: players, boards, cards. Lists are replaced, never changed in place.

So copies share every list, and copying a state copies numbers only.
"""

from typing import Final

from skerry.games.nusfjord.engine import scoring
from skerry.games.nusfjord.engine.cards import BoardNumbers, Cards
from skerry.games.nusfjord.engine.observe import write_observation
from skerry.games.nusfjord.engine.player import EMPTY, Player
from skerry.games.nusfjord.engine.words import PLACES_A_STACK, total
from skerry.kernel import agenda
from skerry.kernel.agenda import NOBODY, Task
from skerry.kernel.bytes_writer import BytesWriter
from skerry.kernel.events import Json
from skerry.kernel.rng import Rng

NO_WORKERS: Final[list[list[int]]] = []


class State(agenda.State):
    """A game of Nusfjord: a new one, or with *like* a copy."""

    def __init__(self, board: BoardNumbers, cards: Cards, like: "State | None" = None) -> None:
        super().__init__(board.n)
        self.board = board
        self.cards = cards
        if like is None:
            self.origin: Json = {}  # the complete set-up
            self.public: Json = {}  # the set-up without the piles
            self.round = 0
            self.starter = 0
            self.first = 0
            self.acting = NOBODY  # whose turn it is; nobody's in the Fishing Phase
            self.plates = 0
            self.excess = 0  # goods about to be lost, while cards may keep them
            self.players: list[Player] = []
            self.market: list[int] = EMPTY  # Shares on the newly-issued space, by color
            self.dividends: list[int] = EMPTY  # fish on Shares in the supplies, while fishing
            self.ships: list[int] = EMPTY  # in supply, by type
            self.room: list[int] = EMPTY  # for workers on each space; 0: blocked
            self.workers: list[list[int]] = NO_WORKERS  # the seats of those on each space
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
        else:
            self.agenda = like.agenda.copy()
            self.origin = like.origin
            self.public = like.public
            self.round = like.round
            self.starter = like.starter
            self.first = like.first
            self.acting = like.acting
            self.plates = like.plates
            self.excess = like.excess
            self.players = [player.copy() for player in like.players]
            self.market = like.market
            self.dividends = like.dividends
            self.ships = like.ships
            self.room = like.room
            self.workers = like.workers
            self.since = like.since
            self.display_a = like.display_a
            self.display_b = like.display_b
            self.display_c = like.display_c
            self.pile_a = like.pile_a
            self.pile_b = like.pile_b
            self.pile_c = like.pile_c
            self.stacks = like.stacks
            self.window = like.window

    def copy(self) -> "State":
        return State(self.board, self.cards, self)

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
        for at in range(0, len(self.stacks), PLACES_A_STACK):
            if self.stacks[at] and (self.stacks[at + 1] or self.stacks[at + 2]):
                covered.append(at)
        if covered:
            hidden = _shuffled([self.stacks[at] for at in covered], rng)
            stacks = self.stacks[:]
            for i in range(len(covered)):
                stacks[covered[i]] = hidden[i]
            twin.stacks = stacks
        return twin

    def score_items(self, seat: int) -> list[int]:
        """Return the points of *seat* by source, in the order of `scoring.ITEMS`."""
        return scoring.items(self, seat, self.players[seat], self.board, self.cards)

    def write_observation(self, viewer: int, out: BytesWriter) -> None:
        self.check_seat(viewer)
        write_observation(self, viewer, out)

    def results(self) -> list[int]:
        totals: list[int] = []
        for seat in range(self.n):
            totals.append(total(self.score_items(seat)))
        return totals

    def in_turn_order(self) -> list[int]:
        """Return the seats, beginning with the First Player."""
        return [(self.first + away) % self.n for away in range(self.n)]

    def add(self, task: Task) -> None:
        """Put one task on top of the agenda."""
        self.agenda.append(task)


def _shuffled(items: list[int], rng: Rng) -> list[int]:
    # Sorted first: what comes out must not depend on how the hidden cards really lie.
    known = sorted(items)
    rng.shuffle(known)
    return known
