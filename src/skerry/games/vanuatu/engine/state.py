"""Everything on the table and the few ways it changes that every rule shares.

Lists are indexed by cell, by seat, or by both flattened; the comment at each says which. Copies
share the piles, which are never changed once dealt, and the lists that change rarely, which are
replaced then. Only what changes at almost every turn is changed in place: `State.__init__` copies
it.
"""

from typing import Any, Final

from skerry.games.vanuatu.engine.board import BESIDE, CELLS, NEIGHBOURS, NOWHERE, SIDES
from skerry.games.vanuatu.engine.components import (
    ACTIONS,
    ALL_TOKENS,
    BEGGAR,
    CUBES,
    DIKES,
    GOODS,
    HUTS,
    MOST_BEGGED,
    MOST_SEATS,
    NO_ACTION,
    NO_CHARACTER,
    NO_TILE,
    START_MONEY,
    START_PRICE,
    TIED_TO,
    VALUES,
    Options,
    TileSet,
)
from skerry.games.vanuatu.engine.imagine import imagine
from skerry.games.vanuatu.engine.moves import ANYTIME, BEG, SELL_TREASURE
from skerry.games.vanuatu.engine.observe import write_observation
from skerry.games.vanuatu.engine.scoring import final_items
from skerry.kernel.agenda import NOBODY, Question
from skerry.kernel.agenda import State as KernelState
from skerry.kernel.bytes_writer import BytesWriter
from skerry.kernel.events import Json
from skerry.kernel.lists import replaced
from skerry.kernel.rng import Rng

FULL_SHIP: Final = 0b111
NO_BEGGAR: Final = -1


class ActionQuestion(Question):
    """How an action that has begun is carried out; its seat finishes it before anything else."""

    def __init__(self, seat: int, bonus: int) -> None:
        super().__init__(seat)
        self.bonus: Final = bonus == 1  # a number on the agenda, as everything there

    def action(self) -> int:
        """Return the action that is carried out."""
        raise AssertionError("each action names itself")


class SetupQuestion(Question):
    """A question of phase I: the round has begun, its characters are not on offer yet."""


