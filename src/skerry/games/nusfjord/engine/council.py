"""Elders of a council: feeding and using them (rules 8)."""

from skerry.games.nusfjord.engine.causes import BY_ELDER, source_name
from skerry.games.nusfjord.engine.phrases import by
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.steps import Steps
from skerry.games.nusfjord.engine.triggers import ElderDone
from skerry.games.nusfjord.engine.words import FISH_CLEAR_AN_ELDER, PLACES_A_STACK
from skerry.kernel.events import Json
from skerry.kernel.lists import replaced


def open_elder(state: State, stack: int) -> int:
    """Return the elder lying open on a stack, 0 if it is empty."""
    top = (stack + 1) * PLACES_A_STACK - 1
    stacks = state.stacks
    return stacks[top] or stacks[top - 1] or stacks[top - 2]


def holds_worker(state: State, since: int) -> bool:
    """Return whether a worker who came in round *since* is still on his elder; 0: none came."""
    return since > 0 and state.round - since < state.board.colors


def can_use(state: State, seat: int, at: int, free: bool) -> bool:
    """Return whether the elder at this seat of the council can be used.

    Tested on the position after his fish was put on him and he was cleared.
    """
    player = state.players[seat]
    first = state.cards.elders[player.elders[at]].first
    if free:
        return first.elder_can_begin(state, seat)
    if state.plates == 0:
        return False
    fish_on_elders = player.elder_fish
    clears = fish_on_elders[at] + 1 == FISH_CLEAR_AN_ELDER
    state.plates -= 1
    if clears:
        player.fish += 1
    player.elder_fish = replaced(fish_on_elders, at, 0 if clears else fish_on_elders[at] + 1)
    possible = first.elder_can_begin(state, seat)
    state.plates += 1
    if clears:
        player.fish -= 1
    player.elder_fish = fish_on_elders
    return possible


def feed(state: State, seat: int, at: int, source: int) -> None:
    """Put one fish on an elder; the third clears him: one fish to the supply, two away."""
    player = state.players[seat]
    fish = player.elder_fish[at] + 1
    cleared = fish == FISH_CLEAR_AN_ELDER
    if cleared:
        fish = 0
        player.fish += 1
    player.elder_fish = replaced(player.elder_fish, at, fish)
    if state.journal is not None:
        data: dict[str, object] = {"elder": player.elders[at], "fish_on_him": fish}
        data["cause"] = source_name(state, source)
        if cleared:
            data["goods"] = {"fish": 1}
        state.record_event("elder_cleared" if cleared else "elder_fed", seat, data)


def use(state: State, seat: int, elder: int, free: bool) -> None:
    """Use an elder: a fish from the highest filled plate, then his action."""
    player = state.players[seat]
    who = state.cards.elders[elder]
    if state.journal is not None:
        plate = None if free else state.plates
        data = {"elder": elder, "name": who.title, "plate": plate}
        state.record_event("elder_used", seat, data)
    if not free:
        state.plates -= 1
        feed(state, seat, player.elders.index(elder), BY_ELDER + elder)
    state.push(
        [
            Steps(seat, who.first.number, BY_ELDER + elder),
            ElderDone(seat, len(player.abilities)),
        ]
    )


def _fed(e: Json) -> str:
    return f"feeds elder {e['elder']}{by(e)}"


def _cleared(e: Json) -> str:
    return f"feeds elder {e['elder']} and gets 1 fish back{by(e)}"


def _used(e: Json) -> str:
    return f"uses the {e['name']}, elder {e['elder']}"


SENTENCES = {"elder_fed": _fed, "elder_cleared": _cleared, "elder_used": _used}
