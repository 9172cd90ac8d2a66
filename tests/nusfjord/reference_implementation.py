"""A reference implementation of Nusfjord, written from the rules page as plainly as possible: slow,
and no part of the package. `test_reference_implementation.py` plays random games with it and with
the engine side by side.

It speaks the engine's move texts, and asks nothing that has one answer (ruling N-04), except a
turn and what may be declined. It shares no code with the engine; only the card files.
"""

import copy
import tomllib
from collections.abc import Generator, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

FILES = Path(__file__).parents[2] / "src/skerry/games/nusfjord/cards"
GOODS = ("wood", "fish", "gold")
SHIPS = ("sloop", "cutter", "schooner")
Asks = Generator[tuple[int, list[str]], str, Any]


def _file(name: str) -> Any:
    return tomllib.loads((FILES / f"{name}.toml").read_text(encoding="utf-8"))


BOARD = _file("board")
CARDS = {b["id"]: b for deck in ("herring", "mackerel", "codfish") for b in _file(deck)["building"]}
ELDERS = {e["number"]: e for e in _file("elders")["elder"]}
IN_PLAY = _file("elders")["players"]
SPACES = [s["id"] for s in BOARD["space"]]
COLUMN = {s["id"]: s["column"] for s in BOARD["space"]}
UNITS = {s["id"]: s["units"] for s in BOARD["ship"]}
SHIP_POINTS = {s["id"]: s["vp"] for s in BOARD["ship"]}
PRICES = {s["id"]: s["costs"] for s in BOARD["ship"]}
HAUL = dict(BOARD["track"]["haul"])
CELLS = [f"{row},{column}" for row in range(3) for column in range(4)]


def right_of(cell: str) -> str:
    row, column = cell.split(",")
    return f"{row},{int(column) + 1}"


def action_of(space: str) -> str:
    return "build_building" if space == "build_building_2" else space


