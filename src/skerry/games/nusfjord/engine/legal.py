"""What is possible: actions, steps of cards, abilities, elders. Nothing here changes the state
for good; prices already paid in thought are put back.
"""

from typing import Final

from skerry.games.nusfjord.engine import counts
from skerry.games.nusfjord.engine.cards import (
    FISH,
    FOR_BUILDING,
    FOR_SERVING,
    FOR_SHIP,
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
    WHEN_ONCE,
    Ability,
    Card,
    Effect,
)
from skerry.games.nusfjord.engine.purse import affords, in_reserve
from skerry.games.nusfjord.engine.state import Player, State, replaced

SPACE_GOLD: Final = 0
SPACE_TRANSFER: Final = 1
SPACE_SERVE: Final = 2
SPACE_BUILD: Final = 3
SPACE_BUILD_2: Final = 4
SPACE_ISSUE: Final = 5
SPACE_BUY: Final = 6
SPACE_DEFOREST: Final = 7
SPACE_THIN_OUT: Final = 8
SPACE_REFOREST: Final = 9
SPACE_SHIP: Final = 10
SPACE_ELDER: Final = 11
SPACE_COPY: Final = 12


def can_act(state: State, seat: int, space: int, mod: Effect) -> bool:
    """Tell whether the action of a space is possible and changes the display (rules 7)."""
    player = state.players[seat]
    if space == SPACE_GOLD:
        return True
    if space == SPACE_TRANSFER:
        return player.reserve_fish > 0 or player.reserve_wood > 0 or player.reserve_gold > 0
    if space == SPACE_SERVE:
        return most_plates(state, player, mod) > 0
    if SPACE_BUILD <= space <= SPACE_BUILD_2:
        return can_build(state, player, mod)
    if space == SPACE_ISSUE:
        return player.unissued > 0
    if space == SPACE_BUY:
        return can_buy(state, player, mod)
    if space == SPACE_DEFOREST:
        return player.forests > 0
    if space == SPACE_THIN_OUT:
        return player.forests > 0 and player.wood < player.wood_limit
    if space == SPACE_REFOREST:
        return has_double_space(state, player)
    if space == SPACE_SHIP:
        return can_build_ship(state, player, mod)
    if space == SPACE_ELDER:
        return can_take_elder(state, player)
    return can_copy(state, seat, mod)


def can_copy(state: State, seat: int, mod: Effect) -> bool:
    """Tell whether some blocked space could be carried out by a card that copies."""
    for space in range(SPACE_COPY):
        if is_blocked(state, space) and can_act(state, seat, space, mod):
            return True
    return False


def is_blocked(state: State, space: int) -> bool:
    """Tell whether an existing space is full."""
    return state.room[space] == 0 and state.table.capacity[space] > 0


def plate_price(state: State, plate: int, mod: Effect) -> int:
    """Give the fish for the plate after *plate* filled ones."""
    if mod.plate_flat >= 0:
        return mod.plate_flat
    return max(0, state.table.plates[plate] - mod.plate_off)


def most_plates(state: State, player: Player, mod: Effect) -> int:
    """Give how many plates the player could serve."""
    fish = player.fish
    if player.from_reserve >> 3 * FISH + FOR_SERVING & 1:
        fish += player.reserve_fish
    end = min(len(state.table.plates), state.plates + mod.most)
    plate = state.plates
    while plate < end:
        fish -= plate_price(state, plate, mod)
        if fish < 0:
            break
        plate += 1
    return plate - state.plates


def can_pay_building(player: Player, card: Card, mod: Effect) -> bool:
    """Tell whether the player can pay for a building and has a place for it."""
    if player.free == 0 and not card.off_board:
        return False
    off = player.off
    wood = card.wood - mod.wood - off[9]
    fish = card.fish - mod.fish - off[10]
    gold = card.gold - mod.gold - off[11]
    if wood <= player.wood and fish <= player.fish and gold <= player.gold:
        return True
    return player.from_reserve > 0 and affords(player, FOR_BUILDING, wood, fish, gold)


