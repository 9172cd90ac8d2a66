"""Which action an event belongs to, for the reasons of the coach. The names are in labels.toml.

An event that says its cause (a space, a card, an elder) belongs to that; otherwise its kind says
which action it is. Kinds that are not listed only follow from another action.
"""

import tomllib
from functools import cache
from importlib.resources import files

from skerry.kernel.events import Event


def label_of(game: str, event: Event) -> str | None:
    """Return the label of the action that an event is part of."""
    cause = event.data.get("cause")
    if isinstance(cause, str):
        return cause
    return labels()[game].get(event.kind)


@cache
def labels() -> dict[str, dict[str, str]]:
    """Return the labels by game and kind of event."""
    return tomllib.loads(files("skerry.analysis").joinpath("labels.toml").read_text())
