"""Actions 3 and 4, Explore and Fish: take a tile worth as much as discs lie under the boat."""

from skerry.games.vanuatu.engine.components import VALUES
from skerry.games.vanuatu.engine.state import State


def explore(state: State, seat: int, bonus: bool) -> None:
    """Take a treasure tile; the Diver also earns its value in vatus."""
    cell = state.boat[seat]
    value = state.treasure[cell]
    state.treasure[cell] -= 1
    state.held_treasure[seat * VALUES + value - 1] += 1
    if state.journal is not None:
        state.record_event("explored", seat, {"treasure": value})
    if bonus:
        gained = 1 if state.rules.flat_bonus else value
        if state.journal is not None:
            state.record_event("bonus_used", seat, {"character": "diver", "vatus": gained})
        state.earn(seat, gained)


def fish(state: State, seat: int, bonus: bool) -> None:
    """Take a fish tile; the Fisherman also scores its value."""
    cell = state.boat[seat]
    value = state.fish[cell]
    state.fish[cell] -= 1
    state.held_fish[seat * VALUES + value - 1] += 1
    if state.journal is not None:
        state.record_event("fished", seat, {"fish": value})
    if bonus:
        gained = 1 if state.rules.flat_bonus else value
        if state.journal is not None:
            state.record_event("bonus_used", seat, {"character": "fisherman", "points": gained})
        state.points[seat] += gained