def can_build(state: State, player: Player, mod: Effect) -> bool:
    """Tell whether some building can be built."""
    cards = state.table.cards.cards
    for slot in state.display_a:
        if can_pay_building(player, cards[slot], mod):
            return True
    for slot in state.display_b:
        if can_pay_building(player, cards[slot], mod):
            return True
    for slot in player.hand:
        if can_pay_building(player, cards[slot], mod):
            return True
    for slot in state.display_c:
        if can_pay_building(player, cards[slot], mod):
            return True
    return False


def share_price(state: State, player: Player, shares: int, mod: Effect) -> int:
    """Give the gold for so many Shares: the reductions apply to the total."""
    table = state.table
    full = table.share_gold * shares
    return max(0, full - table.buy_reduction[state.round - 1] - player.buy_off - mod.gold)


def can_buy(state: State, player: Player, mod: Effect) -> bool:
    shares = counts.total(state.market)
    if shares == 0:
        return False
    if player.buy_partial:
        shares = 1
    return share_price(state, player, shares, mod) <= player.gold


def has_double_space(state: State, player: Player) -> bool:
    free = player.free
    return free & free >> 1 & state.table.double_mask != 0


def ship_price(state: State, player: Player, kind: int, which: int, good: int, off: int) -> int:
    """Give the amount of one good in a price of a ship, after reductions."""
    price = state.table.ship_prices[(kind * 2 + which) * 3 + good]
    return max(0, price - player.off[kind * 3 + good] - off)


def can_buy_ship(state: State, player: Player, kind: int, which: int, mod: Effect) -> bool:
    """Tell whether a ship of this type is in supply, fits and can be paid in this way."""
    return ship_fits(state, player, kind, mod) and can_pay_ship(state, player, kind, which, mod)


def ship_fits(state: State, player: Player, kind: int, mod: Effect) -> bool:
    """Tell whether a ship of this type is allowed, in supply and short enough."""
    table = state.table
    return (
        state.ships[kind] > 0
        and player.units + table.ship_units[kind] <= table.units
        and mod.types >> kind & 1 == 1
    )


def can_pay_ship(state: State, player: Player, kind: int, which: int, mod: Effect) -> bool:
    """Tell whether the player can pay a ship in one of its ways."""
    at = (kind * 2 + which) * 3
    prices = state.table.ship_prices
    if prices[at] < 0:
        return False
    off = player.off
    wood = prices[at] - mod.wood - off[kind * 3]
    fish = prices[at + 1] - mod.fish - off[kind * 3 + 1]
    gold = prices[at + 2] - mod.gold - off[kind * 3 + 2]
    return affords(player, FOR_SHIP, wood, fish, gold)


def can_build_ship(state: State, player: Player, mod: Effect) -> bool:
    for kind in range(3):
        if ship_fits(state, player, kind, mod) and (
            can_pay_ship(state, player, kind, 0, mod) or can_pay_ship(state, player, kind, 1, mod)
        ):
            return True
    return False


def can_upgrade(state: State, player: Player, kind: int) -> bool:
    """Tell whether a ship of type *kind* can become one of the next type."""
    owned = player.sloops if kind == 0 else player.cutters
    table = state.table
    longer = table.ship_units[kind + 1] - table.ship_units[kind]
    return owned > 0 and state.ships[kind + 1] > 0 and player.units + longer <= table.units


def open_elder(state: State, stack: int) -> int:
    """Give the elder lying open on a stack, 0 if it is empty."""
    at = stack * 3
    stacks = state.stacks
    return stacks[at + 2] or stacks[at + 1] or stacks[at]


def can_take_elder(state: State, player: Player) -> bool:
    if len(player.elders) >= state.table.seats_in_council:
        return False
    for elder in state.stacks:
        if elder:
            return True
    return False


