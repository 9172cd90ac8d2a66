"""A whole position, hidden things included, as JSON and back.

Reading checks shape first (msgspec), then sense: cards that exist and lie in one place, Shares
and ships that add up, an agenda that can be played on to the end of the game.
"""

from typing import Annotated, Any

import msgspec

from skerry.games.nusfjord.catalogue import Catalogue
from skerry.games.nusfjord.engine.causes import source_exists
from skerry.games.nusfjord.engine.council import can_use
from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.rounds import acting_seat
from skerry.games.nusfjord.engine.spaces.serve_fish import plates_taken
from skerry.games.nusfjord.engine.spaces.take_elder import UseElder
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import (
    CELLS,
    DOUBLE,
    GOODS,
    ON_PASS,
    PLACES_A_STACK,
    ROW,
    SHIPS,
    cell_name,
)
from skerry.games.nusfjord.questions import KINDS, TASKS
from skerry.games.nusfjord.setup import Options, new_player, new_state, settle_harbor
from skerry.kernel.agenda import Task
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json
from skerry.kernel.rng import Rng

Count = Annotated[int, msgspec.Meta(ge=0, le=999)]
Seat = Annotated[int, msgspec.Meta(ge=0, le=4)]
RoundNumber = Annotated[int, msgspec.Meta(ge=0, le=7)]
CELL_NAMES = [cell_name(cell) for cell in range(CELLS)]
_MOST_MOVES = 5000
# The largest number each name in an agenda may hold.
_LIMITS = {
    "seat": 4,
    "turn": 24,
    "flag": 1,
    "waiting": (1 << 60) - 1,
    "known": 60,
    "count": 20,
    "most": 20,
    "done": 1,
    "taken": 40,
    "free": 1,
    "fed": 255,
    "left": (1 << 15) - 1,
    "plates": 20,
    "ship": 2,
    "haul": 60,
    "wood": 99,
    "fish": 99,
    "gold": 99,
    "use": 2,
    "good": 2,
    "what": 299,
    "round": 7,
    "event": ON_PASS,
}


class SpaceData(msgspec.Struct, forbid_unknown_fields=True):
    """Workers on a space, and the round the last one came."""

    workers: list[Seat]
    since: RoundNumber


class ElderData(msgspec.Struct, forbid_unknown_fields=True):
    """An elder in a council; `since` is the round of the last worker on him."""

    elder: Count
    fish: Annotated[int, msgspec.Meta(ge=0, le=2)]
    since: RoundNumber


class PlayerData(msgspec.Struct, forbid_unknown_fields=True):
    """What a seat has."""

    wood: Count
    fish: Count
    gold: Count
    reserve: dict[str, Count]
    unissued: Count
    shares: list[Count]
    ships: dict[str, Count]
    buildings: list[str]
    cells: dict[str, str]
    forests: dict[str, Annotated[int, msgspec.Meta(ge=1, le=99)]]
    elders: list[ElderData]
    hand: list[str]
    uses: dict[str, Count]


class Position(msgspec.Struct, forbid_unknown_fields=True):
    """Everything a game in progress is made of."""

    game: str
    rules: int
    cards: str  # fingerprint of the card files
    setup: Json
    round: RoundNumber
    starter: Seat
    plates: Count
    excess: Count
    market: list[Count]
    dividends: list[Count]
    ships: dict[str, Count]
    spaces: dict[str, SpaceData]
    display: dict[str, list[str]]
    piles: dict[str, list[str]]
    stacks: list[Annotated[list[Count], msgspec.Meta(min_length=3, max_length=3)]]
    window: list[Annotated[int, msgspec.Meta(ge=0)]]
    players: list[PlayerData]
    agenda: list[str]  # the next task comes last


# -- writing


def write_position(state: State, catalogue: Catalogue, rules: int) -> Json:
    """Write the whole state."""
    names = catalogue.names
    position = Position(
        game="nusfjord",
        rules=rules,
        cards=catalogue.fingerprint,
        setup=state.origin,
        round=state.round,
        starter=state.starter,
        plates=state.plates,
        excess=state.excess,
        market=state.market,
        dividends=state.dividends,
        ships=dict(zip(SHIPS, state.ships, strict=True)),
        spaces={
            name: SpaceData(state.workers[at], state.since[at])
            for at, name in enumerate(state.board.space_names)
            if state.workers[at]
        },
        display={
            "A": names(state.display_a),
            "B": names(state.display_b),
            "C": names(state.display_c),
        },
        piles={"A": names(state.pile_a), "B": names(state.pile_b), "C": names(state.pile_c)},
        stacks=[
            state.stacks[at : at + PLACES_A_STACK]
            for at in range(0, len(state.stacks), PLACES_A_STACK)
        ],
        window=state.window,
        players=[_player(player, catalogue) for player in state.players],
        agenda=[_task_text(task) for task in state.agenda],
    )
    written: Json = msgspec.to_builtins(position)
    return written


