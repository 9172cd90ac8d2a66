"""Somebody's history, statistics and ratings, for the pages Profile and Games.

Everything comes from the results in the store. Others see a page only if its owner made it public,
and then neither the names of the other players nor the names of the tables.
"""

import csv
import functools
import io
import secrets
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from typing import Literal

from skerry.games import GAMES
from skerry.kernel.errors import BadSetup
from skerry.kernel.protocol import Game
from skerry.ratings import GAMES_NEEDED, anchors
from skerry.ratings.model import SURE
from skerry.service import messages as m
from skerry.service.errors import BadRequest, NotFound
from skerry.service.people import User
from skerry.store.accounts import AccountStore
from skerry.store.daily import DailyStore
from skerry.store.protocol import Store
from skerry.store.results import (
    Best,
    Filter,
    PlayedGame,
    ResultStore,
    by_level,
    by_players,
)

PAGE = 30  # games in one answer
CSV_PAGE = 500
MOST_MOMENTS = 120  # of a rating's line
HEADS = 50
LEAST_USES = 5
DAY = 86400.0
_MOST_DIGITS = 18  # of a number in an address: larger ones are none of the store's
CSV_FIELDS = [
    "finished",
    "game",
    "table",
    "name",
    "variant",
    "options",
    "players",
    "company",
    "mode",
    "ending",
    "place",
    "points",
    "sources",
    "opponents",
    "rated",
    "rating",
    "rating_change",
    "seconds",
    "moves",
]


class Owner:
    """Whose page it is, and whether its owner looks at it."""

    def __init__(self, user: User, mine: bool, public: bool, key: str) -> None:
        self.user = user
        self.mine = mine
        self.public = public
        self.key = key


