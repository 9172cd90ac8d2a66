"""The verbs a game offers. Everything above the games speaks to them through this page only.

Games are modules' worth of functions behind one object (`skerry.games.GAMES`); there is nothing
to inherit. Seats are 0 to n-1, a viewer is a seat or None for a spectator.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from skerry.kernel.agenda import NOBODY, State
from skerry.kernel.campaign import Campaign
from skerry.kernel.cards import CardFiles
from skerry.kernel.errors import BadNotation, IllegalMove, NotYourTurn
from skerry.kernel.events import Event, Json
from skerry.kernel.observing import Field
from skerry.kernel.rng import Chance
from skerry.kernel.terminal import Terminal


@dataclass(frozen=True)
class Reason:
    """Why something is closed: a code, the section of the rules, and its numbers."""

    code: str
    rule: str
    args: Json = field(default_factory=dict)

    def __str__(self) -> str:
        args = ", ".join(f"{key} {value}" for key, value in self.args.items())
        return f"{self.code.replace('_', ' ')}{f' ({args})' if args else ''}, rule {self.rule}"


@dataclass(frozen=True)
class Score:
    """One seat's points, by source. `place` is 1 for winners, 0 when everybody lost."""

    seat: int
    total: int
    items: dict[str, int]
    place: int


@dataclass(frozen=True)
class Use:
    """Something of the game that a seat used, and how often: a character, a building, an elder."""

    seat: int
    kind: str
    id: str
    times: int = 1


@dataclass(frozen=True)
class Hidden:
    """Things that some player, or nobody, could see in a position; `what` names their kind."""

    what: str
    things: list[str]
    seat: int | None = None  # who holds them, if anybody does


class Question(NamedTuple):
    """The open question as a client sees it: what kind, who decides, what it is about."""

    kind: str
    seat: int
    args: Json


WayKind = Literal["first", "treasure", "character", "other", "later", "take_back"]


@dataclass(frozen=True)
class Way:
    """Something to do about a space that one leads and cannot use.

    `kind` is "first" (another action that opens it), "treasure", "character", "other" (another
    space that can be used), "later" (a space one does not lead yet; no move) or "take_back".
    """

    kind: WayKind
    move: str  # the text of the move to begin with, "" if there is none yet
    key: str
    args: Json = field(default_factory=dict)
    refs: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class LedSpace:
    """A space that a seat leads, and whether it can use it now; if not, why and what to do."""

    ref: str
    usable: bool
    reason: Reason | None = None
    ways: list[Way] = field(default_factory=list)
    risk: list[int] = field(default_factory=list)  # seats that could take the lead away
    forced: bool = False  # the seat can use none of the spaces it leads


class Difference(NamedTuple):
    """What is different in a view: whole fields, and of some lists the fields of some items."""

    fields: dict[str, Any]
    items: dict[str, dict[int, dict[str, Any]]]  # by the list's name, then by place in it


@dataclass(frozen=True)
class Option:
    """A rule option of a game.

    Choices are the values of a "switch" or a "choice", the lowest and the highest of a "number",
    and empty for anything "other".
    """

    name: str
    kind: str
    default: Any
    choices: list[Any]
    explanation: str


