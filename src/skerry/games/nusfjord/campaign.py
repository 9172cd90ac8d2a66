"""The solo campaign: three games with one deck, stored as JSON between them (rules 12)."""

from pathlib import Path
from typing import Annotated, Any

import msgspec

from skerry.games.nusfjord.catalogue import Catalogue, load
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.setup import Options
from skerry.kernel.agenda import NOBODY
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json

GAMES = 3
GOAL = 100
RANK_MARGIN = 10  # so many points below goal and rank cost a rank
SET_BY_THE_CAMPAIGN = ("exclude", "mixed_deck")  # rule options


class Campaign(msgspec.Struct, forbid_unknown_fields=True):
    """What is stored between the games. Card lists hold ids."""

    deck: str
    solo: str = "normal"
    rank: Annotated[int, msgspec.Meta(ge=0)] = 0
    totals: Annotated[list[int], msgspec.Meta(max_length=GAMES)] = []
    in_play: list[str] = []  # A and B laid out so far
    set_aside: list[str] = []  # of those, the ones nobody built
    built_c: list[str] = []  # C that have been built and are out
    options: dict[str, Any] = {}  # further rule options, the same in all games

    @property
    def game(self) -> int:
        """The number of the game to be played next, 1 to 3; 4 when it is over."""
        return len(self.totals) + 1

    @property
    def over(self) -> bool:
        return len(self.totals) == GAMES

    @property
    def total(self) -> int:
        return sum(self.totals)

    @property
    def succeeded(self) -> bool:
        """Whether the goal is met: more than 100 points in three games."""
        return self.over and self.total > GOAL

    def setup(self, catalogue: Catalogue) -> Json:
        """Return the set-up of the next game; its open piles are drawn at the deal."""
        if self.over:
            raise BadSetup("campaign: all three games are played; begin a new one")
        self.check(catalogue)
        letters = catalogue.decks[self.deck]
        if self.game < GAMES:
            out = list(self.in_play)
        else:
            # The last game is played with what was laid out before and never built.
            both = catalogue.names(letters[0] + letters[1])
            out = [name for name in both if name not in self.set_aside]
        options: Json = {"deck": self.deck, "solo": self.solo, **self.options}
        exclude = sorted({*out, *self.built_c})
        if exclude:
            options["exclude"] = exclude
        return {"players": 1, "options": options}

    def after(self, state: State, catalogue: Catalogue) -> "Campaign":
        """Return the campaign after a finished game."""
        if state.turn() != NOBODY or state.n != 1:
            raise BadSetup("campaign: the game is not finished, or not a solo game")
        built = catalogue.names(state.players[0].buildings)
        shown = state.origin["piles"]["a_display"] + state.origin["piles"]["b_display"]
        left = catalogue.names(state.display_a + state.display_b)
        totals = [*self.totals, state.results()[0]]
        rank = new_rank(self.rank, sum(totals)) if len(totals) == GAMES else self.rank
        return Campaign(
            deck=self.deck,
            solo=self.solo,
            rank=rank,
            totals=totals,
            in_play=sorted({*self.in_play, *shown}),
            set_aside=sorted({*self.set_aside, *left} - set(built)),
            built_c=sorted({*self.built_c, *(name for name in built if name[0] == "C")}),
            options=self.options,
        )

    def close(self) -> "Campaign":
        """End early: the games that were not played bring no points."""
        if self.over:
            return self
        totals = [*self.totals, *[0] * (GAMES - len(self.totals))]
        return msgspec.structs.replace(self, totals=totals, rank=new_rank(self.rank, sum(totals)))

    def again(self) -> "Campaign":
        """Begin a new campaign with the rank reached."""
        return Campaign(deck=self.deck, solo=self.solo, rank=self.rank, options=self.options)

    def check(self, catalogue: Catalogue) -> None:
        """Raise BadSetup, naming the field, for what no campaign can have come to."""
        if self.deck not in catalogue.decks:
            raise BadSetup(f"campaign: deck: there is no deck {self.deck[:20]!r}")
        if self.solo not in ("normal", "advanced"):
            raise BadSetup(f"campaign: solo: {self.solo[:20]!r} is neither normal nor advanced")
        for name in self.options:
            if name in SET_BY_THE_CAMPAIGN or name in ("deck", "solo"):
                raise BadSetup(f"campaign: options.{name[:40]} is set by the campaign itself")
        options = {"deck": self.deck, "solo": self.solo, **self.options}
        Options(catalogue, {"players": 1, "options": options})
        letters = [catalogue.names(slots) for slots in catalogue.decks[self.deck]]
        fields = {
            "in_play": (self.in_play, letters[0] + letters[1]),
            "set_aside": (self.set_aside, self.in_play),
            "built_c": (self.built_c, letters[2]),
        }
        for field, (names, allowed) in fields.items():
            for at, name in enumerate(names):
                if name not in catalogue.slots:
                    raise BadSetup(f"campaign: {field}: there is no card {name[:20]!r}")
                if name in names[:at]:
                    raise BadSetup(f"campaign: {field}: {name} is named twice")
                if name not in allowed:
                    where = "in_play" if field == "set_aside" else f"the deck {self.deck}"
                    raise BadSetup(f"campaign: {field}: {name} is not of {where}")
            if names and not self.totals:
                raise BadSetup(f"campaign: {field}: holds cards although no game is played")
        shown = catalogue.board.rows["1"]
        most = len(self.totals) * (shown["shown_a"] + shown["shown_b"])
        if len(self.in_play) > most:
            raise BadSetup(f"campaign: in_play: {len(self.totals)} games show at most {most} cards")

    def save(self, path: Path) -> None:
        """Write the campaign to a file, whole or not at all."""
        draft = path.with_name(path.name + ".new")
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n")
        draft.replace(path)


