"""What each viewer may see (rules 3, open information), built up from nothing.

Compiled: fields are given by position, in the order of `view_types.py`, which is the fastest way.
"""

from typing import Any, Final

from msgspec import UNSET, UnsetType

from skerry.games.nusfjord.engine import scoring
from skerry.games.nusfjord.engine.cards import Effect
from skerry.games.nusfjord.engine.council import holds_worker, open_elder
from skerry.games.nusfjord.engine.effects.act import Act
from skerry.games.nusfjord.engine.effects.choose import ChooseOption
from skerry.games.nusfjord.engine.effects.gain import Gain
from skerry.games.nusfjord.engine.effects.pay import Pay
from skerry.games.nusfjord.engine.moves import OPTION, SHIP, TAKE_ELDER, UPGRADE, USE_ELDER
from skerry.games.nusfjord.engine.player import Player as PlayerState
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
from skerry.kernel.protocol import Difference, Score

_PHASES: Final[list[Phase]] = ["fishing", "work", "home"]
_FISHING: Final = ("feed_elders", "feed_shares")
_NO_DETAILS: Final = MoveDetails()  # one object, so that it is seen to be the same
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
    """Show the table to a seat, or to a spectator (None); see `Game.view`.

    The engine replaces a list as a whole when it changes, so the same list means the same part.
    """
    asked = question(state)
    board = state.board
    plates = board.plates
    before, old = (state, None) if since is None else since
    shown_before = (
        state.display_a is before.display_a
        and state.display_b is before.display_b
        and state.display_c is before.display_c
    )
    if old is not None and shown_before:
        display = old.display
    else:
        display = {
            "A": _names(state, state.display_a),
            "B": _names(state, state.display_b),
            "C": _names(state, state.display_c),
        }
    if old is not None and state.stacks is before.stacks:
        stacks = old.elder_stacks
    else:
        stacks = [_stack(state, at) for at in range(len(state.stacks) // PLACES_A_STACK)]
    turn = _turn(state)
    players = []
    for seat in range(state.n):
        then = None if old is None else old.players[seat]
        players.append(_player(state, seat, viewer, turn, before, then, shown_before))
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
        _spaces(state, before, old),
        Plates(state.plates, plates, plates[state.plates] if state.plates < len(plates) else None),
        _ships(state.ships),
        display,
        {"A": len(state.pile_a), "B": len(state.pile_b), "C": len(state.pile_c)},
        stacks,
        state.market,
        _share_price(state),
        players,
        board.colors,
        (state.round - 1) % board.colors if board.colors > 1 else None,
        scoring.ITEMS,
        _RULE_OF,
        _arrivals(state),
        [at % board.colors for at in range(board.rounds)] if board.colors > 1 else [],
        _BANDS if state.n == 1 else [],
    )


def own_difference(state: State, viewer: int, public: View) -> Difference:
    """Return how a seat's view differs from a spectator's, *public*."""
    hand = state.players[viewer].hand
    own: dict[str, Any] = {"hand": _names(state, hand)}
    affordable = _affordable(state, viewer, hand)
    if affordable:
        own["affordable"] = public.players[viewer].affordable + affordable
    return Difference({"viewer": viewer}, {"players": {viewer: own}})


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
    return _NO_DETAILS


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


def _names(state: State, slots: list[int]) -> list[str]:
    cards = state.cards.cards
    return [cards[slot].name for slot in slots]


def _share_price(state: State) -> int:
    """Return the gold for all Shares on the newly-issued space, without cards."""
    shares = total(state.market)
    reduction = state.board.buy_reduction[state.round - 1]
    return max(0, state.board.share_gold * shares - reduction)


def _spaces(state: State, before: State, old: View | None) -> list[Space]:
    capacity = state.board.capacity
    shown = [space for space in range(len(capacity)) if capacity[space]]
    if old is None or state.round != before.round:
        return [_space(state, space) for space in shown]
    spaces = old.spaces
    if (
        state.workers is before.workers
        and state.room is before.room
        and state.since is before.since
    ):
        return spaces
    found = []
    for i in range(len(shown)):
        space = shown[i]
        same = (
            state.workers[space] == before.workers[space]
            and state.room[space] == before.room[space]
            and state.since[space] == before.since[space]
        )
        found.append(spaces[i] if same else _space(state, space))
    return found


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


def _player(
    state: State,
    seat: int,
    viewer: int | None,
    turn: int,
    before: State,
    old: Player | None,
    shown_before: bool,
) -> Player:
    """Show a player, with the parts of *old*, shown *before*, that have not changed."""
    player = state.players[seat]
    then = before.players[seat]
    cards = state.cards
    score = state.score_items(seat)
    workers_left = _workers_left(state, seat, turn)
    buildings = [
        Building(cards.cards[slot].name, scoring.card_points(state, seat, cards.cards[slot]))
        for slot in player.buildings
    ]
    if (
        old is not None
        and viewer is None
        and shown_before
        and state.round == before.round
        and state.market is before.market
        and _same(player, then)
        and workers_left == old.workers_left
        and score == list(old.score.values())
        and buildings == old.buildings
    ):
        return old
    if old is not None and player.cells is then.cells:
        cells = old.cells
    else:
        cells = {
            cell_name(cell): cards.cards[player.cells[cell]].name
            for cell in range(CELLS)
            if player.cells[cell] >= 0
        }
    if old is not None and player.forest is then.forest:
        forests = old.forests
    else:
        forests = {
            cell_name(cell): player.forest[cell] for cell in range(CELLS) if player.forest[cell]
        }
    if old is not None and player.free == then.free:
        free = old.free
    else:
        free = [cell_name(cell) for cell in range(CELLS) if player.free >> cell & 1]
    if (
        old is not None
        and state.round == before.round
        and player.elders is then.elders
        and player.elder_fish is then.elder_fish
        and player.elder_since is then.elder_since
    ):
        elders = old.elders
    else:
        elders = [
            SeatedElder(
                elder,
                cards.elders[elder].title,
                player.elder_fish[at],
                holds_worker(state, player.elder_since[at]),
            )
            for at, elder in enumerate(player.elders)
        ]
    if old is not None and viewer != seat and shown_before and _same_means(player, then):
        affordable = old.affordable
    else:
        shown = state.display_a + state.display_b + state.display_c
        affordable = _affordable(state, seat, shown + player.hand if viewer == seat else shown)
    if old is not None and player.abilities is then.abilities and player.uses is then.uses:
        uses = old.uses
    else:
        uses = _uses(state, player)
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
        cells,
        forests,
        free,
        buildings,
        elders,
        workers_left,
        _names(state, player.hand) if viewer == seat else None,
        len(player.hand),
        affordable,
        uses,
        dict(zip(scoring.ITEMS, score, strict=True)),
        total(score),
    )


