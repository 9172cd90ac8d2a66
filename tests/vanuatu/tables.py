"""A table of Vanuatu for tests: set up any position in the words of the rulebook, then play on.

    table = vanuatu(first=2)
    table.player(2, money=1, boat="1,0", fish=[3])
    table.markers(fish=[1, 2, 2])
    table.turn_of(2)
    assert table.asks(2) == ["perform fish"]

Unless told otherwise the sea lies like this: START_FISH on 1,0, START_WRECK on 0,1 and START_BLANK
on 1,1, where the boats are; all three touch the starting island on 0,0.
"""

from typing import Any

import msgspec

from skerry.games.vanuatu.engine.board import SIDE_NAMES
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    ACTIONS,
    CHARACTER_NAMES,
    CHARACTERS,
    CUBES,
    GOOD_NAMES,
    GOODS,
    HUTS,
    MOST_SEATS,
    NO_CHARACTER,
    TILE_NAMES,
    VALUES,
)
from skerry.games.vanuatu.engine.placing import lay_tile
from skerry.games.vanuatu.engine.planning import PlanMarker
from skerry.games.vanuatu.engine.planning_search import achievable
from skerry.games.vanuatu.engine.resolving import NextTurn, TakeTurn
from skerry.games.vanuatu.engine.rounds import LastSales, PlanningPhase, RestBonuses, Round
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.game import VANUATU
from skerry.games.vanuatu.notation import cell_of
from skerry.games.vanuatu.setup import LEFT_IN_THE_BOX
from skerry.kernel import protocol
from skerry.kernel.agenda import NOBODY, Task
from skerry.kernel.events import Event, Json
from skerry.kernel.protocol import Reason
from skerry.kernel.rng import Rng

LAST_ROUND = 8
SEA = {"1,0": "START_FISH", "0,1": "START_WRECK", "1,1": "START_BLANK"}
STACK = ["A1", "B1", "C1", "D1", "E1", "F1", "A2", "B2", "C2", "D2", "E2", "F2"]
TOURISTS = [2, 1, 3, 0, 2, 1, 3, 2, 4]
OFFERS = [
    ["artist", "beggar", "builder", "buyer", "diver"],
    ["fisherman", "governor", "guide", "navigator", "vendor"],
] * 4


def tourist_tiles(players: int) -> list[int]:
    """List the tourist tiles used with this many players, in an order that begins with a 2."""
    tiles = TOURISTS.copy()
    tiles.reverse()
    tiles.remove(4 if players == 2 else LEFT_IN_THE_BOX[players])
    tiles.reverse()
    return tiles


def setup(players: int = 3, first: int = 0, piles: Json | None = None, **options: Any) -> Json:
    """Return a set-up with every pile in a plain order."""
    everything: Json = {
        "first": first,
        "start_tiles": SEA,
        "tile_stack": STACK,
        "tourists": tourist_tiles(players),
        "demand": [2, 9, 5, 1, 3, 4, 6, 7, 8, 10],
    }
    if options.get("rising_waters"):
        everything["dice"] = [6, 5, 4, 3]
    if players == 2:
        everything["characters"] = OFFERS
    return {"players": players, "options": options, "piles": everything | (piles or {})}


def vanuatu(players: int = 3, first: int = 0, piles: Json | None = None, **options: Any) -> "Table":
    """Lay out a table; *options* are those of section 17."""
    return Table(VANUATU.deal(setup(players, first, piles, **options), Rng(1)))


