"""How a game ended, as it is stored for the players' history, statistics and ratings."""

from collections.abc import Iterator

from skerry.bots.levels import LEVELS
from skerry.kernel.events import Event
from skerry.kernel.protocol import Game, Score, play
from skerry.kernel.rng import Rng
from skerry.service.table.records import result as scored
from skerry.service.table.state import TableState, deal
from skerry.store.protocol import Seat, Table
from skerry.store.results import (
    CampaignResult,
    Company,
    Ending,
    GameResult,
    Mode,
    SeatResult,
    SeatUse,
)

OVER = ("finished", "abandoned")


def new_result(before: TableState | None, after: TableState) -> GameResult | None:
    """Return the result of a game that has just ended, or whose campaign was closed since."""
    if after.table.status not in OVER:
        return None
    earlier = None if before is None or before.table.status not in OVER else before.table
    if earlier is not None and earlier.campaign == after.table.campaign:
        return None
    return result_of(after) if has_result(after.table) else None


def has_result(table: Table) -> bool:
    """Return whether a table that is over has played a game: a plan of the day is none."""
    return table.status in OVER and table.setup is not None and not table.while_asked


def result_of(current: TableState) -> GameResult | None:
    """Return how a game ended; None if it cannot be replayed."""
    table, game, state = current.table, current.game, current.state
    if state is None:
        return None
    ending = _ending(table)
    scores = scored(table, game, state) if ending != "abandoned" else []
    uses = game.uses(state, _events(current)) if ending == "finished" else []
    of_seat: dict[int, list[SeatUse]] = {}
    for use in uses:
        of_seat.setdefault(use.seat, []).append(SeatUse(use.kind, use.id, use.times))
    seats = [
        _seat(number, seat, scores[number] if scores else None, of_seat.get(number, []))
        for number, seat in enumerate(table.seats)
    ]
    if len(seats) == 1:  # nobody is behind or ahead
        seats[0].place = None
    company = _company(table)
    return GameResult(
        id=table.id,
        game=table.game,
        rules=table.rules,
        name=table.name,
        variant=_variant(game, table),
        options=_options(game, table),
        company=company,
        against=_strongest(table) if company == "bots" else "",
        mode=_mode(table),
        ending=ending,
        rated=table.rated and not table.unrated and ending != "abandoned",
        watchable=table.watchable,
        finished=table.updated,
        moves=len(current.history),
        seats=seats,
        daily=table.daily,
        campaign=_campaign(table),
    )


def _ending(table: Table) -> Ending:
    if table.status == "finished":
        return "finished"
    return "resigned" if table.scores else "abandoned"


def _seat(number: int, seat: Seat, score: Score | None, uses: list[SeatUse]) -> SeatResult:
    person = seat.kind == "human" and bool(seat.users)
    return SeatResult(
        seat=number,
        user=seat.users[0] if person else "",
        name=seat.name,
        level="" if person else seat.level,
        place=None if score is None else score.place,
        points=None if score is None else score.total,
        own=person and not seat.played_by_bot,
        resigned=seat.resigned,
        items={} if score is None else score.items,
        uses=uses,
    )


def _company(table: Table) -> Company:
    if len(table.seats) == 1:
        return "solo"
    people = sum(seat.kind != "bot" for seat in table.seats)
    return "people" if people > 1 else "bots"


def _strongest(table: Table) -> str:
    """Return the highest level among the bots; a bot of the operator's own counts by its name."""
    levels = [seat.level for seat in table.seats if seat.kind == "bot"]
    return max(levels, key=lambda level: LEVELS.index(level) if level in LEVELS else -1)


def _mode(table: Table) -> Mode:
    if table.daily:
        return "daily" if table.coach == "off" else "practice"
    if table.begun:
        return "imported" if table.number == table.begun else "continued"
    return "campaign" if table.campaign is not None else "played"


def _variant(game: Game, table: Table) -> str:
    default = next(option.default for option in game.options() if option.name == game.variant)
    return _written(table.options.get(game.variant, default))


def _options(game: Game, table: Table) -> list[str]:
    """List the options that are not the default, without lists that nobody would choose by."""
    return [
        f"{option.name}={_written(table.options[option.name])}"
        for option in game.options()
        if option.kind != "other"
        and option.name in table.options
        and table.options[option.name] != option.default
    ]


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _campaign(table: Table) -> CampaignResult | None:
    shown = table.campaign
    if shown is None:
        return None
    return CampaignResult(shown["rank"], shown["total"], len(shown["totals"]), shown["over"])


def _events(current: TableState) -> Iterator[Event]:
    """Yield everything that happened, by playing the game once more."""
    table, game = current.table, current.game
    state = deal(table, Rng(0))  # the set-up is complete: nothing is drawn
    for _, seat, text in current.history:
        yield from play(game, state, game.read(state, text), seat)
