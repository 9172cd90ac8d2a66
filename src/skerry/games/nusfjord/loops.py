"""Refusing cards that could go on for ever, alone or together with others.

Two things may happen without limit: any-time trades, and reactions to events. A trade only pays and
gains, and never gains in worth, so no chain of trades makes goods from nothing. Reactions form a
graph: an ability leads to another if its steps may bring about what the other waits for. A circle
in it is refused, unless everything in it uses something up (ships, buildings, Shares, plates,
elders): those come to an end by themselves.
"""

from collections.abc import Iterator

from skerry.games.nusfjord.engine.abilities import Whenever
from skerry.games.nusfjord.engine.builder import Builder
from skerry.games.nusfjord.engine.cards import Ability, Cards, Effect, Trade
from skerry.games.nusfjord.engine.effects.gain import Gain
from skerry.games.nusfjord.engine.effects.keep_excess import KeepSome
from skerry.games.nusfjord.engine.effects.pay import Pay
from skerry.games.nusfjord.engine.phrases import list_sentence
from skerry.games.nusfjord.engine.words import ON_ACTION, ON_WOOD_EXCESS
from skerry.kernel.errors import BadSetup

# The worth of goods for the check that no trade gains (cards 1).
WOOD_WORTH = 1
FISH_WORTH = 1
GOLD_WORTH = 3


def steps_from(first: Effect | None) -> Iterator[Effect]:
    """Yield every step of a list, and of the lists inside it."""
    while first is not None:
        yield first
        for inner in first.inner():
            yield from steps_from(inner)
        first = first.after


def trade(builder: Builder, place: tuple[int, int, int], first: Effect) -> Trade:
    """Return an unlimited any-time ability; raises BadSetup if it could gain or go on for ever."""
    wood = fish = gold = 0
    for step in steps_from(first):
        if not isinstance(step, (Pay, Gain)):
            raise builder.fail(
                "do", "an unlimited any-time ability may only pay and gain; add a limit"
            )
        sign = 1 if isinstance(step, Gain) else -1
        wood += sign * step.wood
        fish += sign * step.fish
        gold += sign * step.gold
    gained = wood * WOOD_WORTH + fish * FISH_WORTH + gold * GOLD_WORTH
    if gained > 0 or (wood, fish, gold) == (0, 0, 0):
        raise builder.fail(
            "do",
            "an unlimited trade must not gain (wood = fish = 1, gold = 3); add a limit or a price",
        )
    made = Trade(*place, wood, fish, gold, list_sentence(first))
    made.first = first
    return made


def refuse(cards: Cards, files: dict[int, str]) -> None:
    """Raise BadSetup for reactions that could set each other off for ever."""
    reactions = [a for a in cards.abilities if isinstance(a, Whenever) and not a.limit]
    for ability in reactions:
        where = f"{files.get(ability.slot, 'cards')}: {name_of(cards, ability)}: do"
        if _repeats_itself(ability):
            raise BadSetup(f"{where}: could set itself off for ever; add a limit")
        if ability.moment.event == ON_WOOD_EXCESS and not all(
            isinstance(step, (KeepSome, Pay)) for step in steps_from(ability.first)
        ):
            # Any unlimited trade for wood sets it off again and again.
            raise BadSetup(
                f"{where}: together with a trade for wood it could go on for ever; add a limit"
            )
        circle = _circle(ability, reactions)
        if circle:
            others = ", ".join(name_of(cards, other) for other in circle)
            raise BadSetup(
                f"{where}: could set itself off for ever together with {others}; add a limit"
            )


def name_of(cards: Cards, ability: Ability) -> str:
    """Return the name of an ability: "A109: ability 1"."""
    return f"{cards.cards[ability.slot].name}: ability {ability.index + 1}"


def _repeats_itself(ability: Whenever) -> bool:
    """Return whether a reaction takes the very action it waits for."""
    waits_for = ability.moment.actions()
    return any(step.takes_actions() & waits_for for step in steps_from(ability.first))


def _leads_to(ability: Whenever, other: Whenever) -> bool:
    """Return whether a reaction may bring about what another waits for, again and again."""
    event = other.moment.event
    for step in steps_from(ability.first):
        if not step.sets_off() & event:
            continue
        if event != ON_ACTION or step.takes_actions() & other.moment.actions():
            return True
    return False


def _circle(start: Whenever, reactions: list[Whenever]) -> list[Whenever]:
    """Return the abilities on a way from *start* back to it; empty if there is none."""
    seen: set[int] = set()

    def way_back(ability: Whenever) -> list[Whenever] | None:
        for other in reactions:
            if not _leads_to(ability, other):
                continue
            if other is start:
                return []
            if other.number not in seen:
                seen.add(other.number)
                rest = way_back(other)
                if rest is not None:
                    return [other, *rest]
        return None

    if _leads_to(start, start):
        return [start]
    return way_back(start) or []
