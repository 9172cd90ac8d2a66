"""What a seat can know ahead: where the next haul goes, and what it can pay when.

Nothing here knows a rule of fishing or a price: the next fishing phase is played on a copy, and
prices come from `engine/prices.py`.
"""

from collections.abc import Iterator

from skerry.games.nusfjord import notation
from skerry.games.nusfjord.engine.fishing import FeedElders, FeedShares, Fish, FishingEnd
from skerry.games.nusfjord.engine.moves import DIVIDEND, PLACE, PLACE_ELDER
from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.prices import (
    Price,
    building_price,
    can_pay_building,
    can_pay_ship,
    ship_price,
)
from skerry.games.nusfjord.engine.rounds import TakeTurn
from skerry.games.nusfjord.engine.spaces.build_ship import ship_fits
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import SHIPS
from skerry.games.nusfjord.forecast_types import (
    Affordable,
    FishFlow,
    FishingForecast,
    Forecast,
    Goods,
    IfFirst,
    Incoming,
    Obstacle,
)
from skerry.kernel.agenda import Question
from skerry.kernel.events import Event

MOST_ENDS = 8  # ways to finish a turn on a space that are tried
MOST_FIRST = 6
MOST_CHANGED = 40  # moves whose fishing is worked out


def forecast(state: State, seat: int | None) -> Forecast:
    """Return what a seat, or a watcher, can know ahead."""
    over = not state.agenda
    coming = state.round + 1
    fishing = [] if over or coming > state.board.rounds else next_fishing(state)
    if seat is None or over:
        return Forecast(coming, fishing, {}, [], [])
    return Forecast(
        round=coming,
        fishing=fishing,
        after=_after(state, seat, fishing[seat]) if fishing else {},
        first=_first(state, seat, fishing[seat]) if fishing else [],
        afford=_afford(state, seat),
    )


# -- fishing


def next_fishing(state: State) -> list[FishingForecast]:
    """Return what every seat's haul would do if the next fishing phase came now."""
    trial, asked = _fished(state)
    events = trial.journal or []
    trial.journal = None
    return [_fishing_of(trial, events, seat, asked) for seat in range(state.n)]


def _fished(state: State) -> tuple[State, bool]:
    """Play the hauls of a fishing phase on a copy; also return whether anybody must choose."""
    trial = state.copy()
    trial.agenda = []
    trial.journal = []
    trial.dividends = [0] * trial.n
    asked = False
    for seat in trial.in_turn_order():
        trial.add(Fish(seat))
        trial.settle()
        while trial.agenda:
            asked = True
            task = trial.agenda[-1]
            if not isinstance(task, FeedElders | FeedShares):
                trial.agenda.pop()  # a card's offer: nobody needs to take it
                trial.settle()
                continue
            options = task.options(trial)
            others = [move for move in options if move != DIVIDEND + seat]
            trial.play((others or options)[0])
    return trial, asked


def _fishing_of(trial: State, events: list[Event], seat: int, asked: bool) -> FishingForecast:
    haul = 0
    from_elders = 0
    flow: list[FishFlow] = []
    incoming: list[Incoming] = []
    elders = 0
    for event in events:
        data = event.data
        if event.kind == "shares_fed" and data["holder"] == seat and event.seat != seat:
            incoming.append(Incoming(event.seat, data["amount"]))
        if event.seat != seat:
            continue
        if event.kind == "fish_caught":
            haul = data["haul"]
        elif event.kind in ("elder_fed", "elder_cleared"):
            elders += 1
            from_elders += event.kind == "elder_cleared"
        elif event.kind == "market_fed":
            flow.append(FishFlow("market", -1, data["amount"]))
        elif event.kind == "shares_fed":
            to_others = data["holder"] != seat
            holder = data["holder"] if to_others else -1
            flow.append(FishFlow("share" if to_others else "own", holder, data["amount"]))
        elif event.kind == "reserve_filled":
            flow.append(FishFlow("reserve", -1, data["goods"]["reserve_fish"]))
        elif event.kind == "haul_left_over":
            flow.append(FishFlow("lost", -1, data["amount"]))
    if elders:
        flow.insert(0, FishFlow("elders", -1, elders))
    player = trial.players[seat]
    return FishingForecast(
        seat=seat,
        haul=haul,
        flow=flow,
        incoming=incoming,
        from_elders=from_elders,
        you=trial.dividends[seat] + from_elders,
        reserve=player.reserve_fish,
        reserve_limit=player.rules.reserve_limit,
        open=asked,
    )


def _after(state: State, seat: int, now: FishingForecast) -> dict[str, FishingForecast]:
    """Return the fishing after each move of the seat that changes it."""
    found: dict[str, FishingForecast] = {}
    if state.turn() != seat:
        return found
    for move in state.options()[:MOST_CHANGED]:
        trial = _played(state, move)
        fishing = next_fishing(trial)[seat]
        if fishing != now:
            found[notation.write(move)] = fishing
    return found