class Game(Protocol):
    """What a game offers."""

    name: str
    rules: int  # grows when old records would replay differently
    moves: int  # moves are numbered 0 to moves - 1
    client_types: tuple[type, type]  # the structs that `view` and `move_details` return
    forecast_type: type  # the struct that `forecast` returns
    component_types: dict[str, Any]  # by name, the types `components` are made of; may be empty
    players: tuple[int, int]  # the fewest and the most
    solo_option: str  # the option that says how one plays alone; "" if there is none
    variant: str  # the option that changes points most; they are compared only within its values

    @property
    def campaign(self) -> Campaign | None:
        """The campaign, if the game has one."""

    @property
    def cards(self) -> CardFiles | None:
        """The card files, if the game has some."""

    @property
    def terminal(self) -> Terminal:
        """The board and the sentences for a terminal."""

    def options(self) -> list[Option]:
        """List the rule options."""

    def components(self) -> Json:
        """Return what the parts of the game say, for clients that draw them.

        The keys are version, cards, elders and board; a client may store it by version.
        """

    def with_cards(self, directory: str) -> "Game":
        """Return the game with a directory's corrected card files instead of its own.

        A game without card files returns itself. Raises BadSetup.
        """

    def deal(self, setup_: Json, rng: Chance, /) -> Any:
        """Deal a game; whatever the set-up leaves open is drawn from *rng*. Raises BadSetup."""

    def adapt(self, setup: Json, rules: int, /) -> Json:
        """Return a set-up written under an older rules number so that `deal` plays by those rules.

        Raises BadNotation if this version does not know them.
        """

    def setup(self, state: Any) -> Json:
        """Return the complete set-up with every pile explicit; `deal` of it gives the same game."""

    def round(self, state: Any) -> tuple[int, int]:
        """Return the number of the round being played, and how many rounds there are."""

    def question(self, state: Any) -> Question | None:
        """Return the open question, None when the game is over."""

    def write(self, state: Any, move: int) -> str:
        """Return the one-line text of a move, the same in every position."""

    def read(self, state: Any, text: str) -> int:
        """Return the move a text stands for. Raises BadNotation."""

    def touches(self, state: Any, move: int) -> dict[str, str]:
        """Name what a move touches: slot name to ref, for example {"to": "hex:2,1"}.

        It is the same in every position.
        """

    def closed(self, state: Any, seat: int) -> dict[str, Reason]:
        """Name what *seat* cannot choose now, ref by ref, each with its reason."""

    def why_not(self, state: Any, seat: int, ref: str) -> Reason | None:
        """Return why *ref* is closed to *seat* now; None if it is open. Raises BadNotation."""

    def led(
        self, state: Any, seat: int, imagine: Callable[[], Any] | None = None
    ) -> list[LedSpace]:
        """List the spaces *seat* leads while it chooses one; a game without leads returns [].

        What else it can do there is found in the future that *imagine* returns, if it is given.
        """

    def forecast(self, state: Any, viewer: int | None) -> Any:
        """Return a struct of what *viewer* can know ahead; None stands for a watcher.

        It depends on nothing that the viewer cannot see.
        """

    def continued_until(self, state: Any) -> int:
        """Return the last round that a continuation must play for `outcomes`; 0: none is needed."""

    def outcomes(
        self, start: Any, end: Any, events: list[Event], viewer: int | None
    ) -> dict[str, bool]:
        """Return what happened between two positions, of the things whose chances are shown.

        Keys are refs; *events* are all that happened between them.
        """

    def view(self, state: Any, viewer: int | None, since: tuple[Any, Any] | None = None) -> Any:
        """Show the game to one viewer, built up from what that viewer may see.

        A struct, whose fields can be read by name too; `msgspec.to_builtins` makes it plain JSON.
        *since* is another position of the game with its view for the same viewer: parts that are
        the same in both are taken from there instead of being built again.
        """

    def own_difference(self, state: Any, viewer: int, public: Any) -> Difference:
        """Return how a seat's view differs from *public*, the spectators'.

        So the rest is made and written once for all viewers of a table.
        """

    def hidden(self, state: Any) -> list[Hidden]:
        """List what was hidden in a position, for whoever looks at a finished game."""

    def move_details(self, state: Any, move: int) -> Any:
        """Return a struct of what a client shows beside a move, such as its proceeds."""

    def observation(self, players: int) -> list[Field]:
        """List the fields that `State.write_observation` writes, in their order."""

    def scores(self, state: Any) -> list[Score]:
        """Score every seat, itemised, as if the game ended now; final once it is over."""

    def uses(self, state: Any, events: Iterable[Event]) -> list[Use]:
        """List what each seat used in a finished game, for statistics about one's own play.

        *events* are all that happened; only a game that looks at them has them computed.
        """

    def position(self, state: Any) -> Json:
        """Write the whole state, hidden things included."""

    def from_position(self, given: Json, /) -> Any:
        """Read a state back. Raises BadSetup."""

    def describe(self, event: Json) -> str:
        """Put an event, as seen by a viewer, into one English sentence."""


def check_rules(game: Game, rules: int) -> None:
    """Raise BadNotation unless this version plays games of that rules number."""
    if not 1 <= rules <= game.rules:
        raise BadNotation(
            f"this follows rules {rules} of {game.name}, this version plays rules 1 to {game.rules}"
        )


def legal(state: State) -> list[int]:
    """List every move anybody may make now."""
    turn = state.turn()
    if turn == NOBODY:
        return []
    moves = state.options()
    for seat in range(state.n):
        if seat != turn:
            moves = moves + state.anytime(seat)
    return moves


def play(game: Game, state: State, move: int, seat: int | None = None) -> list[Event]:
    """Make *move* if it is legal and say what happened; otherwise raise and change nothing.

    With *seat*, the move must also be that seat's to make.
    """
    if seat is not None:
        state.check_seat(seat)
    turn = state.turn()
    if turn == NOBODY:
        raise IllegalMove("the game is over; no more moves can be made")
    if seat is not None and seat != turn and move not in state.anytime(seat):
        question = game.question(state)
        assert question is not None
        raise NotYourTurn(f"seat {seat} is not asked now: seat {turn} answers {question.kind!r}")
    if move not in (legal(state) if seat is None else state.options() + state.anytime(seat)):
        raise IllegalMove(_refusal(game, state, move))
    state.journal = []
    state.play(move)
    events = state.journal
    state.journal = None
    return events


def _refusal(game: Game, state: State, move: int) -> str:
    question = game.question(state)
    assert question is not None
    try:
        text = game.write(state, move)
    except BadNotation as error:
        return str(error)
    choices = [game.write(state, option) for option in state.options()]
    listed = "; ".join(choices[:12]) + ("; ..." if len(choices) > 12 else "")
    asked = f"{question.kind!r} for seat {question.seat}"
    return f"{text!r} does not answer {asked}; choose one of: {listed}"
