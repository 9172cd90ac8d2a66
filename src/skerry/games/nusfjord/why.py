"""Why not? For everything a seat cannot choose now, a reason with the rule and the numbers.

Refs: `space:deforest`, `copy:deforest`, `elder:7`, `card:A112`, `ability:B124.1`,
`ship:schooner`, `cell:1,0`, `forest:1,2`. What an action or a step is missing, its own file knows.
"""

from skerry.games.nusfjord import notation
from skerry.games.nusfjord.engine.actions import goods_had, goods_named
from skerry.games.nusfjord.engine.cards import Ability, Terms
from skerry.games.nusfjord.engine.council import holds_worker, open_elder
from skerry.games.nusfjord.engine.moves import ELDERS
from skerry.games.nusfjord.engine.prices import (
    building_price,
    can_pay_building,
    can_pay_ship,
    ship_price,
)
from skerry.games.nusfjord.engine.rounds import copy_space_for
from skerry.games.nusfjord.engine.spaces.build_building import ChooseBuilding
from skerry.games.nusfjord.engine.spaces.build_ship import ChooseShip
from skerry.games.nusfjord.engine.spaces.copy import ChooseCopy
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import (
    ANYTIME,
    CELLS,
    PLACES_A_STACK,
    SHIPS,
    SPACES,
    cell_name,
)
from skerry.games.nusfjord.questions import question
from skerry.kernel.errors import BadNotation
from skerry.kernel.events import Json
from skerry.kernel.protocol import Reason

_KINDS = ("space", "copy", "elder", "card", "ability", "ship", "cell", "forest")
_CELLS = [cell_name(cell) for cell in range(CELLS)]
# What the questions are about, so that all of it can be listed as open or closed.
_ABOUT = {
    "take_turn": ("space", "copy", "elder", "ability"),
    "use_anytime": ("ability",),
    "choose_copy": ("copy",),
    "choose_building": ("card",),
    "choose_cell": ("cell",),
    "choose_forest": ("forest",),
    "choose_double_space": ("forest",),
    "choose_ship": ("ship",),
    "take_elder": ("elder",),
}


def closed(state: State, seat: int) -> dict[str, Reason]:
    """Return everything the open question is about that is closed to the seat, with reasons."""
    asked = question(state)
    if asked is None or asked.seat != seat:
        return {}
    reasons: dict[str, Reason] = {}
    for kind in _ABOUT.get(asked.kind, ()):
        for ref in _refs(state, seat, kind):
            reason = why_not(state, seat, ref)
            if reason is not None:
                reasons[ref] = reason
    return reasons


def _refs(state: State, seat: int, kind: str) -> list[str]:
    player = state.players[seat]
    cards = state.cards
    if kind in ("space", "copy"):
        return [f"{kind}:{name}" for at, name in enumerate(SPACES) if state.board.capacity[at]]
    if kind == "elder":
        stacks = len(state.stacks) // PLACES_A_STACK
        shown = [open_elder(state, stack) for stack in range(stacks)]
        return [f"elder:{elder}" for elder in [*player.elders, *shown] if elder]
    if kind == "card":
        slots = state.display_a + state.display_b + state.display_c + player.hand
        return [f"card:{cards.cards[slot].name}" for slot in slots]
    if kind == "ability":
        found = [cards.abilities[number] for number in player.abilities]
        return [_ability_ref(state, a) for a in found if a.listens == ANYTIME]
    if kind == "ship":
        return [f"ship:{name}" for name in SHIPS]
    return [f"{kind}:{name}" for name in _CELLS[1:]]


def _ability_ref(state: State, ability: Ability) -> str:
    return f"ability:{state.cards.cards[ability.slot].name}.{ability.index + 1}"