class ReferenceGame:
    """A game from explicit piles. `play()` yields (seat, options) and is sent the chosen text."""

    def __init__(self, setup: Any) -> None:
        self.n = n = setup["players"]
        options = setup["options"]
        piles = setup["piles"]
        self.row = BOARD["setup"]["1a" if options.get("solo") == "advanced" else str(n)]
        self.halves = options.get("double_spaces") == "halves"
        self.trade_before_action = options.get("trade_before_action", True)
        self.acting = -1  # whose turn it is; nobody's while fishing
        self.promised = 0  # plates paid for and not yet filled
        side = self.row["board_side"]
        self.capacity = {s["id"]: s["capacity"][side] for s in BOARD["space"]}
        self.copies = {0: [], 1: ["copy"], 3: ["copy_left", "copy_middle", "copy_right"]}[
            self.row["copy_spaces"]
        ]
        self.workers: dict[str, list[tuple[int, int]]] = {}  # (round, seat) by space
        self.starter = piles["starter"]
        self.round = 0
        self.plates = self.row["plates"]
        self.ships = dict.fromkeys(SHIPS, self.row["ships"])
        self.display = {"A": piles["a_display"][:], "B": piles["b_display"][:], "C": []}
        self.pile = {"A": piles["a_pile"][:], "B": piles["b_pile"][:], "C": piles["c_pile"][:]}
        self.market = [0] * n
        self.dividends = [0] * n
        in_play = IN_PLAY[str(n)]
        self.stacks = [[e for e in (k, k + 6) if e in in_play] for k in range(1, 7)]
        for stack, hidden in zip(self.stacks, piles["hidden_elders"], strict=False):
            stack.insert(0, hidden)
        self.excess = 0
        self.window: list[tuple[int, int, int]] = []
        self.players = [
            SimpleNamespace(
                wood=0,
                fish=0,
                gold=0,
                reserve=dict.fromkeys(GOODS, 0),
                unissued=3,
                shares=[2 if color == seat else 0 for color in range(n)],
                fleet=dict.fromkeys(SHIPS, 0),
                cells={},
                forests={"0,2": 2, "1,2": 1, "2,2": 1},
                buildings=[],
                elders=[],
                fish_on={},
                worker_on={},
                hand=[],
                uses={},
            )
            for seat in range(n)
        ]

    # -- small questions about the table

    def order(self) -> list[int]:
        first = (self.starter - (self.round - 1)) % self.n
        return [(first + away) % self.n for away in range(self.n)]

    def statics(self, seat: int, kind: str) -> list[Any]:
        return [
            a
            for card in self.players[seat].buildings
            for a in CARDS[card]["ability"]
            if a["when"] == "static" and a["kind"] == kind
        ]

    def wood_limit(self, seat: int) -> int:
        return max([12, *(a["value"] for a in self.statics(seat, "wood_limit"))])

    def reserve_limit(self, seat: int) -> int:
        return max([8, *(a["value"] for a in self.statics(seat, "reserve_limit"))])

    def covered(self, seat: int) -> int:
        return sum(UNITS[ship] * amount for ship, amount in self.players[seat].fleet.items())

    def haul(self, seat: int) -> int:
        bonus = sum(a["value"] for a in self.statics(seat, "haul_bonus"))
        return HAUL[self.covered(seat)] + bonus

    def free(self, seat: int) -> list[str]:
        p = self.players[seat]
        under = {cell for left in p.forests for cell in (left, right_of(left))}
        return [c for c in CELLS[1:] if c not in p.cells and c not in under]

    def doubles(self, seat: int) -> list[str]:
        free = self.free(seat)
        lefts = ("0", "2") if self.halves else ("0", "1", "2")
        return [c for c in free if c[2] in lefts and right_of(c) in free]

    def blocked(self, space: str) -> bool:
        return 0 < self.capacity.get(space, 1) <= len(self.workers.get(space, []))

    def open_elders(self) -> list[int]:
        return [stack[-1] for stack in self.stacks if stack]

    def available(self, seat: int) -> list[str]:
        shown = self.display["A"] + self.display["B"] + self.display["C"]
        return shown + self.players[seat].hand

    def count(self, seat: int, counter: str) -> int:
        p = self.players[seat]
        cards = [CARDS[card] for card in p.buildings]
        match counter:
            case "ships":
                return sum(p.fleet.values())
            case "sloops" | "cutters" | "schooners":
                return p.fleet[counter[:-1]]
            case "ship_types":
                return sum(amount > 0 for amount in p.fleet.values())
            case "forests":
                return sum(p.forests.values())
            case "forest_stacks":
                return len(p.forests)
            case "deep_forests":
                return sum(tiles >= 2 for tiles in p.forests.values())
            case "empty_spaces":
                return len(self.free(seat))
            case "buildings":
                return len(cards)
            case "buildings_a" | "buildings_b":
                return sum(card["letter"] == counter[-1].upper() for card in cards)
            case "plain_buildings":
                return sum(card["vp"] <= 0 and not card["vp_star"] for card in cards)
            case "elders":
                return len(p.elders)
            case "elders_and_fish":
                return len(p.elders) + sum(p.fish_on.values())
            case "shares":
                return sum(p.shares)
            case "own_shares_home":
                return p.shares[seat]
            case "own_shares_out":
                return 5 - p.unissued - p.shares[seat]
            case "market_shares":
                return sum(self.market)
            case "gold" | "fish":
                return getattr(p, counter)
            case "reserve_fish":
                return p.reserve["fish"]
            case "all_fish" | "all_wood":
                return getattr(p, counter[4:]) + p.reserve[counter[4:]]
            case "haul":
                return self.haul(seat)
            case "track_free":
                return 15 - self.covered(seat)
            case "plates_filled":
                return self.plates
        raise AssertionError(counter)

    # -- prices

    def reserve_opens(self, seat: int, use: str) -> list[str]:
        opened = [a["good"] for a in self.statics(seat, "pay_from_reserve") if use in a["uses"]]
        return list(dict.fromkeys(opened))  # two buildings may open the same good

    def affords(self, seat: int, use: str, price: dict[str, int]) -> bool:
        p = self.players[seat]
        opened = self.reserve_opens(seat, use)
        return all(
            getattr(p, good) + (p.reserve[good] if good in opened else 0) >= amount
            for good, amount in price.items()
        )

    def reduced(
        self, seat: int, price: dict[str, int], mod: Any, target: str, ship: str = ""
    ) -> dict[str, int]:
        off = dict(mod.get("off", {}))
        for a in self.statics(seat, "cost_off"):
            if a["target"] == target and (target == "building" or ship in a.get("types", SHIPS)):
                for good in GOODS:
                    off[good] = off.get(good, 0) + a.get(good, 0)
        return {good: max(0, price.get(good, 0) - off.get(good, 0)) for good in GOODS}

    def buildable(self, seat: int, mod: Any) -> list[str]:
        room = bool(self.free(seat))
        return [
            card
            for card in self.available(seat)
            if (room or self.off_board(card))
            and self.affords(
                seat, "building", self.reduced(seat, CARDS[card]["cost"], mod, "building")
            )
        ]

    @staticmethod
    def off_board(card: str) -> bool:
        return any(a.get("kind") == "off_board" for a in CARDS[card]["ability"])

    def ship_options(self, seat: int, mod: Any) -> list[str]:
        found = []
        for ship in mod.get("types", SHIPS):
            if not self.ships[ship] or self.covered(seat) + UNITS[ship] > 15:
                continue
            for price, text in zip(PRICES[ship], ("", " gold"), strict=False):
                if self.affords(seat, "ship", self.reduced(seat, price, mod, "ship", ship)):
                    found.append(f"ship {ship}{text}")
        return found

    def plate_price(self, plate: int, mod: Any) -> int:
        if "plate_flat" in mod:
            return mod["plate_flat"]
        return max(0, BOARD["banquet"]["plates"][plate] - mod.get("plate_off", 0))

    def plates_price(self, amount: int, mod: Any) -> int:
        return sum(self.plate_price(self.plates + self.promised + i, mod) for i in range(amount))

    def most_plates(self, seat: int, mod: Any) -> int:
        room = min(8 - self.plates - self.promised, mod.get("max_plates", 8))
        return max(
            amount
            for amount in range(room + 1)
            if self.affords(seat, "serve", {"fish": self.plates_price(amount, mod)})
        )

    def share_price(self, seat: int, amount: int, mod: Any) -> int:
        off = (0, 0, 0, 1, 1, 2, 2)[self.round - 1]
        off += sum(a["off"] for a in self.statics(seat, "buy_shares"))
        return max(0, amount - off - mod.get("off", {}).get("gold", 0))

    def partial(self, seat: int) -> bool:
        return any(a["partial"] for a in self.statics(seat, "buy_shares"))

    def upgrades(self, seat: int) -> list[str]:
        fleet = self.players[seat].fleet
        return [
            f"upgrade {small}"
            for small, large in (("sloop", "cutter"), ("cutter", "schooner"))
            if fleet[small] and self.ships[large] and self.covered(seat) < 15
        ]

    # -- what is possible

    def can_act(self, seat: int, space: str, mod: Any) -> bool:
        p = self.players[seat]
        match action_of(space):
            case "gold":
                return True
            case "transfer_reserve":
                return any(p.reserve.values())
            case "serve_fish":
                return self.most_plates(seat, mod) > 0
            case "build_building":
                return bool(self.buildable(seat, mod))
            case "issue_share":
                return p.unissued > 0
            case "buy_all_shares":
                least = 1 if self.partial(seat) else sum(self.market)
                return sum(self.market) > 0 and self.share_price(seat, least, mod) <= p.gold
            case "deforest":
                return bool(p.forests)
            case "thin_out":
                return bool(p.forests) and p.wood < self.wood_limit(seat)
            case "reforest":
                return bool(self.doubles(seat))
            case "build_ship":
                return bool(self.ship_options(seat, mod))
            case "take_elder":
                return len(p.elders) < 5 and bool(self.open_elders())
            case "copy":
                return bool(self.copyable(seat))
        raise AssertionError(space)

    def copyable(self, seat: int) -> list[str]:
        return [s for s in SPACES if self.blocked(s) and self.can_act(seat, s, {})]

    def can_step(self, seat: int, step: Any) -> bool:
        p = self.players[seat]
        match step["op"]:
            case "gain":
                return True
            case "gain_per":
                return self.per_amount(seat, step) > 0
            case "reserve_in":
                room = self.reserve_limit(seat) > p.reserve["fish"]
                return bool(step.get("wood")) or (bool(step.get("fish")) and room)
            case "reserve_out":
                return p.reserve[step["good"]] > 0
            case "remove_forest":
                return sum(p.forests.values()) >= step["count"]
            case "thicken":
                return bool(p.forests)
            case "act":
                return self.can_act(seat, step["space"], step)
            case "take_shares":
                return sum(self.market) > 0
            case "upgrade_ship":
                return bool(self.upgrades(seat))
            case "feed_elders":
                return bool(p.elders)
            case "keep_excess":
                return self.excess > 0
            case "choose":
                return any(option and self.can_do(seat, option) for option in step["options"])
            case "repeat":
                return self.can_do(seat, step["do"])
        raise AssertionError(step)

    def can_do(self, seat: int, steps: list[Any]) -> bool:
        """Paid in full, and then at least one step that does something (cards 6.1)."""
        trial = copy.deepcopy(self)
        p = trial.players[seat]
        for step in steps:
            if step["op"] == "pay":
                for good in GOODS:
                    left = getattr(p, good) - step.get(good, 0)
                    if left < 0:
                        return False
                    setattr(p, good, left)
        return any(step["op"] != "pay" and trial.can_step(seat, step) for step in steps)

    def per_amount(self, seat: int, step: Any) -> int:
        amount = self.count(seat, step["per"]) // step["each"] * step["amount"]
        return min(amount, step.get("max", amount))

    def can_elder(self, seat: int, steps: list[Any]) -> bool:
        """His first step must be possible (rules 8)."""
        first = steps[0]
        if first["op"] == "choose":
            return any(option and self.can_elder(seat, option) for option in first["options"])
        if first["op"] == "pay":
            return self.can_do(seat, steps)
        return self.can_step(seat, first)

    def can_use(self, seat: int, elder: int, free: bool) -> bool:
        if free:
            return self.can_elder(seat, ELDERS[elder]["do"])
        if not self.plates:
            return False
        trial = copy.deepcopy(self)
        trial.plates -= 1
        trial.put_fish(seat, elder)
        return trial.can_elder(seat, ELDERS[elder]["do"])

    def can_ability(self, seat: int, name: str) -> bool:
        ability = self.ability(name)
        used = self.players[seat].uses.get(name, 0)
        if ability["when"] == "once" and used:
            return False
        if "limit" in ability and used >= ability["limit"]:
            return False
        need = ability.get("need")
        if need and self.count(seat, need["counter"]) > need["at_most"]:
            return False
        return self.can_do(seat, ability["do"])

    @staticmethod
    def ability(name: str) -> Any:
        card, _, at = name.partition(".")
        return CARDS[card]["ability"][int(at) - 1]

    # -- asking

    @staticmethod
    def one_of(seat: int, options: list[str]) -> Asks:
        if len(options) == 1:
            return options[0]
        return (yield seat, options)

    # -- goods

    def gain(self, seat: int, goods: Any) -> Asks:
        p = self.players[seat]
        p.gold += goods.get("gold", 0)
        p.fish += goods.get("fish", 0)
        if wood := goods.get("wood", 0):
            over = max(0, p.wood + wood - self.wood_limit(seat))
            p.wood += wood - over
            if over:
                yield from self.lose(seat, "wood_excess", over)

    def lose(self, seat: int, event: str, amount: int) -> Asks:
        outer, self.excess = self.excess, amount
        yield from self.happen(seat, event)
        self.excess = outer

    def pay(self, seat: int, use: str, price: dict[str, int]) -> Asks:
        p = self.players[seat]
        stored = dict.fromkeys(GOODS, 0)
        for good in self.reserve_opens(seat, use):
            amount = price.get(good, 0)
            least = max(0, amount - getattr(p, good))
            most = min(amount, p.reserve[good])
            text = yield from self.one_of(seat, [f"count {k}" for k in range(least, most + 1)])
            stored[good] = int(text.split()[1])
        for good, amount in price.items():
            p.reserve[good] -= stored[good]
            setattr(p, good, getattr(p, good) - amount + stored[good])

    def put_fish(self, seat: int, elder: int) -> None:
        p = self.players[seat]
        p.fish_on[elder] += 1
        if p.fish_on[elder] == 3:
            p.fish_on[elder] = 0
            p.fish += 1

    # -- events

    def known(self, seat: int) -> list[str]:
        return [
            f"{card}.{at + 1}"
            for card in self.players[seat].buildings
            for at, ability in enumerate(CARDS[card]["ability"])
            if ability["when"] in ("event", "anytime", "once")
        ]

    def happen(self, seat: int, event: str, what: str = "", known: list[str] | None = None) -> Asks:
        """The owner's abilities that wait for this, in the owner's order; any may be declined."""
        waiting = []
        for name in self.known(seat) if known is None else known:
            ability = self.ability(name)
            if (
                ability["when"] == "event"
                and ability["event"] == event
                and what in ability.get("spaces", [what])
                and what in ability.get("types", [what])
                and what[:1] in ability.get("letters", [what[:1]])
            ):
                waiting.append(name)
        while True:
            possible = [name for name in waiting if self.can_ability(seat, name)]
            if not possible:
                return
            text = yield seat, [*(f"use {name}" for name in possible), "decline"]
            if text == "decline":
                return
            name = text.removeprefix("use ")
            waiting.remove(name)
            yield from self.use_ability(seat, name)

    def use_ability(self, seat: int, name: str) -> Asks:
        ability = self.ability(name)
        if "limit" in ability or ability["when"] == "once":
            uses = self.players[seat].uses
            uses[name] = uses.get(name, 0) + 1
        yield from self.do(seat, ability["do"], elder=False)

    # -- steps of cards

    def do(self, seat: int, steps: list[Any], elder: bool, begins: bool = False) -> Asks:
        alone = sum(step["op"] != "pay" for step in steps) == 1
        gained = False
        for at, step in enumerate(steps):
            if step["op"] == "act" and gained and self.trade_before_action and self.acting == seat:
                yield from self.anytime(seat)  # cards 6.5
            gained = gained or self.is_gain(step)
            if step["op"] == "pay":
                yield from self.pay(seat, "", {g: step.get(g, 0) for g in GOODS})
            elif self.can_step(seat, step):
                optional = elder and at > 0 and step["op"] == "act"
                if optional and (yield seat, ["act", "decline"]) == "decline":
                    continue
                yield from self.step(seat, step, elder, alone, begins and at == 0)

    @staticmethod
    def is_gain(step: Any) -> bool:
        """A step that brings goods to the supply: they may be traded before an action."""
        match step["op"]:
            case "gain" | "reserve_out":
                return True
            case "gain_per":
                return step.get("to") != "reserve_over"
            case "remove_forest":
                return bool(step["wood"])
        return False

    def step(self, seat: int, step: Any, elder: bool, alone: bool, begins: bool) -> Asks:
        p = self.players[seat]
        match step["op"]:
            case "gain":
                yield from self.gain(seat, step)
            case "gain_per":
                amount = self.per_amount(seat, step)
                if step.get("to") == "reserve_over":
                    p.reserve[step["good"]] += amount
                else:
                    yield from self.gain(seat, {step["good"]: amount})
            case "reserve_in":
                p.reserve["wood"] += step.get("wood", 0)
                room = max(0, self.reserve_limit(seat) - p.reserve["fish"])
                p.reserve["fish"] += min(room, step.get("fish", 0))
            case "reserve_out":
                amount = p.reserve[step["good"]]
                if "max" in step:
                    most = min(amount, step["max"])
                    text = yield from self.one_of(seat, [f"count {k + 1}" for k in range(most)])
                    amount = int(text.split()[1])
                p.reserve[step["good"]] -= amount
                yield from self.gain(seat, {step["good"]: amount})
            case "remove_forest":
                for _ in range(step["count"]):
                    if p.forests:  # a card may have removed the last one meanwhile
                        yield from self.remove_forest(seat, step["wood"])
            case "thicken":
                for done in range(step["max"]):
                    options = [f"forest {left}" for left in p.forests]
                    text = yield from self.one_of(seat, options + ["done"] * (done > 0))
                    if text == "done":
                        break
                    p.forests[text.split()[1]] += 1
            case "act":
                yield from self.act(seat, step["space"], step)
            case "take_shares":
                yield from self.choose_shares(seat, lambda taken: taken <= step["max"])
            case "upgrade_ship":
                text = yield from self.one_of(seat, self.upgrades(seat))
                small = SHIPS.index(text.split()[1])
                for ship, change in ((SHIPS[small], -1), (SHIPS[small + 1], 1)):
                    p.fleet[ship] += change
                    self.ships[ship] -= change
            case "feed_elders":
                for fed in p.elders:
                    for _ in range(step["each"]):
                        self.put_fish(seat, fed)
            case "keep_excess":
                most = min(step["max"], self.excess)
                text = yield from self.one_of(seat, [f"count {k + 1}" for k in range(most)])
                kept = int(text.split()[1])
                self.excess -= kept
                if step["to"] == "reserve":
                    p.reserve[step["good"]] += kept
                else:
                    p.fish += kept
            case "choose":
                can = self.can_elder if begins else self.can_do
                text = yield from self.one_of(
                    seat,
                    [
                        f"option {at + 1}"
                        for at, option in enumerate(step["options"])
                        if not option or can(seat, option)
                    ],
                )
                chosen = step["options"][int(text.split()[1]) - 1]
                yield from self.do(seat, chosen, elder, begins)
            case "repeat":
                for done in range(step["max"]):
                    if not self.can_do(seat, step["do"]):
                        break
                    # Using a card means doing something, so the first time is not asked.
                    if (done or not alone) and (yield seat, ["again", "done"]) == "done":
                        break
                    yield from self.do(seat, step["do"], elder)

    # -- actions

    def act(self, seat: int, space: str, mod: Any) -> Asks:
        if space == "copy":
            text = yield from self.one_of(seat, [f"copy {s}" for s in self.copyable(seat)])
            yield from self.act(seat, text.split()[1], {})
            return
        space = action_of(space)
        known = self.known(seat)
        p = self.players[seat]
        match space:
            case "gold":
                yield from self.gain(seat, {"gold": 1})
            case "transfer_reserve":
                goods, p.reserve = p.reserve, dict.fromkeys(GOODS, 0)
                yield from self.gain(seat, goods)
            case "serve_fish":
                yield from self.serve(seat, mod)
            case "build_building":
                yield from self.build(seat, mod)
            case "issue_share":
                p.unissued -= 1
                self.market[seat] += 1
                yield from self.gain(seat, {"gold": 2})
            case "buy_all_shares":
                yield from self.buy(seat, mod)
            case "deforest":
                yield from self.remove_forest(seat, 5)
            case "thin_out":
                yield from self.gain(seat, {"wood": sum(p.forests.values())})
            case "reforest":
                options = [f"forest {left}" for left in self.doubles(seat)]
                text = yield from self.one_of(seat, options)
                p.forests[text.split()[1]] = 2
                yield from self.happen(seat, "reforested")
            case "build_ship":
                yield from self.build_ship(seat, mod)
            case "take_elder":
                yield from self.take_elder(seat, mod)
        yield from self.happen(seat, "action", space, known)

    def remove_forest(self, seat: int, wood: int) -> Asks:
        p = self.players[seat]
        text = yield from self.one_of(seat, [f"forest {left}" for left in p.forests])
        left = text.split()[1]
        p.forests[left] -= 1
        if not p.forests[left]:
            del p.forests[left]
        yield from self.happen(seat, "forest_removed")
        yield from self.gain(seat, {"wood": wood})

    def serve(self, seat: int, mod: Any) -> Asks:
        most = self.most_plates(seat, mod)
        text = yield from self.one_of(seat, [f"serve {k + 1}" for k in range(most)])
        plates = int(text.split()[1])
        yield from self.pay(seat, "serve", {"fish": self.plates_price(plates, mod)})
        extra = mod.get("per_plate", {})
        self.promised += plates
        for _ in range(plates):
            self.promised -= 1
            self.plates += 1
            yield from self.gain(seat, {**extra, "gold": 1 + extra.get("gold", 0)})
            yield from self.happen(seat, "plate_served")

    def build(self, seat: int, mod: Any) -> Asks:
        p = self.players[seat]
        known = self.known(seat)
        options = [f"build {card}" for card in self.buildable(seat, mod)]
        card = (yield from self.one_of(seat, options)).split()[1]
        data = CARDS[card]
        (p.hand if card in p.hand else self.display[data["letter"]]).remove(card)
        price = self.reduced(seat, data["cost"], mod, "building")
        yield from self.pay(seat, "building", price)
        if not self.off_board(card):
            cells = [f"cell {cell}" for cell in self.free(seat)]
            text = yield from self.one_of(seat, cells)
            p.cells[text.split()[1]] = card
        p.buildings.append(card)
        for at, ability in enumerate(data["ability"]):
            name = f"{card}.{at + 1}"
            if (
                ability["when"] == "built"
                and self.can_ability(seat, name)
                and (yield seat, [f"use {name}", "decline"]) != "decline"
            ):
                yield from self.use_ability(seat, name)
        yield from self.happen(seat, "building_built", card, known)

    def buy(self, seat: int, mod: Any) -> Asks:
        p = self.players[seat]
        if self.partial(seat):
            gold = p.gold
            taken = yield from self.choose_shares(
                seat, lambda amount: self.share_price(seat, amount, mod) <= gold
            )
        else:
            taken = sum(self.market)
            p.shares = [own + new for own, new in zip(p.shares, self.market, strict=True)]
            self.market = [0] * self.n
        p.gold -= self.share_price(seat, taken, mod)

    def choose_shares(self, seat: int, allowed: Any) -> Asks:
        taken = 0
        while True:
            options = [f"share {c}" for c in range(self.n) if self.market[c]]
            options = options if allowed(taken + 1) else []
            if taken:
                options.append("done")
            text = yield from self.one_of(seat, options)
            if text == "done":
                return taken
            color = int(text.split()[1])
            self.market[color] -= 1
            self.players[seat].shares[color] += 1
            taken += 1

    def build_ship(self, seat: int, mod: Any) -> Asks:
        text = yield from self.one_of(seat, self.ship_options(seat, mod))
        ship = text.split()[1]
        price = PRICES[ship][1 if text.endswith("gold") else 0]
        yield from self.pay(seat, "ship", self.reduced(seat, price, mod, "ship", ship))
        self.ships[ship] -= 1
        self.players[seat].fleet[ship] += 1
        yield from self.happen(seat, "ship_built", ship)

    def take_elder(self, seat: int, mod: Any) -> Asks:
        p = self.players[seat]
        text = yield from self.one_of(seat, [f"take elder {e}" for e in self.open_elders()])
        elder = int(text.split()[2])
        next(stack for stack in self.stacks if stack and stack[-1] == elder).pop()
        p.elders.append(elder)
        p.fish_on[elder] = 0
        yield from self.happen(seat, "elder_taken")
        use = mod.get("use", "normal")
        if (
            use != "none"
            and self.can_use(seat, elder, use == "free")
            and (yield seat, [f"use elder {elder}", "decline"]) != "decline"
        ):
            yield from self.use_elder(seat, elder, use == "free")

    def use_elder(self, seat: int, elder: int, free: bool) -> Asks:
        known = self.known(seat)
        if not free:
            self.plates -= 1
            self.put_fish(seat, elder)
        yield from self.do(seat, ELDERS[elder]["do"], elder=True, begins=True)
        yield from self.happen(seat, "elder_used", known=known)
        for away in range(1, self.n):
            yield from self.happen((seat + away) % self.n, "other_elder_used")

    # -- the phases

    def play(self) -> Asks:
        for self.round in range(1, 8):
            self.acting = -1
            self.instruction()
            for seat in self.order():
                yield from self.fish(seat)
            for seat, fish in enumerate(self.dividends):
                self.players[seat].fish += fish
            self.dividends = [0] * self.n
            for seat in self.order():
                yield from self.happen(seat, "fishing_end")
            for turn in range(3):
                for seat in self.order():
                    yield from self.turn(seat, turn)
            if self.round < 7:
                self.go_home()
        for seat in self.order():
            self.acting = seat
            yield from self.anytime(seat)

    def instruction(self) -> None:
        if self.round in (3, 5):
            letter, places, wanted = (
                ("A", 9, self.row["a_round3"])
                if self.round == 3
                else ("B", 6, self.row["b_round5"])
            )
            for _ in range(wanted):
                if len(self.display[letter]) < places and self.pile[letter]:
                    self.display[letter].append(self.pile[letter].pop(0))
        elif self.round == 4:
            for seat in self.order():
                for _ in range(self.row["c_hand"]):
                    if self.pile["C"]:
                        self.players[seat].hand.append(self.pile["C"].pop(0))
        elif self.round == 6:
            for p in self.players:
                self.display["C"] += p.hand
                p.hand = []
            for _ in range(self.row["c_round6"]):
                if self.pile["C"]:
                    self.display["C"].append(self.pile["C"].pop(0))

    def fish(self, seat: int) -> Asks:
        p = self.players[seat]
        haul = self.haul(seat)
        hungry = [] if self.statics(seat, "elders_skip_feeding") else p.elders[:]
        if len(hungry) > haul:
            chosen = []
            for _ in range(haul):
                left = [elder for elder in hungry if elder not in chosen]
                text = yield from self.one_of(seat, [f"feed elder {e}" for e in left])
                chosen.append(int(text.split()[2]))
                self.put_fish(seat, chosen[-1])
        else:
            for elder in hungry:
                self.put_fish(seat, elder)
        haul -= min(haul, len(hungry))
        home_first = bool(self.statics(seat, "own_shares_first"))
        if home_first:
            haul = self.feed_home(seat, haul)
        if not self.statics(seat, "market_dividend_skip"):
            haul -= min(haul, self.market[seat])
        foreign = [
            holder
            for holder in range(self.n)
            for _ in range(self.players[holder].shares[seat])
            if holder != seat
        ]
        while foreign and haul:
            holder = foreign[0]
            if haul < len(foreign):
                options = [f"dividend {h}" for h in sorted(set(foreign))]
                holder = int((yield from self.one_of(seat, options)).split()[1])
            foreign.remove(holder)
            self.dividends[holder] += 1
            haul -= 1
        if not home_first:
            haul = self.feed_home(seat, haul)
        room = max(0, self.reserve_limit(seat) - p.reserve["fish"])
        p.reserve["fish"] += min(room, haul)
        haul -= min(room, haul)
        if haul:
            yield from self.lose(seat, "fish_excess", haul)

    def feed_home(self, seat: int, haul: int) -> int:
        fed = min(haul, self.players[seat].shares[seat])
        self.dividends[seat] += fed
        return haul - fed

    def placements(self, seat: int) -> list[str]:
        found = []
        for space in SPACES:
            if self.capacity[space] and self.can_act(seat, space, {}):
                if not self.blocked(space):
                    found.append(f"place {space}")
                elif self.copies and not self.blocked(self.copy_space(space)):
                    found.append(f"copy {space}")
        p = self.players[seat]
        colors = self.row["worker_colors"]
        for elder in p.elders:
            since = p.worker_on.get(elder)
            resting = since is not None and self.round - since < colors
            if not resting and self.can_use(seat, elder, False):
                found.append(f"place elder {elder}")
        return found

    def copy_space(self, space: str) -> str:
        return self.copies[0 if len(self.copies) == 1 else COLUMN[space]]

    def turn(self, seat: int, turn: int) -> Asks:
        p = self.players[seat]
        self.acting = seat
        self.window = [(p.wood, p.fish, p.gold)]
        while True:
            options = [*self.placements(seat), "pass", *self.trades(seat)]
            text = yield seat, options
            if not text.startswith("use "):
                break
            yield from self.trade(seat, text)
        match text.split():
            case ["pass"]:
                yield from self.happen(seat, "pass")
            case ["place", "elder", elder]:
                p.worker_on[int(elder)] = self.round
                yield from self.use_elder(seat, int(elder), free=False)
            case [how, space]:
                at = space if how == "place" else self.copy_space(space)
                self.workers.setdefault(at, []).append((self.round, seat))
                yield from self.act(seat, space, {})
        if turn == 2 and text != "pass":
            yield from self.happen(seat, "third_worker")
        yield from self.anytime(seat)

    def trades(self, seat: int) -> list[str]:
        p = self.players[seat]
        found = []
        for name in self.known(seat):
            ability = self.ability(name)
            if ability["when"] == "event" or not self.can_ability(seat, name):
                continue
            if ability["when"] == "anytime" and "limit" not in ability:
                held = {good: getattr(p, good) for good in GOODS}
                for step in ability["do"]:
                    for good in GOODS:
                        sign = 1 if step["op"] == "gain" else -1
                        held[good] += sign * step.get(good, 0)
                held["wood"] = min(held["wood"], self.wood_limit(seat))
                if tuple(held.values()) in self.window:
                    continue
            found.append(f"use {name}")
        return found

    def trade(self, seat: int, text: str) -> Asks:
        name = text.removeprefix("use ")
        ability = self.ability(name)
        yield from self.use_ability(seat, name)
        p = self.players[seat]
        if "limit" in ability or ability["when"] == "once":
            self.window = []
        self.window.append((p.wood, p.fish, p.gold))

    def anytime(self, seat: int) -> Asks:
        p = self.players[seat]
        self.window = [(p.wood, p.fish, p.gold)]
        while options := self.trades(seat):
            text = yield seat, ["done", *options]
            if text == "done":
                return
            yield from self.trade(seat, text)

    def go_home(self) -> None:
        """Only the color used next comes home: what it last placed, so many rounds ago."""
        colors = self.row["worker_colors"]
        for space, placed in self.workers.items():
            self.workers[space] = [w for w in placed if self.round + 1 - w[0] < colors]
        for p in self.players:
            p.uses = {
                name: used for name, used in p.uses.items() if self.ability(name)["when"] == "once"
            }

    # -- scoring

    def card_points(self, seat: int, card: str) -> int:
        points: int = CARDS[card]["vp"]
        for rule in CARDS[card]["ability"]:
            if rule["when"] != "scoring":
                continue
            counted = self.count(seat, rule["counter"])
            match rule["rule"]:
                case "per":
                    worth = counted // rule["each"] * rule["points"]
                    points += min(worth, rule.get("max", worth))
                case "at_least":
                    points += max([0, *(got for at, got in rule["steps"] if counted >= at)])
                case "at_most":
                    met = [got for at, got in rule["steps"] if counted <= at]
                    points += met[0] if met else rule["otherwise"]
                case "base_minus":
                    points += max(rule["low"], rule["base"] - rule["points"] * counted)
        return points

    def score(self, seat: int) -> dict[str, int]:
        p = self.players[seat]
        free = self.free(seat)
        for a in self.statics(seat, "empty_spaces_free"):
            if a["area"] == "right":
                free = [cell for cell in free if int(cell[2]) < 2]
        spared = sum(
            a["value"] for a in self.statics(seat, "empty_spaces_free") if a["area"] == "any"
        )
        kept = sum(a["value"] for a in self.statics(seat, "unissued_free"))
        return {
            "buildings": sum(self.card_points(seat, card) for card in p.buildings),
            "ships": sum(SHIP_POINTS[ship] * amount for ship, amount in p.fleet.items()),
            "shares": sum(p.shares),
            "gold": p.gold,
            "empty_spaces": -max(0, len(free) - spared),
            "unissued_shares": -max(0, p.unissued - kept),
        }