def _played(state: State, move: int) -> State:
    """Return the table after a move and what follows by itself, within the turn."""
    trial = state.copy()
    task = trial.agenda[-1]
    # As if it were the first turn of the round, after which no fishing comes.
    trial.agenda = [TakeTurn(task.seat, 0) if isinstance(task, TakeTurn) else task]
    trial.play(move)
    return trial


def _ends(state: State, seat: int) -> Iterator[tuple[int | None, State]]:
    """Yield positions at the end of the seat's turn, each with the choice that led there."""
    waiting: list[tuple[int | None, State]] = [(None, state)]
    done = 0
    while waiting and done < MOST_ENDS:
        choice, now = waiting.pop(0)
        task = now.agenda[-1] if now.agenda else None
        if not isinstance(task, Question) or task.seat != seat or isinstance(task, TakeTurn):
            done += 1
            yield choice, now
            continue
        for move in task.options(now):
            after = now.copy()
            after.play(move)
            waiting.append((move if choice is None else choice, after))


def _first(state: State, seat: int, now: FishingForecast) -> list[IfFirst]:
    """List the spaces whose action changes the next fishing, each in the ways it does so."""
    task = state.agenda[-1]
    if not isinstance(task, TakeTurn) or task.seat != seat:
        return []
    found: list[IfFirst] = []
    for move in task.options(state):
        if not PLACE <= move < PLACE_ELDER or not notation.write(move).startswith("place"):
            continue
        ref = notation.touches(move)["space"]
        known = [now]
        for choice, after in _ends(_played(state, move), seat):
            fishing = next_fishing(after)[seat]
            what = "" if choice is None else notation.touches(choice).get("ship", "")
            same = (fishing.flow, fishing.you) == (now.flow, now.you)
            if not same and fishing not in known:
                known.append(fishing)
                found.append(IfFirst(ref, what, fishing))
                if not what:
                    break
    return found[:MOST_FIRST]


# -- what can be paid


def _afford(state: State, seat: int) -> list[Affordable]:
    """List the buildings and ships, each with the earliest round in which it can be paid."""
    purses = _purses(state, seat)
    player = state.players[seat]
    shown = [*state.display_a, *state.display_b, *state.display_c, *player.hand]
    return [_building(state, purses, slot) for slot in shown] + [
        _ship(state, purses, kind) for kind in range(len(state.ships))
    ]


def _purses(state: State, seat: int) -> list[tuple[int, Player]]:
    """Return what the seat has now and in each later round, without any choice."""
    purses = [(state.round, state.players[seat])]
    now = state
    for number in range(state.round + 1, state.board.rounds + 1):
        now, _ = _fished(now)
        now.journal = None
        now.add(FishingEnd())
        now.settle()
        while now.agenda:  # a card offers something: nobody needs to take it
            now.agenda.pop()
            now.settle()
        purses.append((number, now.players[seat]))
    return purses


def _building(state: State, purses: list[tuple[int, Player]], slot: int) -> Affordable:
    card = state.cards.cards[slot]
    usual = state.cards.terms[0]
    last = purses[-1][1]
    obstacle: Obstacle | None = "space" if last.free == 0 and not card.off_board else None
    rounds = [number for number, player in purses if can_pay_building(player, card, usual)]
    prices = [building_price(last, card, usual)]
    return _affordable(f"card:{card.name}", state.round, rounds, last, prices, obstacle)


def _ship(state: State, purses: list[tuple[int, Player]], kind: int) -> Affordable:
    board = state.board
    usual = state.cards.terms[0]
    last = purses[-1][1]
    obstacle: Obstacle | None = None
    if not ship_fits(state, last, kind, usual):
        obstacle = "supply" if state.ships[kind] == 0 else "track"
    ways = range(board.ways_to_pay[kind])
    rounds = [
        number
        for number, player in purses
        if obstacle is None and any(can_pay_ship(board, player, kind, way, usual) for way in ways)
    ]
    prices = [ship_price(board, last, kind, way, usual) for way in ways]
    return _affordable(f"ship:{SHIPS[kind]}", state.round, rounds, last, prices, obstacle)


def _affordable(
    ref: str,
    now: int,
    rounds: list[int],
    last: Player,
    prices: list[Price],
    obstacle: Obstacle | None,
) -> Affordable:
    if rounds:
        return Affordable(ref, "now" if rounds[0] == now else "later", rounds[0], {}, None)
    short = min((_short(last, price) for price in prices), key=lambda goods: sum(goods.values()))
    return Affordable(ref, "never", 0, short, obstacle)


def _short(player: Player, price: Price) -> Goods:
    """Return what the player lacks of a price."""
    wood, fish, gold = price
    short: Goods = {}
    if wood > player.wood:
        short["wood"] = wood - player.wood
    if fish > player.fish:
        short["fish"] = fish - player.fish
    if gold > player.gold:
        short["gold"] = gold - player.gold
    return short
