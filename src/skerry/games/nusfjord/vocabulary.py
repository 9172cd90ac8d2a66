"""The vocabulary of cards: steps, events, statics, scoring rules, read into engine effects.

docs/cards.md explains every word to somebody who writes a card.
"""

from typing import Any

from skerry.games.nusfjord.engine import cards as e
from skerry.games.nusfjord.engine import counts
from skerry.games.nusfjord.fields import GOODS, Fields

SPACES = (
    "gold",
    "transfer_reserve",
    "serve_fish",
    "build_building",
    "build_building_2",
    "issue_share",
    "buy_all_shares",
    "deforest",
    "thin_out",
    "reforest",
    "build_ship",
    "take_elder",
)
ACTIONS = {name: at for at, name in enumerate(SPACES) if name != "build_building_2"}
ACTS = {**ACTIONS, "copy": 12}
SHIPS = ("sloop", "cutter", "schooner")
LETTERS = ("A", "B", "C")
TIMINGS = {
    "immediately": ("built", e.WHEN_BUILT),
    "whenever": ("event", e.WHEN_EVENT),
    "anytime": ("anytime", e.WHEN_ANYTIME),
    "once": ("once", e.WHEN_ONCE),
    "special ability": ("static", e.WHEN_STATIC),
    "victory points": ("scoring", e.WHEN_SCORING),
}
EVENTS = {
    "action": e.ON_ACTION,
    "ship_built": e.ON_SHIP_BUILT,
    "building_built": e.ON_BUILDING_BUILT,
    "forest_removed": e.ON_FOREST_REMOVED,
    "reforested": e.ON_REFORESTED,
    "elder_taken": e.ON_ELDER_TAKEN,
    "elder_used": e.ON_ELDER_USED,
    "other_elder_used": e.ON_OTHER_ELDER_USED,
    "plate_served": e.ON_PLATE_SERVED,
    "fishing_end": e.ON_FISHING_END,
    "fish_excess": e.ON_FISH_EXCESS,
    "wood_excess": e.ON_WOOD_EXCESS,
    "third_worker": e.ON_THIRD_WORKER,
    "pass": e.ON_PASS,
}
STEPS = {
    "gain": e.OP_GAIN,
    "pay": e.OP_PAY,
    "gain_per": e.OP_GAIN_PER,
    "reserve_in": e.OP_RESERVE_IN,
    "reserve_out": e.OP_RESERVE_OUT,
    "remove_forest": e.OP_REMOVE_FOREST,
    "thicken": e.OP_THICKEN,
    "act": e.OP_ACT,
    "take_shares": e.OP_TAKE_SHARES,
    "upgrade_ship": e.OP_UPGRADE_SHIP,
    "feed_elders": e.OP_FEED_ELDERS,
    "keep_excess": e.OP_KEEP_EXCESS,
    "choose": e.OP_CHOOSE,
    "repeat": e.OP_REPEAT,
}
STATICS = {
    "reserve_limit": e.STATIC_RESERVE_LIMIT,
    "wood_limit": e.STATIC_WOOD_LIMIT,
    "cost_off": e.STATIC_COST_OFF,
    "haul_bonus": e.STATIC_HAUL_BONUS,
    "elders_skip_feeding": e.STATIC_ELDERS_SKIP_FEEDING,
    "market_dividend_skip": e.STATIC_MARKET_DIVIDEND_SKIP,
    "own_shares_first": e.STATIC_OWN_SHARES_FIRST,
    "pay_from_reserve": e.STATIC_PAY_FROM_RESERVE,
    "empty_spaces_free": e.STATIC_EMPTY_SPACES_FREE,
    "unissued_free": e.STATIC_UNISSUED_FREE,
    "off_board": e.STATIC_OFF_BOARD,
    "buy_shares": e.STATIC_BUY_SHARES,
}
RULES = {
    "per": e.RULE_PER,
    "at_least": e.RULE_AT_LEAST,
    "at_most": e.RULE_AT_MOST,
    "base_minus": e.RULE_BASE_MINUS,
}
# Goods for the check that no trade gains for nothing (cards 1): wood = fish = 1, gold = 3.
WORTH = (1, 1, 3)
_DEEPEST = 5


def mask(names: list[str], among: tuple[str, ...]) -> int:
    """Give names as bits."""
    return sum(1 << among.index(name) for name in set(names))


