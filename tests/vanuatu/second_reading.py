"""The rules of Vanuatu read a second time, from the page alone, plainly and slowly.

Nothing here is shared with the engine: no tables, no numbering, no agenda. A whole game is one
generator that yields who decides and what may be done, and is sent the decision. A decision is the
tuple of move texts that makes it, such as ("perform sail", "sail 2,1 2").
"""

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Cell = tuple[int, int]
Decision = tuple[str, ...]
Asked = Generator[tuple[int, list[Decision], list[Decision]], Decision, Decision]
Played = Generator[tuple[int, list[Decision], list[Decision]], Decision, None]

ACTIONS = ["sail", "build", "explore", "fish", "sell", "buy", "draw", "tourist", "rest"]
TIED = {
    "artist": "draw",
    "builder": "build",
    "buyer": "buy",
    "diver": "explore",
    "fisherman": "fish",
    "guide": "tourist",
    "navigator": "sail",
    "vendor": "sell",
}
CHARACTERS = [*TIED, "beggar", "governor", "preacher"]
SIDES = {"E": (1, 0), "SE": (1, 1), "SW": (0, 1), "W": (-1, 0), "NW": (-1, -1), "NE": (0, -1)}
BOARD = [(q, r) for r, row in enumerate([(-1, 3), (-1, 4), (-1, 5)]) for q in range(*row)] + [
    (1, 3)
]
# Section 3. Islands: hut sites, drawing sites, tourists, goods. Oceans: fish, treasure.
ISLANDS = {
    "START_ISLAND": (3, 1, 5, ["kava", "copra", "beef"]),
    "A1": (3, 2, 4, ["kava", "beef"]),
    "A2": (3, 2, 4, ["kava", "copra"]),
    "D1": (2, 3, 3, ["kava", "kava"]),
    "D2": (3, 1, 4, ["kava", "copra"]),
}
OCEANS = {
    "START_FISH": (2, 0),
    "START_WRECK": (1, 2),
    "START_BLANK": (0, 0),
    "B1": (1, 3),
    "B2": (3, 0),
    "C1": (0, 0),
    "C2": (1, 2),
    "E1": (0, 0),
    "E2": (2, 0),
    "F1": (1, 3),
    "F2": (3, 0),
}
DEMAND = ["bck", "kkc", "bbc", "ccb", "kbb", "kcc", "kkb", "kkc", "kkk", "bck"]
GOODS = {"k": "kava", "c": "copra", "b": "beef"}
PRICE = {"kava": 1, "copra": 2, "beef": 3}
POINTS = {"kava": 1, "copra": 3, "beef": 5}
TOKENS = ["first", "vatu+point", "point", "vatu"]


def name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def near(cell: Cell) -> list[Cell]:
    around = [(cell[0] + dq, cell[1] + dr) for dq, dr in SIDES.values()]
    return [other for other in around if other in BOARD]


@dataclass
class Player:
    """What lies in front of one player."""

    boat: Cell
    money: int = 3
    points: int = 0
    huts: int = 8
    fish: list[int] = field(default_factory=list)
    treasure: list[int] = field(default_factory=list)
    character: str | None = None
    used: bool = True
    tokens: list[str] = field(default_factory=list)
    governed: set[str] = field(default_factory=set)


@dataclass
class Island:
    """An island tile and what stands on it."""

    tile: str
    goods: Counter[str]
    huts: list[int]
    drawings: int = 0
    tourists: int = 0
    water: int = 0
    dikes: set[str] = field(default_factory=set)
    sunk: bool = False


@dataclass
class Ocean:
    """An ocean tile and its discs."""

    tile: str
    fish: int
    treasure: int


class Hope(NamedTuple):
    """What a planning player would have after some of the planned actions (section 8)."""

    done: frozenset[str]
    boat: Cell
    money: int
    points: int  # of use to the Beggar only, and never more than three
    begs: bool
    fish: tuple[int, ...]
    treasure: tuple[int, ...]
    hut: Cell | None


