"""The coach's findings in English sentences, for the terminal; the page has its own."""

from collections.abc import Sequence

from skerry.analysis.reasons import AT_ONCE, Part
from skerry.kernel.protocol import Game

GRADE_WORDS = {
    "best": "best",
    "good": "good",
    "slip": "slip",
    "mistake": "mistake",
    "big": "big mistake",
}


def sentence(part: Part, seat: int, names: Sequence[str], game: Game | None = None) -> str:
    """Put one reason into a sentence, addressed to the seat that moved.

    >>> sentence(Part(1, "transport", 2.0, 0.8, 0.3, "gained"), 1, ["Ada", "Ben"])
    'Your transport: in 8 of 10 continuations instead of 3 (+2.0).'
    >>> sentence(Part(0, "fish", 1.5, 0.1, 0.7, "denied"), 1, ["Ada", "Ben"])
    "Ada's fish: in 1 of 10 continuations instead of 7 (+1.5)."
    >>> sentence(Part(1, AT_ONCE, 1.5, 0.0, 0.0, "worth"), 1, ["Ada", "Ben"])
    'It brings more at once (+1.5).'
    """
    points = f"({part.points:+.1f})"
    if part.label == AT_ONCE:
        return f"It brings {'more' if part.points > 0 else 'less'} at once {points}."
    whose = "Your" if part.seat == seat else f"{names[part.seat]}'s"
    what = f"{whose} {label_words(part.label, game)}"
    if part.kind == "worth":
        if part.seat == seat:
            return f"{what} brings {'more' if part.points > 0 else 'less'} {points}."
        return f"{what} brings {'less' if part.points > 0 else 'more'} {points}."
    often, other = tenths(part.share), tenths(part.share_other)
    return f"{what}: in {often} of 10 continuations instead of {other} {points}."


def tenths(share: float) -> int:
    """Return a share in tenths."""
    return round(share * 10)


def label_words(label: str, game: Game | None) -> str:
    """Return the words of a label: the name of a card or an elder, or the action itself.

    >>> from skerry.games import GAMES
    >>> label_words("elder 8", GAMES["nusfjord"]), label_words("thin_out", None)
    ('Broker', 'thin out')
    """
    if game is not None:
        components = game.components()
        kind, _, number = label.partition(" ")
        known = components["elders"].get(number) if kind == "elder" else None
        known = known or components["cards"].get(label)
        if known is not None:
            return str(known["name"])
    return label.replace("_", " ")