def _uses(state: State, player: PlayerState) -> dict[str, int]:
    """Return how often each ability was used, for those that were."""
    cards = state.cards
    found: dict[str, int] = {}
    for i in range(len(player.abilities)):
        if player.uses[i]:
            ability = cards.abilities[player.abilities[i]]
            found[f"{cards.cards[ability.slot].name}.{ability.index + 1}"] = player.uses[i]
    return found


def _same(player: PlayerState, then: PlayerState) -> bool:
    """Return whether a player has exactly what they had."""
    return (
        player.wood == then.wood
        and player.fish == then.fish
        and player.gold == then.gold
        and player.reserve_wood == then.reserve_wood
        and player.reserve_fish == then.reserve_fish
        and player.reserve_gold == then.reserve_gold
        and player.rules is then.rules
        and player.unissued == then.unissued
        and player.sloops == then.sloops
        and player.cutters == then.cutters
        and player.schooners == then.schooners
        and player.units == then.units
        and player.shares is then.shares
        and player.cells is then.cells
        and player.forest is then.forest
        and player.free == then.free
        and player.elders is then.elders
        and player.elder_fish is then.elder_fish
        and player.elder_since is then.elder_since
        and player.hand is then.hand
        and player.buildings is then.buildings
        and player.abilities is then.abilities
        and player.uses is then.uses
    )


def _same_means(player: PlayerState, then: PlayerState) -> bool:
    """Return whether a player can pay for the same buildings as before."""
    return (
        player.wood == then.wood
        and player.fish == then.fish
        and player.gold == then.gold
        and player.reserve_wood == then.reserve_wood
        and player.reserve_fish == then.reserve_fish
        and player.reserve_gold == then.reserve_gold
        and player.rules is then.rules
        and (player.free == 0) == (then.free == 0)
    )


def _affordable(state: State, seat: int, slots: list[int]) -> list[str]:
    """Name those of the buildings *slots* that *seat* could build now."""
    player = state.players[seat]
    cards = state.cards
    found = [cards.cards[slot] for slot in slots]
    return [card.name for card in found if can_pay_building(player, card, cards.terms[0])]


def _turn(state: State) -> int:
    """Return the number of the turn that is taken in this round, -1 if none is left."""
    for task in state.agenda:
        kind = type(task).__name__
        if kind == "Turn":
            return task.args()[0]
        if kind == "TakeTurn":
            return task.args()[1]
        if kind == "TurnDone":
            return task.args()[1] + 1
    return -1


def _workers_left(state: State, seat: int, turn: int) -> int:
    """Return how many turns *seat* still has in this round, before or in this *turn*."""
    if turn < 0:
        return 0
    place = (seat - state.first) % state.n
    taken = turn // state.n + (1 if turn % state.n > place else 0)
    return state.board.turns - taken


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