class History:
    """Everybody's history."""

    def __init__(self, store: Store) -> None:
        self.results: ResultStore = store.results
        self.daily: DailyStore = store.daily
        self.accounts: AccountStore = store.accounts

    async def owner(self, viewer: User | None, key: str) -> Owner:
        """Return whose page is asked for: the viewer's own, or the public one of a key."""
        if not key:
            if viewer is None:
                raise NotFound("choose a name first; then your games are listed here", "no_profile")
            known = await self.results.profile(viewer.id)
            shown = known is not None and known.public
            return Owner(viewer, True, shown, known.key if known and shown else "")
        known = await self.results.public_profile(key)
        person = None if known is None else await self.accounts.person(known.user)
        if known is None or person is None:
            raise NotFound("there is no public page at this address", "no_profile")
        user = User(known.user, person.name)
        return Owner(user, viewer is not None and viewer.id == user.id, True, known.key)

    async def set_public(self, user: User, public: bool) -> Owner:
        """Let everybody see a page who knows its address, or nobody."""
        stored = await self.results.set_profile(user.id, secrets.token_hex(8), public)
        return Owner(user, True, public, stored.key if public else "")

    async def chosen(
        self,
        owner: Owner,
        *,
        game: str = "",
        company: str = "",
        variant: str = "",
        option: str = "",
        result: str = "",
        days: int | None = None,
        opponent: str = "",
    ) -> Filter:
        """Return the games that an address chooses. Raises BadRequest."""
        if game and game not in GAMES:
            raise BadRequest(f"game must be one of: {', '.join(GAMES)}", "bad_filter")
        if company not in ("", "people", "bots", "solo"):
            raise BadRequest("company must be people, bots or solo", "bad_filter")
        if result not in ("", "won", "lost"):
            raise BadRequest("result must be won or lost", "bad_filter")
        user = ""
        if opponent and owner.mine:
            id, _, seat = opponent.rpartition("-")
            known = seat.isdecimal() and len(seat) <= _MOST_DIGITS
            user = await self.results.seat_user(id, int(seat)) if known else ""
            if not user:
                raise BadRequest("opponent must be a key of your profile", "bad_filter")
        since = time.time() - days * DAY if days else 0.0
        return Filter(game, company, variant, option, _result(result), since, user)

    # -- figures

    async def page(self, owner: Owner, chosen: Filter) -> m.ProfilePage:
        """Return what stands beside the list of games."""
        user, results = owner.user.id, self.results
        everything = await results.groups(user, Filter())
        groups = everything if chosen == Filter() else await results.groups(user, chosen)
        own = [one for one in everything if one.mode != "imported"]
        known = [one for one in everything if one.game in GAMES]
        return m.ProfilePage(
            name=owner.user.name,
            mine=owner.mine,
            public=owner.public,
            key=owner.key,
            since=min((one.first for one in own), default=0.0),
            games=sum(one.games for one in own),
            seconds=sum(one.seconds for one in own),
            ratings=[await self._rating(user, game) for game in GAMES if anchors(game)],
            levels=[m.WonGames(one.key, one.played, one.won) for one in by_level(groups)],
            players=[
                m.WonByPlayers(*_split(one.key), one.played, one.won) for one in by_players(groups)
            ],
            solo=_solo(await results.bests(user, chosen)),
            ranks=await self._ranks(user, chosen),
            variants=[
                m.FilterValue(game, GAMES[game].variant, value)
                for game, value in sorted({(one.game, one.variant) for one in known})
            ],
            options=[
                m.FilterValue(game, *option.split("=", 1))
                for game, option in sorted({(g.game, o) for g in known for o in g.options})
                if option.split("=", 1)[0] != GAMES[game].variant
            ],
        )

    async def _rating(self, user: str, game: str) -> m.RatingInfo:
        _, games = await self.results.rating(user, game)
        enough = games >= GAMES_NEEDED
        shown = await self.results.ratings(user, game, MOST_MOMENTS) if enough else []
        last = shown[-1] if shown else None
        return m.RatingInfo(
            game=game,
            games=games,
            missing=max(0, GAMES_NEEDED - games),
            mean=None if last is None else round(last.mean),
            band=None if last is None else round(SURE * last.deviation),
            moments=[
                m.RatingMoment(one.at, round(one.mean), round(SURE * one.deviation))
                for one in shown
            ],
            levels=[m.LevelRating(level, round(rating)) for level, rating in anchors(game).items()],
        )

    async def _ranks(self, user: str, chosen: Filter) -> list[m.CampaignRank]:
        reached = {(one.game, one.variant): one for one in await self.results.ranks(user, chosen)}
        found = []
        for game, variant in _campaigns():
            if chosen.game in ("", game) and chosen.variant in ("", variant):
                one = reached.get((game, variant))
                rank, best = (one.rank, one.best) if one else (None, None)
                found.append(m.CampaignRank(game, variant, rank, best))
        return found

    async def heads(self, owner: Owner, chosen: Filter) -> m.HeadsToHeads:
        """Return the games with each other person; nothing on a public page."""
        found = []
        others = await self.results.opponents(owner.user.id, chosen, HEADS) if owner.mine else []
        for one in others:
            profile = await self.results.profile(one.user)
            key = profile.key if profile is not None and profile.public else ""
            found.append(
                m.HeadToHead(one.name, f"{one.id}-{one.seat}", key, one.won, one.lost, one.tied)
            )
        return m.HeadsToHeads(found)

    async def sources(self, owner: Owner, chosen: Filter) -> m.PointSources:
        """Return the mean points of each month by source."""
        return m.PointSources(
            [
                m.MonthPoints(
                    one.game,
                    one.month,
                    one.games,
                    round(sum(one.points.values()) / one.games, 1),
                    {name: round(total / one.games, 1) for name, total in one.points.items()},
                )
                for one in await self.results.sources(owner.user.id, chosen)
            ]
        )

    async def uses(self, owner: Owner, chosen: Filter) -> m.UsedThings:
        """Return what was used often enough to say something about it."""
        found = await self.results.uses(owner.user.id, chosen, LEAST_USES)
        things = [m.UsedThing(one.game, one.kind, one.id, one.times, one.delta) for one in found]
        return m.UsedThings(LEAST_USES, things)

    # -- games

    async def games(self, owner: Owner, chosen: Filter, page: str) -> m.PlayedGames:
        """List games, newest first; *page* is where the last answer ended. Raises BadRequest."""
        before = _read_page(page)
        user = owner.user.id
        found = await self.results.history(user, chosen, before, PAGE + 1)
        shown = found[:PAGE]
        more = f"{shown[-1].finished!r}:{shown[-1].number}" if len(found) > PAGE else ""
        par = await self._versus_par(user) if any(game.daily for game in shown) else {}
        rated = {game.game for game in shown if game.rated}
        known = {
            game for game in rated if (await self.results.rating(user, game))[1] >= GAMES_NEEDED
        }
        lines = [_line(game, owner, par.get(game.id), game.game in known) for game in shown]
        return m.PlayedGames(lines, await self.results.count(user, chosen), more)

    async def _versus_par(self, user: str) -> dict[str, int]:
        attempts = await self.daily.attempts(user)
        return {one.table: one.versus_par for one in attempts if one.points is not None}

    async def csv(self, owner: Owner, chosen: Filter) -> AsyncIterator[str]:
        """Write all chosen games as CSV, some at a time."""
        before = _read_page("")
        sources = await self.results.items(owner.user.id)
        yield _csv([CSV_FIELDS])
        while games := await self.results.history(owner.user.id, chosen, before, CSV_PAGE):
            yield _csv([_csv_row(game, sources.get(game.number, {})) for game in games])
            before = (games[-1].finished, games[-1].number)


