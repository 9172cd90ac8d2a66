"""Why not? For everything a seat cannot choose now, a reason with the rule and the numbers.

Refs: `space:fish` (an action space), `perform:fish` (carrying it out), `hex:2,1`, `good:beef@0,0`,
`character:guide`, `tile:A1`, `rest:first`, `treasure:2`, `beg:3`, `govern`, `preach`.
"""

from skerry.games.vanuatu import notation
from skerry.games.vanuatu.engine.actions.sail import barred, reach
from skerry.games.vanuatu.engine.actions.sell import holds_fish
from skerry.games.vanuatu.engine.board import NEIGHBOURS
from skerry.games.vanuatu.engine.components import (
    ACTION_NAMES,
    ACTIONS,
    BEGGAR,
    BUILD,
    BUILDER_PRICE,
    BUY,
    CHARACTER_NAMES,
    DIKE_PRICE,
    DRAW,
    EXPLORE,
    FARTHEST_SAIL,
    FISH,
    GOOD_NAMES,
    GOOD_PRICE,
    GOODS,
    GOVERNOR,
    HUT_PRICE,
    MOST_BEGGED,
    MOST_SEATS,
    NO_TILE,
    PREACHER,
    REST,
    REST_NAMES,
    SAIL,
    SELL,
    TILE_NAMES,
    TOURIST,
    VALUES,
)
from skerry.games.vanuatu.engine.moves import DONE
from skerry.games.vanuatu.engine.outlook import achievable
from skerry.games.vanuatu.engine.placing import open_cells, touches_island
from skerry.games.vanuatu.engine.resolving import can_perform
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.engine.text import CELL_NAMES, cell_name
from skerry.games.vanuatu.questions import question
from skerry.kernel.errors import BadNotation
from skerry.kernel.protocol import Reason

_ACTION_REFS = [f"space:{name}" for name in ACTION_NAMES]
_REFS_OF_KIND = {
    "place_tile": ["hex", "tile"],
    "place_neutral": [],
    "choose_character": ["character"],
    "plan_marker": ["space"],
    "take_turn": ["space", "perform", "govern", "preach"],
    "sail": ["hex"],
    "build": ["hex"],
    "sell": [],
    "buy": ["good", "hex"],
    "draw": ["hex"],
    "tourist": ["hex"],
    "rest": ["rest"],
    "last_begging": [],
    "last_sales": [],
}
_ALWAYS = ["treasure", "beg"]


def refs_of(kind: str) -> list[str]:
    """List the refs of a kind that exist in every game."""
    return {
        "space": _ACTION_REFS,
        "perform": [f"perform:{name}" for name in ACTION_NAMES],
        "hex": [f"hex:{name}" for name in CELL_NAMES],
        "good": [f"good:{good}@{cell}" for cell in CELL_NAMES for good in GOOD_NAMES],
        "character": [f"character:{name}" for name in CHARACTER_NAMES],
        "tile": [f"tile:{name}" for name in TILE_NAMES],
        "rest": [f"rest:{name}" for name in REST_NAMES],
        "treasure": [f"treasure:{value}" for value in range(1, VALUES + 1)],
        "beg": [f"beg:{vatus}" for vatus in range(1, MOST_BEGGED + 1)],
        "govern": ["govern"],
        "preach": ["preach"],
    }[kind]


def closed(state: State, seat: int) -> dict[str, Reason]:
    """Name everything the open question could be about that is closed to the seat."""
    asked = question(state)
    kinds = list(_ALWAYS)
    if asked is not None and asked.seat == seat:
        kinds = _REFS_OF_KIND[asked.kind] + kinds
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
    """Say why the seat cannot choose *ref* now; None if it can."""
    kind, _, name = ref.partition(":")
    if kind not in _ALL_KINDS or ref not in refs_of(kind):
        raise BadNotation(f"{ref[:40]!r} names nothing; try 'space:fish', 'hex:0,0' or 'beg:1'")
    asked = question(state)
    if asked is None:
        return Reason("game_over", "6")
    if kind == "treasure":
        return _why_not_treasure(state, seat, int(name), asked.seat)
    if kind == "beg":
        return _why_not_beg(state, seat, int(name), asked.seat)
    if asked.seat != seat:
        return Reason("not_your_turn", "6", {"seat": asked.seat, "question": asked.kind})
    if _is_open(state, kind, ref):
        return None
    if kind in ("space", "perform"):
        return _why_not_action(state, seat, kind, ACTION_NAMES.index(name), asked.kind)
    if kind == "hex":
        return _why_not_cell(state, seat, notation.cell_of(name), asked.kind)
    if kind == "good":
        good, _, cell = name.partition("@")
        return _why_not_good(
            state, seat, GOOD_NAMES.index(good), notation.cell_of(cell), asked.kind
        )
    if kind == "character":
        return _why_not_character(state, seat, CHARACTER_NAMES.index(name), asked.kind)
    if kind == "tile":
        return _why_not_tile(state, TILE_NAMES.index(name), asked.kind)
    if kind == "rest" and asked.kind == "rest":
        return Reason("token_taken", "10.9")
    if kind == "govern" and asked.kind == "take_turn":
        return _why_not_bonus(state, seat, GOVERNOR)
    if kind == "preach" and asked.kind == "take_turn":
        return _why_not_preach(state, seat)
    return _not_asked(asked.kind)


