"""Section 8 by brute force: try every order and every choice of the planned actions.

Written from the rules page alone, on a position's JSON; nothing here is shared with the engine.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple

from skerry.kernel.events import Json

Cell = tuple[int, int]
ACTIONS = ("sail", "build", "explore", "fish", "sell", "buy", "draw", "tourist")
PRICES = {"kava": 1, "copra": 2, "beef": 3}
POINTS = {"kava": 1, "copra": 3, "beef": 5}
# Island tile: hut sites, drawing sites, tourists at most (section 3).
SITES = {
    "START_ISLAND": (3, 1, 5),
    "A1": (3, 2, 4),
    "A2": (3, 2, 4),
    "D1": (2, 3, 3),
    "D2": (3, 1, 4),
}
# The six neighbours, clockwise from the east (section 4).
SIDES = {"E": (1, 0), "SE": (1, 1), "SW": (0, 1), "W": (-1, 0), "NW": (-1, -1), "NE": (0, -1)}
MOST_NODES = 400_000


class Island(NamedTuple):
    """An island above the sea and what lies on it."""

    tile: str
    huts: int
    own_huts: int
    drawings: int
    tourists: int
    goods: frozenset[str]
    dikes: frozenset[str]


@dataclass(frozen=True)
class Moment:
    """What one player, acting alone, can change."""

    boat: Cell
    money: int
    points: int
    used: bool
    fish: tuple[int, ...]
    treasure: tuple[int, ...]
    huts_left: int
    dikes_left: int
    office: int
    oceans: frozenset[tuple[Cell, int, int]]  # cell, fish discs, treasure discs
    islands: frozenset[tuple[Cell, Island]]
    ships: tuple[tuple[str, ...], ...]  # goods still wanted, top ship first
    done: frozenset[str]


def _cell(name: str) -> Cell:
    q, r = name.split(",")
    return int(q), int(r)


class Search:
    """All that a player could bring about alone with the actions already planned."""

    def __init__(self, position: Json, seat: int) -> None:
        self.options = position["setup"]["options"]
        player = position["players"][seat]
        self.character = player["character"]
        self.price: int = position["price"]
        self.pays = self.options.get("planning_check", "strict") == "strict"
        self.planned = {name for name in ACTIONS if position["markers"][name][seat]}
        self.others_boat = None
        if len(position["players"]) == 2 and self.options.get("boats_block", True):
            self.others_boat = _cell(position["players"][1 - seat]["boat"])
        oceans, islands = [], []
        for name, data in position["cells"].items():
            if data["tile"] not in SITES:
                oceans.append((_cell(name), data.get("fish", 0), data.get("treasure", 0)))
            elif not data.get("sunk"):
                huts = data.get("huts") or [0] * len(position["players"])
                island = Island(
                    data["tile"],
                    sum(huts),
                    huts[seat],
                    data.get("drawings", 0),
                    data.get("tourists", 0),
                    frozenset(good for good, count in data.get("goods", {}).items() if count),
                    frozenset(data.get("dikes", [])),
                )
                islands.append((_cell(name), island))
        demand = self.options.get("demand") or _printed_demand()
        self.sea = {cell for cell, _, _ in oceans}
        self.start = Moment(
            boat=_cell(player["boat"]),
            money=player["money"],
            points=player["points"],
            used=player["used"],
            fish=tuple(sorted(player["fish"])),
            treasure=tuple(sorted(player["treasure"])),
            huts_left=player["huts_left"],
            dikes_left=position["dikes_left"],
            office=position["office"],
            oceans=frozenset(oceans),
            islands=frozenset(islands),
            ships=tuple(
                tuple(
                    good
                    for good, filled in zip(demand[ship["ship"] - 1], ship["filled"], strict=True)
                    if not filled
                )
                for ship in position["ships"]
            ),
            done=frozenset(),
        )

    def achievable(self) -> set[str]:
        """Name every action that can be planned now."""
        found = {"rest"}
        seen = {self.start}
        waiting = [self.start]
        while waiting and len(found) <= len(ACTIONS):
            now = waiting.pop()
            for action in ACTIONS:
                if action in now.done or (action in found and action not in self.planned):
                    continue
                for after in self.ways(now, action):
                    found.add(action)
                    if action not in self.planned:
                        break
                    after = replace(after, done=now.done | {action})
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)
            for after in self.at_any_time(now):
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
            assert len(seen) < MOST_NODES, "the position is too rich for brute force"
        return found

    # -- money and points

    def can_pay(self, now: Moment, vatus: int) -> bool:
        return now.money >= vatus or not self.pays

    def paid(self, now: Moment, vatus: int) -> Moment:
        return replace(now, money=now.money - vatus) if self.pays else now

    def earn(self, now: Moment, vatus: int) -> Moment:
        if not self.pays:
            return now
        money, points = now.money + vatus, now.points
        while money >= 10:
            money, points = money - 10, points + 5
        return self.score(replace(now, money=money), points - now.points)

    def score(self, now: Moment, points: int) -> Moment:
        if self.character != "beggar" or now.used:
            return now  # points buy nothing
        return replace(now, points=now.points + points)

    def at_any_time(self, now: Moment) -> Iterator[Moment]:
        for value in set(now.treasure):
            rest = list(now.treasure)
            rest.remove(value)
            yield self.earn(replace(now, treasure=tuple(rest)), value)
        if self.character == "beggar" and not now.used:
            for vatus in (1, 2, 3):
                if vatus <= now.points:
                    begging = replace(now, points=now.points - vatus)
                    yield replace(self.earn(begging, vatus), used=True, points=0)

    # -- the actions

    def ways(self, now: Moment, action: str) -> Iterator[Moment]:
        """Return what the player has after each way of performing the action."""
        by_name = {
            "sail": self.sail,
            "build": self.build,
            "explore": self.explore,
            "fish": self.fish,
            "sell": self.sell,
            "buy": self.buy,
            "draw": self.draw,
            "tourist": self.tourist,
        }
        return by_name[action](now)

    def has(self, now: Moment, character: str) -> bool:
        return self.character == character and not now.used

    def beside(self, now: Moment) -> Iterator[tuple[Cell, Island]]:
        for cell, island in now.islands:
            if (cell[0] - now.boat[0], cell[1] - now.boat[1]) in SIDES.values():
                yield cell, island

    def changed(self, now: Moment, cell: Cell, old: Island, new: Island) -> Moment:
        return replace(now, islands=now.islands - {(cell, old)} | {(cell, new)})

    def sail(self, now: Moment) -> Iterator[Moment]:
        ends = {now.boat}
        been = {now.boat}
        for steps in (1, 2, 3):
            ends = {
                (q + dq, r + dr)
                for q, r in ends
                for dq, dr in SIDES.values()
                if (q + dq, r + dr) in self.sea
            }
            if not self.options.get("sail_detours", True):
                ends -= been
                been |= ends
            for end in ends - {self.others_boat}:
                if self.can_pay(now, steps):
                    yield self.paid(replace(now, boat=end), steps)
                if self.has(now, "navigator"):
                    yield replace(now, boat=end)

    def build(self, now: Moment) -> Iterator[Moment]:
        hut_prices = {3, 1} if self.has(now, "builder") else {3}
        for cell, island in self.beside(now):
            site = now.huts_left > 0 and island.huts < SITES[island.tile][0]
            if self.options.get("one_hut_per_island") and island.own_huts:
                site = False
            shores = self.shores(now, cell, island)
            hut = island._replace(huts=island.huts + 1, own_huts=island.own_huts + 1)
            for price in hut_prices if site else ():
                if self.can_pay(now, price):
                    built = replace(now, huts_left=now.huts_left - 1)
                    yield self.paid(self.changed(built, cell, island, hut), price)
                if self.can_pay(now, price + 1):
                    both = replace(built, dikes_left=now.dikes_left - 1)
                    for side in shores:
                        diked = hut._replace(dikes=hut.dikes | {side})
                        yield self.paid(self.changed(both, cell, island, diked), price + 1)
            for side in shores if self.can_pay(now, 1) else ():
                diked = island._replace(dikes=island.dikes | {side})
                built = replace(now, dikes_left=now.dikes_left - 1)
                yield self.paid(self.changed(built, cell, island, diked), 1)

    def shores(self, now: Moment, cell: Cell, island: Island) -> list[str]:
        if not self.options.get("rising_waters") or now.dikes_left == 0:
            return []
        return [
            side
            for side, (dq, dr) in SIDES.items()
            if (cell[0] + dq, cell[1] + dr) in self.sea and side not in island.dikes
        ]

    def discs(self, now: Moment) -> tuple[Cell, int, int]:
        return next(ocean for ocean in now.oceans if ocean[0] == now.boat)

    def explore(self, now: Moment) -> Iterator[Moment]:
        cell, fish, treasure = ocean = self.discs(now)
        if treasure:
            oceans = now.oceans - {ocean} | {(cell, fish, treasure - 1)}
            held = tuple(sorted((*now.treasure, treasure)))
            taken = replace(now, oceans=oceans, treasure=held)
            yield taken
            if self.has(now, "diver"):
                yield self.earn(taken, 1 if self.options.get("flat_bonus") else treasure)

    def fish(self, now: Moment) -> Iterator[Moment]:
        cell, fish, treasure = ocean = self.discs(now)
        if fish:
            oceans = now.oceans - {ocean} | {(cell, fish - 1, treasure)}
            yield replace(now, oceans=oceans, fish=tuple(sorted((*now.fish, fish))))

    def sell(self, now: Moment) -> Iterator[Moment]:
        home = any(island.own_huts for _, island in self.beside(now))
        if not home and not self.has(now, "vendor"):
            return
        counts = [range(now.fish.count(value) + 1) for value in (3, 2, 1)]
        for threes, twos, ones in product(*counts):
            sold = [3] * threes + [2] * twos + [1] * ones
            if sold:
                kept = list(now.fish)
                for value in sold:
                    kept.remove(value)
                yield self.earn(replace(now, fish=tuple(kept)), self.proceeds(sold))

    def proceeds(self, sold: list[int]) -> int:
        if self.options.get("price_drop", "per_action") == "per_action":
            return sum(sold) * self.price
        floor: int = self.options.get("fish_price_floor", 1)
        return sum(value * max(floor, self.price - i) for i, value in enumerate(sold))

    def buy(self, now: Moment) -> Iterator[Moment]:
        for cell, island in self.beside(now):
            for good in island.goods:
                if self.can_pay(now, PRICES[good]):
                    left = island._replace(goods=island.goods - {good})
                    bought = self.changed(now, cell, island, left)
                    yield self.export(self.paid(bought, PRICES[good]), good)

    def export(self, now: Moment, good: str) -> Moment:
        for slot, wants in enumerate(now.ships):
            if good in wants:
                open_places = list(wants)
                open_places.remove(good)
                ships = (*now.ships[:slot], tuple(open_places), *now.ships[slot + 1 :])
                points = POINTS[good] + (0 if open_places else 2)
                return self.score(replace(now, ships=ships), points)
        return now

    def draw(self, now: Moment) -> Iterator[Moment]:
        for cell, island in self.beside(now):
            if island.drawings < SITES[island.tile][1]:
                drawn = island._replace(drawings=island.drawings + 1)
                yield self.score(self.changed(now, cell, island, drawn), 3)

    def tourist(self, now: Moment) -> Iterator[Moment]:
        for cell, island in self.beside(now):
            if now.office and island.tourists < SITES[island.tile][2]:
                visited = island._replace(tourists=island.tourists + 1)
                brought = replace(self.changed(now, cell, island, visited), office=now.office - 1)
                yield self.earn(brought, island.huts)


def _printed_demand() -> list[list[str]]:
    letters = {"k": "kava", "c": "copra", "b": "beef"}
    tiles = ["bck", "kkc", "bbc", "ccb", "kbb", "kcc", "kkb", "kkc", "kkk", "bck"]
    return [[letters[letter] for letter in tile] for tile in tiles]