class StepReader:
    """Reads lists of steps into the effects of one catalogue."""

    def __init__(self, effects: list[e.Effect]) -> None:
        self.effects = effects

    def read(
        self,
        where: str,
        steps: Any,
        elder: bool,
        excess: str = "",
        depth: int = 0,
        begins: bool = False,
    ) -> int:
        """Read a list and give the number of its first step, 0 if it is empty.

        *excess* is the good about to be lost where `keep_excess` makes sense; a list that
        *begins* what an elder does must be possible from its first step.
        """
        start = Fields(where, {"do": steps})
        listed = start.items("do")
        if depth > _DEEPEST:
            raise start.fail("do", f"lists lie deeper than {_DEEPEST} in each other")
        if len(listed) > 12:
            raise start.fail("do", "has more than 12 steps")
        read: list[e.Effect] = []
        for at, step in enumerate(listed):
            fields = Fields(f"{where}: step {at + 1}", step)
            op = fields.one_of("op", tuple(STEPS))
            effect = e.Effect(STEPS[op])
            if effect.op == e.OP_PAY and at:
                raise fields.fail(
                    "op", "pay must come first in its list; put a later price into a choose option"
                )
            effect.begins = begins and at == 0
            self._read_step(fields, effect, elder, excess, depth)
            effect.optional = elder and effect.op == e.OP_ACT and at > 0
            fields.finish()
            read.append(effect)
        doing = [effect for effect in read if effect.op != e.OP_PAY]
        if read and not doing:
            raise start.fail("do", "only pays; a list must also do something")
        for effect in doing:
            effect.must = effect.op == e.OP_REPEAT and len(doing) == 1
        first = 0
        for effect in reversed(read):
            effect.next = first
            first = len(self.effects)
            self.effects.append(effect)
        return first

    def _read_step(
        self, fields: Fields, effect: e.Effect, elder: bool, excess: str, depth: int
    ) -> None:
        op = effect.op
        if op in (e.OP_GAIN, e.OP_PAY):
            effect.wood, effect.fish, effect.gold = _goods_here(fields, GOODS)
        elif op == e.OP_RESERVE_IN:
            effect.wood, effect.fish, effect.gold = _goods_here(fields, GOODS[:2])
        elif op == e.OP_GAIN_PER:
            effect.good = GOODS.index(fields.one_of("good", GOODS))
            effect.amount = fields.number("amount", 1, 20)
            effect.counter = counts.NAMES.index(fields.one_of("per", counts.NAMES))
            effect.each = fields.number("each", 1, 50)
            effect.most = fields.number("max", 1, 99, e.NO_LIMIT)
            if fields.has("to"):
                fields.one_of("to", ("reserve_over",))
                effect.to = e.TO_RESERVE_OVER
                if effect.good != e.FISH:
                    raise fields.fail("to", "only fish go to the Reserve this way")
        elif op == e.OP_RESERVE_OUT:
            effect.good = GOODS.index(fields.one_of("good", GOODS))
            effect.most = fields.number("max", 1, 50, 0)
        elif op == e.OP_REMOVE_FOREST:
            effect.count = fields.number("count", 1, 12)
            effect.wood = fields.number("wood", 0, 20)
        elif op in (e.OP_THICKEN, e.OP_TAKE_SHARES):
            effect.most = fields.number("max", 1, 12)
        elif op == e.OP_ACT:
            _read_act(fields, effect)
        elif op == e.OP_FEED_ELDERS:
            effect.count = fields.number("each", 1, 3)
        elif op == e.OP_KEEP_EXCESS:
            _read_keep(fields, effect, excess)
        elif op == e.OP_CHOOSE:
            options = fields.items("options")
            if not 2 <= len(options) <= 8:
                raise fields.fail("options", "needs 2 to 8 lists")
            for at, steps in enumerate(options):
                where = f"{fields.where}: option {at + 1}"
                first = self.read(where, steps, elder, excess, depth + 1, effect.begins)
                effect.lists.append(first)
            if effect.lists.count(0) > 1:
                raise fields.fail("options", "at most one option may be empty")
        elif op == e.OP_REPEAT:
            effect.most = fields.number("max", 1, 20)
            inner = self.read(fields.where, fields.any("do"), elder, excess, depth + 1)
            if inner == 0:
                raise fields.fail("do", "must not be empty")
            effect.lists = [inner]