_ALL_KINDS = [
    "space",
    "perform",
    "hex",
    "good",
    "character",
    "tile",
    "rest",
    "treasure",
    "beg",
    "govern",
    "preach",
]


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


# -- actions


def _why_not_action(state: State, seat: int, kind: str, action: int, asked: str) -> Reason:
    if asked == "plan_marker" and kind == "space":
        return _why_not_plan(state, seat, action)
    if asked != "take_turn":
        return _not_asked(asked)
    own = state.markers[action * MOST_SEATS + seat]
    if own == 0:
        return Reason("no_marker", "6", {"action": ACTION_NAMES[action]})
    if state.leader(action) == seat:
        return why_not_perform(state, seat, action)
    return _why_not_leading(state, seat, action)


def _leads_somewhere(state: State, seat: int) -> bool:
    return any(state.leader(action) == seat for action in range(ACTIONS))


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


def _why_not_plan(state: State, seat: int, action: int) -> Reason:
    """Explain an action that cannot be brought about: money, or what would open it."""
    name = ACTION_NAMES[action]
    trial = state.copy()
    for vatus in range(state.money[seat] + 1, 10):
        trial.money[seat] = vatus
        if achievable(trial, seat) >> action & 1:
            money = {"needs": vatus, "have": state.money[seat]}
            return Reason("cannot_pay", "8", {"action": name, **money})
    reason = why_not_perform(state, seat, action, money=9)
    opens = []
    for other in range(REST):
        if other != action and not state.markers[other * MOST_SEATS + seat]:
            if not achievable(state, seat) >> other & 1:
                continue
            trial = state.copy()
            trial.markers[other * MOST_SEATS + seat] = 1
            if achievable(trial, seat) >> action & 1:
                opens.append(ACTION_NAMES[other])
    args = reason.args | ({"plan_first": opens} if opens else {})
    return Reason(reason.code, "8", {"action": name, **args})


def why_not_perform(state: State, seat: int, action: int, money: int | None = None) -> Reason:
    """Say what is missing to carry out an action from where the boat is."""
    held = state.money[seat] if money is None else money
    islands = state.islands_beside(state.boat[seat])
    rule = f"10.{action + 1}"
    if action == REST:
        return Reason("no_rest_token", rule)
    if action == EXPLORE:
        return Reason("not_on_wreck", rule, {"cell": cell_name(state.boat[seat])})
    if action == FISH:
        return Reason("not_on_shoal", rule, {"cell": cell_name(state.boat[seat])})
    if action == SAIL:
        if held == 0:
            return Reason("cannot_pay", rule, {"needs": 1, "have": held})
        return Reason("no_open_water", rule)
    if action == SELL and not holds_fish(state, seat):
        return Reason("no_fish_tile", rule)
    if action == SELL:
        return Reason("no_hut_near", rule)
    if action == TOURIST and state.office == 0:
        return Reason("no_tourist", rule)
    if not islands:
        return Reason("no_island_near", rule, {"cell": cell_name(state.boat[seat])})
    if action == TOURIST:
        return Reason("island_full", rule)
    if action == DRAW:
        return Reason("no_drawing_site", rule)
    if action == BUILD:
        return _why_not_build(state, seat, islands, held)
    goods = [
        GOOD_PRICE[good]
        for island in islands
        for good in range(GOODS)
        if state.cubes[island * GOODS + good]
    ]
    if not goods:
        return Reason("no_goods", rule)
    return Reason("cannot_pay", rule, {"needs": min(goods), "have": held})


def _why_not_build(state: State, seat: int, islands: list[int], held: int) -> Reason:
    sites = any(state.has_site(seat, island) for island in islands)
    if (
        state.rules.rising_waters
        and state.dikes_left
        and any(state.open_sides(island) for island in islands)
    ):
        needs = DIKE_PRICE
    elif state.huts_left[seat] == 0:
        return Reason("no_hut_left", "10.2")
    elif not sites:
        return Reason("no_site", "10.2")
    else:
        needs = BUILDER_PRICE if state.bonus_ready(seat, BUILD) else HUT_PRICE
    return Reason("cannot_pay", "10.2", {"needs": needs, "have": held})


# -- places and goods