def differences(reference: ReferenceGame, view: Any, hands: list[list[str]]) -> Iterator[str]:
    """Name what a view of the engine shows differently from the reference."""
    shown = {
        "round": reference.round,
        "first": reference.order()[0],
        "ships": reference.ships,
        "market": reference.market,
    }
    for name, value in shown.items():
        if view[name] != value:
            yield f"{name}: {view[name]} is {value}"
    if view["plates"]["filled"] != reference.plates:
        yield f"plates: {view['plates']['filled']} is {reference.plates}"
    for letter, cards in reference.display.items():
        if sorted(view["display"][letter]) != sorted(cards):
            yield f"display {letter}: {view['display'][letter]} is {cards}"
        if view["piles"][letter] != len(reference.pile[letter]):
            yield f"pile {letter}"
    for at, stack in enumerate(view["elder_stacks"]):
        if stack["open"][:1] != reference.stacks[at][-1:]:
            yield f"elder stack {at}: {stack} is {reference.stacks[at]}"
    for space in view["spaces"]:
        seats = [seat for _, seat in reference.workers.get(space["space"], [])]
        if space["workers"] != seats:
            yield f"workers on {space['space']}: {space['workers']} are {seats}"
        if space["blocked"] != reference.blocked(space["space"]):
            yield f"{space['space']} blocked: {space['blocked']}"
    for seat, p in enumerate(reference.players):
        own = {
            "wood": p.wood,
            "fish": p.fish,
            "gold": p.gold,
            "reserve": p.reserve,
            "wood_limit": reference.wood_limit(seat),
            "reserve_limit": reference.reserve_limit(seat),
            "haul": reference.haul(seat),
            "ships": p.fleet,
            "unissued": p.unissued,
            "shares": p.shares,
            "cells": p.cells,
            "forests": p.forests,
            "free": reference.free(seat),
            "buildings": [
                {"card": card, "points": reference.card_points(seat, card)} for card in p.buildings
            ],
            "score": reference.score(seat),
            "uses": p.uses,
        }
        seen = view["players"][seat]
        for name, value in own.items():
            if seen[name] != value:
                yield f"seat {seat}: {name}: {seen[name]} is {value}"
        council = [(e["elder"], e["fish"]) for e in seen["elders"]]
        if council != [(elder, p.fish_on[elder]) for elder in p.elders]:
            yield f"seat {seat}: elders: {council} are {p.fish_on}"
        if sorted(hands[seat]) != sorted(p.hand):
            yield f"seat {seat}: hand: {hands[seat]} is {p.hand}"
