"""What each viewer may see (rules 3, open information), built up from nothing.

Compiled: fields are given by position, in the order of `view_types.py`, which is the fastest way.
"""

from copy import copy
from typing import Final

from msgspec import UNSET, UnsetType

from skerry.games.nusfjord.engine import scoring
from skerry.games.nusfjord.engine.cards import Effect
from skerry.games.nusfjord.engine.council import holds_worker, open_elder
from skerry.games.nusfjord.engine.effects.act import Act
from skerry.games.nusfjord.engine.effects.choose import ChooseOption
from skerry.games.nusfjord.engine.effects.gain import Gain
from skerry.games.nusfjord.engine.effects.pay import Pay
from skerry.games.nusfjord.engine.moves import OPTION, SHIP, TAKE_ELDER, UPGRADE, USE_ELDER
from skerry.games.nusfjord.engine.prices import (
    WAYS_TO_PAY,
    can_pay_building,
    shares_price,
    ship_price,
)
from skerry.games.nusfjord.engine.rounds import (
    A_BUILDINGS_COME,
    B_BUILDINGS_COME,
    HANDS_ARE_SHOWN,
)
from skerry.games.nusfjord.engine.ships import haul
from skerry.games.nusfjord.engine.spaces.build_ship import ChooseShip
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import (
    CELLS,
    COPY_SPACE,
    PLACES_A_STACK,
    cell_name,
    total,
)
from skerry.games.nusfjord.questions import question
from skerry.games.nusfjord.view_types import (
    Band,
    Building,
    ElderStack,
    Good,
    Letter,
    MoveDetails,
    OpenQuestion,
    OptionStep,
    Phase,
    Plates,
    Player,
    SeatedElder,
    ShipName,
    Space,
    Track,
    View,
)
from skerry.kernel.protocol import Score

_PHASES: Final[list[Phase]] = ["fishing", "work", "home"]
_FISHING: Final = ("feed_elders", "feed_shares")
_RULE_OF: Final = {
    "banquet": "2.3",
    "track": "2.2",
    "reserve": "2.1",
    "harbor": "2.1",
    "shares": "7.buy_all_shares",
    "haul": "5",
    "solo": "12",
    "elder": "8",
    "ship": "7.build_ship",
    "card": "cards",
    "score": "11",
}


# Rules 12: alone, 30 to 40 points are good.
_BANDS = [Band(0, "fair"), Band(30, "good"), Band(41, "great")]