def why_not(state: State, seat: int, ref: str) -> Reason | None:
    """Return why the seat cannot choose *ref* now, None if it can; raises BadNotation."""
    kind, _, name = ref.partition(":")
    _check_ref(state, kind, name, ref)
    asked = question(state)
    if asked is None:
        return Reason("game_over", "11")
    if asked.seat != seat:
        return Reason("not_your_turn", "6", {"seat": asked.seat, "question": asked.kind})
    if any(ref in notation.touches(move).values() for move in state.options()):
        return None
    if kind == "space":
        return _why_not_space(state, seat, SPACES.index(name), asked.kind)
    if kind == "copy":
        return _why_not_copy(state, seat, SPACES.index(name), asked.kind)
    if kind == "elder":
        return _why_not_elder(state, seat, int(name), asked.kind)
    if kind == "card":
        return _why_not_card(state, seat, name, asked.kind)
    if kind == "ability":
        return _why_not_ability(state, seat, ref, asked.kind)
    if kind == "ship":
        return _why_not_ship(state, seat, SHIPS.index(name), asked.kind)
    return _why_not_cell(state, seat, kind, _CELLS.index(name), asked.kind)


def _check_ref(state: State, kind: str, name: str, ref: str) -> None:
    if not _exists(state, kind, name, ref):
        raise BadNotation(
            f"{ref[:40]!r} names nothing; try one of {', '.join(_KINDS)}: 'space:deforest'"
        )


def _exists(state: State, kind: str, name: str, ref: str) -> bool:
    cards = state.cards
    match kind:
        case "space" | "copy":
            return name in SPACES
        case "elder":
            return name in [str(elder) for elder in range(1, ELDERS)]
        case "card":
            return any(card.name == name for card in cards.cards if card.name)
        case "ability":
            return any(_ability_ref(state, a) == ref for a in cards.abilities)
        case "ship":
            return name in SHIPS
        case "cell" | "forest":
            return name in _CELLS
    return False


def _not_asked(kind: str) -> Reason:
    return Reason("not_asked", "6", {"question": kind})


def _terms(state: State) -> Terms:
    """Return the terms on which the open question chooses; the usual ones for most."""
    task = state.agenda[-1]
    if isinstance(task, (ChooseBuilding, ChooseShip, ChooseCopy)):
        return state.cards.terms[task.effect]
    return state.cards.terms[0]


# -- spaces


def _why_not_space(state: State, seat: int, space: int, asked: str) -> Reason:
    if asked != "take_turn":
        return _not_asked(asked)
    if state.board.capacity[space] == 0:
        return Reason("no_such_space", "2.4", {"space": SPACES[space]})
    if state.room[space] == 0:
        return Reason("blocked", "6", {"capacity": state.board.capacity[space]})
    return state.cards.spaces[space].why_not(state, seat, state.cards.terms[0])


def _why_not_copy(state: State, seat: int, space: int, asked: str) -> Reason:
    board = state.board
    if asked not in ("take_turn", "choose_copy"):
        return _not_asked(asked)
    if board.capacity[space] == 0:
        return Reason("no_such_space", "2.4", {"space": SPACES[space]})
    if asked == "take_turn":
        if board.copy_spaces == 0:
            return Reason("no_copy_space", "3", {"players": state.n})
        at = copy_space_for(state, space)
        if state.room[at] == 0:
            return Reason("blocked", "9", {"space": board.space_names[at]})
    if state.room[space]:
        return Reason("not_blocked", "9", {"room": state.room[space]})
    return state.cards.spaces[space].why_not(state, seat, _terms(state))


# -- elders, cards, ships, cells


def _why_not_elder(state: State, seat: int, elder: int, asked: str) -> Reason:
    player = state.players[seat]
    args: Json = {"elder": elder}
    if asked == "take_elder":
        if elder in player.elders:
            return Reason("already_yours", "7", args)
        if elder in state.stacks and state.stacks.index(elder) % PLACES_A_STACK:
            return Reason("under_another_elder", "7", args)
        return Reason("not_on_offer", "7", args)
    if asked != "take_turn":
        return _not_asked(asked)
    if elder not in player.elders:
        return Reason("not_yours", "8", args)
    since = player.elder_since[player.elders.index(elder)]
    if holds_worker(state, since):
        return Reason("holds_a_worker", "8", args | {"since_round": since})
    if state.plates == 0:
        return Reason("no_plate_filled", "8", args)
    return Reason("nothing_to_do", "8", args)


