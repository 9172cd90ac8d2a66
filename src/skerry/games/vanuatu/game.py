"""Vanuatu behind the verbs of `skerry.kernel.protocol.Game`."""

from collections.abc import Callable, Iterable
from typing import Any

from skerry.games.vanuatu import (
    forecast,
    hidden,
    led,
    notation,
    observation,
    position,
    rules,
    sentences,
    setup,
    uses,
    view,
    why,
)
from skerry.games.vanuatu import questions as asked
from skerry.games.vanuatu.engine.components import ROUNDS
from skerry.games.vanuatu.engine.moves import MOVES
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.forecast_types import Forecast
from skerry.games.vanuatu.terminal import VanuatuTerminal
from skerry.games.vanuatu.view_types import MoveDetails, View
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


class Vanuatu:
    """The verbs, one line each."""

    name = "vanuatu"
    rules = 2
    moves = MOVES
    client_types: tuple[type, type] = (View, MoveDetails)
    forecast_type: type = Forecast
    component_types: dict[str, Any] = {}
    players = (2, 5)
    solo_option = ""
    variant = "rising_waters"
    campaign = None
    cards = None
    terminal = VanuatuTerminal()

    def options(self) -> list[Option]:
        return rules.options()

    def components(self) -> Json:
        # The views carry everything that is drawn.
        return {"version": str(self.rules), "cards": {}, "elders": {}, "board": {}}

    def with_cards(self, directory: str) -> "Vanuatu":
        return self

    def deal(self, setup_: Any, rng: Chance) -> State:
        check_text(setup_, "set-up", BadSetup)
        return setup.deal(setup_, rng)

    def adapt(self, setup_: Any, number: int) -> Json:
        check_rules(self, number)
        return setup.as_of(setup_, number)

    def setup(self, state: State) -> Json:
        return state.origin

    def round(self, state: State) -> tuple[int, int]:
        return state.round, ROUNDS

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
        return led.led(state, seat, imagine)

    def forecast(self, state: State, viewer: int | None) -> Forecast:
        if viewer is not None:
            state.check_seat(viewer)
        return forecast.forecast(state, viewer)

    def continued_until(self, state: State) -> int:
        return forecast.last_round(state)

    def outcomes(
        self, start: State, end: State, events: list[Event], viewer: int | None
    ) -> dict[str, bool]:
        return forecast.outcomes(start, end, events, viewer)

    def view(
        self, state: State, viewer: int | None, since: tuple[State, View] | None = None
    ) -> View:
        if viewer is not None:
            state.check_seat(viewer)
        return view.view(state, viewer, since)

    def own_difference(self, state: State, viewer: int, public: View) -> Difference:
        return view.own_difference(state, viewer)

    def hidden(self, state: State) -> list[Hidden]:
        return hidden.hidden(state)

    def move_details(self, state: State, move: int) -> MoveDetails:
        return view.move_details(state, move)

    def observation(self, players: int) -> list[Field]:
        return observation.fields(players)

    def scores(self, state: State) -> list[Score]:
        return view.scores(state)

    def uses(self, state: State, events: Iterable[Event]) -> list[Use]:
        return uses.uses(events)

    def position(self, state: State) -> Json:
        return position.write_position(state, self.rules)

    def from_position(self, given: Any) -> State:
        check_text(given, "position", BadSetup)
        return position.read_position(given, self.adapt)

    def describe(self, event: Json) -> str:
        return sentences.describe(event)


VANUATU = Vanuatu()