def _goods_here(fields: Fields, goods: tuple[str, ...]) -> tuple[int, int, int]:
    amounts = [fields.number(good, 0, 50, 0) if good in goods else 0 for good in GOODS]
    if not any(amounts):
        raise fields.fail("goods", f"names no amount; give at least one of {', '.join(goods)}")
    return amounts[0], amounts[1], amounts[2]


def _read_keep(fields: Fields, effect: e.Effect, excess: str) -> None:
    good = fields.one_of("good", ("wood", "fish"))
    if good != excess:
        raise fields.fail("good", f"is not about to be lost here; use it in a {good}_excess event")
    effect.good = GOODS.index(good)
    effect.most = fields.number("max", 1, 50)
    to = fields.one_of("to", ("supply", "reserve") if good == "fish" else ("reserve",))
    effect.to = e.TO_RESERVE if to == "reserve" else e.TO_SUPPLY


def _read_act(fields: Fields, effect: e.Effect) -> None:
    space = fields.one_of("space", tuple(ACTS))
    effect.space = ACTS[space]
    if fields.has("off"):
        if space not in ("build_building", "build_ship", "buy_all_shares"):
            raise fields.fail("off", "fits only build_building, build_ship and buy_all_shares")
        effect.wood, effect.fish, effect.gold = fields.goods("off")
    if fields.has("types"):
        if space != "build_ship":
            raise fields.fail("types", "fits only build_ship")
        effect.types = mask(fields.some_of("types", SHIPS), SHIPS)
        if not effect.types:
            raise fields.fail("types", "must name at least one ship type")
    for name in ("plate_off", "plate_flat", "max_plates", "per_plate"):
        if fields.has(name) and space != "serve_fish":
            raise fields.fail(name, "fits only serve_fish")
    effect.plate_off = fields.number("plate_off", 0, 9, 0)
    effect.plate_flat = fields.number("plate_flat", 0, 9, -1)
    effect.most = fields.number("max_plates", 1, 20, e.NO_LIMIT)
    if fields.has("per_plate"):
        effect.plate_wood, effect.plate_fish, effect.plate_gold = fields.goods("per_plate")
    if fields.has("use"):
        if space != "take_elder":
            raise fields.fail("use", "fits only take_elder")
        uses = {"normal": e.USE_NORMAL, "free": e.USE_FREE, "none": e.USE_NONE}
        effect.use = uses[fields.one_of("use", tuple(uses))]


def read_ability(fields: Fields, ability: e.Ability, steps: StepReader) -> None:
    """Read the rest of an ability, once its `when` is known."""
    if ability.when == e.WHEN_STATIC:
        _read_static(fields, ability)
    elif ability.when == e.WHEN_SCORING:
        _read_scoring(fields, ability)
    else:
        _read_doing(fields, ability, steps)
    fields.finish()


def _read_doing(fields: Fields, ability: e.Ability, steps: StepReader) -> None:
    excess = ""
    if ability.when == e.WHEN_EVENT:
        event = fields.one_of("event", tuple(EVENTS))
        ability.event = EVENTS[event]
        excess = event.removesuffix("_excess") if event.endswith("_excess") else ""
        if event == "action":
            names = fields.some_of("spaces", tuple(ACTIONS))
            ability.spaces = sum(1 << ACTIONS[name] for name in set(names))
            if not names:
                raise fields.fail("spaces", "must name at least one space")
        if event == "ship_built" and fields.has("types"):
            ability.types = mask(fields.some_of("types", SHIPS), SHIPS)
        if event == "building_built" and fields.has("letters"):
            ability.letters = mask(fields.some_of("letters", LETTERS), LETTERS)
    if ability.when in (e.WHEN_EVENT, e.WHEN_ANYTIME):
        ability.limit = fields.number("limit", 1, 20, 0)
    if ability.when == e.WHEN_BUILT and fields.has("need"):
        need = fields.table("need")
        ability.need_counter = counts.NAMES.index(need.one_of("counter", counts.NAMES))
        ability.need_at_most = need.number("at_most", 0, 99)
        need.finish()
    where = fields.where
    ability.effect = steps.read(where, fields.any("do"), False, excess)
    if ability.effect == 0:
        raise fields.fail("do", "must not be empty")
    if ability.when == e.WHEN_ANYTIME and ability.limit == 0:
        _check_trade(fields, ability, steps.effects)
    if ability.when == e.WHEN_EVENT and ability.limit == 0:
        _check_reaction(fields, ability, steps.effects, ability.effect)