@functools.cache
def _campaigns() -> list[tuple[str, str]]:
    """List the games and variants that have a campaign."""
    found = []
    for game in GAMES.values():
        campaign = game.campaign
        option = next(one for one in game.options() if one.name == game.variant)
        for value in option.choices if campaign is not None else []:
            try:
                assert campaign is not None
                campaign.begin({game.variant: value})
            except BadSetup:
                continue  # there is none with this one
            found.append((game.name, str(value)))
    return sorted(found, key=lambda one: (one[0], one[1] != _default(GAMES[one[0]])))


def _default(game: Game) -> str:
    return str(next(one.default for one in game.options() if one.name == game.variant))


def _solo(bests: list[Best]) -> list[m.SoloBest]:
    """Return the best game for each way of playing alone."""
    found: dict[tuple[str, str], m.SoloBest] = {}
    for one in bests:  # the best first
        if one.game not in GAMES:
            continue
        name = GAMES[one.game].solo_option
        default = next((str(o.default) for o in GAMES[one.game].options() if o.name == name), "")
        chosen = dict(option.split("=", 1) for option in one.options)
        way = chosen.get(name, default)
        best = m.SoloBest(one.game, way, one.points, one.variant, one.finished, one.id)
        found.setdefault((one.game, way), best)
    return sorted(found.values(), key=lambda best: (best.game, best.way != "normal", best.way))


def _line(game: PlayedGame, owner: Owner, versus_par: int | None, rated: bool) -> m.PlayedGame:
    seen = owner.mine or game.watchable
    campaign = game.campaign
    return m.PlayedGame(
        table=game.id if game.kept and seen else "",
        seat=game.seat,
        game=game.game,
        name=game.name if owner.mine else "",
        variant=game.variant,
        options=game.options,
        players=game.players,
        company=game.company,
        mode=game.mode,
        ending=game.ending,
        place=game.place,
        points=game.points,
        resigned=game.resigned,
        rated=game.rated,
        change=round(game.change) if rated and game.change is not None else None,
        day=game.daily.partition(" ")[2],
        versus_par=versus_par,
        campaign_game=None if campaign is None else campaign.game,
        campaign_total=None if campaign is None else campaign.total,
        at=game.finished,
        seconds=game.seconds,
        others=[
            m.PlayedWith(
                other.name if owner.mine or other.level else "",
                other.level,
                other.place,
                other.points,
            )
            for other in game.others
        ],
    )


def _csv(rows: list[list[object]] | list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _csv_row(game: PlayedGame, sources: dict[str, int]) -> list[object]:
    finished = datetime.fromtimestamp(game.finished, UTC).isoformat(timespec="seconds")
    others = "; ".join(f"{one.name} {one.level}".strip() for one in game.others)
    blank = ""
    return [
        finished,
        game.game,
        game.id,
        _plain(game.name),
        game.variant,
        " ".join(game.options),
        game.players,
        game.company,
        game.mode,
        game.ending,
        blank if game.place is None else game.place,
        blank if game.points is None else game.points,
        " ".join(f"{name}={points}" for name, points in sources.items()),
        _plain(others),
        int(game.rated),
        blank if game.rating is None else round(game.rating, 1),
        blank if game.change is None else round(game.change, 1),
        round(game.seconds),
        game.moves,
    ]


def _plain(text: str) -> str:
    """Return a text that a spreadsheet does not take for a formula.

    >>> _plain("=1+1"), _plain("Lagoon")
    ("'=1+1", 'Lagoon')
    """
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text


def _read_page(page: str) -> tuple[float, int]:
    if not page:
        return (1e18, 0)
    finished, _, number = page.partition(":")
    try:
        if len(number) > _MOST_DIGITS:
            raise ValueError
        return (float(finished), int(number))
    except ValueError:
        raise BadRequest("page must be the `next` of an answer", "bad_number") from None


def _split(key: str) -> tuple[str, int]:
    game, _, players = key.rpartition(" ")
    return game, int(players)


def _result(text: str) -> Literal["", "won", "lost"]:
    return "won" if text == "won" else "lost" if text == "lost" else ""
