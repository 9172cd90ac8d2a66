"""Which action an event belongs to, for the reasons of the coach. The tables are in labels.toml.

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
        return labels()[game].get("causes", {}).get(cause, cause)
    return labels()[game]["events"].get(event.kind)


def same_to_a_player(game: str, move: str) -> str:
    """Return a move in words that are the same for two spaces of one action.

    >>> moves = "place build_building", "place build_building_2"
    >>> {same_to_a_player("nusfjord", move) for move in moves}
    {'place building'}
    """
    causes = labels()[game].get("causes", {})
    return " ".join(causes.get(word, word) for word in move.split(" "))


def action_name(game: str, label: str) -> str:
    """Return the English name of an action.

    >>> action_name("vanuatu", "transport"), action_name("nusfjord", "thin_out")
    ('Tourists', 'Thin out')
    """
    return labels()[game]["names"].get(label) or label.replace("_", " ").capitalize()


@cache
def labels() -> dict[str, dict[str, dict[str, str]]]:
    """Return the tables of labels.toml by game."""
    return tomllib.loads(files("skerry.analysis").joinpath("labels.toml").read_text())
