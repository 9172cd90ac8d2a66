"""The solo campaign: three games with one deck, kept in a JSON file between them (rules 12)."""

from pathlib import Path
from typing import Annotated

import msgspec

from skerry.games.nusfjord.catalogue import Catalogue
from skerry.games.nusfjord.engine.state import State
from skerry.kernel.agenda import NOBODY
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json

GAMES = 3
GOAL = 100


class Campaign(msgspec.Struct, forbid_unknown_fields=True):
    """What is kept between the games. Card lists hold ids."""

    deck: str
    solo: str = "normal"
    rank: Annotated[int, msgspec.Meta(ge=0)] = 0
    totals: Annotated[list[int], msgspec.Meta(max_length=GAMES)] = []
    in_play: list[str] = []  # A and B laid out so far
    set_aside: list[str] = []  # of those, the ones nobody built
    built_c: list[str] = []  # C that have been built and are out

    @property
    def game(self) -> int:
        """Give the number of the game to be played next, 1 to 3; 4 when it is over."""
        return len(self.totals) + 1

    @property
    def over(self) -> bool:
        return len(self.totals) == GAMES

    @property
    def total(self) -> int:
        return sum(self.totals)

    @property
    def succeeded(self) -> bool:
        """Tell whether the goal is met: more than 100 points in three games."""
        return self.over and self.total > GOAL

    def setup(self, catalogue: Catalogue) -> Json:
        """Give the set-up of the next game; its open piles are drawn at the deal."""
        if self.over:
            raise BadSetup("campaign: all three games are played; begin a new one")
        if self.deck not in catalogue.decks:
            raise BadSetup(f"campaign: deck: there is no deck {self.deck[:20]!r}")
        for name in (*self.in_play, *self.set_aside, *self.built_c):
            if name not in catalogue.slots:
                raise BadSetup(f"campaign: there is no card {name[:20]!r}")
        letters = catalogue.decks[self.deck]
        if self.game < GAMES:
            out = list(self.in_play)
        else:
            # The last game is played with what was laid out before and never built.
            both = catalogue.names(letters[0] + letters[1])
            out = [name for name in both if name not in self.set_aside]
        options: Json = {"deck": self.deck, "solo": self.solo}
        exclude = sorted({*out, *self.built_c})
        if exclude:
            options["exclude"] = exclude
        return {"players": 1, "options": options}

    def after(self, state: State, catalogue: Catalogue) -> "Campaign":
        """Give the campaign after a finished game."""
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
        )

    def again(self) -> "Campaign":
        """Begin a new campaign with the rank reached."""
        return Campaign(deck=self.deck, solo=self.solo, rank=self.rank)

    def save(self, path: Path) -> None:
        """Keep the campaign in a file, whole or not at all."""
        draft = path.with_name(path.name + ".new")
        draft.write_bytes(msgspec.json.format(msgspec.json.encode(self), indent=2) + b"\n")
        draft.replace(path)


def read_campaign(path: Path) -> Campaign:
    """Read a campaign back; raises BadSetup naming the file and the field."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=Campaign)
    except (OSError, msgspec.MsgspecError, RecursionError) as error:
        raise BadSetup(f"{path}: is not a campaign: {error}") from None


def new_rank(rank: int, total: int) -> int:
    """Give the rank after a campaign.

    >>> new_rank(12, 118), new_rank(12, 105), new_rank(12, 102)
    (18, 12, 11)
    """
    if total - GOAL > rank:
        return total - GOAL
    if total <= GOAL + rank - 10:
        return max(0, rank - 1)
    return rank


def rematch(state: State) -> Json:
    """Give the set-up of the second game of a two-player match (rules 12)."""
    if state.turn() != NOBODY or state.n != 2:
        raise BadSetup("rematch: needs a finished game of two players")
    shown = state.origin["piles"]["a_display"] + state.origin["piles"]["b_display"]
    options = {**state.origin["options"], "exclude": sorted(shown)}
    return {"players": 2, "options": options, "piles": {"starter": 1 - state.starter}}