def can_use_elder(state: State, seat: int, at: int, free: bool) -> bool:
    """Tell whether the elder at this seat of the council can be used (rules 8).

    Tested on the position after his fish was put on him and he was cleared.
    """
    player = state.players[seat]
    effect = state.table.cards.elders[player.elders[at]].effect
    if free:
        return elder_possible(state, seat, effect)
    if state.plates == 0:
        return False
    on_him = player.elder_fish
    clears = on_him[at] == 2
    state.plates -= 1
    if clears:
        player.fish += 1
    player.elder_fish = replaced(on_him, at, 0 if clears else on_him[at] + 1)
    possible = elder_possible(state, seat, effect)
    state.plates += 1
    if clears:
        player.fish -= 1
    player.elder_fish = on_him
    return possible


def elder_possible(state: State, seat: int, first: int) -> bool:
    """Tell whether an elder's list is possible: its first step must be, and change something."""
    effects = state.table.cards.effects
    effect = effects[first]
    if effect.op == OP_PAY:
        return list_possible(state, seat, first)
    if effect.op == OP_CHOOSE:
        for option in effect.lists:
            if option and elder_possible(state, seat, option):
                return True
        return False
    return step_possible(state, seat, effect)


def ability_possible(state: State, seat: int, ability: Ability, uses: int) -> bool:
    """Tell whether an ability can be used now."""
    if ability.when == WHEN_ONCE:
        if uses:
            return False
    elif ability.limit and uses >= ability.limit:
        return False
    if ability.need_counter >= 0:
        counted = counts.count(state, seat, ability.need_counter)
        if counted > ability.need_at_most:
            return False
    return list_possible(state, seat, ability.effect)


def list_possible(state: State, seat: int, first: int) -> bool:
    """Tell whether a list can be paid for and does anything besides (cards 6.1)."""
    effects = state.table.cards.effects
    effect = effects[first]
    if effect.op != OP_PAY:
        while effect.op != OP_NOTHING:
            if step_possible(state, seat, effect):
                return True
            effect = effects[effect.next]
        return False
    player = state.players[seat]
    wood = effect.wood
    fish = effect.fish
    gold = effect.gold
    if wood > player.wood or fish > player.fish or gold > player.gold:
        return False
    player.wood -= wood
    player.fish -= fish
    player.gold -= gold
    possible = list_possible(state, seat, effect.next)
    player.wood += wood
    player.fish += fish
    player.gold += gold
    return possible


def step_possible(state: State, seat: int, effect: Effect) -> bool:
    """Tell whether a step other than `pay` would do something now."""
    op = effect.op
    if op == OP_GAIN:
        return True
    player = state.players[seat]
    if op == OP_ACT:
        return can_act(state, seat, effect.space, effect)
    if op == OP_GAIN_PER:
        return per_amount(state, seat, effect) > 0
    if op == OP_CHOOSE:
        for option in effect.lists:
            if option and list_possible(state, seat, option):
                return True
        return False
    if op == OP_REPEAT:
        return list_possible(state, seat, effect.lists[0])
    if op == OP_RESERVE_IN:
        if effect.wood or effect.gold:
            return True
        return effect.fish > 0 and player.reserve_fish < player.reserve_limit
    if op == OP_RESERVE_OUT:
        return in_reserve(player, effect.good) > 0
    if op == OP_REMOVE_FOREST:
        return player.forests >= effect.count
    if op == OP_THICKEN:
        return player.forests > 0
    if op == OP_TAKE_SHARES:
        return counts.total(state.market) > 0
    if op == OP_UPGRADE_SHIP:
        return can_upgrade(state, player, 0) or can_upgrade(state, player, 1)
    if op == OP_FEED_ELDERS:
        return len(player.elders) > 0
    if op == OP_KEEP_EXCESS:
        return state.excess > 0
    return False


def per_amount(state: State, seat: int, effect: Effect) -> int:
    """Give how much a `gain_per` brings now."""
    counted = counts.count(state, seat, effect.counter)
    return min(effect.most, counted // effect.each * effect.amount)
