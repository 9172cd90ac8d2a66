"""Vanuatu behind the verbs of `skerry.kernel.protocol.Game`."""

from skerry.games.vanuatu import notation, position, rules, setup, tell, view, why
from skerry.games.vanuatu import questions as asked
from skerry.games.vanuatu.engine.moves import MOVES
from skerry.games.vanuatu.engine.state import State
from skerry.games.vanuatu.terminal import VanuatuTerminal
from skerry.kernel.events import Json
from skerry.kernel.protocol import Option, Question, Reason, Score
from skerry.kernel.rng import Rng


class Vanuatu:
    """The verbs, one line each."""

    name = "vanuatu"
    rules = 1
    moves = MOVES
    players = (2, 5)
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

    def deal(self, setup_: Json, rng: Rng) -> State:
        return setup.deal(setup_, rng)

    def setup(self, state: State) -> Json:
        return state.origin

    def question(self, state: State) -> Question | None:
        return asked.question(state)

    def write(self, state: State, move: int) -> str:
        return notation.write(move)

    def read(self, state: State, text: str) -> int:
        return notation.read(text)

    def touches(self, state: State, move: int) -> dict[str, str]:
        return notation.touches(move)

    def closed(self, state: State, seat: int) -> dict[str, Reason]:
        return why.closed(state, seat)

    def why_not(self, state: State, seat: int, ref: str) -> Reason | None:
        return why.why_not(state, seat, ref)

    def view(self, state: State, viewer: int | None) -> Json:
        return view.view(state, viewer)

    def scores(self, state: State) -> list[Score]:
        return view.scores(state)

    def position(self, state: State) -> Json:
        return position.write_position(state, self.rules)

    def from_position(self, given: Json) -> State:
        return position.read_position(given, self.rules)

    def tell(self, event: Json) -> str:
        return tell.tell(event)


VANUATU = Vanuatu()
