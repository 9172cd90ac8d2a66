"""Why not? For everything a seat cannot choose now, a reason with the rule and the numbers.

Refs: `space:fish` (an action space), `perform:fish` (carrying it out), `how:retrieve`, `hex:2,1`,
`steps:2`, `hut:yes`, `dike:no`, `edge:0,0:E`, `fish:3+2`, `good:beef@0,0`, `character:guide`,
`tile:A1`, `rest:first`, `treasure:2`, `beg:3`, `seat:1`, `govern`, `preach`. Several refs with a
space between them ask why they cannot be chosen together; `space:fish space:sell` is a stack and
where the Governor would move it.

The rules explain themselves: what an action needs in its own file in `engine/actions/`, the rest in
`placing.py`, `characters.py`, `planning.py` and `resolving.py` of the engine.
"""

import re

from skerry.games.vanuatu import notation
from skerry.games.vanuatu.engine.actions.action import NO, YES, Picks
from skerry.games.vanuatu.engine.actions.board_actions import BOARD_ACTIONS
from skerry.games.vanuatu.engine.board import SIDE_NAMES
from skerry.games.vanuatu.engine.characters import why_not_character
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    BEGGAR,
    CHARACTER_NAMES,
    FARTHEST_SAIL,
    GOOD_NAMES,
    GOODS,
    MOST_BEGGED,
    MOST_SEATS,
    NO_ACTION,
    REST_NAMES,
    TILE_NAMES,
    VALUES,
)
from skerry.games.vanuatu.engine.moves import DONE
from skerry.games.vanuatu.engine.placing import (
    why_not_cell,
    why_not_place,
    why_not_tile,
)
from skerry.games.vanuatu.engine.planning import why_not_plan
from skerry.games.vanuatu.engine.resolving import (
    why_not_bonus,
    why_not_govern,
    why_not_how,
    why_not_turn,
)
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.games.vanuatu.engine.text import CELL_NAMES
from skerry.games.vanuatu.questions import question
from skerry.kernel.errors import BadNotation
from skerry.kernel.protocol import Question, Reason

_REFS: dict[str, list[str]] = {
    "space": [f"space:{name}" for name in ACTION_NAMES],
    "perform": [f"perform:{name}" for name in ACTION_NAMES],
    "how": [f"how:{name}" for name in ("perform", "bonus", "preach", "retrieve")],
    "hex": [f"hex:{name}" for name in CELL_NAMES],
    "steps": [f"steps:{steps}" for steps in range(1, FARTHEST_SAIL + 1)],
    "hut": ["hut:yes", "hut:no"],
    "dike": ["dike:no"],
    "edge": [f"edge:{cell}:{side}" for cell in CELL_NAMES for side in SIDE_NAMES],
    "good": [f"good:{good}@{cell}" for cell in CELL_NAMES for good in GOOD_NAMES],
    "character": [f"character:{name}" for name in CHARACTER_NAMES],
    "tile": [f"tile:{name}" for name in TILE_NAMES],
    "rest": [f"rest:{name}" for name in REST_NAMES],
    "treasure": [f"treasure:{value}" for value in range(1, VALUES + 1)],
    "beg": [f"beg:{vatus}" for vatus in range(1, MOST_BEGGED + 1)],
    "seat": [f"seat:{seat}" for seat in range(MOST_SEATS)],
    "govern": ["govern"],
    "preach": ["preach"],
}
_FISH_REF = re.compile(r"fish:(?:3(?:\+|$))*(?:2(?:\+|$))*(?:1(?:\+|$))*(?<!\+)(?<!:)$")
# What `closed` goes through for each kind of question; while an action is carried out, places and
# tokens.
_CLOSED_FOR: dict[str, list[str]] = {
    "place_tile": ["hex", "tile"],
    "choose_character": ["character"],
    "plan_marker": ["space"],
    "take_turn": ["space", "perform", "govern", "preach"],
}
_CLOSED_IN_ACTIONS = ["good", "hex", "rest"]
_ALWAYS = ["treasure", "beg"]


