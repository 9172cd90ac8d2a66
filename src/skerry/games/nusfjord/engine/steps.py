"""The steps of a card, carried out one after the other.

A list runs as a chain of `Steps`; whatever a step asks goes on the agenda above the rest of its
list, so nested actions and their triggers are over before the next step begins (cards 6.10).
"""

from skerry.games.nusfjord.engine.cards import Ability
from skerry.games.nusfjord.engine.causes import BY_CARD
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import EffectStep
from skerry.kernel.events import Json


class Steps(EffectStep):
    """A step of a card and, after it, the rest of its list."""

    def run(self, state: State) -> None:
        step = state.cards.effects[self.effect]
        after = step.after
        if after is not None:
            state.add(Steps(self.owner, after.number, self.source))
        step.begin(state, self.owner, self.source)


def use_ability(state: State, seat: int, ability: Ability) -> None:
    """Begin an ability that is possible."""
    if state.journal is not None:
        card = state.cards.cards[ability.slot]
        data = {"card": card.name, "name": card.title, "ability": ability.index + 1}
        state.record_event("ability_used", seat, data)
    assert ability.first is not None, "only abilities that do something are used"
    state.add(Steps(seat, ability.first.number, BY_CARD + ability.slot))


def _ability_used(e: Json) -> str:
    return f"uses {e['name']} {e['card']}"


SENTENCES = {"ability_used": _ability_used}
