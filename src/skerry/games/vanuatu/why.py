"""Why not? For everything a seat cannot choose now, a reason with the rule and the numbers.

Refs: `space:fish` (an action space), `perform:fish` (carrying it out), `how:retrieve`, `hex:2,1`,
`steps:2`, `hut:yes`, `dike:no`, `edge:0,0:E`, `fish:3+2`, `good:beef@0,0`, `character:guide`,
`tile:A1`, `rest:first`, `treasure:2`, `beg:3`, `seat:1`, `govern`, `preach`. Several refs with a
space between them ask why they cannot be chosen together; `space:fish space:sell` is a stack and
where the Governor would move it.

What an action needs is explained in its own file in `engine/actions/`.
"""

import re

from skerry.games.vanuatu import notation
from skerry.games.vanuatu.engine.actions.action import NO, YES, Action, Picks
from skerry.games.vanuatu.engine.actions.board_actions import BOARD_ACTIONS
from skerry.games.vanuatu.engine.board import CELLS, SIDE_NAMES
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    ACTIONS,
    BEGGAR,
    CHARACTER_NAMES,
    FARTHEST_SAIL,
    GOOD_NAMES,
    GOODS,
    GOVERNOR,
    MOST_BEGGED,
    MOST_SEATS,
    NO_CHARACTER,
    NO_TILE,
    PREACHER,
    REST,
    REST_NAMES,
    TIED_TO,
    TILE_NAMES,
    VALUES,
)
from skerry.games.vanuatu.engine.moves import DONE, PLACE
from skerry.games.vanuatu.engine.placing import allowed_placements, open_cells, touches_island
from skerry.games.vanuatu.engine.planning_search import achievable
from skerry.games.vanuatu.engine.resolving import may_govern_to
from skerry.games.vanuatu.engine.state import ActionQuestion, State
from skerry.games.vanuatu.engine.text import CELL_NAMES, cell_name
from skerry.games.vanuatu.questions import question
from skerry.kernel.errors import BadNotation
from skerry.kernel.protocol import Question, Reason

_RICH = 9  # the most money one can hold
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
# What `closed` goes through for each kind of question.
_CLOSED_FOR: dict[str, list[str]] = {
    "place_tile": ["hex", "tile"],
    "choose_character": ["character"],
    "plan_marker": ["space"],
    "take_turn": ["space", "perform", "govern", "preach"],
    "sail": ["hex"],
    "build": ["hex"],
    "buy": ["good", "hex"],
    "draw": ["hex"],
    "tourist": ["hex"],
    "rest": ["rest"],
}
_ALWAYS = ["treasure", "beg"]


def refs_of(kind: str) -> list[str]:
    """List the refs of a kind that exist in every game; those of fish tiles are too many."""
    return _REFS[kind]


def closed(state: State, seat: int) -> dict[str, Reason]:
    """Name everything the open question could be about that is closed to the seat."""
    asked = question(state)
    kinds = list(_ALWAYS)
    if asked is not None and asked.seat == seat:
        kinds = _CLOSED_FOR.get(asked.kind, []) + kinds
    reasons = {}
    for kind in kinds:
        for ref in refs_of(kind):
            if kind == "good" and not _carries(state, ref):
                continue
            reason = why_not(state, seat, ref)
            if reason is not None:
                reasons[ref] = reason
    return reasons


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
    if asked.kind == "take_turn":
        return _why_not_turn(state, seat, kind, name)
    if asked.kind == "plan_marker" and kind == "space":
        return _why_not_plan(state, seat, BOARD_ACTIONS[ACTION_NAMES.index(name)])
    if asked.kind == "place_tile" and kind == "hex":
        return _why_not_cell(state, notation.cell_of(name))
    if asked.kind == "place_tile" and kind == "tile":
        return _why_not_tile(state, TILE_NAMES.index(name))
    if asked.kind == "choose_character" and kind == "character":
        return _why_not_character(state, seat, CHARACTER_NAMES.index(name))
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
        return _why_not_place(state, [tile], notation.cell_of(names["hex"]))
    spaces = [ref.partition(":")[2] for ref in refs if ref.startswith("space:")]
    if asked.kind == "take_turn" and len(spaces) == len(refs) == 2:
        return _why_not_govern(state, seat, *(ACTION_NAMES.index(name) for name in spaces))
    if asked.kind == "take_turn" and names.keys() == {"space", "how"}:
        action = BOARD_ACTIONS[ACTION_NAMES.index(names["space"])]
        return _why_not_how(state, seat, action, names["how"])
    return Reason("not_one_move", "6", {"refs": refs})


# -- how an action is carried out


def _why_not_carried_out(state: State, task: ActionQuestion, refs: list[str]) -> Reason:
    action = BOARD_ACTIONS[task.action()]
    picks = Picks()
    answers = notation.SLOTS_OF_ACTION[ACTION_NAMES[action.number]]
    for ref in refs:
        kind, _, name = ref.partition(":")
        if kind not in answers:
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


