"""Section 8 of the reference implementation: plans, by trying every order and every choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from tests.vanuatu.reference_components import ACTIONS, ISLANDS, POINTS, PRICE, Cell

if TYPE_CHECKING:
    from tests.vanuatu.reference_implementation import ReferenceGame


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


class Plan:
    """What one player could still bring about."""

    def __init__(self, game: ReferenceGame, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.me = game.players[seat]

    def targets(self) -> set[str]:
        """Name the actions a player may plan: try every order of those planned already."""
        if self.game.option["planning_check"] == "off":
            return set(ACTIONS)
        player, seat = self.me, self.seat
        begs = self.game.may_beg(seat)
        start = Hope(
            frozenset(),
            player.boat,
            player.money if self.game.option["planning_check"] == "strict" else 9,
            min(3, player.points) if begs else 0,
            begs,
            tuple(sorted(player.fish)),
            tuple(sorted(player.treasure)),
            None,
        )
        planned = [a for a in ACTIONS[:-1] if self.game.markers[a][seat]]
        found = {"rest"}
        seen, waiting = {start}, [start]
        while waiting and len(found) < len(ACTIONS):
            now = waiting.pop()
            after = list(self.sales(now))
            for action in ACTIONS[:-1]:
                if action in now.done or (action in found and action not in planned):
                    continue
                outcomes = list(self.outcomes(now, action))
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
        if self.game.option["planning_check"] == "basic":
            return now  # every price can be paid: 9 vatus all the time
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

    def pay(self, now: Hope, vatus: int) -> Hope:
        if self.game.option["planning_check"] == "basic":
            return now
        return now._replace(money=now.money - vatus)

    def outcomes(self, now: Hope, action: str) -> Iterator[Hope]:
        """Return what the player could have after the action; discs and cubes are used up once."""
        seat = self.seat
        beside = self.game.beside(now.boat)
        bonus = self.game.has_bonus(seat, action)
        if action == "sail":
            for steps, end in self.game.walks(seat, now.boat):
                if steps <= now.money:
                    yield self.pay(now._replace(boat=end), steps)
                if bonus:
                    yield now._replace(boat=end)
        elif action == "build":
            for cell, island in beside:
                site = self.game.has_site(seat, island)
                dike = bool(
                    self.game.waters and self.game.dikes_left and self.game.shores(cell, island)
                )
                for hut in (3, 1) if bonus else (3,):
                    for price in (hut, hut + 1) if dike else (hut,):
                        if site and now.money >= price:
                            yield self.pay(now._replace(hut=cell), price)
                if dike and now.money >= 1:
                    yield self.pay(now, 1)
        elif action == "explore":
            value = self.game.oceans[now.boat].treasure
            if value:
                taken = now._replace(treasure=tuple(sorted((*now.treasure, value))))
                yield taken
                if bonus:
                    yield self.gain(taken, 1 if self.game.option["flat_bonus"] else value)
        elif action == "fish":
            value = self.game.oceans[now.boat].fish
            if value:
                yield now._replace(fish=tuple(sorted((*now.fish, value))))
        elif action == "sell":
            home = any(island.huts[seat] or cell == now.hut for cell, island in beside)
            for sold in self.game.catches(list(now.fish)) if home or bonus else ():
                kept = tuple(sorted((Counter(now.fish) - Counter(sold)).elements()))
                yield self.gain(now._replace(fish=kept), self.game.proceeds(list(sold))[0])
        elif action == "buy":
            for _, island in beside:
                for good in PRICE:
                    if island.goods[good] and now.money >= PRICE[good]:
                        yield self.gain(self.pay(now, PRICE[good]), 0, self.worth(good))
        elif action == "draw":
            if any(island.drawings < ISLANDS[island.tile][1] for _, island in beside):
                yield self.gain(now, 0, 3)
        elif action == "tourist" and self.game.office:
            for cell, island in beside:
                if island.tourists < ISLANDS[island.tile][2]:
                    yield self.gain(now, sum(island.huts) + (cell == now.hut))

    def worth(self, good: str) -> int:
        for _, wanted in self.game.ships:
            if good in wanted:
                return POINTS[good] + (2 if wanted == [good] else 0)
        return 0
