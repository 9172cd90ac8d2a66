"""From the forms of steps to compiled effects, numbered in the catalogue."""

from typing import Any

from skerry.games.nusfjord.engine.cards import Cards, Effect, Terms
from skerry.games.nusfjord.engine.words import NO_LIMIT
from skerry.kernel.errors import BadSetup

DEEPEST = 5
LONGEST = 12


class Builder:
    """Builds lists of steps. What a step may ask about its place in the list is on this page."""

    def __init__(self, cards: Cards, where: str) -> None:
        self.cards = cards
        self.where = where  # file, card, ability, step: for complaints
        self.elder = False  # an elder's list
        self.excess = ""  # the good about to be lost, where `keep_excess` makes sense
        # The place of the step being built
        self.leads = False  # an elder's list begins with it, perhaps inside a choice (rules 8)
        self.later = False  # it is not the first step of its list
        self.alone = False  # nothing else in its list does anything
        self.after_gain = False  # an earlier step of its list brought goods
        self._depth = 0

    def fail(self, field: str, complaint: str) -> BadSetup:
        return BadSetup(f"{self.where}: {field}: {complaint}")

    def ability(self, forms: list[Any]) -> Effect:
        """Build the list of an ability and return its first step."""
        first = self.steps(forms, False)
        if first is None:
            raise self.fail("do", "must not be empty")
        return first

    def elder_list(self, forms: list[Any]) -> Effect:
        """Build the list of an elder and return its first step."""
        self.elder = True
        first = self.steps(forms, True)
        if first is None:
            raise self.fail("do", "must not be empty")
        return first

    def steps(self, forms: list[Any], leads: bool) -> Effect | None:
        """Build a list and return its first step, None if it is empty.

        *leads*: an elder's list begins here, so its first step must be possible.
        """
        if self._depth > DEEPEST:
            raise self.fail("do", f"lists lie deeper than {DEEPEST} in each other")
        if len(forms) > LONGEST:
            raise self.fail("do", f"has more than {LONGEST} steps")
        doing = [form for form in forms if not pays(form)]
        if forms and not doing:
            raise self.fail("do", "only pays; a list must also do something")
        outer = self.where
        built: list[Effect] = []
        after_gain = False
        for at in range(len(forms)):
            self.where = f"{outer}: step {at + 1}"
            if at and pays(forms[at]):
                raise self.fail(
                    "op", "pay must come first in its list; put a later price into a choose option"
                )
            self.leads = leads and at == 0
            self.later = at > 0
            self.alone = len(doing) == 1
            self.after_gain = after_gain
            self._depth += 1
            effect: Effect = forms[at].build(self)
            self._depth -= 1
            after_gain = after_gain or effect.brings_goods()
            built.append(effect)
        self.where = outer
        return self._number(built)

    def _number(self, built: list[Effect]) -> Effect | None:
        # From the last to the first: positions hold these numbers.
        first: Effect | None = None
        for at in range(len(built) - 1, -1, -1):
            effect = built[at]
            effect.after = first
            effect.number = len(self.cards.effects)
            self.cards.effects.append(effect)
            self.cards.terms.append(terms_of(effect))
            first = effect
        return first


def pays(form: Any) -> bool:
    """Return whether a form is a price."""
    return bool(form.__struct_config__.tag == "pay")


def terms_of(effect: Effect) -> Terms:
    """Return the terms on which a step takes an action; the usual ones if it takes none."""
    terms = effect.action_terms()
    return terms if terms is not None else Terms()


def at_most(limit: int | None) -> int:
    """Return a limit as a number."""
    return NO_LIMIT if limit is None else limit
