"""Why not? For everything a seat cannot choose now, a reason with the rule and the numbers.

Refs: `space:deforest`, `copy:deforest`, `elder:7`, `card:A112`, `ability:B124.1`,
`ship:schooner`, `cell:1,0`, `forest:1,2`.
"""

from skerry.games.nusfjord import notation
from skerry.games.nusfjord.engine import cards as e
from skerry.games.nusfjord.engine import counts, legal
from skerry.games.nusfjord.engine.moves import CELLS, ELDERS
from skerry.games.nusfjord.engine.state import Player, State
from skerry.games.nusfjord.engine.telling import cell_name
from skerry.games.nusfjord.questions import question
from skerry.games.nusfjord.vocabulary import SHIPS, SPACES
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
    """Name everything the open question is about that is closed to the seat."""
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
    table = state.table
    player = state.players[seat]
    cards = table.cards
    if kind in ("space", "copy"):
        return [f"{kind}:{name}" for at, name in enumerate(SPACES) if table.capacity[at]]
    if kind == "elder":
        shown = [legal.open_elder(state, at) for at in range(len(state.stacks) // 3)]
        return [f"elder:{elder}" for elder in [*player.elders, *shown] if elder]
    if kind == "card":
        slots = state.display_a + state.display_b + state.display_c + player.hand
        return [f"card:{cards.cards[slot].name}" for slot in slots]
    if kind == "ability":
        found = [cards.abilities[number] for number in player.abilities]
        return [_ability_ref(state, a) for a in found if a.when != e.WHEN_EVENT]
    if kind == "ship":
        return [f"ship:{name}" for name in SHIPS]
    return [f"{kind}:{name}" for name in _CELLS[1:]]


def _ability_ref(state: State, ability: e.Ability) -> str:
    return f"ability:{state.table.cards.cards[ability.slot].name}.{ability.index + 1}"


def why_not(state: State, seat: int, ref: str) -> Reason | None:
    """Say why the seat cannot choose *ref* now; None if it can. Raises BadNotation."""
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
    cards = state.table.cards
    known = {
        "space": name in SPACES,
        "copy": name in SPACES,
        "elder": name in [str(elder) for elder in range(1, ELDERS)],
        "card": any(card.name == name for card in cards.cards if card.name),
        "ability": any(_ability_ref(state, a) == ref for a in cards.abilities),
        "ship": name in SHIPS,
        "cell": name in _CELLS,
        "forest": name in _CELLS,
    }
    if not known.get(kind, False):
        raise BadNotation(
            f"{ref[:40]!r} names nothing; try one of {', '.join(_KINDS)}: 'space:deforest'"
        )


def _not_asked(kind: str) -> Reason:
    return Reason("not_asked", "6", {"question": kind})


def _have(player: Player) -> Json:
    return {"wood": player.wood, "fish": player.fish, "gold": player.gold}


def _named(wood: int, fish: int, gold: int) -> Json:
    return {good: n for good, n in (("wood", wood), ("fish", fish), ("gold", gold)) if n}


# -- spaces


def _why_not_space(state: State, seat: int, space: int, asked: str) -> Reason:
    if asked != "take_turn":
        return _not_asked(asked)
    if state.table.capacity[space] == 0:
        return Reason("no_such_space", "2.4", {"space": SPACES[space]})
    if state.room[space] == 0:
        return Reason("blocked", "6", {"capacity": state.table.capacity[space]})
    return why_not_act(state, seat, space)


def _why_not_copy(state: State, seat: int, space: int, asked: str) -> Reason:
    table = state.table
    if asked not in ("take_turn", "choose_copy"):
        return _not_asked(asked)
    if table.capacity[space] == 0:
        return Reason("no_such_space", "2.4", {"space": SPACES[space]})
    if asked == "take_turn":
        if table.copy_spaces == 0:
            return Reason("no_copy_space", "3", {"players": state.n})
        at = legal.SPACE_COPY + (0 if table.copy_spaces == 1 else table.column[space])
        if state.room[at] == 0:
            return Reason("blocked", "9", {"space": table.space_names[at]})
    if state.room[space]:
        return Reason("not_blocked", "9", {"room": state.room[space]})
    return why_not_act(state, seat, space)


def why_not_act(state: State, seat: int, space: int) -> Reason:
    """Say what an action is missing (rules 7)."""
    player = state.players[seat]
    plain = state.table.cards.effects[0]
    if space == legal.SPACE_TRANSFER:
        return Reason("reserve_empty", "7")
    if space == legal.SPACE_SERVE:
        if state.plates == len(state.table.plates):
            return Reason("plates_full", "7", {"plates": state.plates})
        needs = legal.plate_price(state, state.plates, plain)
        return Reason("cannot_pay", "7", {"needs": {"fish": needs}, "have": _have(player)})
    if space in (legal.SPACE_BUILD, legal.SPACE_BUILD_2):
        if player.free == 0:
            return Reason("no_free_space", "7")
        return Reason("no_affordable_building", "7", {"have": _have(player)})
    if space == legal.SPACE_ISSUE:
        return Reason("no_unissued_share", "7")
    if space == legal.SPACE_BUY:
        shares = counts.total(state.market)
        if shares == 0:
            return Reason("no_share_on_offer", "7")
        needs = legal.share_price(state, player, 1 if player.buy_partial else shares, plain)
        return Reason("cannot_pay", "7", {"needs": {"gold": needs}, "have": _have(player)})
    if space in (legal.SPACE_DEFOREST, legal.SPACE_THIN_OUT):
        if player.forests == 0:
            return Reason("no_forest", "7")
        return Reason("wood_at_limit", "7", {"limit": player.wood_limit})
    if space == legal.SPACE_REFOREST:
        return Reason("no_free_double_space", "7")
    if space == legal.SPACE_SHIP:
        if all(player.units + u > state.table.units for u in state.table.ship_units):
            return Reason("track_full", "2.2", {"free": state.table.units - player.units})
        return Reason("no_affordable_ship", "7", {"have": _have(player)})
    if len(player.elders) >= state.table.seats_in_council:
        return Reason("council_full", "7", {"seats": state.table.seats_in_council})
    return Reason("no_elder_left", "7")


# -- elders, cards, ships, cells


def _why_not_elder(state: State, seat: int, elder: int, asked: str) -> Reason:
    player = state.players[seat]
    args: Json = {"elder": elder}
    if asked == "take_elder":
        if elder in player.elders:
            return Reason("already_yours", "7", args)
        if elder in state.stacks and state.stacks.index(elder) % 3:
            return Reason("under_another_elder", "7", args)
        return Reason("not_on_offer", "7", args)
    if asked != "take_turn":
        return _not_asked(asked)
    if elder not in player.elders:
        return Reason("not_yours", "8", args)
    since = player.elder_since[player.elders.index(elder)]
    if since and state.round - since < state.table.colors:
        return Reason("holds_a_worker", "8", args | {"since_round": since})
    if state.plates == 0:
        return Reason("no_plate_filled", "8", args)
    return Reason("nothing_to_do", "8", args)


def _why_not_card(state: State, seat: int, name: str, asked: str) -> Reason:
    player = state.players[seat]
    card = next(card for card in state.table.cards.cards if card.name == name)
    args: Json = {"card": name}
    for owner, other in enumerate(state.players):
        if card.slot in other.buildings:
            return Reason("already_built", "7", args | {"seat": owner})
    shown = state.display_a + state.display_b + state.display_c + player.hand
    if card.slot not in shown:
        return Reason("not_on_display", "7", args)
    if player.free == 0 and not card.off_board:
        return Reason("no_free_space", "7", args)
    task = state.agenda[-1]
    mod = state.table.cards.effects[task.args()[1] if asked == "choose_building" else 0]
    if not legal.can_pay_building(player, card, mod):
        off = player.off
        needs = _named(
            max(0, card.wood - off[9] - mod.wood),
            max(0, card.fish - off[10] - mod.fish),
            max(0, card.gold - off[11] - mod.gold),
        )
        return Reason("cannot_pay", "7", args | {"needs": needs, "have": _have(player)})
    return _not_asked(asked)


def _why_not_ability(state: State, seat: int, ref: str, asked: str) -> Reason:
    player = state.players[seat]
    cards = state.table.cards
    ability = next(a for a in cards.abilities if _ability_ref(state, a) == ref)
    if ability.number not in player.abilities:
        if ability.slot in player.buildings:
            return Reason("not_used_by_choice", "cards 2")
        return Reason("not_yours", "cards 2")
    if ability.when == e.WHEN_EVENT or asked not in ("take_turn", "use_anytime"):
        return _not_asked(asked)
    uses = player.uses[player.abilities.index(ability.number)]
    if ability.when == e.WHEN_ONCE and uses:
        return Reason("used_up", "cards 2")
    if ability.limit and uses >= ability.limit:
        return Reason("used_this_round", "cards 6.3", {"limit": ability.limit})
    first = cards.effects[ability.effect]
    if first.op == e.OP_PAY and (
        first.wood > player.wood or first.fish > player.fish or first.gold > player.gold
    ):
        needs = _named(first.wood, first.fish, first.gold)
        return Reason("cannot_pay", "cards 6.1", {"needs": needs, "have": _have(player)})
    if not legal.list_possible(state, seat, ability.effect):
        return Reason("nothing_to_do", "cards 6.1")
    return Reason("goods_held_before", "cards 6.5")


def _why_not_ship(state: State, seat: int, kind: int, asked: str) -> Reason:
    table = state.table
    player = state.players[seat]
    args: Json = {"ship": SHIPS[kind]}
    if state.ships[kind] == 0:
        return Reason("sold_out", "7", args)
    free = table.units - player.units
    if table.ship_units[kind] > free:
        return Reason("does_not_fit", "2.2", args | {"units": table.ship_units[kind], "free": free})
    task = state.agenda[-1]
    mod = table.cards.effects[task.args()[1] if asked == "choose_ship" else 0]
    ways = [which for which in range(2) if table.ship_prices[(kind * 2 + which) * 3] >= 0]
    if not mod.types >> kind & 1 or any(
        legal.can_pay_ship(state, player, kind, which, mod) for which in ways
    ):
        return _not_asked(asked)
    prices = [
        _named(
            legal.ship_price(state, player, kind, which, e.WOOD, mod.wood),
            legal.ship_price(state, player, kind, which, e.FISH, mod.fish),
            legal.ship_price(state, player, kind, which, e.GOLD, mod.gold),
        )
        for which in ways
    ]
    args |= {"needs": prices[0], "have": _have(player)}
    return Reason("cannot_pay", "7", args | ({"or_needs": prices[1]} if prices[1:] else {}))


def _why_not_cell(state: State, seat: int, kind: str, cell: int, asked: str) -> Reason:
    player = state.players[seat]
    args: Json = {"cell": _CELLS[cell]}
    if cell == 0:
        return Reason("reserve", "2.1", args)
    if kind == "forest" and asked == "choose_forest":
        return Reason("no_forest", "7", args)
    if kind == "forest" and asked == "choose_double_space":
        return Reason("no_free_double_space", "7", args)
    if player.cells[cell] >= 0:
        name = state.table.cards.cards[player.cells[cell]].name
        return Reason("occupied", "7", args | {"card": name})
    if not player.free >> cell & 1:
        return Reason("under_a_forest", "2.1", args)
    return _not_asked(asked)
