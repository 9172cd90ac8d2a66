"""Whole card files as forms: decks of buildings and the elders. What they yield: reading, checking,
the JSON schema and the types for other languages (`card_forms`).
"""

from typing import Annotated, Any, Literal, get_args

import msgspec
from msgspec import Meta

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.board_forms import BoardForm
from skerry.games.nusfjord.engine.counters import COUNTERS
from skerry.games.nusfjord.engine.effects import Step
from skerry.games.nusfjord.engine.moments import Moments
from skerry.games.nusfjord.engine.passive_rules import PassiveRules
from skerry.games.nusfjord.engine.scoring_rules import ScoringRules
from skerry.games.nusfjord.forms import From0To99, Letter, OptionalLimit, OptionalNeed, Points
from skerry.kernel.events import Json

Text = Annotated[str, Meta(pattern=r"\S")]
Status = Literal["documented", "partly", "frame-only", "reconstructed"]
CardNumber = Annotated[int, Meta(ge=101, le=560)]
PlayerCount = Literal["1", "2", "3", "4", "5"]
ElderNumber = Annotated[int, Meta(ge=1, le=24)]
MOST_ABILITIES = 3


class CostForm(msgspec.Struct, forbid_unknown_fields=True):
    """The price of a building."""

    wood: From0To99 = 0
    fish: From0To99 = 0
    gold: From0To99 = 0


class ImmediatelyForm(msgspec.Struct, forbid_unknown_fields=True):
    """Used once, right after the building has been placed."""

    when: Literal["built"]
    do: list[Step]
    need: OptionalNeed = None


class AnytimeForm(msgspec.Struct, forbid_unknown_fields=True):
    """Used on own turns before and after the action, and once more before scoring."""

    when: Literal["anytime"]
    do: list[Step]
    limit: OptionalLimit = None  # uses per round


class OnceForm(msgspec.Struct, forbid_unknown_fields=True):
    """Like any time, a single time per game."""

    when: Literal["once"]
    do: list[Step]


class BuildingForm(
    msgspec.Struct, tag_field="timing", tag="", kw_only=True, forbid_unknown_fields=True
):
    """A building; `timing` is what the card shows and decides the `when` of its abilities."""

    id: Text
    name: Text
    letter: Letter
    number: CardNumber
    cost: CostForm
    vp: Points
    vp_star: bool
    text: Text
    status: Status
    documented: list[str]
    reconstructed: list[str]
    sources: list[str]


class ImmediatelyBuilding(BuildingForm, tag="immediately"):
    """A building that does something when it is built."""

    ability: Annotated[list[ImmediatelyForm], Meta(min_length=1, max_length=MOST_ABILITIES)]


class WheneverBuilding(BuildingForm, tag="whenever"):
    """A building that reacts to events."""

    ability: Annotated[list[Moments], Meta(min_length=1, max_length=MOST_ABILITIES)]


class AnytimeBuilding(BuildingForm, tag="anytime"):
    """A building that may be used at any time."""

    ability: Annotated[list[AnytimeForm], Meta(min_length=1, max_length=MOST_ABILITIES)]


class OnceBuilding(BuildingForm, tag="once"):
    """A building that may be used once in the game."""

    ability: Annotated[list[OnceForm], Meta(min_length=1, max_length=MOST_ABILITIES)]


class SpecialBuilding(BuildingForm, tag="special ability"):
    """A building that changes rules for its owner."""

    ability: Annotated[list[PassiveRules], Meta(min_length=1, max_length=MOST_ABILITIES)]


class ScoringBuilding(BuildingForm, tag="victory points"):
    """A building whose points are computed at the end."""

    ability: Annotated[list[ScoringRules], Meta(min_length=1, max_length=MOST_ABILITIES)]


Building = (
    ImmediatelyBuilding
    | WheneverBuilding
    | AnytimeBuilding
    | OnceBuilding
    | SpecialBuilding
    | ScoringBuilding
)


class DeckFile(msgspec.Struct, forbid_unknown_fields=True):
    """A deck of buildings."""

    schema: Literal[1]
    deck: Text
    building: Annotated[list[Building], Meta(min_length=1)]


class ElderForm(msgspec.Struct, forbid_unknown_fields=True):
    """An elder."""

    number: ElderNumber
    name: Text
    text: Text
    do: list[Step]
    status: Status
    documented: list[str]
    reconstructed: list[str]
    sources: list[str]
    note: Text = "-"


class StacksForm(msgspec.Struct, forbid_unknown_fields=True):
    """Which elders lie on which of the six stacks, bottom to top, and which lie face down."""

    spaces: Annotated[
        list[Annotated[list[ElderNumber], Meta(min_length=1, max_length=2)]],
        Meta(min_length=6, max_length=6),
    ]
    hidden: Annotated[list[ElderNumber], Meta(max_length=6)]


class EldersFile(msgspec.Struct, forbid_unknown_fields=True):
    """The elders: who takes part by number of players, the stacks, and what each does."""

    schema: Literal[1]
    players: dict[PlayerCount, list[ElderNumber]]
    stacks: StacksForm
    elder: Annotated[list[ElderForm], Meta(min_length=1)]


def card_forms() -> list[Any]:
    """Return the types of whole card files, for whoever generates types from them."""
    return [DeckFile, EldersFile]


def component_types() -> dict[str, Any]:
    """Return the types of cards and boards by the names clients give them."""
    return {
        "Step": Step,
        "Moment": Moments,
        "PassiveRule": PassiveRules,
        "ScoringRule": ScoringRules,
        "Building": Building,
        "Elder": ElderForm,
        "Board": BoardForm,
    }


_COMPILED_DOCSTRING = "mypyc filler docstring"  # what a compiled form has instead of its own


def card_schema() -> Json:
    """Return the JSON schema of card files: a deck of buildings, or the elders."""
    (deck, elders), parts = msgspec.json.schema_components(
        card_forms(), ref_template="#/$defs/{name}"
    )
    for part in parts.values():
        if part.get("description") == _COMPILED_DOCSTRING:
            del part["description"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Nusfjord card files",
        "anyOf": [deck, elders],
        "$defs": dict(sorted(parts.items())),
    }


def words() -> dict[str, list[str]]:
    """Return the words of the vocabulary: ops, events, kinds, rules, timings, counters, spaces."""
    return {
        "op": _tags(Step),
        "event": _tags(Moments),
        "kind": _tags(PassiveRules),
        "rule": _tags(ScoringRules),
        "timing": _tags(Building),
        "counter": list(COUNTERS),
        "space": list(get_args(forms.ActionOrCopy)),
    }


def _tags(union: Any) -> list[str]:
    return [str(form.__struct_config__.tag) for form in union.__args__]