def _why_not_card(state: State, seat: int, name: str, asked: str) -> Reason:
    player = state.players[seat]
    card = next(card for card in state.cards.cards if card.name == name)
    args: Json = {"card": name}
    for owner, other in enumerate(state.players):
        if card.slot in other.buildings:
            return Reason("already_built", "7", args | {"seat": owner})
    shown = state.display_a + state.display_b + state.display_c + player.hand
    if card.slot not in shown:
        return Reason("not_on_display", "7", args)
    if player.free == 0 and not card.off_board:
        return Reason("no_free_space", "7", args)
    terms = _terms(state)
    if can_pay_building(player, card, terms):
        return _not_asked(asked)
    needs = goods_named(*building_price(player, card, terms))
    return Reason("cannot_pay", "7", args | {"needs": needs, "have": goods_had(player)})


def _why_not_ability(state: State, seat: int, ref: str, asked: str) -> Reason:
    player = state.players[seat]
    ability = next(a for a in state.cards.abilities if _ability_ref(state, a) == ref)
    if ability.number not in player.abilities:
        if ability.slot in player.buildings:
            return Reason("not_used_by_choice", "cards 2")
        return Reason("not_yours", "cards 2")
    if ability.listens != ANYTIME or asked not in ("take_turn", "use_anytime"):
        return _not_asked(asked)
    uses = player.uses[player.abilities.index(ability.number)]
    if ability.once and uses:
        return Reason("used_up", "cards 2")
    if ability.limit and uses >= ability.limit:
        return Reason("used_this_round", "cards 6.3", {"limit": ability.limit})
    first = ability.first
    assert first is not None, "any-time abilities do something"
    if not first.list_possible(state, seat):
        return first.why_not_list(state, seat)
    return Reason("goods_held_before", "cards 6.5")


def _why_not_ship(state: State, seat: int, kind: int, asked: str) -> Reason:
    board = state.board
    player = state.players[seat]
    args: Json = {"ship": SHIPS[kind]}
    if state.ships[kind] == 0:
        return Reason("sold_out", "7", args)
    free = board.units - player.units
    if board.ship_units[kind] > free:
        return Reason("does_not_fit", "2.2", args | {"units": board.ship_units[kind], "free": free})
    terms = _terms(state)
    ways = range(board.ways_to_pay[kind])
    if not terms.types >> kind & 1 or any(
        can_pay_ship(board, player, kind, way, terms) for way in ways
    ):
        return _not_asked(asked)
    prices = [goods_named(*ship_price(board, player, kind, way, terms)) for way in ways]
    args |= {"needs": prices[0], "have": goods_had(player)}
    return Reason("cannot_pay", "7", args | ({"or_needs": prices[1]} if prices[1:] else {}))


def _why_not_cell(state: State, seat: int, kind: str, cell: int, asked: str) -> Reason:
    player = state.players[seat]
    args: Json = {"cell": _CELLS[cell]}
    if cell == 0:
        return Reason("reserve", "2.1", args)
    if kind == "forest" and asked == "choose_forest":
        return Reason("no_forest_here", "7", args)
    if kind == "forest" and asked == "choose_double_space":
        return Reason("no_free_double_space", "7", args)
    if player.cells[cell] >= 0:
        name = state.cards.cards[player.cells[cell]].name
        return Reason("occupied", "7", args | {"card": name})
    if not player.free >> cell & 1:
        return Reason("under_a_forest", "2.1", args)
    return _not_asked(asked)
