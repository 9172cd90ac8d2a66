"""Parts of the sentences that describe events."""

from skerry.games.nusfjord.engine.cards import Effect
from skerry.kernel.events import Json


def amount_of(count: int, noun: str) -> str:
    """Return a count with its noun: "1 Share", "2 Shares"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def goods_of(e: Json) -> str:
    """Return the goods of an event in words."""
    parts: list[str] = []
    for good, amount in e.get("goods", {}).items():
        place, _, name = good.rpartition("_")
        parts.append(f"{abs(amount)} {name}" + (" (Reserve)" if place else ""))
    return " and ".join(parts) or "nothing"


def by(e: Json) -> str:
    """Return the cause of an event in brackets."""
    return f" ({e['cause'].replace('_', ' ')})" if "cause" in e else ""


def wood_lost(e: Json) -> str:
    """Return how much wood went beyond the limit, if any."""
    return f"; {e['lost']} wood above the limit" if "lost" in e else ""


def list_sentence(first: Effect) -> str:
    """Return a list of steps in words, from its first step on."""
    parts: list[str] = []
    step: Effect | None = first
    while step is not None:
        parts.append(step.sentence())
        step = step.after
    return ", then ".join(parts)


def capital(words: str) -> str:
    """Return words with a capital first letter."""
    return words[:1].upper() + words[1:]