def _task_text(task: Task) -> str:
    return " ".join([type(task).__name__, *map(str, task.args())])


def _player(player: Player, catalogue: Catalogue) -> PlayerData:
    abilities = catalogue.cards.abilities
    elders = zip(player.elders, player.elder_fish, player.elder_since, strict=True)
    return PlayerData(
        wood=player.wood,
        fish=player.fish,
        gold=player.gold,
        reserve={
            "wood": player.reserve_wood,
            "fish": player.reserve_fish,
            "gold": player.reserve_gold,
        },
        unissued=player.unissued,
        shares=player.shares,
        ships={"sloop": player.sloops, "cutter": player.cutters, "schooner": player.schooners},
        buildings=catalogue.names(player.buildings),
        cells={
            cell_name(cell): catalogue.name(player.cells[cell])
            for cell in range(CELLS)
            if player.cells[cell] >= 0
        },
        forests={cell_name(c): player.forest[c] for c in range(CELLS) if player.forest[c]},
        elders=[ElderData(elder, fish, since) for elder, fish, since in elders],
        hand=catalogue.names(player.hand),
        uses={
            f"{catalogue.name(abilities[number].slot)}.{abilities[number].index + 1}": uses
            for number, uses in zip(player.abilities, player.uses, strict=True)
            if uses
        },
    )


# -- reading


def read_position(given: Any, catalogue: Catalogue, rules: int) -> State:
    """Read a state back; raises BadSetup."""
    try:
        position = msgspec.convert(given, Position)
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadSetup(f"position: {error}") from None
    if position.game != "nusfjord" or position.rules != rules:
        raise BadSetup(f"position: this is not a position of nusfjord, rules {rules}")
    if position.cards != catalogue.fingerprint:
        raise BadSetup("position: cards: it was made with other card files; see --cards")
    return _Reader(position, catalogue).state