class Table:
    """A position that can be arranged freely."""

    def __init__(self, state: State) -> None:
        self.state = state

    # -- arranging

    def player(
        self,
        seat: int,
        *,
        money: int | None = None,
        points: int | None = None,
        boat: str | None = None,
        huts_left: int | None = None,
        fish: list[int] | None = None,
        treasure: list[int] | None = None,
        character: str | None = None,
        used: bool = False,
    ) -> "Table":
        """Give a player what is named; the rest stays."""
        state = self.state
        if money is not None:
            state.money[seat] = money
        if points is not None:
            state.points[seat] = points
        if boat is not None:
            state.boat[seat] = cell_of(boat)
        if huts_left is not None:
            state.huts_left[seat] = huts_left
        if fish is not None:
            for value in range(1, VALUES + 1):
                state.held_fish[seat * VALUES + value - 1] = fish.count(value)
        if treasure is not None:
            for value in range(1, VALUES + 1):
                state.held_treasure[seat * VALUES + value - 1] = treasure.count(value)
        if character is not None:
            state.character[seat] = CHARACTER_NAMES.index(character)
            state.pool &= ~(1 << state.character[seat])
            state.used[seat] = int(used)
        return self._rearranged()

    def everybody(self, **things: Any) -> "Table":
        """Give every player what is named."""
        for seat in range(self.state.n):
            self.player(seat, **things)
        return self

    def island(
        self,
        cell: str,
        *,
        huts: list[int] | None = None,
        drawings: int | None = None,
        tourists: int | None = None,
        goods: list[str] | None = None,
        water: int | None = None,
        dikes: list[str] | None = None,
    ) -> "Table":
        """Put things on an island: huts by seat, goods and dikes by name."""
        state = self.state
        where = cell_of(cell)
        if huts is not None:
            for seat, count in enumerate(huts):
                state.huts[where * MOST_SEATS + seat] = count
                state.huts_left[seat] = HUTS - state.huts_of(seat)
        if drawings is not None:
            state.drawn[where] = drawings
        if tourists is not None:
            state.visitors[where] = tourists
        if goods is not None:
            for good in range(GOODS):
                state.cubes[where * GOODS + good] = goods.count(GOOD_NAMES[good])
            self._count_reserve()
        if water is not None:
            state.water[where] = water
        if dikes is not None:
            state.dikes[where] = sum(1 << SIDE_NAMES.index(side) for side in dikes)
        return self._rearranged()

    def ocean(self, cell: str, *, fish: int = 0, treasure: int = 0) -> "Table":
        """Put discs on an ocean tile."""
        self.state.fish[cell_of(cell)] = fish
        self.state.treasure[cell_of(cell)] = treasure
        return self._rearranged()

    def lay(self, tile: str, cell: str) -> "Table":
        """Put a tile on the board with its discs or cubes."""
        lay_tile(self.state, TILE_NAMES.index(tile), cell_of(cell))
        return self._rearranged()

    def ship(self, slot: int, number: int, filled: str = "...") -> "Table":
        """Put a demand tile in slot 1, 2 or 3; *filled* has an x for each loaded place."""
        self.state.ships[slot - 1] = number - 1
        self.state.filled[slot - 1] = sum(1 << i for i in range(3) if filled[i] == "x")
        self._count_reserve()
        return self

    def markers(self, **stacks: list[int]) -> "Table":
        """Put markers on the action spaces, by seat; spaces not named are empty."""
        for action, name in enumerate(ACTION_NAMES):
            counts = stacks.get(name, [])
            for seat in range(self.state.n):
                held = counts[seat] if seat < len(counts) else 0
                self.state.markers[action * MOST_SEATS + seat] = held
        return self

    def planned(self, seat: int, *actions: str) -> "Table":
        """Put one marker of a seat on each of these actions and take its others away."""
        for action, name in enumerate(ACTION_NAMES):
            self.state.markers[action * MOST_SEATS + seat] = int(name in actions)
        return self

    def neutral(self, **stacks: int) -> "Table":
        """Put neutral markers on the action spaces."""
        for action, name in enumerate(ACTION_NAMES):
            self.state.neutral[action] = stacks.get(name, 0)
        return self

    def office(self, tourists: int) -> "Table":
        self.state.office = tourists
        return self._rearranged()

    def _count_reserve(self) -> None:
        state = self.state
        for good in range(GOODS):
            aboard = sum(
                state.filled[slot] >> place & 1
                for slot in range(3)
                for place in range(3)
                if state.demand_tiles[state.ships[slot] * 3 + place] == good
            )
            state.reserve[good] = CUBES[good] - sum(state.cubes[good::GOODS]) - aboard

    def _rearranged(self) -> "Table":
        self.state.planning_memory = None  # what planning remembers holds no more
        return self

    # -- which moment of the game it is

    def _ask(self, *tasks: Task) -> "Table":
        self.state.agenda = list(reversed(tasks))
        self.state.settle()
        return self

    def _rest_of_round(self) -> list[Task]:
        after = self.state.round + 1
        return [RestBonuses(), Round(after) if after <= LAST_ROUND else LastSales()]

    def planning_of(self, seat: int, markers: int = 2) -> "Table":
        """Let a seat place markers."""
        plans: list[Task] = [PlanMarker(seat) for _ in range(markers)]
        return self._ask(*plans, NextTurn(-1), *self._rest_of_round())

    def planning_phase(self) -> "Table":
        """Begin phase III."""
        return self._ask(PlanningPhase(), NextTurn(-1), *self._rest_of_round())

    def turn_of(self, seat: int) -> "Table":
        """Let a seat take its turn in phase IV."""
        self.state.note_begging(seat)
        return self._ask(TakeTurn(seat), NextTurn(seat), *self._rest_of_round())

    def round_begins(self, number: int) -> "Table":
        return self._ask(Round(number))

    def round_ends(self) -> "Table":
        """Begin phase V."""
        return self._ask(*self._rest_of_round())

    def last_round(self) -> "Table":
        self.state.round = LAST_ROUND
        return self

    def game_over(self) -> "Table":
        self.state.agenda = []
        return self

    # -- playing and looking

    def asks(self, seat: int) -> list[str]:
        """List what the seat may do now, as texts."""
        turn = self.state.turn()
        if turn == NOBODY:
            return []
        moves = self.state.options() if turn == seat else self.state.anytime(seat)
        return [VANUATU.write(self.state, move) for move in moves]

    def play(self, *texts: str) -> list[Json]:
        """Make moves; give what everybody saw happen."""
        happened: list[Event] = []
        for text in texts:
            happened += protocol.play(VANUATU, self.state, VANUATU.read(self.state, text))
        return [event.seen_by(None) for event in happened]

    def plannable(self, seat: int) -> set[str]:
        """Name the actions on which the seat may put a marker."""
        bits = achievable(self.state, seat)
        return {ACTION_NAMES[action] for action in range(ACTIONS) if bits >> action & 1}

    def why_not(self, seat: int, ref: str) -> Reason:
        reason = VANUATU.why_not(self.state, seat, ref)
        assert reason is not None, f"{ref} is open"
        return reason

    def view(self, viewer: int | None = None) -> Json:
        plain: Json = msgspec.to_builtins(VANUATU.view(self.state, viewer))
        return plain

    def seen(self, cell: str) -> Json:
        """Return what everybody sees on a cell."""
        found: Json = next(shown for shown in self.view()["cells"] if shown["cell"] == cell)
        return found

    def asked(self) -> str | None:
        question = VANUATU.question(self.state)
        return question.kind if question else None

    def turn(self) -> int:
        return self.state.turn()

    def leader(self, action: str) -> int | None:
        seat = self.state.leader(ACTION_NAMES.index(action))
        return None if seat == NOBODY else seat

    def stack(self, action: str) -> list[int]:
        """Return the markers on an action, by seat."""
        base = ACTION_NAMES.index(action) * MOST_SEATS
        return self.state.markers[base : base + self.state.n]

    def money(self, seat: int) -> int:
        return self.state.money[seat]

    def points(self, seat: int) -> int:
        return self.state.points[seat]

    def fish(self, seat: int) -> list[int]:
        held: list[int] = self.view()["players"][seat]["fish"]
        return held

    def treasure(self, seat: int) -> list[int]:
        held: list[int] = self.view()["players"][seat]["treasure"]
        return held

    def boat(self, seat: int) -> str:
        cell: str = self.view()["players"][seat]["boat"]
        return cell

    def character(self, seat: int) -> str | None:
        held = self.state.character[seat]
        return None if held == NO_CHARACTER else CHARACTER_NAMES[held]

    def pool(self) -> set[str]:
        return {CHARACTER_NAMES[c] for c in range(CHARACTERS) if self.state.pool >> c & 1}

    def items(self, seat: int) -> dict[str, int]:
        """Return a seat's score by source."""
        return VANUATU.scores(self.state)[seat].items

    def total(self, seat: int) -> int:
        return VANUATU.scores(self.state)[seat].total

    def places(self) -> list[int]:
        return [score.place for score in VANUATU.scores(self.state)]
