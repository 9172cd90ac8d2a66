"""Issue a Share."""

from skerry.games.nusfjord.engine import goods
from skerry.games.nusfjord.engine.cards import Space, Terms
from skerry.games.nusfjord.engine.causes import source_name
from skerry.games.nusfjord.engine.phrases import by
from skerry.games.nusfjord.engine.state import State
from skerry.kernel.events import Json
from skerry.kernel.lists import replaced
from skerry.kernel.protocol import Reason


class IssueShare(Space):
    """Turn an unissued Share over, put it on the newly-issued space, take 2 gold."""

    def possible(self, state: State, seat: int, terms: Terms) -> bool:
        return state.players[seat].unissued > 0

    def why_not(self, state: State, seat: int, terms: Terms) -> Reason:
        return Reason("no_unissued_share", "7")

    def run(self, state: State, seat: int, effect: int, source: int) -> None:
        state.players[seat].unissued -= 1
        state.market = replaced(state.market, seat, state.market[seat] + 1)
        if state.journal is not None:
            state.record_event("share_issued", seat, {"cause": source_name(state, source)})
        goods.gain(state, seat, 0, 0, state.board.issue_gold, source)

    def sentence(self, terms: Terms) -> str:
        return "take an Issue a Share action"

    def comes_to_an_end(self) -> bool:
        return True


def _issued(e: Json) -> str:
    return f"issues a Share{by(e)}"


SENTENCES = {"share_issued": _issued}
