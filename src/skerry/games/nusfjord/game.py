"""Nusfjord behind the verbs of `skerry.kernel.protocol.Game`."""

from collections.abc import Callable, Iterable
from typing import Any

from skerry.games.nusfjord import (
    catalogue,
    forecast,
    hidden,
    notation,
    observation,
    position,
    sentences,
    setup,
    uses,
    view,
    why,
)
from skerry.games.nusfjord import questions as asked
from skerry.games.nusfjord.campaign import SoloCampaign
from skerry.games.nusfjord.card_files import NusfjordCardFiles
from skerry.games.nusfjord.deck_forms import component_types
from skerry.games.nusfjord.engine.moves import MOVES
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.forecast_types import Forecast
from skerry.games.nusfjord.terminal import NusfjordTerminal
from skerry.games.nusfjord.view_types import MoveDetails, View
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Event, Json
from skerry.kernel.observing import Field
from skerry.kernel.protocol import (
    Difference,
    Hidden,
    LedSpace,
    Option,
    Question,
    Reason,
    Score,
    Use,
    check_rules,
)
from skerry.kernel.rng import Chance
from skerry.kernel.text import check_text


class Nusfjord:
    """The verbs, one line each. Corrected card files may take the place of the package's."""

    name = "nusfjord"
    rules = 2
    moves = MOVES
    client_types: tuple[type, type] = (View, MoveDetails)
    forecast_type: type = Forecast
    component_types: dict[str, Any] = component_types()
    players = (1, 5)
    solo_option = "solo"
    variant = "deck"

    def __init__(self, cards: str | None = None) -> None:
        self.catalogue = catalogue.load(cards)
        self.campaign = SoloCampaign(self.catalogue)
        self.cards = NusfjordCardFiles(self.catalogue)
        self.terminal = NusfjordTerminal(self.catalogue)

    def options(self) -> list[Option]:
        return setup.option_list(self.catalogue)

    def components(self) -> Json:
        return self.catalogue.components()

    def with_cards(self, directory: str) -> "Nusfjord":
        return Nusfjord(directory)

    def deal(self, setup_: Any, rng: Chance) -> State:
        check_text(setup_, "set-up", BadSetup)
        return setup.deal(self.catalogue, setup_, rng)

    def adapt(self, setup_: Any, rules: int) -> Json:
        check_rules(self, rules)
        return setup.as_of(setup_, rules)

    def setup(self, state: State) -> Json:
        return state.origin

    def round(self, state: State) -> tuple[int, int]:
        return state.round, state.board.rounds

    def question(self, state: State) -> Question | None:
        return asked.question(state)

    def write(self, state: State, move: int) -> str:
        return notation.write(move)

    def read(self, state: State, text: str) -> int:
        return notation.read(text)

    def touches(self, state: State, move: int) -> dict[str, str]:
        return notation.touches(move)

    def closed(self, state: State, seat: int) -> dict[str, Reason]:
        state.check_seat(seat)
        return why.closed(state, seat)

    def why_not(self, state: State, seat: int, ref: str) -> Reason | None:
        state.check_seat(seat)
        return why.why_not(state, seat, ref)

    def led(
        self, state: State, seat: int, imagine: Callable[[], State] | None = None
    ) -> list[LedSpace]:
        state.check_seat(seat)
        return []

    def forecast(self, state: State, viewer: int | None) -> Forecast:
        if viewer is not None:
            state.check_seat(viewer)
        return forecast.forecast(state, viewer)

    def continued_until(self, state: State) -> int:
        return 0

    def outcomes(
        self, start: State, end: State, events: list[Event], viewer: int | None
    ) -> dict[str, bool]:
        return {}

    def view(
        self, state: State, viewer: int | None, since: tuple[State, View] | None = None
    ) -> View:
        if viewer is not None:
            state.check_seat(viewer)
        return view.view(state, viewer, since)

    def own_difference(self, state: State, viewer: int, public: View) -> Difference:
        return view.own_difference(state, viewer, public)

    def hidden(self, state: State) -> list[Hidden]:
        return hidden.hidden(state)

    def move_details(self, state: State, move: int) -> MoveDetails:
        return view.move_details(state, move)

    def observation(self, players: int) -> list[Field]:
        return observation.fields(self.catalogue, players)

    def scores(self, state: State) -> list[Score]:
        return view.scores(state)

    def uses(self, state: State, events: Iterable[Event]) -> list[Use]:
        return uses.uses(state, self.catalogue)

    def position(self, state: State) -> Json:
        return position.write_position(state, self.catalogue, self.rules)

    def from_position(self, given: Any) -> State:
        check_text(given, "position", BadSetup)
        return position.read_position(given, self.catalogue, self.rules)

    def describe(self, event: Json) -> str:
        return sentences.describe(event)


NUSFJORD = Nusfjord()
