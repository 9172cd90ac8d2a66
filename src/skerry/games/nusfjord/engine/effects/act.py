"""`act`: carry out the action of a space without a worker."""

from typing import ClassVar

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.actions import take_action
from skerry.games.nusfjord.engine.anytime import Window
from skerry.games.nusfjord.engine.builder import Builder, at_most
from skerry.games.nusfjord.engine.cards import Effect, Space, Terms
from skerry.games.nusfjord.engine.moves import ACT, DECLINE
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import EffectQuestion, EffectStep
from skerry.games.nusfjord.engine.words import ANYTIME, COPY_SPACE, ELDER_USES, SHIPS
from skerry.games.nusfjord.forms import (
    ActionOrCopy,
    ElderUse,
    From0To9,
    OptionalFrom0To9,
    OptionalPrice,
    OptionalShips,
    OptionalUpTo20,
)
from skerry.kernel.protocol import Reason

_ALL_ACTIONS = (1 << COPY_SPACE) - 1


class ActForm(forms.StepForm):
    """Carry out the action of `space` without a worker; blocked spaces do not matter."""

    space: "ActionOrCopy"
    off: "OptionalPrice" = None
    types: "OptionalShips" = None
    plate_off: "From0To9" = 0
    plate_flat: "OptionalFrom0To9" = None
    max_plates: "OptionalUpTo20" = None
    per_plate: "OptionalPrice" = None
    use: "ElderUse" = "normal"

    def build(self, builder: Builder) -> Effect:
        space = next(known for known in builder.cards.spaces if known.name == self.space)
        for field in self.changed():
            if field not in space.modifiers:
                fits = [known.name for known in builder.cards.spaces if field in known.modifiers]
                # The second space for buildings is the same action, so it is named once.
                names = [name for name in fits if not name.endswith("_2")]
                raise builder.fail(field, f"fits only {', '.join(names)}")
        return Act(space, self.terms(), builder.elder and builder.later, builder.after_gain)

    def changed(self) -> list[str]:
        """Return the fields that change the action."""
        usual = ActForm(self.space)
        return [
            field
            for field in self.__struct_fields__[1:]
            if getattr(self, field) != getattr(usual, field)
        ]

    def terms(self) -> Terms:
        """Return the terms on which the action is taken."""
        terms = Terms()
        if self.off is not None:
            terms.cheaper = True
            terms.wood, terms.fish, terms.gold = self.off.wood, self.off.fish, self.off.gold
        if self.types is not None:
            terms.types = forms.as_bits(self.types, SHIPS)
        terms.plate_off = self.plate_off
        terms.plate_flat = -1 if self.plate_flat is None else self.plate_flat
        terms.most_plates = at_most(self.max_plates)
        if self.per_plate is not None:
            terms.plate_wood = self.per_plate.wood
            terms.plate_fish = self.per_plate.fish
            terms.plate_gold = self.per_plate.gold
        terms.use = ELDER_USES.index(self.use)
        return terms


class Act(Effect):
    """Carry out an action; an elder's later action may be left out (cards 6.2)."""

    def __init__(self, space: Space, terms: Terms, optional: bool, after_gain: bool) -> None:
        super().__init__()
        self.space = space
        self.terms = terms
        self.optional = optional
        self.after_gain = after_gain  # a step before it brings goods

    def possible(self, state: State, seat: int) -> bool:
        return self.space.possible(state, seat, self.terms)

    def why_not(self, state: State, seat: int) -> Reason:
        return self.space.why_not(state, seat, self.terms)

    def begin(self, state: State, seat: int, source: int) -> None:
        if (
            self.after_gain
            and state.board.trade_before_action
            and state.acting == seat
            and state.players[seat].listens & ANYTIME
        ):
            # What was just gained may be traded before the action (cards 6.5).
            state.push([Window(seat, 1), ActAfterTrades(seat, self.number, source)])
        elif self.possible(state, seat):
            self.run(state, seat, source)

    def run(self, state: State, seat: int, source: int) -> None:
        if self.optional:
            state.add(MayAct(seat, self.number, source))
        else:
            take_action(state, seat, self.space.number, self.number, source)

    def sentence(self) -> str:
        return self.space.sentence(self.terms)

    def action_terms(self) -> Terms:
        return self.terms

    def sets_off(self) -> int:
        return self.space.sets_off()

    def takes_actions(self) -> int:
        return _ALL_ACTIONS if self.space.action < 0 else 1 << self.space.action


class ActAfterTrades(EffectStep):
    """An action that waited until goods just gained could be traded."""

    def run(self, state: State) -> None:
        step = state.cards.effects[self.effect]
        if step.possible(state, self.owner):
            step.run(state, self.owner, self.source)


class MayAct(EffectQuestion):
    """Is an elder's later action carried out, or left out?"""

    kind: ClassVar[str] = "may_act"

    def options(self, state: State) -> list[int]:
        return [ACT, DECLINE]

    def answer(self, state: State, move: int) -> None:
        if move == ACT:
            step = state.cards.effects[self.effect]
            assert isinstance(step, Act)
            take_action(state, self.seat, step.space.number, self.effect, self.source)