def refs_of(kind: str) -> list[str]:
    """List the refs of a kind that exist in every game; those of fish tiles are too many."""
    return _REFS[kind]


def closed(state: State, seat: int) -> dict[str, Reason]:
    """Name everything the open question could be about that is closed to the seat."""
    asked = question(state)
    kinds = list(_ALWAYS)
    if asked is not None and asked.seat == seat:
        kinds = _closed_kinds(state, asked) + kinds
    reasons = {}
    for kind in kinds:
        for ref in refs_of(kind):
            if kind == "good" and not _carries(state, ref):
                continue
            reason = why_not(state, seat, ref)
            if reason is not None:
                reasons[ref] = reason
    return reasons


def _closed_kinds(state: State, asked: Question) -> list[str]:
    number = state.action_in_hand()
    if number == NO_ACTION:
        return _CLOSED_FOR.get(asked.kind, [])
    return [kind for kind in _CLOSED_IN_ACTIONS if kind in BOARD_ACTIONS[number].asks]


def _carries(state: State, ref: str) -> bool:
    cell = notation.cell_of(ref.partition("@")[2])
    return any(state.cubes[cell * GOODS : cell * GOODS + GOODS])


def why_not(state: State, seat: int, ref: str) -> Reason | None:
    """Return why the seat cannot choose *ref*, or several refs together; None if it can."""
    refs = ref.split(" ")
    for one in refs:
        _check(one)
    for one in refs:
        reason = _why_not_one(state, seat, one)
        if reason is not None:
            return reason
    if len(refs) == 1 or _open_together(state, seat, refs):
        return None
    asked = question(state)
    assert asked is not None, "nothing is open when the game is over"
    return _why_not_together(state, seat, refs, asked)


def _check(ref: str) -> None:
    kind = ref.partition(":")[0]
    if not (ref in _REFS.get(kind, []) or _FISH_REF.match(ref)):
        raise BadNotation(f"{ref[:40]!r} names nothing; try 'space:fish', 'hex:0,0' or 'beg:1'")


def _why_not_one(state: State, seat: int, ref: str) -> Reason | None:
    kind, _, name = ref.partition(":")
    asked = question(state)
    if asked is None:
        return Reason("game_over", "6")
    if kind == "treasure":
        return _why_not_treasure(state, seat, int(name), asked.seat)
    if kind == "beg":
        return _why_not_beg(state, seat, int(name), asked.seat)
    if kind == "seat":
        return None if int(name) == seat else Reason("not_your_seat", "6", {"seat": int(name)})
    if asked.seat != seat:
        return Reason("not_your_turn", "6", {"seat": asked.seat, "question": asked.kind})
    if _is_open(state, kind, ref):
        return None
    task = state.agenda[-1]
    if isinstance(task, ActionQuestion):
        return _why_not_carried_out(state, task, [ref])
    if asked.kind == "take_turn" and kind in ("space", "perform", "how", "govern", "preach"):
        return why_not_turn(state, seat, kind, name)
    if asked.kind == "plan_marker" and kind == "space":
        return why_not_plan(state, seat, BOARD_ACTIONS[ACTION_NAMES.index(name)])
    if asked.kind == "place_tile" and kind == "hex":
        return why_not_cell(state, notation.cell_of(name))
    if asked.kind == "place_tile" and kind == "tile":
        return why_not_tile(state, TILE_NAMES.index(name))
    if asked.kind == "choose_character" and kind == "character":
        return why_not_character(state, seat, CHARACTER_NAMES.index(name))
    return _not_asked(asked.kind)


def _not_asked(kind: str) -> Reason:
    return Reason("not_asked", "6", {"question": kind})


def _is_open(state: State, kind: str, ref: str) -> bool:
    moves = state.agenda[-1].options(state)
    if kind in ("govern", "preach"):
        return any(notation.write(move).startswith(kind) for move in moves)
    if kind == "perform":
        name = ref.partition(":")[2]
        return any(
            notation.write(move).split()[:2] in (["perform", name], ["preach", name])
            for move in moves
        )
    return any(ref in notation.touches(move).values() for move in moves if move != DONE)


