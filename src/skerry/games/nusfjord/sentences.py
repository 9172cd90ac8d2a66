"""Events in words, for the log of a terminal or a replay. Each file of the engine words its own."""

from collections.abc import Callable

from skerry.games.nusfjord.questions import MODULES
from skerry.kernel.events import Json

_SENTENCES: dict[str, Callable[[Json], str]] = {
    kind: sentence
    for module in MODULES
    for kind, sentence in getattr(module, "SENTENCES", {}).items()
}
KINDS = frozenset(_SENTENCES)


def describe(event: Json) -> str:
    """Return an event, as a viewer sees it, as one sentence; the seat's name is left to add.

    >>> describe({"event": "goods_gained", "seat": 0, "goods": {"wood": 5}, "cause": "deforest"})
    'gains 5 wood (deforest)'
    """
    return _SENTENCES[event["event"]](event)
