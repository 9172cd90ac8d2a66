"""Which characters each seat took in a game, for the players' statistics."""

from collections import Counter
from collections.abc import Iterable

from skerry.kernel.events import Event
from skerry.kernel.protocol import Use


def uses(events: Iterable[Event]) -> list[Use]:
    """Count the characters that each seat took."""
    taken = Counter(
        (event.seat, str(event.data["character"]))
        for event in events
        if event.kind == "character_taken"
    )
    return [Use(seat, "character", name, times) for (seat, name), times in sorted(taken.items())]
