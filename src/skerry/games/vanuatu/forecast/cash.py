"""Pairs of plans in which reaching ten vatus spoils a purchase."""

from skerry.games.vanuatu.engine.actions.board_actions import BOARD_ACTIONS
from skerry.games.vanuatu.engine.components import (
    BUILD,
    BUY,
    EXPLORE,
    SAIL,
    SELL,
    TOURIST,
)
from skerry.games.vanuatu.engine.planning_nodes import RICH
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.forecast.spaces import own_spaces, possible, ref_of
from skerry.games.vanuatu.forecast_types import (
    Cash,
    CashOrder,
)

_EARNING = (SELL, TOURIST, EXPLORE)
_SPENDING = (BUILD, BUY, SAIL)


def spoilt_purchases(state: State, seat: int) -> list[Cash]:
    """List the pairs of own plans in which reaching ten vatus spoils a purchase."""
    found = []
    spaces = own_spaces(state, seat)
    for earning in _EARNING:
        if earning not in spaces or not possible(state, seat, earning):
            continue
        for spending in _SPENDING:
            if spending in spaces and (cash := _spoilt(state, seat, earning, spending)):
                found.append(cash)
    return found


def _spoilt(state: State, seat: int, earning: int, spending: int) -> Cash | None:
    have = state.money[seat]
    price = _least_price(state, seat, spending)
    gains = sorted(set(_gains(state, seat, earning)))
    if price is None or not gains or have + gains[-1] < 10:
        return None
    left = (have + gains[-1]) % 10
    if left >= price:
        return None
    fails = CashOrder(
        order=[ref_of(earning), ref_of(spending)],
        have=have,
        changes=[gains[-1]],
        left=left,
        points=(have + gains[-1]) // 10 * 5,
        fails=ref_of(spending),
    )
    works = None
    smaller = [gain for gain in gains if price <= have + gain < 10]
    if have >= price:
        total = have - price + gains[-1]
        works = CashOrder(
            order=[ref_of(spending), ref_of(earning)],
            have=have,
            changes=[-price, gains[-1]],
            left=total % 10,
            points=total // 10 * 5,
            fails=None,
        )
    elif smaller:
        works = CashOrder(
            order=[ref_of(earning), ref_of(spending)],
            have=have,
            changes=[smaller[-1], -price],
            left=have + smaller[-1] - price,
            points=0,
            fails=None,
        )
    return Cash(fails, works)


def _least_price(state: State, seat: int, action: int) -> int | None:
    """Return the least money with which the action is possible here, None if it is not at all."""
    trial = state.copy()
    for vatus in range(RICH + 1):
        trial.money[seat] = vatus
        if possible(trial, seat, action):
            return vatus
    return None


def _gains(state: State, seat: int, action: int) -> list[int]:
    """List the vatus an action can bring, before any of them are changed into points."""
    rules = BOARD_ACTIONS[action]
    begun = state.copy()
    begun.agenda = []
    begun.journal = []
    rules.begin(begun, seat, state.bonus_ready(seat, action) and rules.possible(state, seat, True))
    trials = [begun]
    if begun.agenda:
        question = begun.agenda.pop()
        trials = []
        for move in question.options(begun):
            trial = begun.copy()
            trial.journal = []
            question.answer(trial, move)
            trials.append(trial)
    return [_gained(state, trial, seat) for trial in trials]


def _gained(state: State, trial: State, seat: int) -> int:
    changed = sum(event.data["vatus"] for event in trial.journal or [] if event.kind == "converted")
    return int(trial.money[seat] - state.money[seat] + changed)
