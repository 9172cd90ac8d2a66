"""Taking an action, from wherever: a worker, a copy, an elder, a card."""

from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.triggers import Fire
from skerry.games.nusfjord.engine.words import ON_ACTION
from skerry.kernel.events import Json


def take_action(state: State, seat: int, space: int, effect: int, source: int) -> None:
    """Begin a possible action; *effect* is the step whose terms apply, 0 for the usual ones."""
    action = state.cards.spaces[space]
    player = state.players[seat]
    if player.listens & ON_ACTION and action.action >= 0:
        state.add(Fire(seat, ON_ACTION, action.action, len(player.abilities)))
    action.run(state, seat, effect, source)


def is_blocked(state: State, space: int) -> bool:
    """Return whether an existing space is full."""
    return state.room[space] == 0 and state.board.capacity[space] > 0


def goods_had(player: Player) -> Json:
    """Return the goods of a supply, for reasons."""
    return {"wood": player.wood, "fish": player.fish, "gold": player.gold}


def goods_named(wood: int, fish: int, gold: int) -> Json:
    """Return the goods of a price that are not 0, for reasons."""
    return {good: n for good, n in (("wood", wood), ("fish", fish), ("gold", gold)) if n}
