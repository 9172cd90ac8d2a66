"""The eight rounds and their five phases, in the order of the page (section 6)."""

from typing import Final

from skerry.games.vanuatu.engine.characters import ChooseCharacter
from skerry.games.vanuatu.engine.components import (
    ACTIONS,
    BEGGAR,
    CHARACTER_NAMES,
    CHARACTERS,
    GOOD_NAMES,
    GOODS,
    REST_BOTH,
    REST_FIRST,
    REST_NAMES,
    REST_POINT,
    ROUNDS,
    START_PRICE,
    TILE_NAMES,
    VALUES,
)
from skerry.games.vanuatu.engine.moves import DONE
from skerry.games.vanuatu.engine.placing import PlaceTile, stock_tile
from skerry.games.vanuatu.engine.planning import PlaceNeutral, PlanMarker
from skerry.games.vanuatu.engine.resolving import NextTurn, RoundEndFlood
from skerry.games.vanuatu.engine.state import FULL_SHIP, NO_BEGGAR, State
from skerry.kernel.agenda import NOBODY, Question, Step, Task
from skerry.kernel.lists import replaced

PASSES: Final[list[int]] = [2, 2, 1]  # markers placed in each planning pass


def turn_order(state: State) -> list[int]:
    """List the seats from the first player on."""
    return [(state.first + i) % state.n for i in range(state.n)]


class Round(Step):
    """One round, in the rulebook's order."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number: Final = number

    def run(self, state: State) -> None:
        state.round = self.number
        if state.journal is not None:
            state.record_event("round_began", -1, {"round": self.number})
        after: Task = Round(self.number + 1) if self.number < ROUNDS else LastSales()
        tasks: list[Task] = [Preparation(), PlanningPhase(), NextTurn(-1), RestBonuses(), after]
        if state.rules.flood_at_round_end:
            tasks.insert(3, RoundEndFlood())
        if self.number > 1:
            tasks.insert(0, RoundSetup())
        state.push(tasks)


class RoundSetup(Step):
    """Phase I: office, demand, goods, fish price, then two new tiles."""

    def run(self, state: State) -> None:
        self._return_what_is_over(state)
        if state.rules.rising_waters and state.round % 2 == 0:
            state.die = state.dice_pile[state.round // 2 - 1]
            if state.journal is not None:
                state.record_event("die_rolled", state.first, {"value": state.die})
        state.office = state.tourist_pile[state.round - 1]
        if state.journal is not None:
            state.record_event("tourists_arrived", -1, {"tourists": state.office})
        self._replace_full_ships(state)
        self._refill_islands(state)
        state.price = START_PRICE
        if state.round < ROUNDS:
            state.push([PlaceTile(state.first), PlaceTile(state.first), RevealTiles()])

    def _return_what_is_over(self, state: State) -> None:
        for seat in range(state.n):
            state.performed[seat] = 0
            state.used[seat] = 1  # a bonus belongs to its round
        state.governed = [0] * state.n
        state.neutral = [0] * ACTIONS
        state.die = 0  # a flood that was not reached does not come
        state.planning_memory = None

    def _replace_full_ships(self, state: State) -> None:
        slot = 0
        while slot < 3:
            if state.filled[slot] != FULL_SHIP:
                slot += 1
                continue
            ship = state.ships[slot]
            for place in range(3):
                good = state.demand_tiles[ship * 3 + place]
                state.reserve = replaced(state.reserve, good, state.reserve[good] + 1)
            state.discards = [*state.discards, ship]
            arrived = draw_ship(state)
            state.ships = [*state.ships[:slot], *state.ships[slot + 1 :], arrived]
            state.filled = [*state.filled[:slot], *state.filled[slot + 1 :], 0]
            if state.journal is not None:
                goods = [GOOD_NAMES[g] for g in state.demand_tiles[arrived * 3 : arrived * 3 + 3]]
                state.record_event(
                    "ship_replaced", -1, {"left": ship + 1, "came": arrived + 1, "wants": goods}
                )

    def _refill_islands(self, state: State) -> None:
        for cell in state.island_order:
            base = cell * GOODS
            cubes = state.cubes
            if cubes[base] + cubes[base + 1] + cubes[base + 2] == 0 and state.is_island(cell):
                stock_tile(state, cell)


def draw_ship(state: State) -> int:
    """Draw a demand tile; an empty stack is made anew from the discards."""
    if not state.demand_pile:
        order = state.reshuffles[state.reshuffled]
        state.reshuffled += 1
        state.demand_pile = [ship for ship in order if ship in state.discards]
        state.discards = []
        if state.journal is not None:
            state.record_event("demand_reshuffled", -1, {"tiles": len(state.demand_pile)})
    ship = state.demand_pile[0]
    state.demand_pile = state.demand_pile[1:]
    return ship


class RevealTiles(Step):
    """The next two tiles go on the volcano; none are left after round 7's pair."""

    def run(self, state: State) -> None:
        drawn = state.tiles_drawn
        state.shown = state.tile_pile[drawn : drawn + 2]
        state.tiles_drawn += len(state.shown)
        if state.journal is not None and state.shown:
            state.record_event(
                "tiles_revealed", -1, {"tiles": [TILE_NAMES[t] for t in state.shown]}
            )