class State(KernelState):
    """One game of Vanuatu: a new one, or with *like* a copy."""

    def __init__(
        self,
        n: int,
        rules: Options,
        tiles: TileSet,
        demand_tiles: list[int],
        like: "State | None" = None,
    ) -> None:
        super().__init__(n)
        self.rules = rules
        self.tiles = tiles
        self.demand_tiles = demand_tiles  # ship * 3 + place: the good wanted
        if like is None:
            self.origin: Json = {}  # the explicit set-up, for records; never looked at by rules
            self.round = 1
            self.first = 0  # seat of the first player
            self.price = START_PRICE  # of fish
            self.office = 0  # tourists waiting
            self.die = 0  # actions until the flood; 0 when none is coming
            self.dikes_left = DIKES
            self.ocean = 0  # bit per cell with an ocean tile
            self.land = 0  # bit per cell with an island above the sea
            self.sunk = 0  # bit per submerged cell
            self.lost = False  # the third island has sunk
            self.pool = rules.all_characters  # bit per character that may be taken
            # Phase IV: the points of the seat with an unused Beggar when it could last beg.
            self.beg_points = NO_BEGGAR
            self.rest_order: list[int] = []  # seats that took a rest token, first to last
            self.rest_tokens: list[int] = []  # the tokens they took; a Governor may take two

            # By cell
            self.tile_at = [NO_TILE] * CELLS
            self.fish = [0] * CELLS
            self.treasure = [0] * CELLS
            self.cubes = [0] * (CELLS * GOODS)  # cell * 3 + good
            self.drawn = [0] * CELLS
            self.visitors = [0] * CELLS
            self.huts = [0] * (CELLS * MOST_SEATS)  # cell * 5 + seat
            self.water = [0] * CELLS
            self.dikes = [0] * CELLS  # bit per side

            # By seat
            self.money = [START_MONEY] * n
            self.points = [0] * n
            self.boat = [NOWHERE] * n
            self.huts_left = [HUTS] * n
            self.character = [NO_CHARACTER] * n
            self.used = [0] * n  # 1 once the character is face down
            self.held_fish = [0] * (n * VALUES)  # seat * 3 + value - 1
            self.held_treasure = [0] * (n * VALUES)
            self.performed = [0] * n  # bit per action performed this round
            self.governed = [0] * n  # bit per space the Governor moved a stack to this round

            self.markers = [0] * (ACTIONS * MOST_SEATS)  # action * 5 + seat
            self.neutral = [0] * ACTIONS  # two players only

            self.ships = [NO_TILE] * 3  # demand tiles, top first
            self.filled = [0] * 3  # bit per place
            self.reserve = list(CUBES)
            self.island_order: list[int] = []  # cells of islands as they were placed
            self.shown: list[int] = []  # tiles on the volcano
            self.discards: list[int] = []  # demand tiles, oldest first

            # Piles and how far they have been drawn
            self.tile_pile: list[int] = []
            self.tiles_drawn = 0
            self.tourist_pile: list[int] = []  # one tile a round
            self.dice_pile: list[int] = []  # rolls of rounds 2, 4, 6, 8
            self.pool_pile: list[int] = []  # two players: bits of each round's characters
            self.demand_pile: list[int] = []  # still to be drawn
            self.reshuffles: list[list[int]] = []  # orders for the next demand reshuffles
            self.reshuffled = 0

            # What planning has found out this round; see planning_search.py.
            self.planning_memory: list[int] | None = None
        else:
            self.agenda = like.agenda.copy()
            self.origin = like.origin
            self.round = like.round
            self.first = like.first
            self.price = like.price
            self.office = like.office
            self.die = like.die
            self.dikes_left = like.dikes_left
            self.ocean = like.ocean
            self.land = like.land
            self.sunk = like.sunk
            self.lost = like.lost
            self.pool = like.pool
            self.beg_points = like.beg_points
            self.rest_order = like.rest_order
            self.rest_tokens = like.rest_tokens
            self.tile_at = like.tile_at
            self.fish = like.fish.copy()
            self.treasure = like.treasure
            self.cubes = like.cubes.copy()
            self.drawn = like.drawn
            self.visitors = like.visitors
            self.huts = like.huts
            self.water = like.water
            self.dikes = like.dikes
            self.money = like.money.copy()
            self.points = like.points.copy()
            self.boat = like.boat.copy()
            self.huts_left = like.huts_left
            self.character = like.character
            self.used = like.used.copy()
            self.held_fish = like.held_fish.copy()
            self.held_treasure = like.held_treasure
            self.performed = like.performed.copy()
            self.governed = like.governed
            self.markers = like.markers.copy()
            self.neutral = like.neutral
            self.ships = like.ships
            self.filled = like.filled
            self.reserve = like.reserve
            self.island_order = like.island_order
            self.shown = like.shown
            self.discards = like.discards
            self.tile_pile = like.tile_pile
            self.tiles_drawn = like.tiles_drawn
            self.tourist_pile = like.tourist_pile
            self.dice_pile = like.dice_pile
            self.pool_pile = like.pool_pile
            self.demand_pile = like.demand_pile
            self.reshuffles = like.reshuffles
            self.reshuffled = like.reshuffled
            self.planning_memory = like.planning_memory

    # -- the kernel's verbs

    def options(self) -> list[int]:
        if not self.agenda:
            return []
        question = self.agenda[-1]
        moves = question.options(self)
        seat = question.seat
        if self._has_anytime_moves(seat):
            return moves + self.anytime(seat)
        return moves

    def play(self, move: int) -> None:
        if move >= ANYTIME:
            self._anytime_move(move)
        else:
            self.agenda.pop().answer(self, move)
            self.settle()

    def anytime(self, seat: int) -> list[int]:
        """Treasure sales and begging need no turn (sections 10 and 11)."""
        self.check_seat(seat)
        moves: list[int] = []
        if not self.agenda:
            return moves
        question = self.agenda[-1]
        if question.seat == seat and isinstance(question, ActionQuestion):
            return moves  # ruling V-01: not in the middle of one's own action
        held = self.held_treasure
        base = seat * VALUES
        for i in range(VALUES):
            if held[base + i]:
                moves.append(SELL_TREASURE + base + i)
        if (
            self.character[seat] == BEGGAR
            and not self.used[seat]
            and self._is_time_to_beg(seat, question.seat)
        ):
            for vatus in range(1, min(MOST_BEGGED, self.points[seat]) + 1):
                moves.append(BEG + seat * MOST_BEGGED + vatus - 1)
        return moves

    def _has_anytime_moves(self, seat: int) -> bool:
        """Return whether `anytime` may list something: most seats hold nothing for it."""
        held = self.held_treasure
        base = seat * VALUES
        return held[base] + held[base + 1] + held[base + 2] > 0 or self.character[seat] == BEGGAR

    def _is_time_to_beg(self, seat: int, asked: int) -> bool:
        return asked == seat or not self.rules.beggar_own_turn_only

    def beggar(self) -> int:
        """Return the seat with an unused Beggar, NOBODY if there is none."""
        for seat in range(self.n):
            if self.character[seat] == BEGGAR and not self.used[seat]:
                return seat
        return NOBODY

    def note_begging(self, asked: int) -> None:
        """Remember the Beggar's points while a seat is *asked* something at which he can beg."""
        seat = self.beggar()
        if seat == NOBODY:
            self.beg_points = NO_BEGGAR
        elif self._is_time_to_beg(seat, asked):
            self.beg_points = self.points[seat]

    def _anytime_move(self, move: int) -> None:
        if move < BEG:
            which = move - SELL_TREASURE
            seat = which // VALUES
            value = which % VALUES + 1
            left = self.held_treasure[which] - 1
            self.held_treasure = replaced(self.held_treasure, which, left)
            if self.journal is not None:
                self.record_event("treasure_sold", seat, {"value": value})
            self.earn(seat, value)
        else:
            seat = (move - BEG) // MOST_BEGGED
            vatus = (move - BEG) % MOST_BEGGED + 1
            self.used[seat] = 1
            self.points[seat] -= vatus
            if self.journal is not None:
                self.record_event("begged", seat, {"vatus": vatus})
            self.earn(seat, vatus)
        if self.beg_points != NO_BEGGAR:
            self.note_begging(self.agenda[-1].seat)

    # -- money and points

    def earn(self, seat: int, vatus: int) -> None:
        """Gain money; every ten vatus turn into five points at once (section 9)."""
        held = self.money[seat] + vatus
        if held >= 10:
            points = 0
            while held >= 10:
                held -= 10
                points += 5
            self.points[seat] += points
            if self.journal is not None:
                self.record_event("converted", seat, {"vatus": points * 2, "points": points})
        self.money[seat] = held

    # -- who may do what where

    def is_island(self, cell: int) -> bool:
        """Return whether the cell holds an island tile that still stands above the sea."""
        return self.land >> cell & 1 == 1

    def is_ocean(self, cell: int) -> bool:
        return self.ocean >> cell & 1 == 1

    def islands_beside(self, cell: int) -> list[int]:
        """List the islands a boat on this cell can act on."""
        land = self.land
        return [near for near in NEIGHBOURS[cell] if land >> near & 1]

    def huts_on(self, cell: int) -> int:
        """Count the huts of all colours on an island."""
        huts = self.huts
        base = cell * MOST_SEATS
        return huts[base] + huts[base + 1] + huts[base + 2] + huts[base + 3] + huts[base + 4]

    def huts_of(self, seat: int) -> int:
        """Count a seat's huts on the board."""
        total = 0
        for cell in range(CELLS):
            total += self.huts[cell * MOST_SEATS + seat]
        return total

    def has_site(self, seat: int, cell: int) -> bool:
        """Return whether the island has a hut site open to this seat."""
        if self.rules.one_hut_per_island and self.huts[cell * MOST_SEATS + seat]:
            return False
        return self.huts_on(cell) < self.tiles.huts[self.tile_at[cell]]

    def open_sides(self, cell: int) -> int:
        """Return the sides of an island, as bits, that border the ocean and carry no dike."""
        sides = 0
        dikes = self.dikes[cell]
        for side in range(SIDES):
            near = BESIDE[cell * SIDES + side]
            if near != NOWHERE and self.is_ocean(near) and not dikes >> side & 1:
                sides |= 1 << side
        return sides

    def bonus_ready(self, seat: int, action: int) -> bool:
        """Return whether the seat's unused character is tied to this action."""
        character = self.character[seat]
        return character != NO_CHARACTER and TIED_TO[character] == action and not self.used[seat]

    def rest_of(self, seat: int) -> list[int]:
        """List the rest tokens a seat keeps this round."""
        order = self.rest_order
        return [self.rest_tokens[i] for i in range(len(order)) if order[i] == seat]

    def rest_left(self, choices: int) -> int:
        """Return the rest tokens, as bits, that were left after the first *choices* choices."""
        left = ALL_TOKENS
        for i in range(choices):
            left &= ~(1 << self.rest_tokens[i])
        return left

    def action_in_hand(self) -> int:
        """Return the action the open question carries out, NO_ACTION if it is another question."""
        question = self.agenda[-1]
        return question.action() if isinstance(question, ActionQuestion) else NO_ACTION

    def rounds_offered(self) -> int:
        """Two players: return of how many rounds the characters have been on offer."""
        if self.agenda and isinstance(self.agenda[-1], SetupQuestion):
            return self.round - 1
        return self.round

    # -- majorities

    def leader(self, action: int) -> int:
        """Return the seat that holds the majority on an action, NOBODY if none does (section 6)."""
        n = self.n
        markers = self.markers
        base = action * MOST_SEATS
        best = 0
        leader = NOBODY
        for place in range(self.first, self.first + n):
            seat = place if place < n else place - n
            if markers[base + seat] > best:
                best = markers[base + seat]
                leader = seat
        if n == 2 and leader != NOBODY and not self._beats_neutral(leader, action):
            return NOBODY
        return leader

    def _beats_neutral(self, seat: int, action: int) -> bool:
        # Two players, section 14.4: more than the neutral stack, or as many with a tied character.
        own = self.markers[action * MOST_SEATS + seat]
        neutral = self.neutral[action]
        if own != neutral:
            return own > neutral
        character = self.character[seat]
        tied = character != NO_CHARACTER and TIED_TO[character] == action
        return (tied and self.rules.tie_with_character) or self.governed[seat] >> action & 1 == 1

    def has_markers(self, seat: int) -> bool:
        for action in range(ACTIONS):
            if self.markers[action * MOST_SEATS + seat]:
                return True
        return False

    # -- copies

    def copy(self) -> "State":
        return State(self.n, self.rules, self.tiles, self.demand_tiles, self)

    def contents(self) -> dict[str, Any]:
        """Return the attributes by name; what planning remembers can be worked out again."""
        return {**super().contents(), "planning_memory": None}

    def imagine(self, viewer: int, rng: Rng) -> "State":
        self.check_seat(viewer)
        return imagine(self, viewer, rng)

    def write_observation(self, viewer: int, out: BytesWriter) -> None:
        self.check_seat(viewer)
        question = self.agenda[-1] if self.agenda else None
        bonus = isinstance(question, ActionQuestion) and question.bonus
        write_observation(self, viewer, out, bonus)

    def results(self) -> list[int]:
        return [sum(final_items(self, seat)) for seat in range(self.n)]
