"""How games ended: one row a game, one a seat, and what they add up to for a person.

A result is stored in the same transaction as the end of its table, exactly once, and so are the
ratings that it changes. It stays when its table is deleted, without the table's name.
"""

from collections.abc import Callable
from typing import Literal, Protocol

import msgspec

from skerry.ratings import Rating

Company = Literal["people", "bots", "solo"]
# "played" from a fresh deal to its end; the others are listed, but only the first three count.
Mode = Literal["played", "campaign", "daily", "practice", "continued", "imported"]
COUNTED_MODES = ("played", "campaign", "daily")
Ending = Literal["finished", "resigned", "abandoned"]


class SeatUse(msgspec.Struct, frozen=True):
    """Something of the game that a seat used."""

    kind: str
    id: str
    times: int


class SeatResult(msgspec.Struct):
    """How a game ended for one seat."""

    seat: int
    user: str  # empty for a bot, and if nobody had the seat
    name: str
    level: str  # of the bot
    place: int | None  # 1 for winners, 0 when everybody lost, None if there are no places
    points: int | None
    own: bool  # played to the end by its person
    resigned: bool
    items: dict[str, int] = {}  # points by source
    uses: list[SeatUse] = []


class CampaignResult(msgspec.Struct):
    """Where a campaign stood after a game."""

    rank: int
    total: int
    game: int
    over: bool


class GameResult(msgspec.Struct):
    """How a game ended."""

    id: str  # of the table
    game: str
    rules: int
    name: str
    variant: str  # the value of the option that changes points most
    options: list[str]  # that are not the default, as "name=value"
    company: Company
    against: str  # in games against bots alone: the strongest level
    mode: Mode
    ending: Ending
    rated: bool  # it changes ratings
    watchable: bool
    finished: float  # seconds since 1970
    moves: int
    seats: list[SeatResult]
    daily: str = ""
    campaign: CampaignResult | None = None


class Filter(msgspec.Struct, frozen=True):
    """Which games of a person; an empty field means all."""

    game: str = ""
    company: str = ""
    variant: str = ""
    option: str = ""  # "name=value"
    result: Literal["", "won", "lost"] = ""
    since: float = 0
    opponent: str = ""  # a user


class PlayedGame(msgspec.Struct):
    """One line of somebody's history."""

    id: str
    seat: int
    game: str
    name: str
    variant: str
    options: list[str]
    players: int
    company: Company
    mode: Mode
    ending: Ending
    place: int | None
    points: int | None
    resigned: bool
    rated: bool
    rating: float | None
    change: float | None
    daily: str
    campaign: CampaignResult | None
    finished: float
    seconds: float
    moves: int
    kept: bool  # the table is still there
    watchable: bool
    number: int
    others: list["OtherSeat"] = []


class OtherSeat(msgspec.Struct):
    """Somebody else in a game."""

    seat: int
    user: str
    name: str
    level: str
    place: int | None
    points: int | None


class RatedMoment(msgspec.Struct):
    """A rating after a game."""

    at: float
    mean: float
    deviation: float


class Count(msgspec.Struct):
    """Games that were won, of those played."""

    key: str
    played: int
    won: int


class Group(msgspec.Struct):
    """Games that are alike, counted: figures are sums over such groups."""

    game: str
    variant: str
    players: int
    company: str
    against: str
    options: list[str]
    mode: str
    decided: bool  # they count as won or lost
    games: int
    won: int
    seconds: float
    first: float  # when the first of them ended


class Best(msgspec.Struct):
    """The best game alone with certain options."""

    game: str
    options: list[str]
    points: int
    variant: str
    finished: float
    id: str


class Rank(msgspec.Struct):
    """The campaign rank with a deck, and the most points of a whole campaign."""

    game: str
    variant: str
    rank: int
    best: int | None


class Opponent(msgspec.Struct):
    """Games against one person; *id* and *seat* name a game in which they sat there."""

    user: str
    name: str
    won: int
    lost: int
    tied: int
    id: str
    seat: int


class SourcePoints(msgspec.Struct):
    """The points of a month by source, summed over so many games."""

    game: str
    month: str
    games: int
    points: dict[str, int]


class UsedThing(msgspec.Struct):
    """How often something was used, and the points above one's own mean with it."""

    game: str
    kind: str
    id: str
    times: int
    delta: float


class Profile(msgspec.Struct):
    """What a person lets others see, under a key that says nothing about the person."""

    user: str
    key: str
    public: bool


def by_level(groups: list[Group]) -> list[Count]:
    """Count games against bots by the strongest level at the table."""
    against = [one for one in groups if one.company == "bots" and one.against]
    return _counted(against, lambda one: one.against)


def by_players(groups: list[Group]) -> list[Count]:
    """Count games by game and number of players, as "vanuatu 3"."""
    return _counted(groups, lambda one: f"{one.game} {one.players}")


def _counted(groups: list[Group], key: Callable[[Group], str]) -> list[Count]:
    counts: dict[str, Count] = {}
    for group in groups:
        if group.decided:
            count = counts.setdefault(key(group), Count(key(group), 0, 0))
            count.played += group.games
            count.won += group.won
    return [counts[name] for name in sorted(counts)]


class ResultStore(Protocol):
    """Results and the figures that follow from them. What is written is on the disk."""

    async def add(self, result: GameResult) -> bool:
        """Store a result and the ratings it changes; return False if it was stored before."""

    async def missing(self, after: str, limit: int) -> list[str]:
        """List tables whose game is over and that have no result, by id, from one on."""

    async def history(
        self, user: str, chosen: Filter, before: tuple[float, int], limit: int
    ) -> list[PlayedGame]:
        """List games, the newest first, after the one that ended then with that number."""

    async def count(self, user: str, chosen: Filter) -> int:
        """Count games."""

    async def groups(self, user: str, chosen: Filter) -> list[Group]:
        """Count the games that are alike."""

    async def bests(self, user: str, chosen: Filter) -> list[Best]:
        """Return the best game alone for each set of options, the best first."""

    async def ranks(self, user: str, chosen: Filter) -> list[Rank]:
        """Return the campaign ranks."""

    async def opponents(self, user: str, chosen: Filter, limit: int) -> list[Opponent]:
        """Count the games against each person, those met most often first."""

    async def sources(self, user: str, chosen: Filter) -> list[SourcePoints]:
        """Sum up the points by game, month and source, the oldest month first."""

    async def uses(self, user: str, chosen: Filter, least: int) -> list[UsedThing]:
        """Return what was used at least so often, the best first."""

    async def items(self, user: str) -> dict[int, dict[str, int]]:
        """Return the points by source of all games, by the number in `PlayedGame`."""

    async def seat_user(self, id: str, seat: int) -> str:
        """Return who had a seat, "" if nobody is known."""

    async def rating(self, user: str, game: str) -> tuple[Rating, int]:
        """Return a rating and in how many games it came about."""

    async def ratings(self, user: str, game: str, most: int) -> list[RatedMoment]:
        """List a rating over time: at most so many moments, evenly spread, the last among them."""

    async def recompute_ratings(self) -> int:
        """Compute all ratings anew from the results; return how many rows were different."""

    async def profile(self, user: str) -> Profile | None:
        """Read what somebody lets others see."""

    async def public_profile(self, key: str) -> Profile | None:
        """Read a profile by its key, if it is public."""

    async def set_profile(self, user: str, key: str, public: bool) -> Profile:
        """Store what somebody lets others see; the key of an earlier time stays."""
