"""Moves as text and back, and what each touches on the table.

place deforest      a worker on Deforest        copy deforest   a worker copies it (or a card does)
place elder 7       a worker on elder 7         pass
build A112          cell 1,0                    forest 1,2 (left cell of a double space)
serve 3             ship sloop                  ship schooner gold (the second price)
upgrade sloop       share 2 (of seat 2's color) count 4 (of goods)
take elder 7        use elder 7                 feed elder 7
use B124.1          option 1                    dividend 2 (a fish on a Share held by seat 2)
again, act, done, decline
"""

from collections.abc import Callable
from functools import cache

from skerry.games.nusfjord.engine import moves as m
from skerry.games.nusfjord.engine.words import SHIPS, SPACES, cell_name
from skerry.kernel.errors import BadNotation

_FIRST_OF_LETTER = ((41, "C"), (21, "B"), (1, "A"))


def card_name(slot: int) -> str:
    """Return the standard id of a slot: A for 1-20, B for 21-40, C for 41-60 of each hundred.

    >>> card_name(0), card_name(80), card_name(53)
    ('A101', 'B221', 'C154')
    """
    number = m.number_of(slot)
    letter = next(letter for first, letter in _FIRST_OF_LETTER if number % 100 >= first)
    return f"{letter}{number}"


def _ship(i: int) -> str:
    return f"ship {SHIPS[i // 2]}" + (" gold" if i % 2 else "")


def _use(i: int) -> str:
    return f"use {card_name(i // m.ABILITIES_A_CARD)}.{i % m.ABILITIES_A_CARD + 1}"


# Where each kind of move begins, and how the rest of its number reads; in rising order.
_KINDS: list[tuple[int, Callable[[int], str]]] = [
    (m.PLACE, lambda i: f"place {SPACES[i]}"),
    (m.COPY, lambda i: f"copy {SPACES[i]}"),
    (m.PLACE_ELDER, lambda i: f"place elder {i}"),
    (m.PASS, lambda i: "pass"),
    (m.DONE, lambda i: "done"),
    (m.DECLINE, lambda i: "decline"),
    (m.AGAIN, lambda i: "again"),
    (m.ACT, lambda i: "act"),
    (m.TAKE_ELDER, lambda i: f"take elder {i}"),
    (m.USE_ELDER, lambda i: f"use elder {i}"),
    (m.FEED, lambda i: f"feed elder {i}"),
    (m.CELL, lambda i: f"cell {cell_name(i)}"),
    (m.FOREST, lambda i: f"forest {cell_name(i)}"),
    (m.SHIP, _ship),
    (m.UPGRADE, lambda i: f"upgrade {SHIPS[i]}"),
    (m.SERVE, lambda i: f"serve {i}"),
    (m.COUNT, lambda i: f"count {i}"),
    (m.SHARE, lambda i: f"share {i}"),
    (m.DIVIDEND, lambda i: f"dividend {i}"),
    (m.OPTION, lambda i: f"option {i + 1}"),
    (m.BUILD, lambda i: f"build {card_name(i)}"),
    (m.USE, _use),
]


def _texts() -> list[str]:
    texts: list[str] = []
    ends = [start for start, _ in _KINDS[1:]] + [m.MOVES]
    for (start, text_of), end in zip(_KINDS, ends, strict=True):
        texts += [text_of(i) for i in range(end - start)]
    return texts


TEXTS = _texts()
_NUMBERS = {text.lower(): move for move, text in enumerate(TEXTS)}
_VERBS = sorted({text.split()[0] for text in TEXTS})
assert len(_NUMBERS) == m.MOVES, "every move has its own text"


def write(move: int) -> str:
    """Return the text of a move.

    >>> write(read("ship schooner gold"))
    'ship schooner gold'
    """
    if not 0 <= move < m.MOVES:
        raise BadNotation(f"there is no move {move}; moves are numbered 0 to {m.MOVES - 1}")
    return TEXTS[move]


def read(text: str) -> int:
    """Return the move of a text; case and spare spaces do not matter."""
    if text in _NUMBERS:  # as it is written in records
        return _NUMBERS[text]
    tidy = " ".join(text[:80].lower().split())
    if tidy in _NUMBERS:
        return _NUMBERS[tidy]
    verb = tidy.partition(" ")[0]
    if verb not in _VERBS:
        verbs = ", ".join(_VERBS)
        raise BadNotation(f"{text[:60]!r} is not a move; moves begin with one of: {verbs}")
    like = next(known for known in TEXTS if known.split()[0] == verb)
    raise BadNotation(f"{text[:60]!r} is not a move; write it like {like!r}")


@cache
def touches(move: int) -> dict[str, str]:
    """Name what a move touches, slot by slot, as refs that a client can highlight."""
    match write(move).split():
        case ["place" | "take" | "use" | "feed", "elder", elder]:
            return {"elder": f"elder:{elder}"}
        case ["place", space]:
            return {"space": f"space:{space}"}
        case ["copy", space]:
            return {"space": f"copy:{space}"}
        case ["cell" | "forest" as what, cell]:
            return {what: f"{what}:{cell}"}
        case ["ship", ship, *price]:
            return {"ship": f"ship:{ship}", "price": "price:gold" if price else "price:goods"}
        case ["build", card]:
            return {"card": f"card:{card}"}
        case ["use", ability]:
            return {"card": f"card:{ability.partition('.')[0]}", "ability": f"ability:{ability}"}
        case ["dividend", seat]:
            return {"seat": f"seat:{seat}"}
        case [what, which]:
            return {what: f"{what}:{which}"}
    return {}
