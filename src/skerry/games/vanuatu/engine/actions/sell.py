"""Action 5, Sell: fish tiles for their value times the price, beside an island with an own hut."""

from skerry.games.vanuatu.engine.components import MOST_SEATS, SELL, VALUES
from skerry.games.vanuatu.engine.moves import SELL_FISH, SELL_SPAN
from skerry.games.vanuatu.engine.state import ActionQuestion, State


def holds_fish(state: State, seat: int) -> bool:
    base = seat * VALUES
    held = state.held_fish
    return held[base] + held[base + 1] + held[base + 2] > 0


def own_hut_beside(state: State, seat: int, cell: int) -> bool:
    for island in state.islands_beside(cell):
        if state.huts[island * MOST_SEATS + seat]:
            return True
    return False


def can_sell(state: State, seat: int, bonus: bool) -> bool:
    return holds_fish(state, seat) and (bonus or own_hut_beside(state, seat, state.boat[seat]))


class SellFish(ActionQuestion):
    """Which fish tiles?"""

    def action(self) -> int:
        return SELL

    def options(self, state: State) -> list[int]:
        base = self.seat * VALUES
        held = state.held_fish
        moves: list[int] = []
        for threes in range(held[base + 2] + 1):
            for twos in range(held[base + 1] + 1):
                for ones in range(held[base] + 1):
                    if threes + twos + ones:
                        moves.append(SELL_FISH + (threes * SELL_SPAN + twos) * SELL_SPAN + ones)
        return moves

    def answer(self, state: State, move: int) -> None:
        which = move - SELL_FISH
        ones = which % SELL_SPAN
        twos = which // SELL_SPAN % SELL_SPAN
        threes = which // (SELL_SPAN * SELL_SPAN)
        base = self.seat * VALUES
        state.held_fish[base] -= ones
        state.held_fish[base + 1] -= twos
        state.held_fish[base + 2] -= threes
        earned = proceeds(state, ones, twos, threes)
        if state.journal is not None:
            sold = [3] * threes + [2] * twos + [1] * ones
            state.record_event(
                "fish_sold", self.seat, {"fish": sold, "price": state.price, "vatus": earned}
            )
        drop = ones + twos + threes if state.rules.drop_per_tile else 1
        state.price = max(state.rules.fish_price_floor, state.price - drop)
        state.earn(self.seat, earned)


def proceeds(state: State, ones: int, twos: int, threes: int) -> int:
    """Give what these fish tiles fetch now."""
    if not state.rules.drop_per_tile:
        return (ones + 2 * twos + 3 * threes) * state.price
    # Ruling V-02: tile by tile the dearest goes first, while the price is high.
    total = 0
    price = state.price
    for value, count in ((3, threes), (2, twos), (1, ones)):
        for _ in range(count):
            total += value * price
            price = max(state.rules.fish_price_floor, price - 1)
    return total
