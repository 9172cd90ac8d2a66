"""Moves as text and back, and what each touches on the table.

place A1 2,1        put tile A1 on cell 2,1
neutral fish        two players: a neutral marker on Fish
take artist         choose the Artist
plan sail           a marker on Sail
perform sail        resolve Sail; "perform sail bonus" with the character's bonus
retrieve sail       take the markers back for nothing
preach draw         the Preacher performs Draw
govern fish explore the Governor moves the stack from Fish to Explore
sail 2,1 2          to cell 2,1 in 2 steps
build 0,0 hut       "build 0,0 dike E", "build 0,0 hut dike E"
sell 3 2            sell fish tiles of value 3 and 2
buy beef 0,0        draw 0,0     tourist 0,0
rest first          or vatu+point, point, vatu
done                no more sales before the final scoring
treasure 2 by 1     seat 1 sells a treasure tile of value 2
beg 3 by 1          seat 1 begs 3 vatus
"""

from functools import cache

from skerry.games.vanuatu.engine import moves as m
from skerry.games.vanuatu.engine.board import CELLS, SIDE_NAMES, SIDES
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    ACTIONS,
    CHARACTER_NAMES,
    GOOD_NAMES,
    GOODS,
    MOST_BEGGED,
    MOST_SEATS,
    REST_NAMES,
    TILE_NAMES,
    VALUES,
)
from skerry.games.vanuatu.engine.text import CELL_NAMES
from skerry.kernel.errors import BadNotation


def _place(i: int) -> str:
    return f"place {TILE_NAMES[i // CELLS]} {CELL_NAMES[i % CELLS]}"


def _govern(i: int) -> str:
    return f"govern {ACTION_NAMES[i // ACTIONS]} {ACTION_NAMES[i % ACTIONS]}"


def _sail(i: int) -> str:
    return f"sail {CELL_NAMES[i % CELLS]} {i // CELLS + 1}"