def read_campaign(path: Path, catalogue: Catalogue | None = None) -> Campaign:
    """Read a campaign from a file; raises BadSetup naming the file and the field.

    Its cards are those of the package unless another catalogue is given.
    """
    try:
        given = msgspec.json.decode(path.read_bytes())
    except (OSError, msgspec.MsgspecError, RecursionError) as error:
        raise BadSetup(f"{path}: is not a campaign: {error}") from None
    try:
        campaign = _campaign(given)
        campaign.check(catalogue or load())
    except BadSetup as error:
        raise BadSetup(f"{path}: {error}") from None
    return campaign


class SoloCampaign:
    """The campaign behind `skerry.kernel.campaign.Campaign`, for one catalogue of cards."""

    games = GAMES
    seats = 1
    goal = GOAL

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def begin(self, options: Json) -> Json:
        others = {name: options[name] for name in options if name not in ("deck", "solo")}
        campaign = Campaign(
            deck=str(options.get("deck", "herring")),
            solo=str(options.get("solo", "normal")),
            options=others,
        )
        campaign.check(self.catalogue)
        return _json(campaign)

    def check(self, given: Any) -> Json:
        campaign = _campaign(given)
        campaign.check(self.catalogue)
        return _json(campaign)

    def setup(self, progress: Json) -> Json:
        return _campaign(progress).setup(self.catalogue)

    def after(self, progress: Json, state: State) -> Json:
        return _json(_campaign(progress).after(state, self.catalogue))

    def close(self, progress: Json) -> Json:
        return _json(_campaign(progress).close())

    def again(self, progress: Json) -> Json:
        return _json(_campaign(progress).again())

    def options(self, progress: Json) -> Json:
        campaign = _campaign(progress)
        return {"deck": campaign.deck, "solo": campaign.solo, **campaign.options}

    def summary(self, progress: Json) -> Json:
        campaign = _campaign(progress)
        return {
            "game": min(campaign.game, GAMES),
            "rank": campaign.rank,
            "totals": campaign.totals,
            "total": campaign.total,
            "goal": GOAL,
            "games": GAMES,
            "missing": max(0, GOAL + 1 - campaign.total),
            "rank_rises_above": GOAL + campaign.rank,
            "rank_falls_at": GOAL + campaign.rank - RANK_MARGIN,
            "over": campaign.over,
            "succeeded": campaign.succeeded,
        }


def _campaign(given: Any) -> Campaign:
    try:
        return msgspec.convert(given, Campaign)
    except msgspec.ValidationError as error:
        raise BadSetup(f"campaign: {_plain(error)}") from None


def _json(campaign: Campaign) -> Json:
    written: Json = msgspec.to_builtins(campaign)
    return written


def _plain(error: msgspec.ValidationError) -> str:
    """Return a message of msgspec with the field first: "totals[...]: Expected `int`"."""
    message, _, where = str(error).partition(" - at ")
    return f"{where.strip('`').removeprefix('$.') or 'the file'}: {message}".replace("`", "'")


def new_rank(rank: int, total: int) -> int:
    """Return the rank after a campaign.

    >>> new_rank(12, 118), new_rank(12, 105), new_rank(12, 102)
    (18, 12, 11)
    """
    if total - GOAL > rank:
        return total - GOAL
    if total <= GOAL + rank - RANK_MARGIN:
        return max(0, rank - 1)
    return rank


def rematch(state: State) -> Json:
    """Return the set-up of the second game of a two-player match (rules 12)."""
    if state.turn() != NOBODY or state.n != 2:
        raise BadSetup("rematch: needs a finished game of two players")
    shown = state.origin["piles"]["a_display"] + state.origin["piles"]["b_display"]
    options = {**state.origin["options"], "exclude": sorted(shown)}
    return {"players": 2, "options": options, "piles": {"starter": 1 - state.starter}}
