"""Somebody's games and what they add up to."""

from typing import Literal

from skerry.service.messages.values import Request, Response


class LevelRating(Response):
    """The fixed rating of a bot's level."""

    level: str
    rating: int


class RatingMoment(Response):
    """A rating after a game; 95 % sure it lies within `band` to either side."""

    at: float
    mean: int
    band: int


class RatingInfo(Response):
    """A rating in one game. While games are `missing`, it is not shown."""

    game: str
    games: int
    missing: int
    mean: int | None
    band: int | None
    moments: list[RatingMoment]
    levels: list[LevelRating]


class WonGames(Response):
    """Games won, of those played, against bots up to a level."""

    level: str
    played: int
    won: int


class WonByPlayers(Response):
    """Games won, of those played, with a number of players."""

    game: str
    players: int
    played: int
    won: int


class SoloBest(Response):
    """The best game alone; `way` is the value of the game's option for playing alone."""

    game: str
    way: str
    points: int
    variant: str
    at: float
    table: str


class CampaignRank(Response):
    """The rank reached in campaigns with a deck; None if none was tried."""

    game: str
    variant: str
    rank: int | None
    best: int | None


class HeadToHead(Response):
    """Games with one other person. `key` chooses them in a filter, `profile` opens their page."""

    name: str  # empty for a former player
    key: str
    profile: str
    won: int
    lost: int
    tied: int


class HeadsToHeads(Response):
    """Games with each other person, those met most often first."""

    heads: list[HeadToHead]


class FilterValue(Response):
    """A value that games can be chosen by: of the option of a game."""

    game: str
    option: str
    value: str


class ProfilePage(Response):
    """Who somebody is as a player. Of others, only what they made public."""

    name: str
    mine: bool
    public: bool
    key: str  # of the public page; empty if there is none
    since: float  # when the first game ended; 0 if there was none
    games: int
    seconds: float  # at the tables, without long pauses
    ratings: list[RatingInfo]
    levels: list[WonGames]
    players: list[WonByPlayers]
    solo: list[SoloBest]
    ranks: list[CampaignRank]
    variants: list[FilterValue]
    options: list[FilterValue]


class PlayedWith(Response):
    """Somebody else in a game; `name` is empty where only a public page is shown."""

    name: str
    level: str
    place: int | None
    points: int | None


class PlayedGame(Response):
    """A game that is over. `place` is 0 if everybody lost, None if nobody was placed."""

    table: str  # empty if it is not there any more, or not for you
    seat: int
    game: str
    name: str
    variant: str
    options: list[str]
    players: int
    company: Literal["people", "bots", "solo"]
    mode: Literal["played", "campaign", "daily", "practice", "continued", "imported"]
    ending: Literal["finished", "resigned", "abandoned"]
    place: int | None
    points: int | None
    resigned: bool
    rated: bool
    change: int | None
    day: str  # of a daily challenge
    versus_par: int | None
    campaign_game: int | None
    campaign_total: int | None
    at: float
    seconds: float
    others: list[PlayedWith]


class PlayedGames(Response):
    """Games that are over, newest first. `next` is where the list goes on, empty at its end."""

    games: list[PlayedGame]
    total: int
    next: str


class MonthPoints(Response):
    """The mean points of a month by source."""

    game: str
    month: str  # 2026-11
    games: int
    points: float
    sources: dict[str, float]


class PointSources(Response):
    """Points by source over time, the oldest month first; sources in the order of the game."""

    months: list[MonthPoints]


class UsedThing(Response):
    """How often something was used, and the mean points above one's own mean with it."""

    game: str
    kind: str
    id: str
    times: int
    delta: float


class UsedThings(Response):
    """What was used at least `least` times, by game and kind, the best first."""

    least: int
    things: list[UsedThing]


class SetPublic(Request):
    """Let everybody see your page who knows its address, or nobody."""

    public: bool