# -- planning


def _why_not_plan(state: State, seat: int, action: Action) -> Reason:
    """Explain an action that cannot be brought about: money, or what would open it."""
    name = ACTION_NAMES[action.number]
    trial = state.copy()
    for vatus in range(state.money[seat] + 1, _RICH + 1):
        trial.money[seat] = vatus
        if achievable(trial, seat) & action.bit:
            money = {"needs": vatus, "have": state.money[seat]}
            return Reason("cannot_pay", "8", {"action": name, **money})
    reason = action.why_impossible(state, seat, _RICH)
    opens = []
    for other in range(REST):
        if other != action.number and not state.markers[other * MOST_SEATS + seat]:
            if not achievable(state, seat) >> other & 1:
                continue
            trial = state.copy()
            trial.markers[other * MOST_SEATS + seat] = 1
            if achievable(trial, seat) & action.bit:
                opens.append(ACTION_NAMES[other])
    args = reason.args | ({"plan_first": opens} if opens else {})
    return Reason(reason.code, "8", {"action": name, **args})


# -- the turn in phase IV


def _why_not_turn(state: State, seat: int, kind: str, name: str) -> Reason:
    if kind == "govern":
        return _why_not_bonus(state, seat, GOVERNOR)
    if kind == "preach":
        return _why_not_preach(state, seat)
    if kind in ("space", "perform"):
        return _why_not_perform(state, seat, BOARD_ACTIONS[ACTION_NAMES.index(name)])
    if kind != "how":
        return _not_asked("take_turn")
    if name == "preach":
        return _why_not_preach(state, seat)
    led = _led(state, seat)
    if name == "retrieve":
        # Every stack that leads could act, and where one leads no other is taken back.
        return Reason("could_act", "6", {"spaces": [ACTION_NAMES[action] for action in led]})
    if name == "bonus":
        return _why_not_any_bonus(state, seat)
    if led:
        return _why_not_perform(state, seat, BOARD_ACTIONS[led[0]])
    return Reason("you_lead_nowhere", "6")


def _led(state: State, seat: int) -> list[int]:
    return [action for action in range(ACTIONS) if state.leader(action) == seat]


def _why_not_perform(state: State, seat: int, action: Action) -> Reason:
    """Explain why an action cannot be performed in this turn."""
    number = action.number
    if state.markers[number * MOST_SEATS + seat] == 0:
        return Reason("no_marker", "6", {"action": ACTION_NAMES[number]})
    if state.leader(number) == seat:
        return action.why_impossible(state, seat, state.money[seat])
    return _why_not_leading(state, seat, number)


def _why_not_leading(state: State, seat: int, action: int) -> Reason:
    markers = state.markers[action * MOST_SEATS : action * MOST_SEATS + state.n]
    own = markers[seat]
    best = max(markers)
    rivals = [s for s in range(state.n) if s != seat and markers[s] == best]
    if best > own:
        rival = min(rivals, key=lambda s: (s - state.first) % state.n)
        return Reason("outnumbered", "6", {"leader": rival, "markers": best, "yours": own})
    leader = state.leader(action)
    if leader >= 0:
        return Reason("tie_earlier_in_turn_order", "6", {"leader": leader, "markers": own})
    earlier = [s for s in rivals if (s - state.first) % 2 < (seat - state.first) % 2]
    if earlier:
        return Reason("tie_earlier_in_turn_order", "6", {"leader": earlier[0], "markers": own})
    return Reason("neutral_markers", "14", {"neutral": state.neutral[action], "yours": own})


def _why_not_how(state: State, seat: int, action: Action, how: str) -> Reason:
    """Explain a stack that cannot be dealt with in this way, though in another."""
    number = action.number
    name = ACTION_NAMES[number]
    if state.markers[number * MOST_SEATS + seat] == 0:  # open only as the Governor's target
        return Reason("no_marker", "6", {"action": name})
    leads = state.leader(number) == seat
    if how == "preach":
        return action.why_impossible(state, seat, state.money[seat])
    if not leads and (how != "retrieve" or not _led(state, seat)):
        return _why_not_leading(state, seat, number)
    if how == "retrieve":
        if leads:
            return Reason("could_act", "6", {"spaces": [name]})
        led = [ACTION_NAMES[other] for other in _led(state, seat)]
        return Reason("lead_elsewhere", "6", {"spaces": led})
    if how == "bonus":
        if not state.bonus_ready(seat, number):
            return _why_not_any_bonus(state, seat)
        if action.possible(state, seat, True):
            return Reason("bonus_not_needed", "11", {"character": _character(state, seat)})
    return action.why_impossible(state, seat, state.money[seat])


