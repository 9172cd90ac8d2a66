"""The steps of cards, carried out one after the other.

A list runs as a chain of `Steps`; whatever a step asks goes on the agenda above the rest of its
list, so nested actions and their triggers are over before the next step begins (cards 6.10).
"""

from typing import cast

from skerry.games.nusfjord.engine import actions, council, forest, goods, legal, shares, ships
from skerry.games.nusfjord.engine.cards import (
    FISH,
    OP_ACT,
    OP_CHOOSE,
    OP_FEED_ELDERS,
    OP_GAIN,
    OP_GAIN_PER,
    OP_KEEP_EXCESS,
    OP_NOTHING,
    OP_PAY,
    OP_REMOVE_FOREST,
    OP_REPEAT,
    OP_RESERVE_IN,
    OP_RESERVE_OUT,
    OP_TAKE_SHARES,
    OP_THICKEN,
    OP_UPGRADE_SHIP,
    TO_RESERVE_OVER,
    TO_SUPPLY,
    WOOD,
    Ability,
    Effect,
)
from skerry.games.nusfjord.engine.moves import ACT, AGAIN, COUNT, DECLINE, DONE, OPTION
from skerry.games.nusfjord.engine.purse import add_to_reserve, in_reserve
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.telling import BY_CARD, tell_goods, tell_reserve
from skerry.kernel.agenda import Question, Step


def begin(state: State, seat: int, ability: Ability) -> None:
    """Begin an ability that is possible."""
    if state.journal is not None:
        card = state.table.cards.cards[ability.slot]
        state.record_event(
            "ability_used",
            seat,
            {"card": card.name, "name": card.title, "ability": ability.index + 1},
        )
    state.add(Steps(seat, ability.effect, BY_CARD + ability.slot))


class Steps(Step):
    """A step of a card and, after it, the rest of its list."""

    def __init__(self, owner: int, effect: int, source: int) -> None:
        super().__init__()
        self.owner = owner
        self.effect = effect
        self.source = source

    def args(self) -> list[int]:
        return [self.owner, self.effect, self.source]

    def run(self, state: object) -> None:
        game = cast(State, state)
        number = self.effect
        effect = game.table.cards.effects[number]
        if effect.op == OP_NOTHING:
            return
        if effect.next:
            game.add(Steps(self.owner, effect.next, self.source))
        if effect.op == OP_PAY:
            goods.spend(game, self.owner, effect.wood, effect.fish, effect.gold, self.source)
        elif effect.op == OP_GAIN:
            goods.gain(game, self.owner, effect.wood, effect.fish, effect.gold, self.source)
        elif legal.step_possible(game, self.owner, effect):
            carry_out(game, self.owner, number, effect, self.source)


def carry_out(state: State, seat: int, number: int, effect: Effect, source: int) -> None:
    """Carry out a possible step."""
    op = effect.op
    if op == OP_GAIN_PER:
        _gain_per(state, seat, effect, source)
    elif op == OP_ACT:
        if effect.optional:
            state.add(MayAct(seat, number, source))
        else:
            actions.begin(state, seat, effect.space, number, source)
    elif op == OP_CHOOSE:
        choice = ChooseOption(seat, number, source)
        possible = choice.options(state)
        if len(possible) == 1:
            choice.answer(state, possible[0])
        else:
            state.add(choice)
    elif op == OP_REPEAT:
        if effect.must:
            state.add(Repeat(seat, number, effect.most - 1, source))
            state.add(Steps(seat, effect.lists[0], source))
        else:
            state.add(Repeat(seat, number, effect.most, source))
    elif op == OP_RESERVE_IN:
        _reserve_in(state, seat, effect, source)
    elif op == OP_RESERVE_OUT:
        stored = in_reserve(state.players[seat], effect.good)
        most = min(effect.most, stored)
        if most > 1:
            state.add(TakeFromReserve(seat, number, source))
        else:
            _reserve_out(state, seat, effect.good, most or stored, source)
    elif op == OP_REMOVE_FOREST:
        forest.remove_some(state, seat, effect.count, effect.wood, source)
    elif op == OP_THICKEN:
        forest.thicken(state, seat, effect.most, 0, source)
    elif op == OP_TAKE_SHARES:
        shares.take_free(state, seat, effect.most, 0, source)
    elif op == OP_UPGRADE_SHIP:
        ships.upgrade_one(state, seat, source)
    elif op == OP_FEED_ELDERS:
        for at in range(len(state.players[seat].elders)):
            for _ in range(effect.count):
                council.feed(state, seat, at, source)
    elif op == OP_KEEP_EXCESS:
        if min(effect.most, state.excess) > 1:
            state.add(KeepExcess(seat, number, source))
        else:
            _keep(state, seat, effect, 1, source)


def _gain_per(state: State, seat: int, effect: Effect, source: int) -> None:
    amount = legal.per_amount(state, seat, effect)
    good = effect.good
    if effect.to == TO_RESERVE_OVER:
        add_to_reserve(state.players[seat], good, amount)
        if state.journal is not None:
            tell_reserve(state, "reserve_filled", seat, source, good, amount, 0)
    elif good == WOOD:
        goods.gain(state, seat, amount, 0, 0, source)
    elif good == FISH:
        goods.gain(state, seat, 0, amount, 0, source)
    else:
        goods.gain(state, seat, 0, 0, amount, source)


