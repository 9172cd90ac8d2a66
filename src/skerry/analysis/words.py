"""The coach's findings in English sentences, for the terminal; the page has its own."""

from collections.abc import Sequence

from skerry.analysis.labels import action_name
from skerry.analysis.luck import Luck
from skerry.analysis.reasons import AT_ONCE, Part
from skerry.kernel.protocol import Game

GRADE_WORDS = {
    "best": "best",
    "good": "good",
    "slip": "slip",
    "mistake": "mistake",
    "big": "big mistake",
}


def sentence(
    part: Part, seat: int, names: Sequence[str], game: Game, addressed: bool = True
) -> str:
    """Put one reason into a sentence, addressed to the seat that moved or about it.

    >>> from skerry.games import GAMES
    >>> game, names = GAMES["vanuatu"], ["Ada", "Ben"]
    >>> sentence(Part(1, "transport", 2.0, 0.8, 0.3, "gained"), 1, names, game)
    'You get "Tourists" this round in 8 of 10 continuations instead of 3 (+2.0).'
    >>> sentence(Part(1, "sell", 2.0, 0.8, 0.3, "worth"), 1, names, game, addressed=False)
    '"Sell fish" brings Ben more (+2.0).'
    >>> sentence(Part(0, "fish", 1.5, 0.1, 0.7, "denied"), 1, names, game)
    'Ada gets "Fish" this round in 1 of 10 continuations instead of 7 (+1.5).'
    >>> sentence(Part(0, "fish", 1.5, 0.5, 0.5, "worth"), 1, names, game)
    '"Fish" brings Ada less (+1.5).'
    >>> sentence(Part(1, AT_ONCE, 1.5, 0.0, 0.0, "worth"), 1, names, game)
    'It brings more at once (+1.5).'
    """
    points = f"({part.points:+.1f})"
    if part.label == AT_ONCE:
        return f"It brings {'more' if part.points > 0 else 'less'} at once {points}."
    own = part.seat == seat
    you = own and addressed
    what = f'"{label_words(part.label, game)}"'
    if part.kind == "worth":
        more = "more" if (part.points > 0) == own else "less"
        return f"{what} brings {'you' if you else names[part.seat]} {more} {points}."
    who = "You get" if you else f"{names[part.seat]} gets"
    often, other = tenths(part.share), tenths(part.share_other)
    return f"{who} {what} this round in {often} of 10 continuations instead of {other} {points}."


def rest_of(parts: Sequence[Part], whole: float) -> float:
    """Return what the parts leave of a difference; 0 if that is less than a fifth of it."""
    rest = whole - sum(part.points for part in parts)
    return rest if abs(rest) > whole / 5 else 0.0


def rest_words(parts: Sequence[Part], whole: float) -> str:
    """Say what the parts leave of a difference, if it is worth it.

    >>> rest_words([Part(1, "transport", 5.0, 0.8, 0.3, "gained")], 1.9)
    'All other things together: -3.1.'
    >>> rest_words([Part(1, "transport", 1.8, 0.8, 0.3, "gained")], 1.9)
    ''
    """
    rest = rest_of(parts, whole)
    return f"All other things together: {rest:+.1f}." if rest else ""


def luck_words(luck: Luck, names: Sequence[str]) -> str:
    """Say what chance was worth.

    >>> luck_words(Luck(88, 3, 1, -2.34, 0.4), ["Ada", "Ben"])
    'Move 88, round 3: what turned up cost Ben 2.3 points (give or take 0.8). That was luck.'
    """
    what = "brought" if luck.points > 0 else "cost"
    size = f"{abs(luck.points):.1f} points (give or take {2 * luck.error:.1f})"
    where = f"Move {luck.number}, round {luck.round}"
    return f"{where}: what turned up {what} {names[luck.seat]} {size}. That was luck."


def tenths(share: float) -> int:
    """Return a share in tenths."""
    return round(share * 10)


def grades_in_words(grades: dict[str, int]) -> str:
    """Return how many decisions have each grade.

    >>> grades_in_words({"best": 4, "good": 2, "slip": 1, "mistake": 0, "big": 2})
    '4 best, 2 good, 1 slip, 2 big mistakes'
    """
    parts = []
    for grade, count in grades.items():
        plural = "s" if count > 1 and grade not in ("best", "good") else ""
        if count:
            parts.append(f"{count} {GRADE_WORDS[grade]}{plural}")
    return ", ".join(parts)


def label_words(label: str, game: Game) -> str:
    """Return the name of what a label stands for: a card, an elder or an action.

    >>> from skerry.games import GAMES
    >>> label_words("elder 8", GAMES["nusfjord"]), label_words("serve", GAMES["nusfjord"])
    ('Broker', 'Serve fish')
    """
    components = game.components()
    kind, _, number = label.partition(" ")
    known = components["elders"].get(number) if kind == "elder" else None
    known = known or components["cards"].get(label)
    return str(known["name"]) if known is not None else action_name(game.name, label)
