"""The actions of the Action board, from wherever they are taken (rules 7)."""

from typing import cast

from skerry.games.nusfjord.engine import (
    banquet,
    buildings,
    council,
    forest,
    goods,
    legal,
    shares,
    ships,
    triggers,
)
from skerry.games.nusfjord.engine.cards import ON_ACTION
from skerry.games.nusfjord.engine.legal import (
    SPACE_BUILD,
    SPACE_BUILD_2,
    SPACE_BUY,
    SPACE_COPY,
    SPACE_DEFOREST,
    SPACE_ELDER,
    SPACE_GOLD,
    SPACE_ISSUE,
    SPACE_REFOREST,
    SPACE_SERVE,
    SPACE_SHIP,
    SPACE_THIN_OUT,
    SPACE_TRANSFER,
)
from skerry.games.nusfjord.engine.moves import COPY
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.telling import source_name
from skerry.kernel.agenda import Question


def begin(state: State, seat: int, space: int, mod: int, source: int) -> None:
    """Begin a possible action; *mod* is the effect that changes its prices, 0 for none."""
    if space == SPACE_COPY:
        choice = ChooseCopy(seat, mod, source)
        possible = choice.options(state)
        if len(possible) == 1:
            choice.answer(state, possible[0])
        else:
            state.add(choice)
        return
    if space == SPACE_BUILD_2:
        space = SPACE_BUILD  # the same action on a second space
    player = state.players[seat]
    if player.heard & ON_ACTION:
        state.add(triggers.Fire(seat, ON_ACTION, space, len(player.abilities)))
    if space == SPACE_GOLD:
        goods.gain(state, seat, 0, 0, 1, source)
    elif space == SPACE_TRANSFER:
        transfer_reserve(state, seat, source)
    elif space == SPACE_SERVE:
        banquet.begin(state, seat, mod, source)
    elif space == SPACE_BUILD:
        buildings.begin(state, seat, mod, source)
    elif space == SPACE_ISSUE:
        shares.issue(state, seat, source)
    elif space == SPACE_BUY:
        shares.buy(state, seat, mod, source)
    elif space == SPACE_DEFOREST:
        forest.remove_some(state, seat, 1, state.table.deforest_wood, source)
    elif space == SPACE_THIN_OUT:
        goods.gain(state, seat, player.forests, 0, 0, source)
    elif space == SPACE_REFOREST:
        forest.plant(state, seat, source)
    elif space == SPACE_SHIP:
        ships.begin(state, seat, mod, source)
    elif space == SPACE_ELDER:
        council.begin(state, seat, mod, source)


def transfer_reserve(state: State, seat: int, source: int) -> None:
    """Move everything in the Reserve to the supply; the Reserve is emptied first."""
    player = state.players[seat]
    wood = player.reserve_wood
    fish = player.reserve_fish
    gold = player.reserve_gold
    player.reserve_wood = 0
    player.reserve_fish = 0
    player.reserve_gold = 0
    if state.journal is not None:
        emptied = {"reserve_wood": -wood, "reserve_fish": -fish, "reserve_gold": -gold}
        out = {name: amount for name, amount in emptied.items() if amount}
        cause = source_name(state, source)
        state.record_event("reserve_opened", seat, {"goods": out, "cause": cause})
    goods.gain(state, seat, wood, fish, gold, source)


class ChooseCopy(Question):
    """Which blocked space does a card copy?"""

    def __init__(self, seat: int, mod: int, source: int) -> None:
        super().__init__(seat)
        self.mod = mod
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.mod, self.source]

    def options(self, state: object) -> list[int]:
        game = cast(State, state)
        mod = game.table.cards.effects[self.mod]
        moves: list[int] = []
        for space in range(SPACE_COPY):
            if legal.is_blocked(game, space) and legal.can_act(game, self.seat, space, mod):
                moves.append(COPY + space)
        return moves

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        if game.journal is not None:
            name = game.table.space_names[move - COPY]
            cause = source_name(game, self.source)
            game.record_event("space_copied", self.seat, {"space": name, "cause": cause})
        begin(game, self.seat, move - COPY, self.mod, self.source)