def _why_not_govern(state: State, seat: int, source: int, target: int) -> Reason:
    if state.character[seat] != GOVERNOR or state.used[seat]:
        return _why_not_bonus(state, seat, GOVERNOR)
    if state.markers[source * MOST_SEATS + seat] == 0:
        return Reason("no_marker", "6", {"action": ACTION_NAMES[source]})
    if source == target:
        return Reason("same_space", "11", {"action": ACTION_NAMES[target]})
    assert not may_govern_to(state, seat, target), "any other space is a target"
    return Reason("already_performed", "17", {"action": ACTION_NAMES[target]})


# -- tiles


def _why_not_cell(state: State, cell: int) -> Reason:
    args = {"cell": cell_name(cell)}
    if state.tile_at[cell] != NO_TILE:
        return Reason("occupied", "7", args | {"tile": TILE_NAMES[state.tile_at[cell]]})
    if cell not in open_cells(state):
        return Reason("needs_two_neighbours", "7", args)
    return _why_not_place(state, state.shown, cell)


def _why_not_place(state: State, tiles: list[int], cell: int) -> Reason:
    """Explain why none of these tiles may go on a cell with two neighbours."""
    args = {"cell": cell_name(cell)}
    if any(PLACE + tile * CELLS + cell in allowed_placements(state) for tile in tiles):
        return Reason("leaves_no_place", "7", args)  # option placement_lookahead
    islands = [tile for tile in tiles if state.tiles.island[tile]]
    if touches_island(state, cell) and len(islands) == len(tiles):
        return Reason("island_beside_island", "7", args)
    if not touches_island(state, cell) and not islands:
        return Reason("ocean_needs_island", "7", args)
    return Reason("other_tile_first", "7", args)


def _why_not_tile(state: State, tile: int) -> Reason:
    name = {"tile": TILE_NAMES[tile]}
    if tile in state.tile_at:
        return Reason("already_placed", "7", name)
    if tile not in state.shown:
        return Reason("not_on_the_volcano", "7", name)
    return Reason("other_tile_first", "7", name)


# -- characters and any-time moves


def _character(state: State, seat: int) -> str:
    return CHARACTER_NAMES[state.character[seat]]


def _why_not_character(state: State, seat: int, character: int) -> Reason:
    name = {"character": CHARACTER_NAMES[character]}
    if state.character[seat] == character:
        return Reason("yours_last_round", "6", name)
    for other in range(state.n):
        if state.character[other] == character:
            return Reason("taken", "6", name | {"seat": other})
    if not state.rules.all_characters >> character & 1:
        return Reason("not_in_this_game", "17", name)
    return Reason("not_on_offer", "14", name)


def _why_not_bonus(state: State, seat: int, character: int) -> Reason:
    name = {"character": CHARACTER_NAMES[character]}
    if state.character[seat] != character:
        return Reason("not_your_character", "11", name)
    return Reason("already_used", "11", name)


def _why_not_any_bonus(state: State, seat: int) -> Reason:
    """Explain why the seat's character adds nothing to the action, or to any."""
    character = state.character[seat]
    if character == NO_CHARACTER:
        return Reason("no_character", "11")
    name = {"character": CHARACTER_NAMES[character]}
    if state.used[seat]:
        return Reason("already_used", "11", name)
    if TIED_TO[character] >= 0:
        return Reason("bonus_elsewhere", "11", name | {"action": ACTION_NAMES[TIED_TO[character]]})
    return Reason("no_action_bonus", "11", name)


def _why_not_preach(state: State, seat: int) -> Reason:
    if state.character[seat] != PREACHER or state.used[seat]:
        return _why_not_bonus(state, seat, PREACHER)
    led = _led(state, seat)
    if led:
        return Reason("you_lead_somewhere", "11", {"spaces": [ACTION_NAMES[a] for a in led]})
    return Reason("nothing_possible", "11")


def _why_not_treasure(state: State, seat: int, value: int, asked: int) -> Reason | None:
    if state.held_treasure[seat * VALUES + value - 1] == 0:
        return Reason("no_such_treasure", "10", {"value": value})
    if not state.anytime(seat):
        return Reason("finish_your_action_first", "10", {"seat": asked})
    return None


def _why_not_beg(state: State, seat: int, vatus: int, asked: int) -> Reason | None:
    if state.character[seat] != BEGGAR or state.used[seat]:
        return _why_not_bonus(state, seat, BEGGAR)
    if state.points[seat] < vatus:
        return Reason("too_few_points", "11", {"needs": vatus, "have": state.points[seat]})
    if state.rules.beggar_own_turn_only and asked != seat:
        return Reason("not_your_turn", "17", {"seat": asked})
    if notation.read(f"beg {vatus} by {seat}") not in state.anytime(seat):
        return Reason("finish_your_action_first", "11", {"seat": asked})
    return None
