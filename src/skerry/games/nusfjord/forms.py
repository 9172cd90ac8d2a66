"""What the forms of cards share. A form is a Struct: how an effect, rule or card reads in TOML.

The form of an effect stands in the file of the effect, which mypyc compiles; the form itself stays
a Python class, because mypyc sees the metaclass of msgspec (so msgspec is needed to build). Two
things mypyc 2.4 cannot do decide how such a form is written:

* It drops class keywords. So `tag_field`, `forbid_unknown_fields` and the like are given here, in a
  module that is not compiled, and inherited. The tag comes from the class name: `GainPerForm` is
  `gain_per`.
* It keeps the annotation of a field only if that is a quoted name ("Amount", "list[Good]"). So
  every field of a form has one, and what is not a plain name gets a name on this page.
"""

import re
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta

from skerry.games.nusfjord.engine.counters import COUNTERS

Good = Literal["wood", "fish", "gold"]
Goods = list[Good]
ExcessGood = Literal["wood", "fish"]
Ship = Literal["sloop", "cutter", "schooner"]
Ships = list[Ship]
Letter = Literal["A", "B", "C"]
Letters = list[Letter]
Target = Literal["ship", "building"]
Area = Literal["any", "right"]
ReserveUse = Literal["ship", "building", "serve"]
ReserveUses = list[ReserveUse]
ElderUse = Literal["normal", "free", "none"]
KeepTo = Literal["supply", "reserve"]
GainTo = Literal["supply", "reserve_over"]
Action = Literal[
    "gold",
    "transfer_reserve",
    "serve_fish",
    "build_building",
    "issue_share",
    "buy_all_shares",
    "deforest",
    "thin_out",
    "reforest",
    "build_ship",
    "take_elder",
]
Actions = Annotated[list[Action], Meta(min_length=1)]
ActionOrCopy = Literal[Action, "copy"]
Amount = Annotated[int, Meta(ge=0, le=50)]
Count = Annotated[int, Meta(ge=1, le=50)]
UpTo3 = Annotated[int, Meta(ge=1, le=3)]
UpTo11 = Annotated[int, Meta(ge=1, le=11)]
UpTo12 = Annotated[int, Meta(ge=1, le=12)]
UpTo20 = Annotated[int, Meta(ge=1, le=20)]
OptionalUpTo20 = UpTo20 | None
UpTo99 = Annotated[int, Meta(ge=1, le=99)]
Limit = Annotated[int, Meta(ge=1, le=20)]
OptionalCount = Count | None
OptionalLimit = Limit | None
From0To9 = Annotated[int, Meta(ge=0, le=9)]
OptionalFrom0To9 = From0To9 | None
From0To20 = Annotated[int, Meta(ge=0, le=20)]
From0To99 = Annotated[int, Meta(ge=0, le=99)]
OptionalUpTo99 = UpTo99 | None
Points = Annotated[int, Meta(ge=-20, le=20)]
ManyPoints = Annotated[int, Meta(ge=-50, le=50)]
MostPoints = Annotated[int, Meta(ge=-99, le=99)]
OptionalMostPoints = MostPoints | None
Threshold = Annotated[list[Annotated[int, Meta(ge=-999, le=999)]], Meta(min_length=2, max_length=2)]
Thresholds = Annotated[list[Threshold], Meta(min_length=1)]
OptionalLetters = Letters | None
OptionalShips = Annotated[Ships, Meta(min_length=1)] | None

if TYPE_CHECKING:
    CounterName = str
else:
    CounterName = Literal[tuple(COUNTERS)]


def _tag(name: str) -> str:
    """Return the word for a class name.

    >>> _tag("GainPerForm")
    'gain_per'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name.removesuffix("Form")).lower()


class Price(msgspec.Struct, forbid_unknown_fields=True):
    """An amount of goods: { wood = 2, fish = 1 }."""

    wood: From0To99 = 0
    fish: From0To99 = 0
    gold: From0To99 = 0


OptionalPrice = Price | None


class StepForm(msgspec.Struct, tag_field="op", tag=_tag, forbid_unknown_fields=True):
    """A step of a list; `op` says which."""

    def build(self, builder: Any) -> Any:
        """Return the compiled effect."""
        raise NotImplementedError


class GoodsStepForm(StepForm):
    """A step with goods in it: at least one of one kind."""

    wood: Amount = 0
    fish: Amount = 0
    gold: Amount = 0

    def __post_init__(self) -> None:
        check_goods(self.wood, self.fish, self.gold)


# A step, for forms that hold lists of steps; the package `engine.effects` sets it to the union.
Step = StepForm


class NeedForm(msgspec.Struct, forbid_unknown_fields=True):
    """A condition of an Immediately ability, tested after the cost has been paid."""

    counter: CounterName
    at_most: From0To99


OptionalNeed = NeedForm | None


class MomentForm(
    msgspec.Struct, tag_field="event", tag=_tag, kw_only=True, forbid_unknown_fields=True
):
    """A Whenever ability; `event` says what it waits for."""

    when: Literal["event"]
    do: "list[Step]"
    limit: OptionalLimit = None  # uses per round

    def build(self) -> Any:
        """Return the compiled moment."""
        raise NotImplementedError


class PassiveRuleForm(
    msgspec.Struct, tag_field="kind", tag=_tag, kw_only=True, forbid_unknown_fields=True
):
    """A Special Ability; `kind` says which rule is different."""

    when: Literal["static"]

    def build(self) -> Any:
        """Return the compiled passive rule."""
        raise NotImplementedError


class ScoringRuleForm(
    msgspec.Struct, tag_field="rule", tag=_tag, kw_only=True, forbid_unknown_fields=True
):
    """Victory Points; `rule` says how they are computed from a counter."""

    when: Literal["scoring"]
    counter: CounterName

    def build(self) -> Any:
        """Return the compiled scoring rule."""
        raise NotImplementedError


def check_goods(wood: int, fish: int, gold: int) -> None:
    """Refuse a form that names no goods."""
    if not (wood or fish or gold):
        raise ValueError("names no goods; give an amount of wood, fish or gold")


def as_bits(names: list[Any], among: tuple[str, ...]) -> int:
    """Return names as bits."""
    return sum(1 << among.index(name) for name in set(names))
