"""A reference implementation of Vanuatu, written from the rules alone, plainly and slowly.

Nothing here is shared with the engine: no tables, no numbering, no agenda. A whole game is one
generator that yields who decides and what may be done, and is sent the decision. A decision is the
tuple of move texts that makes it, such as ("perform sail", "sail 2,1 2").
"""

from collections import Counter
from collections.abc import Generator, Iterator
from typing import Any

from tests.vanuatu.reference_components import (
    ACTIONS,
    BOARD,
    CHARACTERS,
    DEFAULTS,
    DEMAND,
    GOODS,
    ISLANDS,
    OCEANS,
    POINTS,
    PRICE,
    SIDES,
    TIED,
    TOKENS,
    Cell,
    Island,
    Ocean,
    Player,
    name,
    near,
)
from tests.vanuatu.reference_planning import Plan

Decision = tuple[str, ...]
Asked = Generator[tuple[int, list[Decision], list[Decision]], Decision, Decision]
Played = Generator[tuple[int, list[Decision], list[Decision]], Decision, None]


class ReferenceGame:
    """One game from explicit piles."""

    def __init__(self, players: int, options: dict[str, Any], piles: dict[str, Any]) -> None:
        self.n = players
        self.option = DEFAULTS | options
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
        if self.option["character_pool"] == 10:
            self.pool.remove("governor")
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
            if self.die and self.option["flood_at_round_end"] and not self.lost:
                self.flood()
            if self.lost:
                return
            self.rest_bonuses()
            if self.option["beggar_round_end"] and self.round < 8:
                yield from self.beg_before_the_round_closes()
        for seat in self.order():
            player = self.players[seat]
            if player.treasure or (self.may_beg(seat) and player.points):
                yield from self.ask(seat, "last")

    def beg_before_the_round_closes(self) -> Played:
        """Section 11: ask an unused Beggar whose points rose since he could last beg."""
        for seat in self.order():
            player = self.players[seat]
            if self.may_beg(seat) and player.points > player.points_at_last_chance:
                yield from self.ask(seat, "last")

    def order(self) -> list[int]:
        return [(self.first + i) % self.n for i in range(self.n)]

    def ask(self, seat: int, what: str) -> Asked:
        """Ask one player; meanwhile anybody may sell treasure or beg."""
        while True:
            for number, player in enumerate(self.players):
                if number == seat or not self.option["beggar_own_turn_only"]:
                    player.points_at_last_chance = player.points
            asides = [aside for other in range(self.n) for aside in self.asides(other, seat)]
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

    def asides(self, seat: int, asked: int) -> list[Decision]:
        player = self.players[seat]
        sales: list[Decision] = [(f"treasure {v} by {seat}",) for v in sorted(set(player.treasure))]
        waits = seat != asked and self.option["beggar_own_turn_only"]
        if not self.may_beg(seat) or waits:
            return sales
        return sales + [(f"beg {v} by {seat}",) for v in (1, 2, 3) if v <= player.points]

    def may_beg(self, seat: int) -> bool:
        return self.players[seat].character == "beggar" and not self.players[seat].used

    def choices(self, seat: int, what: str) -> list[Decision]:
        if what == "plan":
            targets = Plan(self, seat).targets()
            return [(f"plan {action}",) for action in ACTIONS if action in targets]
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
            player.performed.clear()
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
            if self.reserve[good] > 0 or self.option["unlimited_goods"]:
                self.reserve[good] -= 1
                island.goods[good] += 1

    # -- section 7

    def placements(self) -> list[tuple[str, Cell]]:
        placed, lands = {*self.islands, *self.oceans}, set(self.islands)
        every = [(tile, cell) for tile in self.volcano for cell in self.candidates(placed)]
        choice = [put for put in every if self.regular(*put, lands)] or every
        if not self.option["placement_lookahead"] or len(self.volcano) < 2:
            return choice
        leaving = []
        for tile, cell in choice:
            (other,) = [o for o in self.volcano if o != tile]
            then = lands | {cell} if tile in ISLANDS else lands
            if any(self.regular(other, c, then) for c in self.candidates(placed | {cell})):
                leaving.append((tile, cell))
        return leaving or choice

    def candidates(self, placed: set[Cell]) -> list[Cell]:
        found = []
        for cell in BOARD:
            beside = [other for other in near(cell) if other in placed]
            nested = any(one in near(other) for one in beside for other in beside)
            enough = len(beside) >= 2 and (nested or not self.option["placement_nested"])
            if cell not in placed and enough:
                found.append(cell)
        return found

    def regular(self, tile: str, cell: Cell, lands: set[Cell]) -> bool:
        return any(other in lands for other in near(cell)) == (tile not in ISLANDS)

    # -- phase II and section 14

    def characters(self) -> Played:
        """Choose characters, with two players after the neutral markers."""
        if self.n == 2:
            self.pool = set(self.piles["characters"][self.round - 1])
            for seat, count in zip(self.order(), self.option["neutral_split"], strict=True):
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
            tied = TIED.get(str(player.character)) == action and self.option["tie_with_character"]
            if most < self.neutral[action] or not (tied or action in player.governed):
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
            special: list[Decision] = []
            if self.has_bonus(seat, action) and not (action == "sell" and plain):
                special = self.ways(seat, action, True)
            moves += [(f"perform {action} bonus", *way) for way in special]
            if not plain and not (special and self.option["bonus_obliges"]):
                moves.append((f"retrieve {action}",))
        if not led:
            moves += [(f"retrieve {action}",) for action in own]
        if player.character == "preacher" and not player.used and not led:
            moves += [(f"preach {a}", *way) for a in own for way in self.ways(seat, a, False)]
        if player.character == "governor" and not player.used:
            closed = set() if self.option["governor_repeats"] else player.performed
            goals = [action for action in ACTIONS if action not in closed]
            moves += [(f"govern {a} {b}",) for a in own for b in goals if a != b]
        return moves

    def has_bonus(self, seat: int, action: str) -> bool:
        player = self.players[seat]
        return not player.used and TIED.get(str(player.character)) == action

    def beside(self, boat: Cell) -> list[tuple[Cell, Island]]:
        """Return the islands a boat can act on."""
        found = [(cell, self.islands[cell]) for cell in near(boat) if cell in self.islands]
        return [(cell, island) for cell, island in found if not island.sunk]

    def walks(self, seat: int, boat: Cell) -> Iterator[tuple[int, Cell]]:
        """Return lengths and ends of the ways a boat may sail."""
        blocks = self.n == 2 and self.option["boats_block"]
        ends, been = {boat}, {boat}
        for steps in (1, 2, 3):
            ends = {other for cell in ends for other in near(cell) if other in self.oceans}
            if not self.option["sail_detours"]:
                ends -= been
                been |= ends
            for end in ends:
                if not blocks or self.players[1 - seat].boat != end:
                    yield steps, end

    def has_site(self, seat: int, island: Island) -> bool:
        full = sum(island.huts) >= ISLANDS[island.tile][0]
        enough = self.option["one_hut_per_island"] and island.huts[seat]
        return self.players[seat].huts > 0 and not full and not enough

    def shores(self, cell: Cell, island: Island) -> list[str]:
        """Return the sides of an island that lie open to the ocean."""
        beyond = {side: (cell[0] + dq, cell[1] + dr) for side, (dq, dr) in SIDES.items()}
        return [s for s, c in beyond.items() if c in self.oceans and s not in island.dikes]

    def ways(self, seat: int, action: str, bonus: bool) -> list[Decision]:
        """Return every way of carrying an action out with the money in hand (section 10)."""
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
                site = self.has_site(seat, island)
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
        """Return every choice of at least one fish tile, dearest first."""
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
            counted = {"govern": "flood_counts_governor", "retrieve": "flood_counts_retrieve"}
            if self.option[counted[verb]]:
                self.count_down()
            return
        player.performed.add(action)
        if verb == "preach" or TIED.get(str(player.character)) == action:
            player.used = True
        self.perform(seat, action, more == ["bonus"], decision[1].split() if decision[1:] else [])
        self.count_down()

    def count_down(self) -> None:
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
            self.earn(player, (1 if self.option["flat_bonus"] else value) if bonus else 0)
        elif action == "fish":
            value = self.oceans[player.boat].fish
            self.oceans[player.boat].fish -= 1
            player.fish.append(value)
            player.points += (1 if self.option["flat_bonus"] else value) if bonus else 0
        elif action == "sell":
            for sold in how[1:]:
                player.fish.remove(int(sold))
            earned, self.price = self.proceeds(list(map(int, how[1:])))
            self.earn(player, earned)
        elif action == "buy":
            good = how[1]
            player.money -= PRICE[good]
            self.islands[cell].goods[good] -= 1
            self.export(player, good)
            if bonus and (self.reserve[good] > 0 or self.option["unlimited_goods"]):
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

    def proceeds(self, sold: list[int]) -> tuple[int, int]:
        """Return what fish tiles fetch, dearest first, and the price afterwards."""
        floor: int = self.option["fish_price_floor"]
        if self.option["price_drop"] == "per_action":
            return sum(sold) * self.price, max(floor, self.price - 1)
        earned, price = 0, self.price
        for value in sorted(sold, reverse=True):
            earned += value * price
            price = max(floor, price - 1)
        return earned, price

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
        self.die = 0
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
        """Return points, huts on the board and vatus of each player after the final scoring."""
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
            huts = sum(island.huts[seat] for island in self.islands.values())
            huts = 8 - player.huts if self.option["tie_huts_placed"] else huts
            result.append((points, huts, money % 3 if self.option["tie_remainder"] else money))
        return result