class _Reader:
    """One position on its way to a state; no card, elder, Share or ship too many."""

    def __init__(self, position: Position, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.used: set[int] = set()
        self.elders: set[int] = set()
        options = Options(catalogue, position.setup)
        self.state = state = new_state(catalogue, options)
        self.ships = list(state.ships)
        state.origin = position.setup
        state.public = {k: v for k, v in position.setup.items() if k != "piles"}
        state.round = position.round
        state.starter = position.starter
        if position.round == 0 or position.starter >= state.n or len(position.players) != state.n:
            raise BadSetup("position: round, starter or number of players do not fit the set-up")
        state.first = (state.starter - (state.round - 1)) % state.n
        if position.plates > len(state.board.plates):
            raise BadSetup(f"position: plates: there are {len(state.board.plates)}")
        state.plates = position.plates
        state.excess = position.excess
        state.market = self._per_seat("market", position.market)
        state.dividends = self._per_seat("dividends", position.dividends)
        state.window = position.window
        self._read_spaces(position)
        self._read_cards(position)
        state.players = [self._read_player(at, data) for at, data in enumerate(position.players)]
        self._read_stacks(position)
        self._check_shares()
        if _named("ships", position.ships, SHIPS) != self.ships:
            raise BadSetup(f"position: ships: the supply should be {self.ships}")
        state.ships = self.ships
        self._read_agenda(position.agenda)

    def _per_seat(self, field: str, counts: list[int]) -> list[int]:
        if len(counts) != self.state.n:
            raise BadSetup(f"position: {field}: needs a number for each of {self.state.n} seats")
        return counts

    def _read_spaces(self, position: Position) -> None:
        state = self.state
        names = state.board.space_names
        room = list(state.board.capacity)
        workers: list[list[int]] = [[]] * len(room)
        since = [0] * len(room)
        for name, data in position.spaces.items():
            if name not in names:
                raise BadSetup(f"position: spaces: there is no space {name[:30]!r}")
            at = names.index(name)
            room[at] -= len(data.workers)
            if not data.workers:
                raise BadSetup(f"position: spaces: {name}: has no workers; leave it out")
            if room[at] < 0 or any(seat >= state.n for seat in data.workers):
                raise BadSetup(f"position: spaces: {name}: more workers than places or seats")
            workers[at] = data.workers
            since[at] = data.since
        state.room = room
        state.workers = workers
        state.since = since

    def _slots(self, field: str, names: list[str]) -> list[int]:
        slots = []
        for name in names:
            slot = self.catalogue.slots.get(name, -1)
            if slot < 0:
                raise BadSetup(f"position: {field}: there is no card {name[:20]!r}")
            if slot in self.used:
                raise BadSetup(f"position: {field}: {name} lies in two places")
            self.used.add(slot)
            slots.append(slot)
        return slots

    def _read_cards(self, position: Position) -> None:
        state = self.state
        for field, piles in (("display", position.display), ("piles", position.piles)):
            if sorted(piles) != ["A", "B", "C"]:
                raise BadSetup(f"position: {field}: needs exactly A, B and C")
            for letter, names in piles.items():
                if any(not name.startswith(letter) for name in names):
                    raise BadSetup(f"position: {field}: {letter} holds a card of another letter")
        state.display_a = self._slots("display", position.display["A"])
        state.display_b = self._slots("display", position.display["B"])
        state.display_c = self._slots("display", position.display["C"])
        state.pile_a = self._slots("piles", position.piles["A"])
        state.pile_b = self._slots("piles", position.piles["B"])
        state.pile_c = self._slots("piles", position.piles["C"])

    def _read_player(self, seat: int, data: PlayerData) -> Player:
        where = f"players: seat {seat}"
        table = self.state.board
        player = new_player(table)
        player.wood, player.fish, player.gold = data.wood, data.fish, data.gold
        reserve = _named(f"{where}: reserve", data.reserve, GOODS)
        player.reserve_wood, player.reserve_fish, player.reserve_gold = reserve
        player.unissued = data.unissued
        player.shares = self._per_seat(f"{where}: shares", data.shares)
        fleet = _named(f"{where}: ships", data.ships, SHIPS)
        player.sloops, player.cutters, player.schooners = fleet
        player.units = sum(a * b for a, b in zip(fleet, table.ship_units, strict=True))
        self.ships = [left - own for left, own in zip(self.ships, fleet, strict=True)]
        if player.units > table.units or min(self.ships) < 0:
            raise BadSetup(f"position: {where}: ships: more than fit or exist")
        self._read_harbor(where, player, data)
        player.hand = self._slots(where, data.hand)
        if any(not name.startswith("C") for name in data.hand):
            raise BadSetup(f"position: {where}: hand: only C buildings are drawn into a hand")
        self._read_council(where, player, data)
        self._read_uses(where, player, data)
        if player.wood > player.rules.wood_limit:
            raise BadSetup(
                f"position: {where}: wood: more than the limit {player.rules.wood_limit}"
            )
        return player

    def _read_harbor(self, where: str, player: Player, data: PlayerData) -> None:
        standing = []
        for cell, name in data.cells.items():
            if cell not in CELL_NAMES[1:] or name not in data.buildings:
                raise BadSetup(f"position: {where}: cells: {cell[:9]!r} or {name[:9]!r} is wrong")
            player.cells[CELL_NAMES.index(cell)] = self.catalogue.slots.get(name, -1)
            standing.append(name)
        for slot in self._slots(where, data.buildings):
            card = self.catalogue.cards.cards[slot]
            if standing.count(card.name) != (0 if card.off_board else 1):
                raise BadSetup(f"position: {where}: {card.name} needs its own cell")
            player.own(card)
        covered = 1 | sum(1 << cell for cell in range(CELLS) if player.cells[cell] >= 0)
        for name, tiles in data.forests.items():
            left = CELL_NAMES.index(name) if name in CELL_NAMES else 3
            if left % ROW == ROW - 1 or covered & DOUBLE << left:
                raise BadSetup(f"position: {where}: forests: {name[:9]!r} is no free double space")
            covered |= DOUBLE << left
            player.forest[left] = tiles
        settle_harbor(player)

    def _read_council(self, where: str, player: Player, data: PlayerData) -> None:
        if len(data.elders) > self.state.board.seats_in_council:
            raise BadSetup(f"position: {where}: elders: too many for the council")
        for seated in data.elders:
            self._meet(seated.elder)
        player.elders = [seated.elder for seated in data.elders]
        player.elder_fish = [seated.fish for seated in data.elders]
        player.elder_since = [seated.since for seated in data.elders]

    def _meet(self, elder: int) -> None:
        elders = self.catalogue.cards.elders
        if elder in self.elders or elder >= len(elders) or not elders[elder].title:
            raise BadSetup(f"position: elder {elder} does not exist, or lies in two places")
        self.elders.add(elder)

    def _read_uses(self, where: str, player: Player, data: PlayerData) -> None:
        left = dict(data.uses)
        abilities = self.catalogue.cards.abilities
        player.uses = [
            left.pop(f"{self.catalogue.name(a.slot)}.{a.index + 1}", 0)
            for a in (abilities[number] for number in player.abilities)
        ]
        if left:
            raise BadSetup(f"position: {where}: uses: no such ability {next(iter(left))[:20]!r}")

    def _read_stacks(self, position: Position) -> None:
        if len(position.stacks) != len(self.catalogue.stacks):
            raise BadSetup(f"position: stacks: there are {len(self.catalogue.stacks)}")
        for stack in position.stacks:
            for elder in stack:
                if elder:
                    self._meet(elder)
            if stack[0] not in (0, *self.catalogue.hidden):
                raise BadSetup("position: stacks: each is face down, lower, upper; 0 for none")
        self.state.stacks = [elder for stack in position.stacks for elder in stack]

    def _check_shares(self) -> None:
        state = self.state
        every = self.catalogue.board.issued + self.catalogue.board.unissued
        for seat, player in enumerate(state.players):
            held = sum(holder.shares[seat] for holder in state.players)
            if player.unissued + state.market[seat] + held != every:
                raise BadSetup(f"position: the Shares of seat {seat} do not add up to {every}")
            if player.unissued > self.catalogue.board.unissued:
                raise BadSetup(f"position: seat {seat} cannot have so many unissued Shares")

    def _read_agenda(self, agenda: list[str]) -> None:
        state = self.state
        if len(agenda) > 200:
            raise BadSetup("position: agenda: is too long")
        for text in agenda:
            state.add(self._read_task(text))
        state.acting = acting_seat(state)
        if plates_taken(state) > len(state.board.plates):
            raise BadSetup("position: plates: more are paid for in the agenda than are empty")
        for task in state.agenda:
            if isinstance(task, UseElder) and not _usable(state, task):
                raise BadSetup(f"position: agenda: elder {task.elder} cannot be used")
        if not state.agenda:
            return
        if type(state.agenda[-1]) not in KINDS:
            raise BadSetup("position: agenda: the last task must be a question")
        if type(state.agenda[0]).__name__ not in ("TakeTurn", "TurnDone", "Turn", "EndGame"):
            raise BadSetup("position: agenda: the first task must be a turn or the end")
        # Whatever else could be wrong with it shows when it is played on.
        try:
            for seed in range(2):
                _play_on(state.copy(), Rng(seed))
        except (IndexError, ValueError, AssertionError, TypeError, OverflowError):
            raise BadSetup("position: agenda: cannot be played on from here") from None

    def _read_task(self, text: str) -> Task:
        name, *words = text.split()[:12] or [""]
        if name not in TASKS or any(not word.isascii() or not word.isdigit() for word in words):
            raise BadSetup(f"position: agenda: {text[:40]!r} is no task")
        task, names = TASKS[name]
        numbers = [int(word[:20]) for word in words]
        if len(numbers) != len(names):
            raise BadSetup(f"position: agenda: {name} needs {len(names)} numbers")
        for meaning, number in zip(names, numbers, strict=True):
            if number > self._limit(meaning):
                raise BadSetup(f"position: agenda: {text[:40]!r}: {meaning} is too large")
            if meaning == "slot":
                self._slots("agenda", [self.catalogue.name(number)])
            if meaning == "source" and not source_exists(self.state, number):
                raise BadSetup(f"position: agenda: {text[:40]!r}: source {number} names nothing")
        made: Task = task(*numbers)
        return made

    def _limit(self, meaning: str) -> int:
        cards = self.catalogue.cards
        if meaning == "seat":
            return self.state.n - 1
        if meaning == "effect":
            return len(cards.effects) - 1
        if meaning == "ability":
            return len(cards.abilities) - 1
        if meaning == "source":
            return 50 + len(cards.cards) - 1
        if meaning == "slot":
            return len(cards.cards) - 1
        if meaning == "elder":
            return len(cards.elders) - 1
        return _LIMITS[meaning]


def _usable(state: State, task: UseElder) -> bool:
    elders = state.players[task.seat].elders
    return task.elder in elders and can_use(
        state, task.seat, elders.index(task.elder), task.free == 1
    )


def _named(field: str, counts: dict[str, int], names: tuple[str, ...]) -> list[int]:
    if sorted(counts) != sorted(names):
        raise BadSetup(f"position: {field}: needs exactly {', '.join(names)}")
    return [counts[name] for name in names]


def _play_on(state: State, rng: Rng) -> None:
    for _ in range(_MOST_MOVES):
        if state.turn() < 0:
            state.results()
            return
        moves = state.options()
        if not moves:
            break
        state.play(moves[rng.below(len(moves))])
    raise ValueError("no end in sight")