def _open_together(state: State, seat: int, refs: list[str]) -> bool:
    """Return whether one move touches all of these, a stack before the Governor's target."""
    moves = state.anytime(seat)
    if state.turn() == seat:
        moves = moves + state.agenda[-1].options(state)
    spaces = [ref for ref in refs if ref.startswith("space:")]
    for move in moves:
        touched = list(notation.touches(move).values())
        if all(refs.count(ref) <= touched.count(ref) for ref in refs) and (
            len(spaces) < 2 or touched == spaces
        ):
            return True
    return False


def _why_not_together(state: State, seat: int, refs: list[str], asked: Question) -> Reason:
    """Explain refs of which each is open, but not with the others."""
    task = state.agenda[-1]
    names = {kind: name for kind, _, name in (ref.partition(":") for ref in refs)}
    if isinstance(task, ActionQuestion) and not names.keys() & {"treasure", "beg", "seat"}:
        return _why_not_carried_out(state, task, refs)
    if asked.kind == "place_tile" and names.keys() == {"tile", "hex"}:
        tile = TILE_NAMES.index(names["tile"])
        return why_not_place(state, [tile], notation.cell_of(names["hex"]))
    spaces = [ref.partition(":")[2] for ref in refs if ref.startswith("space:")]
    if asked.kind == "take_turn" and len(spaces) == len(refs) == 2:
        return why_not_govern(state, seat, *(ACTION_NAMES.index(name) for name in spaces))
    if asked.kind == "take_turn" and names.keys() == {"space", "how"}:
        action = BOARD_ACTIONS[ACTION_NAMES.index(names["space"])]
        return why_not_how(state, seat, action, names["how"])
    return Reason("not_one_move", "6", {"refs": refs})


# -- how an action is carried out


def _why_not_carried_out(state: State, task: ActionQuestion, refs: list[str]) -> Reason:
    action = BOARD_ACTIONS[task.action()]
    picks = Picks()
    for ref in refs:
        kind, _, name = ref.partition(":")
        if kind not in action.asks:
            return _not_asked(ACTION_NAMES[action.number])
        match kind:
            case "hex":
                picks.cell = notation.cell_of(name)
            case "steps":
                picks.steps = int(name)
            case "hut":
                picks.hut = YES if name == "yes" else NO
            case "dike":
                picks.dike = NO
            case "edge":
                cell, _, side = name.partition(":")
                picks.dike = YES
                picks.dike_cell = notation.cell_of(cell)
                picks.side = SIDE_NAMES.index(side)
            case "good":
                good, _, cell = name.partition("@")
                picks.good = GOOD_NAMES.index(good)
                picks.good_cell = notation.cell_of(cell)
    return action.why_not(state, task.seat, task.bonus, picks)


# -- any-time moves


def _why_not_treasure(state: State, seat: int, value: int, asked: int) -> Reason | None:
    if state.held_treasure[seat * VALUES + value - 1] == 0:
        return Reason("no_such_treasure", "10", {"value": value})
    if not state.anytime(seat):
        return Reason("finish_your_action_first", "10", {"seat": asked})
    return None


def _why_not_beg(state: State, seat: int, vatus: int, asked: int) -> Reason | None:
    if state.character[seat] != BEGGAR or state.used[seat]:
        return why_not_bonus(state, seat, BEGGAR)
    if state.points[seat] < vatus:
        return Reason("too_few_points", "11", {"needs": vatus, "have": state.points[seat]})
    if state.rules.beggar_own_turn_only and asked != seat:
        return Reason("not_your_turn", "17", {"seat": asked})
    if notation.read(f"beg {vatus} by {seat}") not in state.anytime(seat):
        return Reason("finish_your_action_first", "11", {"seat": asked})
    return None