def _check_trade(fields: Fields, ability: e.Ability, effects: list[e.Effect]) -> None:
    """Refuse unlimited abilities that could go on for ever or make goods from nothing."""
    net = [0, 0, 0]
    at = ability.effect
    while at:
        effect = effects[at]
        if effect.op not in (e.OP_PAY, e.OP_GAIN):
            raise fields.fail(
                "do", "an unlimited any-time ability may only pay and gain; add a limit"
            )
        sign = 1 if effect.op == e.OP_GAIN else -1
        net[0] += sign * effect.wood
        net[1] += sign * effect.fish
        net[2] += sign * effect.gold
        at = effect.next
    if sum(amount * worth for amount, worth in zip(net, WORTH, strict=True)) > 0 or net == [0] * 3:
        raise fields.fail(
            "do",
            "an unlimited trade must not gain (wood = fish = 1, gold = 3); add a limit or a price",
        )
    ability.net_wood, ability.net_fish, ability.net_gold = net


def _check_reaction(fields: Fields, ability: e.Ability, effects: list[e.Effect], at: int) -> None:
    """Refuse an unlimited reaction that brings about the very thing it waits for."""
    while at:
        effect = effects[at]
        acts = effect.op == e.OP_ACT
        repeats = acts and (effect.space == ACTS["copy"] or ability.spaces >> effect.space & 1)
        wood = (
            acts
            or (effect.wood > 0 and effect.op in (e.OP_GAIN, e.OP_REMOVE_FOREST))
            or (effect.good == e.WOOD and effect.op in (e.OP_GAIN_PER, e.OP_RESERVE_OUT))
        )
        if (ability.event == e.ON_ACTION and repeats) or (
            ability.event == e.ON_WOOD_EXCESS and wood
        ):
            raise fields.fail("do", "could set itself off for ever; add a limit")
        for inner in effect.lists:
            _check_reaction(fields, ability, effects, inner)
        at = effect.next


def _read_static(fields: Fields, ability: e.Ability) -> None:
    kind = fields.one_of("kind", tuple(STATICS))
    ability.kind = STATICS[kind]
    if kind in ("reserve_limit", "wood_limit"):
        ability.value = fields.number("value", 1, 50)
    elif kind in ("haul_bonus", "unissued_free"):
        ability.value = fields.number("value", 1, 20)
    elif kind == "cost_off":
        target = fields.one_of("target", ("ship", "building"))
        ability.target = 8 if target == "building" else 7
        if fields.has("types"):
            if target != "ship":
                raise fields.fail("types", "fits only target ship")
            ability.target = mask(fields.some_of("types", SHIPS), SHIPS)
        ability.wood, ability.fish, ability.gold = _goods_here(fields, GOODS)
    elif kind == "pay_from_reserve":
        ability.good = GOODS.index(fields.one_of("good", GOODS))
        uses = ("ship", "building", "serve")
        ability.uses = mask(fields.some_of("uses", uses), uses)
    elif kind == "empty_spaces_free":
        ability.value = fields.number("value", 1, 11)
        ability.right = fields.one_of("area", ("any", "right")) == "right"
    elif kind == "buy_shares":
        ability.value = fields.number("off", 0, 20)
        ability.partial = fields.flag("partial")


def _read_scoring(fields: Fields, ability: e.Ability) -> None:
    rule = fields.one_of("rule", tuple(RULES))
    ability.rule = RULES[rule]
    ability.counter = counts.NAMES.index(fields.one_of("counter", counts.NAMES))
    if rule == "per":
        ability.points = fields.number("points", -20, 20)
        ability.each = fields.number("each", 1, 50)
        ability.most = fields.number("max", -99, 99, e.NO_LIMIT)
    elif rule == "base_minus":
        ability.base = fields.number("base", 0, 50)
        ability.points = fields.number("points", 1, 20)
        ability.low = fields.number("low", -50, 50)
    else:
        ability.steps = fields.steps("steps")
        if rule == "at_most":
            ability.otherwise = fields.number("otherwise", -50, 50)
