"""Every agenda the rules could have left in a position, so that a forged one is refused.

An agenda is written from the last task to the next one, each task as its name and numbers.
"""

from itertools import combinations

from skerry.games.vanuatu.engine.components import (
    ACTIONS,
    BEGGAR,
    LOST_AT,
    MARKERS,
    MOST_SEATS,
    ROUNDS,
)
from skerry.games.vanuatu.engine.rounds import PASSES, turn_order
from skerry.games.vanuatu.engine.state import State

Agenda = list[str]
_CARRIED_OUT = ("Sail", "Build", "SellFish", "Buy", "Draw", "Transport", "Rest")


def markers_of(state: State, seat: int) -> int:
    """Count a seat's markers on the board."""
    return sum(state.markers[action * MOST_SEATS + seat] for action in range(ACTIONS))


def possible_agendas(state: State) -> list[Agenda]:
    """List the agendas that fit the round, the markers and the tiles on the volcano."""
    if state.sunk.bit_count() >= LOST_AT:
        return [[]]
    on_board = [markers_of(state, seat) for seat in range(state.n)]
    next_round = f"Round {state.round + 1}"
    after = [next_round if state.round < ROUNDS else "LastSales", "RestBonuses"]
    if state.rules.flood_at_round_end:
        after.append("RoundEndFlood")
    resolve = [*after, "NextTurn -1"]
    agendas = _planning(state, resolve, on_board) + _turns(state, after)
    if not any(on_board):
        agendas += _preparation(state, [*resolve, "PlanningPhase"])
        if state.round == ROUNDS:
            agendas += _last_sales(state)
        elif state.rules.beggar_round_end:
            agendas += [[next_round, f"BegBeforeRoundEnds {seat}"] for seat in _beggars(state)]
    return agendas


def _last_first(tasks: list[str], base: Agenda) -> list[Agenda]:
    """List *base* with 1, 2, ... of the last *tasks* still to come."""
    return [base + tasks[: -count - 1 : -1] for count in range(1, len(tasks) + 1)]


def _planning(state: State, base: Agenda, on_board: list[int]) -> list[Agenda]:
    order = turn_order(state)
    tasks = [f"PlanMarker {seat}" for count in PASSES for seat in order for _ in range(count)]
    return [
        agenda
        for agenda in _last_first(tasks, base)
        if all(
            on_board[seat] + agenda.count(f"PlanMarker {seat}") == MARKERS
            for seat in range(state.n)
        )
    ]


def _preparation(state: State, base: Agenda) -> list[Agenda]:
    order = turn_order(state)
    agendas: list[Agenda] = []
    choose = [f"ChooseCharacter {seat}" for seat in order] if state.rules.characters else []
    agendas += _last_first(choose, base)
    if state.n == 2:
        neutral = [f"PlaceNeutral {order[0]}"] * state.rules.neutral_first
        neutral += [f"PlaceNeutral {order[1]}"] * state.rules.neutral_other
        agendas += _last_first(neutral, base + choose[::-1])
    if 1 < state.round < ROUNDS and 1 <= len(state.shown) <= 2:
        place = [f"PlaceTile {state.first}"] * len(state.shown)
        agendas.append([*base, "Preparation", "RevealTiles", *place])
    return agendas


def _turns(state: State, after: Agenda) -> list[Agenda]:
    agendas = []
    for seat in range(state.n):
        turn = [*after, f"NextTurn {seat}"]
        agendas.append([*turn, f"TakeTurn {seat}"])
        for name in _CARRIED_OUT:
            agendas += [[*turn, "ActionDone", f"{name} {seat} {bonus}"] for bonus in (0, 1)]
    return agendas


def _beggars(state: State) -> list[int]:
    # He may have begged already, and the question stays open until he is done.
    return [seat for seat in range(state.n) if state.character[seat] == BEGGAR]


def _last_sales(state: State) -> list[Agenda]:
    tasks = [f"SellTheLast {seat}" for seat in turn_order(state)][::-1]
    return [list(some) for count in range(len(tasks) + 1) for some in combinations(tasks, count)]