def _why_not_cell(state: State, seat: int, cell: int, asked: str) -> Reason:
    if asked == "place_tile":
        return _why_not_place(state, cell)
    if asked == "sail":
        return _why_not_sail(state, seat, cell)
    if asked not in ("build", "buy", "draw", "tourist"):
        return _not_asked(asked)
    args = {"cell": cell_name(cell)}
    action = ACTION_NAMES.index(asked)
    rule = f"10.{action + 1}"
    if state.tile_at[cell] == NO_TILE:
        return Reason("empty_cell", rule, args)
    if state.sunk >> cell & 1:
        return Reason("submerged", "13", args)
    if not state.is_island(cell):
        return Reason("not_an_island", rule, args)
    if cell not in NEIGHBOURS[state.boat[seat]]:
        return Reason("not_beside_boat", rule, args | {"boat": cell_name(state.boat[seat])})
    if action == DRAW:
        return Reason("no_drawing_site", rule, args)
    if action == TOURIST:
        return Reason("island_full", rule, args)
    if action == BUY:
        if not any(state.cubes[cell * GOODS : cell * GOODS + GOODS]):
            return Reason("no_goods", rule, args)
        needs = min(GOOD_PRICE[g] for g in range(GOODS) if state.cubes[cell * GOODS + g])
        return Reason("cannot_pay", rule, args | {"needs": needs, "have": state.money[seat]})
    if state.huts_left[seat] == 0:
        return Reason("no_hut_left", rule, args)
    if not state.has_site(seat, cell):
        return Reason("no_site", rule, args)
    return Reason("cannot_pay", rule, args | {"needs": HUT_PRICE, "have": state.money[seat]})


def _why_not_sail(state: State, seat: int, cell: int) -> Reason:
    args = {"cell": cell_name(cell)}
    if state.tile_at[cell] == NO_TILE:
        return Reason("empty_cell", "10.1", args)
    if not state.is_ocean(cell):
        return Reason("not_an_ocean", "10.1", args)
    if barred(state, seat) >> cell & 1:
        return Reason("boat_in_the_way", "14", args)
    ends = reach(state, seat, state.boat[seat])
    steps = [i + 1 for i in range(FARTHEST_SAIL) if ends[i] >> cell & 1]
    if not steps:
        return Reason("too_far", "10.1", args | {"max": FARTHEST_SAIL})
    return Reason("cannot_pay", "10.1", args | {"needs": steps[0], "have": state.money[seat]})


def _why_not_place(state: State, cell: int) -> Reason:
    args = {"cell": cell_name(cell)}
    if state.tile_at[cell] != NO_TILE:
        return Reason("occupied", "7", args | {"tile": TILE_NAMES[state.tile_at[cell]]})
    if cell not in open_cells(state):
        return Reason("needs_two_neighbours", "7", args)
    islands = [tile for tile in state.shown if state.tiles.island[tile]]
    if state.rules.placement_lookahead and len(state.shown) == 2:
        return Reason("leaves_no_place", "7", args)
    if touches_island(state, cell) and len(islands) == len(state.shown):
        return Reason("island_beside_island", "7", args)
    if not touches_island(state, cell) and not islands:
        return Reason("ocean_needs_island", "7", args)
    return Reason("other_tile_first", "7", args)


def _why_not_tile(state: State, tile: int, asked: str) -> Reason:
    if asked != "place_tile":
        return _not_asked(asked)
    name = {"tile": TILE_NAMES[tile]}
    if tile in state.tile_at:
        return Reason("already_placed", "7", name)
    if tile not in state.shown:
        return Reason("not_on_the_volcano", "7", name)
    return Reason("other_tile_first", "7", name)


def _why_not_good(state: State, seat: int, good: int, cell: int, asked: str) -> Reason:
    if asked != "buy":
        return _not_asked(asked)
    args = {"good": GOOD_NAMES[good], "cell": cell_name(cell)}
    if state.is_island(cell) and cell in NEIGHBOURS[state.boat[seat]]:
        if state.cubes[cell * GOODS + good] == 0:
            return Reason("no_such_good", "10.6", args)
        money = {"needs": GOOD_PRICE[good], "have": state.money[seat]}
        return Reason("cannot_pay", "10.6", args | money)
    return _why_not_cell(state, seat, cell, asked)


# -- characters


def _why_not_character(state: State, seat: int, character: int, asked: str) -> Reason:
    if asked != "choose_character":
        return _not_asked(asked)
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


def _why_not_preach(state: State, seat: int) -> Reason:
    if state.character[seat] != PREACHER or state.used[seat]:
        return _why_not_bonus(state, seat, PREACHER)
    if _leads_somewhere(state, seat):
        led = [ACTION_NAMES[a] for a in range(ACTIONS) if state.leader(a) == seat]
        return Reason("you_lead_somewhere", "11", {"spaces": led})
    assert not any(
        can_perform(state, seat, action, False)
        for action in range(ACTIONS)
        if state.markers[action * MOST_SEATS + seat]
    )
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