class Preparation(Step):
    """Phase II, and before it with two players the neutral markers (sections 6 and 14)."""

    def run(self, state: State) -> None:
        state.planning_memory = None
        tasks: list[Task] = []
        order = turn_order(state)
        if state.n == 2:
            state.pool = state.pool_pile[state.round - 1]
            if state.journal is not None:
                offered = [CHARACTER_NAMES[c] for c in range(CHARACTERS) if state.pool >> c & 1]
                state.record_event("characters_offered", -1, {"characters": offered})
            for _ in range(state.rules.neutral_first):
                tasks.append(PlaceNeutral(order[0]))
            for _ in range(state.rules.neutral_other):
                tasks.append(PlaceNeutral(order[1]))
        if state.rules.characters:
            for seat in order:
                tasks.append(ChooseCharacter(seat))
        state.push(tasks)


class PlanningPhase(Step):
    """Phase III: passes of two, two and one marker in turn order."""

    def run(self, state: State) -> None:
        plans = [PlanMarker(seat) for seat in turn_order(state)]
        state.push([plan for count in PASSES for plan in plans for marker in range(count)])


class RestBonuses(Step):
    """Phase V: rest tokens are revealed, paid and returned, in turn order."""

    def run(self, state: State) -> None:
        for seat in turn_order(state):
            for token in state.rest_of(seat):
                self._pay(state, seat, token)
        state.rest_order = []
        state.rest_tokens = []
        if state.rules.beggar_round_end:
            self._ask_the_beggar(state)

    def _ask_the_beggar(self, state: State) -> None:
        # Section 11: the Beggar works until the round ends; after round 8 LastSales asks him.
        seat = state.beggar()
        if seat != NOBODY and state.round < ROUNDS and state.points[seat] > state.beg_points:
            state.agenda.append(BegBeforeRoundEnds(seat))
        state.beg_points = NO_BEGGAR

    def _pay(self, state: State, seat: int, token: int) -> None:
        if state.journal is not None:
            state.record_event("rest_revealed", seat, {"token": REST_NAMES[token]})
        if token == REST_FIRST:
            state.first = seat
            return
        if token in (REST_BOTH, REST_POINT):
            state.points[seat] += 1
        if token != REST_POINT:
            state.earn(seat, 1)


class BegBeforeRoundEnds(Question):
    """Beg with points that came in since the last chance, or be done."""

    def options(self, state: State) -> list[int]:
        return [DONE]

    def answer(self, state: State, move: int) -> None:
        pass


class LastSales(Step):
    """After round 8: a last chance to sell treasure or to beg, then the game is over."""

    def run(self, state: State) -> None:
        state.push(
            [SellTheLast(seat) for seat in turn_order(state) if _can_still_sell(state, seat)]
        )


class SellTheLast(Question):
    """Sell more treasure before the final scoring, or be done."""

    def options(self, state: State) -> list[int]:
        return [DONE]

    def answer(self, state: State, move: int) -> None:
        pass


def _can_still_sell(state: State, seat: int) -> bool:
    base = seat * VALUES
    held = state.held_treasure
    return held[base] + held[base + 1] + held[base + 2] > 0 or (
        state.character[seat] == BEGGAR and not state.used[seat] and state.points[seat] > 0
    )