def _reserve_in(state: State, seat: int, effect: Effect, source: int) -> None:
    player = state.players[seat]
    if effect.wood:
        player.reserve_wood += effect.wood
        if state.journal is not None:
            tell_reserve(state, "reserve_filled", seat, source, WOOD, effect.wood, 0)
    # The limit holds for fish only (rules 14, no. 13).
    fish = min(effect.fish, max(0, player.reserve_limit - player.reserve_fish))
    if fish:
        player.reserve_fish += fish
        if state.journal is not None:
            tell_reserve(state, "reserve_filled", seat, source, FISH, fish, 0)


def _reserve_out(state: State, seat: int, good: int, amount: int, source: int) -> None:
    add_to_reserve(state.players[seat], good, -amount)
    if state.journal is not None:
        tell_reserve(state, "reserve_opened", seat, source, good, -amount, 0)
    if good == WOOD:
        goods.gain(state, seat, amount, 0, 0, source)
    elif good == FISH:
        goods.gain(state, seat, 0, amount, 0, source)
    else:
        goods.gain(state, seat, 0, 0, amount, source)


def _keep(state: State, seat: int, effect: Effect, amount: int, source: int) -> None:
    state.excess -= amount
    player = state.players[seat]
    if effect.to == TO_SUPPLY:
        player.fish += amount
        if state.journal is not None:
            tell_goods(state, "excess_kept", seat, source, 0, amount, 0)
        return
    add_to_reserve(player, effect.good, amount)
    if state.journal is not None:
        tell_reserve(state, "excess_kept", seat, source, effect.good, amount, 0)


class EffectQuestion(Question):
    """A question asked by a step."""

    def __init__(self, seat: int, effect: int, source: int) -> None:
        super().__init__(seat)
        self.effect = effect
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.effect, self.source]


class MayAct(EffectQuestion):
    """Is an elder's later action carried out, or left out?"""

    def options(self, state: object) -> list[int]:
        return [ACT, DECLINE]

    def answer(self, state: object, move: int) -> None:
        if move == ACT:
            game = cast(State, state)
            space = game.table.cards.effects[self.effect].space
            actions.begin(game, self.seat, space, self.effect, self.source)


class ChooseOption(EffectQuestion):
    """Which of the lists is carried out?"""

    def options(self, state: object) -> list[int]:
        game = cast(State, state)
        effect = game.table.cards.effects[self.effect]
        lists = effect.lists
        moves: list[int] = []
        for i in range(len(lists)):
            first = lists[i]
            if (
                first == 0
                or (effect.begins and legal.elder_possible(game, self.seat, first))
                or (not effect.begins and legal.list_possible(game, self.seat, first))
            ):
                moves.append(OPTION + i)
        return moves

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        first = game.table.cards.effects[self.effect].lists[move - OPTION]
        if first:
            game.add(Steps(self.seat, first, self.source))


class Repeat(Step):
    """A list that may be carried out a few times more."""

    def __init__(self, owner: int, effect: int, left: int, source: int) -> None:
        super().__init__()
        self.owner = owner
        self.effect = effect
        self.left = left
        self.source = source

    def args(self) -> list[int]:
        return [self.owner, self.effect, self.left, self.source]

    def run(self, state: object) -> None:
        game = cast(State, state)
        inner = game.table.cards.effects[self.effect].lists[0]
        if self.left > 0 and legal.list_possible(game, self.owner, inner):
            game.add(GoOn(self.owner, self.effect, self.left, self.source))


class GoOn(Question):
    """Once more?"""

    def __init__(self, seat: int, effect: int, left: int, source: int) -> None:
        super().__init__(seat)
        self.effect = effect
        self.left = left
        self.source = source

    def args(self) -> list[int]:
        return [self.seat, self.effect, self.left, self.source]

    def options(self, state: object) -> list[int]:
        return [AGAIN, DONE]

    def answer(self, state: object, move: int) -> None:
        if move == AGAIN:
            game = cast(State, state)
            inner = game.table.cards.effects[self.effect].lists[0]
            game.add(Repeat(self.seat, self.effect, self.left - 1, self.source))
            game.add(Steps(self.seat, inner, self.source))


class TakeFromReserve(EffectQuestion):
    """How many goods move from the Reserve to the supply?"""

    def options(self, state: object) -> list[int]:
        game = cast(State, state)
        effect = game.table.cards.effects[self.effect]
        stored = in_reserve(game.players[self.seat], effect.good)
        return [COUNT + amount for amount in range(1, min(effect.most, stored) + 1)]

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        good = game.table.cards.effects[self.effect].good
        _reserve_out(game, self.seat, good, move - COUNT, self.source)


class KeepExcess(EffectQuestion):
    """How many of the goods about to be lost are kept?"""

    def options(self, state: object) -> list[int]:
        game = cast(State, state)
        most = min(game.table.cards.effects[self.effect].most, game.excess)
        return [COUNT + amount for amount in range(1, most + 1)]

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        effect = game.table.cards.effects[self.effect]
        _keep(game, self.seat, effect, move - COUNT, self.source)
