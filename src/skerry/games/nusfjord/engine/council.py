"""Elders: taking, feeding and using them (rules 8)."""

from typing import cast

from skerry.games.nusfjord.engine import effects, legal, triggers
from skerry.games.nusfjord.engine.cards import ON_ELDER_TAKEN, USE_FREE, USE_NONE
from skerry.games.nusfjord.engine.moves import DECLINE, TAKE_ELDER, USE_ELDER
from skerry.games.nusfjord.engine.state import State, replaced
from skerry.games.nusfjord.engine.telling import BY_ELDER, source_name
from skerry.kernel.agenda import Question, Step


def begin(state: State, seat: int, mod: int, source: int) -> None:
    """Take an Elder."""
    choice = TakeElder(seat, mod, source)
    possible = choice.options(state)
    if len(possible) == 1:
        choice.answer(state, possible[0])
    else:
        state.add(choice)


class TakeElder(Question):
    """Which Elder is taken?"""

    def __init__(self, seat: int, mod: int, source: int) -> None:
        super().__init__(seat)
        self.mod = mod
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.mod, self.source]

    def options(self, state: object) -> list[int]:
        game = cast(State, state)
        moves: list[int] = []
        for stack in range(len(game.stacks) // 3):
            elder = legal.open_elder(game, stack)
            if elder:
                moves.append(TAKE_ELDER + elder)
        return moves

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        elder = move - TAKE_ELDER
        at = game.stacks.index(elder)
        game.stacks = replaced(game.stacks, at, 0)
        player = game.players[self.seat]
        player.elders = [*player.elders, elder]
        player.elder_fish = [*player.elder_fish, 0]
        player.elder_since = [*player.elder_since, 0]
        if game.journal is not None:
            name = game.table.cards.elders[elder].title
            cause = source_name(game, self.source)
            game.record_event(
                "elder_taken", self.seat, {"elder": elder, "name": name, "cause": cause}
            )
            below = at // 3 * 3
            turned = game.stacks[below]
            if turned and not game.stacks[below + 1] and not game.stacks[below + 2]:
                name = game.table.cards.elders[turned].title
                game.record_event("elder_revealed", -1, {"elder": turned, "name": name})
        use = game.table.cards.effects[self.mod].use
        if use != USE_NONE:
            game.add(OfferElder(self.seat, elder, 1 if use == USE_FREE else 0))
        triggers.fire(game, self.seat, ON_ELDER_TAKEN, 0, len(player.abilities))


class OfferElder(Step):
    """A new Elder may be used at once, without a worker."""

    def __init__(self, owner: int, elder: int, free: int) -> None:
        super().__init__()
        self.owner = owner
        self.elder = elder
        self.free = free

    def args(self) -> list[int]:
        return [self.owner, self.elder, self.free]

    def run(self, state: object) -> None:
        game = cast(State, state)
        at = game.players[self.owner].elders.index(self.elder)
        if legal.can_use_elder(game, self.owner, at, self.free == 1):
            game.add(UseElder(self.owner, self.elder, self.free))


class UseElder(Question):
    """Is the new Elder used?"""

    def __init__(self, seat: int, elder: int, free: int) -> None:
        super().__init__(seat)
        self.elder = elder
        self.free = free

    def args(self) -> list[int]:
        return [self.seat, self.elder, self.free]

    def options(self, state: object) -> list[int]:
        return [USE_ELDER + self.elder, DECLINE]

    def answer(self, state: object, move: int) -> None:
        if move != DECLINE:
            use(cast(State, state), self.seat, self.elder, self.free == 1)


def feed(state: State, seat: int, at: int, source: int) -> None:
    """Put one fish on an elder; the third clears him: one fish to the supply, two away."""
    player = state.players[seat]
    fish = player.elder_fish[at] + 1
    cleared = fish == 3
    if cleared:
        fish = 0
        player.fish += 1
    player.elder_fish = replaced(player.elder_fish, at, fish)
    if state.journal is not None:
        told: dict[str, object] = {"elder": player.elders[at], "fish_on_him": fish}
        told["cause"] = source_name(state, source)
        if cleared:
            told["goods"] = {"fish": 1}
        state.record_event("elder_cleared" if cleared else "elder_fed", seat, told)


def use(state: State, seat: int, elder: int, free: bool) -> None:
    """Use an elder: a fish from the highest filled plate, then his action."""
    player = state.players[seat]
    if state.journal is not None:
        name = state.table.cards.elders[elder].title
        plate = None if free else state.plates
        state.record_event("elder_used", seat, {"elder": elder, "name": name, "plate": plate})
    state.add(triggers.ElderDone(seat, len(player.abilities)))
    if not free:
        state.plates -= 1
        feed(state, seat, player.elders.index(elder), BY_ELDER + elder)
    state.add(effects.Steps(seat, state.table.cards.elders[elder].effect, BY_ELDER + elder))