def _build(i: int) -> str:
    what = i % m.BUILD_WHAT
    cell = CELL_NAMES[i // m.BUILD_WHAT]
    if what == m.HUT_ONLY:
        return f"build {cell} hut"
    if what < m.HUT_AND_DIKE:
        return f"build {cell} dike {SIDE_NAMES[what - m.DIKE_ONLY]}"
    return f"build {cell} hut dike {SIDE_NAMES[what - m.HUT_AND_DIKE]}"


def sold_fish(move: int) -> list[int]:
    """List the values of the fish tiles a move sells, dearest first."""
    i = move - m.SELL_FISH
    threes, twos, ones = i // m.SELL_SPAN**2, i // m.SELL_SPAN % m.SELL_SPAN, i % m.SELL_SPAN
    return [3] * threes + [2] * twos + [1] * ones


def _sell(i: int) -> str:
    return " ".join(["sell", *map(str, sold_fish(m.SELL_FISH + i))])


def _buy(i: int) -> str:
    return f"buy {GOOD_NAMES[i % GOODS]} {CELL_NAMES[i // GOODS]}"


# Where each kind of move begins, and how the rest of its number reads; in rising order.
_KINDS = [
    (m.PLACE, _place),
    (m.NEUTRAL, lambda i: f"neutral {ACTION_NAMES[i]}"),
    (m.TAKE, lambda i: f"take {CHARACTER_NAMES[i]}"),
    (m.PLAN, lambda i: f"plan {ACTION_NAMES[i]}"),
    (m.PERFORM, lambda i: f"perform {ACTION_NAMES[i]}"),
    (m.PERFORM_BONUS, lambda i: f"perform {ACTION_NAMES[i]} bonus"),
    (m.RETRIEVE, lambda i: f"retrieve {ACTION_NAMES[i]}"),
    (m.PREACH, lambda i: f"preach {ACTION_NAMES[i]}"),
    (m.GOVERN, _govern),
    (m.SAIL_TO, _sail),
    (m.BUILD_ON, _build),
    (m.SELL_FISH, _sell),
    (m.BUY_AT, _buy),
    (m.DRAW_AT, lambda i: f"draw {CELL_NAMES[i]}"),
    (m.TOURIST_AT, lambda i: f"tourist {CELL_NAMES[i]}"),
    (m.REST_WITH, lambda i: f"rest {REST_NAMES[i]}"),
    (m.DONE, lambda i: "done"),
    (m.SELL_TREASURE, lambda i: f"treasure {i % VALUES + 1} by {i // VALUES}"),
    (m.BEG, lambda i: f"beg {i % MOST_BEGGED + 1} by {i // MOST_BEGGED}"),
]


def _texts() -> list[str]:
    texts = []
    ends = [start for start, _ in _KINDS[1:]] + [m.MOVES]
    for (start, text_of), end in zip(_KINDS, ends, strict=True):
        texts += [text_of(i) for i in range(end - start)]
    return texts


TEXTS = _texts()
_NUMBERS = {text: move for move, text in enumerate(TEXTS)}
_VERBS = sorted({text.split()[0] for text in TEXTS})


def write(move: int) -> str:
    """Return the text of a move.

    >>> write(read("sail 2,1 2"))
    'sail 2,1 2'
    """
    if not 0 <= move < m.MOVES:
        raise BadNotation(f"there is no move {move}; moves are numbered 0 to {m.MOVES - 1}")
    return TEXTS[move]


def read(text: str) -> int:
    """Return the move of a text; case, spare spaces and the order of fish do not matter."""
    if text in _NUMBERS:  # as it is written in records
        return _NUMBERS[text]
    words = text.split()
    if words[:1] == ["sell"]:
        words[1:] = sorted(words[1:], reverse=True)
    tidy = " ".join(words)
    if tidy in _NUMBERS:
        return _NUMBERS[tidy]
    for known, move in _NUMBERS.items() if len(tidy) < 40 else ():
        if known.lower() == tidy.lower():
            return move
    if not words or words[0].lower() not in _VERBS:
        verbs = ", ".join(_VERBS)
        raise BadNotation(f"{text[:60]!r} is not a move; moves begin with one of: {verbs}")
    like = next(known for known in TEXTS if known.startswith(words[0].lower()))
    raise BadNotation(f"{text[:60]!r} is not a move; write it like {like!r}")


@cache
def touches(move: int) -> dict[str, str]:
    """Name what a move touches, slot by slot, as refs that a client can highlight."""
    words = write(move).split()
    match words:
        case ["place", tile, cell]:
            return {"tile": f"tile:{tile}", "cell": f"hex:{cell}"}
        case ["take", character]:
            return {"character": f"character:{character}"}
        case ["govern", source, target]:
            return {"space": f"space:{source}", "target": f"space:{target}"}
        case ["perform" | "preach" as verb, action, *bonus]:
            how = "bonus" if bonus else verb
            return {"space": f"space:{action}", "how": f"how:{how}"}
        case ["retrieve", action]:
            return {"space": f"space:{action}", "how": "how:retrieve"}
        case ["plan" | "neutral", action]:
            return {"space": f"space:{action}"}
        case ["sail", cell, steps]:
            return {"cell": f"hex:{cell}", "steps": f"steps:{steps}"}
        case ["build", cell, *what]:
            slots = {"cell": f"hex:{cell}", "hut": "hut:yes" if "hut" in what else "hut:no"}
            slots["dike"] = f"edge:{cell}:{what[-1]}" if "dike" in what else "dike:no"
            return slots
        case ["sell", *values]:
            return {"fish": "fish:" + "+".join(values)}
        case ["buy", good, cell]:
            return {"cell": f"hex:{cell}", "good": f"good:{good}@{cell}"}
        case ["draw" | "tourist", cell]:
            return {"cell": f"hex:{cell}"}
        case ["rest", token]:
            return {"token": f"rest:{token}"}
        case ["treasure", value, "by", seat]:
            return {"tile": f"treasure:{value}", "seat": f"seat:{seat}"}
        case ["beg", vatus, "by", seat]:
            return {"vatus": f"beg:{vatus}", "seat": f"seat:{seat}"}
    return {}


def cell_of(text: str) -> int:
    """Read a cell's name; raises BadNotation."""
    tidy = text.replace(" ", "")
    if tidy not in CELL_NAMES:
        raise BadNotation(f"{text[:20]!r} is no cell; cells are {' '.join(CELL_NAMES)}")
    return CELL_NAMES.index(tidy)


assert len(TEXTS) == len(_NUMBERS) == m.MOVES, "every move has its own text"
assert MOST_SEATS * VALUES == m.BEG - m.SELL_TREASURE and len(SIDE_NAMES) == SIDES
