"""`upgrade_ship`: exchange a ship for the next larger type."""

from typing import ClassVar

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.builder import Builder
from skerry.games.nusfjord.engine.cards import Effect
from skerry.games.nusfjord.engine.causes import source_name
from skerry.games.nusfjord.engine.moves import UPGRADE
from skerry.games.nusfjord.engine.phrases import by
from skerry.games.nusfjord.engine.ships import add_ships
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import SourceQuestion
from skerry.games.nusfjord.engine.words import CUTTER, SHIPS, SLOOP
from skerry.kernel.events import Json


class UpgradeShipForm(forms.StepForm):
    """Exchange a Sloop for a Cutter or a Cutter for a Schooner."""

    def build(self, builder: Builder) -> Effect:
        return UpgradeShip()


class UpgradeShip(Effect):
    """Exchange a ship for the next larger type; it is no ship built (cards 5)."""

    def possible(self, state: State, seat: int) -> bool:
        return can_upgrade(state, seat, SLOOP) or can_upgrade(state, seat, CUTTER)

    def run(self, state: State, seat: int, source: int) -> None:
        state.ask(ChooseUpgrade(seat, source))

    def sentence(self) -> str:
        return "exchange one of your ships for the next larger type"


def can_upgrade(state: State, seat: int, kind: int) -> bool:
    """Return whether a ship of type *kind* can become one of the next type."""
    player = state.players[seat]
    board = state.board
    owned = player.sloops if kind == SLOOP else player.cutters
    longer = board.ship_units[kind + 1] - board.ship_units[kind]
    return owned > 0 and state.ships[kind + 1] > 0 and player.units + longer <= board.units


class ChooseUpgrade(SourceQuestion):
    """Which ship is exchanged for the next larger type?"""

    kind: ClassVar[str] = "choose_upgrade"

    def options(self, state: State) -> list[int]:
        return [UPGRADE + kind for kind in (SLOOP, CUTTER) if can_upgrade(state, self.seat, kind)]

    def answer(self, state: State, move: int) -> None:
        kind = move - UPGRADE
        player = state.players[self.seat]
        add_ships(state, player, kind, -1)
        add_ships(state, player, kind + 1, 1)
        if state.journal is not None:
            cause = source_name(state, self.source)
            data = {"from": SHIPS[kind], "to": SHIPS[kind + 1], "cause": cause}
            state.record_event("ship_upgraded", self.seat, data)


def _upgraded(e: Json) -> str:
    return f"upgrades a {e['from'].title()} to a {e['to'].title()}{by(e)}"


SENTENCES = {"ship_upgraded": _upgraded}
