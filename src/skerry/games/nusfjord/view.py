"""What each viewer may see (rules 3, open information), built up from nothing."""

from skerry.games.nusfjord.engine import counts, scoring
from skerry.games.nusfjord.engine.legal import (
    SPACE_COPY,
    can_pay_building,
    open_elder,
    share_price,
)
from skerry.games.nusfjord.engine.moves import CELLS
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.telling import cell_name
from skerry.games.nusfjord.questions import question
from skerry.kernel.events import Json
from skerry.kernel.protocol import Score


def view(state: State, viewer: int | None) -> Json:
    """Show the table to a seat, or to a spectator (None)."""
    asked = question(state)
    names = _names(state)
    return {
        "game": "nusfjord",
        "viewer": viewer,
        "options": state.public.get("options", {}),
        "round": state.round,
        "first": state.first,
        "turn": asked.seat if asked else None,
        "question": {"kind": asked.kind, "seat": asked.seat, **asked.args} if asked else None,
        "over": asked is None,
        "spaces": [_space(state, s) for s in range(15) if state.table.capacity[s]],
        "plates": {"filled": state.plates, "prices": state.table.plates},
        "ships": dict(zip(state.table.ship_names, state.ships, strict=True)),
        "display": {
            "A": [names[slot] for slot in state.display_a],
            "B": [names[slot] for slot in state.display_b],
            "C": [names[slot] for slot in state.display_c],
        },
        "piles": {
            "A": len(state.pile_a),
            "B": len(state.pile_b),
            "C": len(state.pile_c),
        },
        "elder_stacks": [_stack(state, at) for at in range(len(state.stacks) // 3)],
        "market": state.market,
        "share_price": _share_price(state),
        "players": [_player(state, seat, viewer, names) for seat in range(state.n)],
    }


def _names(state: State) -> list[str]:
    return [card.name for card in state.table.cards.cards]


def _share_price(state: State) -> int:
    """Give the gold for all Shares on the newly-issued space, without cards."""
    shares = counts.total(state.market)
    reduction = state.table.buy_reduction[state.round - 1]
    return max(0, state.table.share_gold * shares - reduction)


def workers(placed: int) -> list[int]:
    """Give the seats whose workers stand on a space, first come first."""
    seats: list[int] = []
    while placed:
        seats.insert(0, placed % 8 - 1)
        placed //= 8
    return seats


def _space(state: State, space: int) -> Json:
    table = state.table
    copies = space >= SPACE_COPY
    return {
        "space": table.space_names[space],
        "column": None if copies and table.copy_spaces == 1 else _column(state, space),
        "capacity": table.capacity[space],
        "workers": workers(state.placed[space]),
        "blocked": state.room[space] == 0,
        "since": state.since[space],  # alone: the round its worker came; 0 otherwise
    }


def _column(state: State, space: int) -> int:
    return space - SPACE_COPY if space >= SPACE_COPY else state.table.column[space]


def _stack(state: State, at: int) -> Json:
    """Show the open elders of a stack, uppermost first, and whether one lies face down."""
    down, lower, upper = state.stacks[at * 3 : at * 3 + 3]
    shown = [elder for elder in (upper, lower) if elder]
    if down and not shown:
        shown = [open_elder(state, at)]
        down = 0
    return {"open": shown, "face_down": 1 if down else 0}


def _player(state: State, seat: int, viewer: int | None, names: list[str]) -> Json:
    player = state.players[seat]
    cards = state.table.cards
    plain = cards.effects[0]
    uses = {
        f"{names[cards.abilities[number].slot]}.{cards.abilities[number].index + 1}": used
        for number, used in zip(player.abilities, player.uses, strict=True)
        if used
    }
    return {
        "seat": seat,
        "wood": player.wood,
        "fish": player.fish,
        "gold": player.gold,
        "reserve": {
            "wood": player.reserve_wood,
            "fish": player.reserve_fish,
            "gold": player.reserve_gold,
        },
        "wood_limit": player.wood_limit,
        "reserve_limit": player.reserve_limit,
        "haul": counts.haul(state, player),
        "track": {"covered": player.units, "units": state.table.units},
        "ships": {
            "sloop": player.sloops,
            "cutter": player.cutters,
            "schooner": player.schooners,
        },
        "unissued": player.unissued,
        "shares": player.shares,
        "share_price": share_price(state, player, counts.total(state.market), plain),
        "cells": {
            cell_name(cell): names[player.cells[cell]]
            for cell in range(CELLS)
            if player.cells[cell] >= 0
        },
        "forests": {
            cell_name(cell): player.forest[cell] for cell in range(CELLS) if player.forest[cell]
        },
        "free": [cell_name(cell) for cell in range(CELLS) if player.free >> cell & 1],
        "buildings": [
            {"card": names[slot], "points": scoring.card_points(state, seat, cards.cards[slot])}
            for slot in player.buildings
        ],
        "elders": [
            {
                "elder": elder,
                "name": cards.elders[elder].title,
                "fish": player.elder_fish[at],
                "worker": _holds_worker(state, player.elder_since[at]),
            }
            for at, elder in enumerate(player.elders)
        ],
        "workers_left": workers_left(state, seat),
        "hand": [names[slot] for slot in player.hand] if viewer == seat else None,
        "hand_size": len(player.hand),
        "affordable": _affordable(state, seat, viewer),
        "uses": uses,
        "score": dict(zip(scoring.ITEMS, scoring.items(state, seat), strict=True)),
    }


def _affordable(state: State, seat: int, viewer: int | None) -> list[str]:
    """Name the buildings *seat* could build now; those in hand only to its owner."""
    player = state.players[seat]
    cards = state.table.cards
    shown = state.display_a + state.display_b + state.display_c
    if viewer == seat:
        shown = shown + player.hand
    plain = cards.effects[0]
    found = [cards.cards[slot] for slot in shown]
    return [card.name for card in found if can_pay_building(player, card, plain)]


def _holds_worker(state: State, since: int) -> bool:
    return since > 0 and state.round - since < state.table.colors


def workers_left(state: State, seat: int) -> int:
    """Give how many turns *seat* still has in this round."""
    for task in state.agenda:
        if type(task).__name__ in ("TakeTurn", "TurnDone", "Turn"):
            number = task.args()[0 if type(task).__name__ == "Turn" else 1]
            if type(task).__name__ == "TurnDone":
                number += 1
            place = (seat - state.first) % state.n
            taken = number // state.n + (1 if number % state.n > place else 0)
            return state.table.turns - taken
    return 0


def scores(state: State) -> list[Score]:
    """Score every seat by source; equal totals share a place."""
    items = [scoring.items(state, seat) for seat in range(state.n)]
    totals = [sum(points) for points in items]
    return [
        Score(
            seat,
            totals[seat],
            dict(zip(scoring.ITEMS, items[seat], strict=True)),
            1 + sum(other > totals[seat] for other in totals),
        )
        for seat in range(state.n)
    ]