class Reading:
    """One game from explicit piles."""

    def __init__(self, players: int, options: dict[str, Any], piles: dict[str, Any]) -> None:
        self.n = players
        self.waters = options.get("rising_waters", False)
        self.with_characters = options.get("characters", True)
        self.discs = dict(OCEANS)
        if options.get("tile_set") == "scan16_8":
            self.discs["F1"] = (3, 1)
        self.piles = piles
        self.first: int = piles["first"]
        self.round = 1
        self.price = 3
        self.die = 0
        self.dikes_left = 20
        self.lost = False
        self.reserve = Counter({"kava": 10, "copra": 8, "beef": 6})
        self.islands: dict[Cell, Island] = {}
        self.oceans: dict[Cell, Ocean] = {}
        self.lay("START_ISLAND", (0, 0))
        for cell, tile in piles["start_tiles"].items():
            q, r = cell.split(",")
            self.lay(tile, (int(q), int(r)))
        (start,) = [cell for cell, ocean in self.oceans.items() if ocean.tile == "START_BLANK"]
        self.players = [Player(start) for _ in range(players)]
        self.stack = list(piles["tile_stack"])
        self.volcano = [self.stack.pop(0), self.stack.pop(0)]
        self.demand = list(piles["demand"])
        self.reshuffles = [list(order) for order in piles["demand_reshuffles"]]
        self.discards: list[int] = []
        self.ships = [self.new_ship() for _ in range(3)]
        self.office: int = piles["tourists"][0]
        self.pool = set(CHARACTERS)
        self.markers = {action: [0] * players for action in ACTIONS}
        self.neutral = dict.fromkeys(ACTIONS, 0)
        self.tokens = list(TOKENS)

    # -- section 6: the rounds

    def game(self) -> Played:
        """Play all eight rounds."""
        for self.round in range(1, 9):
            if self.round > 1:
                yield from self.setup()
            yield from self.characters()
            for count in (2, 2, 1):
                for seat in self.order():
                    for _ in range(count):
                        (text,) = yield from self.ask(seat, "plan")
                        self.markers[text.removeprefix("plan ")][seat] += 1
            yield from self.resolve()
            if self.lost:
                return
            self.rest_bonuses()
        for seat in self.order():
            player = self.players[seat]
            if player.treasure or (self.may_beg(seat) and player.points):
                yield from self.ask(seat, "last")

    def order(self) -> list[int]:
        return [(self.first + i) % self.n for i in range(self.n)]

    def ask(self, seat: int, what: str) -> Asked:
        """Ask one player; meanwhile anybody may sell treasure or beg."""
        while True:
            asides = [aside for other in range(self.n) for aside in self.asides(other)]
            decision = yield seat, self.choices(seat, what), asides
            if decision not in asides:
                return decision
            verb, amount, _, other = decision[0].split()
            player = self.players[int(other)]
            if verb == "treasure":
                player.treasure.remove(int(amount))
            else:
                player.used = True
                player.points -= int(amount)
            self.earn(player, int(amount))

    def asides(self, seat: int) -> list[Decision]:
        player = self.players[seat]
        sales = [(f"treasure {value} by {seat}",) for value in sorted(set(player.treasure))]
        if not self.may_beg(seat):
            return sales
        return sales + [(f"beg {v} by {seat}",) for v in (1, 2, 3) if v <= player.points]

    def may_beg(self, seat: int) -> bool:
        return self.players[seat].character == "beggar" and not self.players[seat].used

    def choices(self, seat: int, what: str) -> list[Decision]:
        if what == "plan":
            return [(f"plan {action}",) for action in ACTIONS if action in self.achievable(seat)]
        if what == "turn":
            return self.turns(seat)
        if what == "tile":
            return [(f"place {tile} {name(cell)}",) for tile, cell in self.placements()]
        if what == "character":
            own = self.players[seat].character
            return [(f"take {c}",) for c in sorted(self.pool) if c != own]
        if what == "neutral":
            return [(f"neutral {action}",) for action in ACTIONS]
        return [("done",)]

    def setup(self) -> Played:
        """Phase I."""
        for player in self.players:
            player.used = True
            player.governed.clear()
        self.neutral = dict.fromkeys(ACTIONS, 0)
        self.die = 0
        if self.waters and self.round % 2 == 0:
            self.die = self.piles["dice"][self.round // 2 - 1]
        self.office = self.piles["tourists"][self.round - 1]
        slot = 0
        while slot < 3:
            ship, wanted = self.ships[slot]
            if wanted:
                slot += 1
                continue
            self.reserve.update(GOODS[good] for good in DEMAND[ship - 1])
            del self.ships[slot]
            self.discards.append(ship)
            self.ships.append(self.new_ship())
        for island in self.islands.values():  # as they were placed
            if not island.goods.total() and not island.sunk:
                self.stock(island)
        self.price = 3
        if self.round < 8:
            for _ in range(2):
                (text,) = yield from self.ask(self.first, "tile")
                _, tile, where = text.split()
                self.volcano.remove(tile)
                q, r = where.split(",")
                self.lay(tile, (int(q), int(r)))
            self.volcano = [self.stack.pop(0) for _ in range(min(2, len(self.stack)))]

    def new_ship(self) -> tuple[int, list[str]]:
        if not self.demand:
            order = self.reshuffles.pop(0)
            self.demand = [ship for ship in order if ship in self.discards]
            self.discards = []
        ship = self.demand.pop(0)
        return ship, [GOODS[good] for good in DEMAND[ship - 1]]

    def lay(self, tile: str, cell: Cell) -> None:
        if tile in ISLANDS:
            self.islands[cell] = Island(tile, Counter(), [0] * self.n)
            self.stock(self.islands[cell])
        else:
            self.oceans[cell] = Ocean(tile, *self.discs[tile])

    def stock(self, island: Island) -> None:
        for good in ISLANDS[island.tile][3]:
            if self.reserve[good]:
                self.reserve[good] -= 1
                island.goods[good] += 1

    # -- section 7

    def placements(self) -> list[tuple[str, Cell]]:
        placed = {*self.islands, *self.oceans}
        free = [c for c in BOARD if c not in placed and sum(o in placed for o in near(c)) >= 2]
        every = [(tile, cell) for tile in self.volcano for cell in free]
        regular = [
            (tile, cell)
            for tile, cell in every
            if any(other in self.islands for other in near(cell)) == (tile not in ISLANDS)
        ]
        return regular or every

    # -- phase II and section 14

    def characters(self) -> Played:
        """Choose characters, with two players after the neutral markers."""
        if self.n == 2:
            self.pool = set(self.piles["characters"][self.round - 1])
            for seat, count in zip(self.order(), (2, 3), strict=True):
                for _ in range(count):
                    (text,) = yield from self.ask(seat, "neutral")
                    self.neutral[text.removeprefix("neutral ")] += 1
        for seat in self.order() if self.with_characters else []:
            (text,) = yield from self.ask(seat, "character")
            player = self.players[seat]
            taken = text.removeprefix("take ")
            self.pool.remove(taken)
            if player.character and self.n > 2:
                self.pool.add(player.character)
            player.character, player.used = taken, False

    # -- phase IV

    def resolve(self) -> Played:
        """Take turns until no marker is left."""
        seat = self.first
        while any(map(any, self.markers.values())) and not self.lost:
            if any(stacks[seat] for stacks in self.markers.values()):
                decision = yield from self.ask(seat, "turn")
                self.act(seat, decision)
            seat = (seat + 1) % self.n

    def majority(self, action: str) -> int | None:
        stacks = self.markers[action]
        most = max(stacks)
        if most == 0:
            return None
        leader = next(seat for seat in self.order() if stacks[seat] == most)
        if self.n == 2 and most <= self.neutral[action]:
            player = self.players[leader]
            tied = TIED.get(str(player.character)) == action or action in player.governed
            if most < self.neutral[action] or not tied:
                return None
        return leader

    def turns(self, seat: int) -> list[Decision]:
        player = self.players[seat]
        own = [action for action in ACTIONS if self.markers[action][seat]]
        led = [action for action in own if self.majority(action) == seat]
        moves: list[Decision] = []
        for action in led:
            plain = self.ways(seat, action, False)
            moves += [(f"perform {action}", *way) for way in plain]
            if self.has_bonus(seat, action) and not (action == "sell" and plain):
                moves += [(f"perform {action} bonus", *w) for w in self.ways(seat, action, True)]
            if not plain:
                moves.append((f"retrieve {action}",))
        if not led:
            moves += [(f"retrieve {action}",) for action in own]
        if player.character == "preacher" and not player.used and not led:
            moves += [(f"preach {a}", *way) for a in own for way in self.ways(seat, a, False)]
        if player.character == "governor" and not player.used:
            moves += [(f"govern {a} {b}",) for a in own for b in ACTIONS if a != b]
        return moves

    def has_bonus(self, seat: int, action: str) -> bool:
        player = self.players[seat]
        return not player.used and TIED.get(str(player.character)) == action

    def beside(self, boat: Cell) -> list[tuple[Cell, Island]]:
        """Give the islands a boat can act on."""
        found = [(cell, self.islands[cell]) for cell in near(boat) if cell in self.islands]
        return [(cell, island) for cell, island in found if not island.sunk]

    def walks(self, seat: int, boat: Cell) -> Iterator[tuple[int, Cell]]:
        """Give lengths and ends of the ways a boat may sail."""
        ends = {boat}
        for steps in (1, 2, 3):
            ends = {other for cell in ends for other in near(cell) if other in self.oceans}
            for end in ends:
                if self.n > 2 or self.players[1 - seat].boat != end:
                    yield steps, end

    def shores(self, cell: Cell, island: Island) -> list[str]:
        """Give the sides of an island that lie open to the ocean."""
        beyond = {side: (cell[0] + dq, cell[1] + dr) for side, (dq, dr) in SIDES.items()}
        return [s for s, c in beyond.items() if c in self.oceans and s not in island.dikes]

    def ways(self, seat: int, action: str, bonus: bool) -> list[Decision]:
        """Give every way of carrying an action out with the money in hand (section 10)."""
        me = self.players[seat]
        beside = self.beside(me.boat)
        ways: list[Decision] = []
        if action == "sail":
            for steps, end in self.walks(seat, me.boat):
                if bonus or steps <= me.money:
                    ways.append((f"sail {name(end)} {steps}",))
        elif action == "build":
            hut = 1 if bonus else 3
            for cell, island in beside:
                site = me.huts > 0 and sum(island.huts) < ISLANDS[island.tile][0]
                if site and me.money >= hut:
                    ways.append((f"build {name(cell)} hut",))
                for side in self.shores(cell, island) if self.waters and self.dikes_left else ():
                    if me.money >= 1 and not bonus:
                        ways.append((f"build {name(cell)} dike {side}",))
                    if site and me.money >= hut + 1:
                        ways.append((f"build {name(cell)} hut dike {side}",))
        elif action == "explore":
            ways = [()] if self.oceans[me.boat].treasure else []
        elif action == "fish":
            ways = [()] if self.oceans[me.boat].fish else []
        elif action == "sell":
            if bonus or any(island.huts[seat] for _, island in beside):
                ways = [(" ".join(["sell", *map(str, s)]),) for s in self.catches(me.fish)]
        elif action == "buy":
            for cell, island in beside:
                for good in PRICE:
                    if island.goods[good] and me.money >= PRICE[good]:
                        ways.append((f"buy {good} {name(cell)}",))
        elif action == "draw":
            for cell, island in beside:
                if island.drawings < ISLANDS[island.tile][1]:
                    ways.append((f"draw {name(cell)}",))
        elif action == "tourist":
            for cell, island in beside:
                if self.office and island.tourists < ISLANDS[island.tile][2]:
                    ways.append((f"tourist {name(cell)}",))
        else:
            ways = [(f"rest {token}",) for token in self.tokens]
        return ways

    def catches(self, fish: list[int]) -> set[tuple[int, ...]]:
        """Give every choice of at least one fish tile, dearest first."""
        sets: set[tuple[int, ...]] = {()}
        for value in sorted(fish, reverse=True):
            sets |= {(*chosen, value) for chosen in sets}
        return sets - {()}

    def earn(self, player: Player, vatus: int) -> None:
        """Gain money and convert (section 9)."""
        player.money += vatus
        while player.money >= 10:
            player.money -= 10
            player.points += 5

    def act(self, seat: int, decision: Decision) -> None:
        """Carry out what a player decided on the own turn."""
        player = self.players[seat]
        verb, action, *more = decision[0].split()
        if verb == "govern":
            self.markers[more[0]][seat] += self.markers[action][seat]
            player.governed.add(more[0])
            player.used = True
        self.markers[action][seat] = 0
        if verb in ("govern", "retrieve"):
            return
        if verb == "preach" or TIED.get(str(player.character)) == action:
            player.used = True
        self.perform(seat, action, more == ["bonus"], decision[1].split() if decision[1:] else [])
        if self.die:
            self.die -= 1
            if self.die == 0:
                self.flood()

    def perform(self, seat: int, action: str, bonus: bool, how: list[str]) -> None:
        player = self.players[seat]
        cell = (0, 0)
        for word in how:
            if "," in word:
                q, r = word.split(",")
                cell = (int(q), int(r))
        if action == "sail":
            player.boat = cell
            player.money -= 0 if bonus else int(how[2])
        elif action == "build":
            if "hut" in how:
                player.money -= 1 if bonus else 3
                player.huts -= 1
                self.islands[cell].huts[seat] += 1
            if "dike" in how:
                player.money -= 1
                self.dikes_left -= 1
                self.islands[cell].dikes.add(how[-1])
        elif action == "explore":
            value = self.oceans[player.boat].treasure
            self.oceans[player.boat].treasure -= 1
            player.treasure.append(value)
            self.earn(player, value if bonus else 0)
        elif action == "fish":
            value = self.oceans[player.boat].fish
            self.oceans[player.boat].fish -= 1
            player.fish.append(value)
            player.points += value if bonus else 0
        elif action == "sell":
            for sold in how[1:]:
                player.fish.remove(int(sold))
            self.earn(player, sum(map(int, how[1:])) * self.price)
            self.price = max(1, self.price - 1)
        elif action == "buy":
            good = how[1]
            player.money -= PRICE[good]
            self.islands[cell].goods[good] -= 1
            self.export(player, good)
            if bonus and self.reserve[good]:
                self.reserve[good] -= 1
                self.export(player, good)
        elif action == "draw":
            self.islands[cell].drawings += 1
            player.points += 5 if bonus else 3
        elif action == "tourist":
            self.office -= 1
            self.islands[cell].tourists += 1
            self.earn(player, sum(self.islands[cell].huts))
            player.points += 2 * self.islands[cell].drawings if bonus else 0
        else:
            self.tokens.remove(how[1])
            player.tokens.append(how[1])

    def export(self, player: Player, good: str) -> None:
        for _, wanted in self.ships:
            if good in wanted:
                wanted.remove(good)
                player.points += POINTS[good] + (0 if wanted else 2)
                return
        self.reserve[good] += 1

    # -- phase V, sections 12 and 13

    def rest_bonuses(self) -> None:
        for seat in self.order():
            player = self.players[seat]
            for token in player.tokens:
                if token == "first":
                    self.first = seat
                self.earn(player, "vatu" in token)
                player.points += "point" in token
            player.tokens.clear()
        self.tokens = list(TOKENS)

    def flood(self) -> None:
        """The waters rise on all islands at once."""
        standing = [(c, island) for c, island in self.islands.items() if not island.sunk]
        for cell, island in standing:
            island.water += len(self.shores(cell, island))
        for _, island in standing:
            if island.water >= 5:
                self.reserve.update(island.goods)
                island.sunk = True
                island.goods.clear()
                island.huts = [0] * self.n
                island.drawings = island.tourists = island.water = 0
                island.dikes.clear()
        self.lost = sum(island.sunk for island in self.islands.values()) >= 3

    def final(self) -> list[tuple[int, int, int]]:
        """Give points, huts on the board and vatus of each player after the final scoring."""
        result = []
        for seat, player in enumerate(self.players):
            money, points = player.money + sum(player.fish), player.points
            while money >= 10:
                money, points = money - 10, points + 5
            points += 3 if seat == self.first else 0
            points += money // 3 + 2 * sum(player.treasure)
            for island in self.islands.values():
                penalty = 2 * island.water - 1 if island.water else 0
                points += island.huts[seat] * (2 * island.tourists - penalty)
            result.append((points, sum(i.huts[seat] for i in self.islands.values()), money))
        return result

    # -- section 8

    def achievable(self, seat: int) -> set[str]:
        """Name the actions a player may plan: try every order of those planned already."""
        player = self.players[seat]
        begs = self.may_beg(seat)
        start = Hope(
            frozenset(),
            player.boat,
            player.money,
            min(3, player.points) if begs else 0,
            begs,
            tuple(sorted(player.fish)),
            tuple(sorted(player.treasure)),
            None,
        )
        planned = [a for a in ACTIONS[:-1] if self.markers[a][seat]]
        found = {"rest"}
        seen, waiting = {start}, [start]
        while waiting and len(found) < len(ACTIONS):
            now = waiting.pop()
            after = list(self.sales(now))
            for action in ACTIONS[:-1]:
                if action in now.done or (action in found and action not in planned):
                    continue
                outcomes = list(self.outcomes(seat, now, action))
                if outcomes:
                    found.add(action)
                if action in planned:
                    done = now.done | {action}
                    after += [outcome._replace(done=done) for outcome in outcomes]
            for hope in after:
                if hope not in seen:
                    seen.add(hope)
                    waiting.append(hope)
        return found

    def gain(self, now: Hope, vatus: int = 0, points: int = 0) -> Hope:
        money = now.money + vatus
        points += 5 * (money // 10)
        return now._replace(money=money % 10, points=min(3, now.points + points) * now.begs)

    def sales(self, now: Hope) -> Iterator[Hope]:
        for value in set(now.treasure):
            left = list(now.treasure)
            left.remove(value)
            yield self.gain(now._replace(treasure=tuple(left)), value)
        for vatus in range(1, now.points + 1):
            yield self.gain(now._replace(begs=False, points=0), vatus)

    def outcomes(self, seat: int, now: Hope, action: str) -> Iterator[Hope]:
        """Give what the player could have after the action; discs and cubes are used up once."""
        me = self.players[seat]
        beside = self.beside(now.boat)
        bonus = self.has_bonus(seat, action)
        if action == "sail":
            for steps, end in self.walks(seat, now.boat):
                if steps <= now.money:
                    yield now._replace(boat=end, money=now.money - steps)
                if bonus:
                    yield now._replace(boat=end)
        elif action == "build":
            for cell, island in beside:
                site = me.huts > 0 and sum(island.huts) < ISLANDS[island.tile][0]
                dike = bool(self.waters and self.dikes_left and self.shores(cell, island))
                for hut in (3, 1) if bonus else (3,):
                    for price in (hut, hut + 1) if dike else (hut,):
                        if site and now.money >= price:
                            yield now._replace(money=now.money - price, hut=cell)
                if dike and now.money >= 1:
                    yield now._replace(money=now.money - 1)
        elif action == "explore":
            value = self.oceans[now.boat].treasure
            if value:
                taken = now._replace(treasure=tuple(sorted((*now.treasure, value))))
                yield taken
                yield self.gain(taken, value) if bonus else taken
        elif action == "fish":
            value = self.oceans[now.boat].fish
            if value:
                yield now._replace(fish=tuple(sorted((*now.fish, value))))
        elif action == "sell":
            home = any(island.huts[seat] or cell == now.hut for cell, island in beside)
            for sold in self.catches(list(now.fish)) if home or bonus else ():
                kept = Counter(now.fish) - Counter(sold)
                yield self.gain(
                    now._replace(fish=tuple(sorted(kept.elements()))), sum(sold) * self.price
                )
        elif action == "buy":
            for _, island in beside:
                for good in PRICE:
                    if island.goods[good] and now.money >= PRICE[good]:
                        paid = now._replace(money=now.money - PRICE[good])
                        yield self.gain(paid, 0, self.worth(good))
        elif action == "draw":
            if any(island.drawings < ISLANDS[island.tile][1] for _, island in beside):
                yield self.gain(now, 0, 3)
        elif action == "tourist" and self.office:
            for cell, island in beside:
                if island.tourists < ISLANDS[island.tile][2]:
                    yield self.gain(now, sum(island.huts) + (cell == now.hut))

    def worth(self, good: str) -> int:
        for _, wanted in self.ships:
            if good in wanted:
                return POINTS[good] + (2 if wanted == [good] else 0)
        return 0