def view(state: State, viewer: int | None, since: tuple[State, View] | None = None) -> View:
    """Show the table to a seat, or to a spectator (None); see `Game.view`."""
    asked = question(state)
    names = _names(state)
    board = state.board
    plates = board.plates
    return View(
        "nusfjord",
        viewer,
        state.public.get("options", {}),
        state.round,
        board.rounds,
        "home" if asked is None else "fishing" if asked.kind in _FISHING else "work",
        _PHASES,
        state.first,
        asked.seat if asked else None,
        OpenQuestion(asked.kind, asked.seat, **asked.args) if asked else None,
        asked is None,
        [_space(state, s) for s in range(len(board.capacity)) if board.capacity[s]],
        Plates(state.plates, plates, plates[state.plates] if state.plates < len(plates) else None),
        _ships(state.ships),
        {
            "A": [names[slot] for slot in state.display_a],
            "B": [names[slot] for slot in state.display_b],
            "C": [names[slot] for slot in state.display_c],
        },
        {"A": len(state.pile_a), "B": len(state.pile_b), "C": len(state.pile_c)},
        [_stack(state, at) for at in range(len(state.stacks) // PLACES_A_STACK)],
        state.market,
        _share_price(state),
        [_player(state, seat, viewer, names) for seat in range(state.n)],
        board.colors,
        (state.round - 1) % board.colors if board.colors > 1 else None,
        scoring.ITEMS,
        _RULE_OF,
        _arrivals(state),
        [at % board.colors for at in range(board.rounds)] if board.colors > 1 else [],
        _BANDS if state.n == 1 else [],
    )


def own_fields(state: State, viewer: int, public: View) -> dict[str, object]:
    """Return the fields in which a seat's view differs from a spectator's, *public*."""
    own = copy(public.players[viewer])
    hand = state.players[viewer].hand
    own.hand = [state.cards.cards[slot].name for slot in hand]
    own.affordable = own.affordable + _affordable(state, viewer, hand)
    players = public.players.copy()
    players[viewer] = own
    return {"viewer": viewer, "players": players}


def _arrivals(state: State) -> dict[Letter, int | None]:
    """Return the round in which buildings of each letter come next; None once they have come."""
    return {
        "A": A_BUILDINGS_COME if state.round < A_BUILDINGS_COME and state.pile_a else None,
        "B": B_BUILDINGS_COME if state.round < B_BUILDINGS_COME and state.pile_b else None,
        "C": HANDS_ARE_SHOWN if state.round < HANDS_ARE_SHOWN else None,
    }


def move_details(state: State, move: int) -> MoveDetails:
    """Return what a client shows beside a move of the open question."""
    task = state.agenda[-1] if state.agenda else None
    if isinstance(task, ChooseShip) and SHIP <= move < UPGRADE:
        return MoveDetails(price=_ship_price(state, task, move - SHIP))
    if isinstance(task, ChooseOption):
        return MoveDetails(steps=_option_steps(task.step(state).lists[move - OPTION]))
    if TAKE_ELDER <= move < USE_ELDER and _turns_up_another(state, move - TAKE_ELDER):
        return MoveDetails(reveals=True)
    return MoveDetails()


def _option_steps(first: Effect | None) -> list[OptionStep] | UnsetType:
    """Return what a list does; UNSET if it holds more than goods and actions."""
    steps = []
    step = first
    while step is not None:
        match step:
            case Pay():
                steps.append(OptionStep(pay=_goods(step.wood, step.fish, step.gold)))
            case Gain():
                steps.append(OptionStep(gain=_goods(step.wood, step.fish, step.gold)))
            case Act():
                steps.append(OptionStep(act=step.space.name))
            case _:
                return UNSET
        step = step.after
    return steps


def _goods(wood: int, fish: int, gold: int) -> dict[Good, int]:
    amounts: dict[Good, int] = {"wood": wood, "fish": fish, "gold": gold}
    return {good: amount for good, amount in amounts.items() if amount}


def _ship_price(state: State, task: ChooseShip, which: int) -> dict[Good, int]:
    player = state.players[task.seat]
    terms = state.cards.terms[task.effect]
    kind, way = which // WAYS_TO_PAY, which % WAYS_TO_PAY
    wood, fish, gold = ship_price(state.board, player, kind, way, terms)
    return {"wood": wood, "fish": fish, "gold": gold}


def _turns_up_another(state: State, elder: int) -> bool:
    """Return whether an elder is the last one on top of one that lies face down."""
    for at in range(0, len(state.stacks), PLACES_A_STACK):
        down, lower, upper = state.stacks[at : at + PLACES_A_STACK]
        if down and elder in (lower, upper) and not (lower and upper):
            return True
    return False


def _ships(counts: list[int]) -> dict[ShipName, int]:
    return {"sloop": counts[0], "cutter": counts[1], "schooner": counts[2]}


def _names(state: State) -> list[str]:
    return [card.name for card in state.cards.cards]


def _share_price(state: State) -> int:
    """Return the gold for all Shares on the newly-issued space, without cards."""
    shares = total(state.market)
    reduction = state.board.buy_reduction[state.round - 1]
    return max(0, state.board.share_gold * shares - reduction)


def _space(state: State, space: int) -> Space:
    board = state.board
    copies = space >= COPY_SPACE
    since = state.since[space]
    name = board.space_names[space]
    return Space(
        name,
        None if copies and board.copy_spaces == 1 else _column(state, space),
        board.capacity[space],
        state.workers[space],
        state.room[space] == 0,
        since,
        since + board.colors if 0 < since < state.round else None,
        (since - 1) % board.colors if since else None,
        "9" if copies else f"7.{name.removesuffix('_2')}",
    )


def _column(state: State, space: int) -> int:
    return space - COPY_SPACE if space >= COPY_SPACE else state.board.column[space]


def _stack(state: State, at: int) -> ElderStack:
    """Show the open elders of a stack, uppermost first, and whether one lies face down."""
    first = at * PLACES_A_STACK
    down, lower, upper = state.stacks[first : first + PLACES_A_STACK]
    shown = [elder for elder in (upper, lower) if elder]
    if down and not shown:
        shown = [open_elder(state, at)]
        down = 0
    return ElderStack(shown, 1 if down else 0)


def _player(state: State, seat: int, viewer: int | None, names: list[str]) -> Player:
    player = state.players[seat]
    cards = state.cards
    score = state.score_items(seat)
    shown = state.display_a + state.display_b + state.display_c
    return Player(
        seat,
        player.wood,
        player.fish,
        player.gold,
        {"wood": player.reserve_wood, "fish": player.reserve_fish, "gold": player.reserve_gold},
        player.rules.wood_limit,
        player.rules.reserve_limit,
        haul(state, player),
        Track(player.units, state.board.units),
        _ships([player.sloops, player.cutters, player.schooners]),
        player.unissued,
        player.shares,
        shares_price(state, player, total(state.market), cards.terms[0]),
        {
            cell_name(cell): names[player.cells[cell]]
            for cell in range(CELLS)
            if player.cells[cell] >= 0
        },
        {cell_name(cell): player.forest[cell] for cell in range(CELLS) if player.forest[cell]},
        [cell_name(cell) for cell in range(CELLS) if player.free >> cell & 1],
        [
            Building(names[slot], scoring.card_points(state, seat, cards.cards[slot]))
            for slot in player.buildings
        ],
        [
            SeatedElder(
                elder,
                cards.elders[elder].title,
                player.elder_fish[at],
                holds_worker(state, player.elder_since[at]),
            )
            for at, elder in enumerate(player.elders)
        ],
        workers_left(state, seat),
        [names[slot] for slot in player.hand] if viewer == seat else None,
        len(player.hand),
        _affordable(state, seat, shown + player.hand if viewer == seat else shown),
        {
            f"{names[cards.abilities[number].slot]}.{cards.abilities[number].index + 1}": used
            for number, used in zip(player.abilities, player.uses, strict=True)
            if used
        },
        dict(zip(scoring.ITEMS, score, strict=True)),
        total(score),
    )


def _affordable(state: State, seat: int, slots: list[int]) -> list[str]:
    """Name those of the buildings *slots* that *seat* could build now."""
    player = state.players[seat]
    cards = state.cards
    found = [cards.cards[slot] for slot in slots]
    return [card.name for card in found if can_pay_building(player, card, cards.terms[0])]


def workers_left(state: State, seat: int) -> int:
    """Return how many turns *seat* still has in this round."""
    for task in state.agenda:
        if type(task).__name__ in ("TakeTurn", "TurnDone", "Turn"):
            number = task.args()[0 if type(task).__name__ == "Turn" else 1]
            if type(task).__name__ == "TurnDone":
                number += 1
            place = (seat - state.first) % state.n
            taken = number // state.n + (1 if number % state.n > place else 0)
            return state.board.turns - taken
    return 0


def scores(state: State) -> list[Score]:
    """Score every seat by source; equal totals share a place."""
    items = [state.score_items(seat) for seat in range(state.n)]
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
