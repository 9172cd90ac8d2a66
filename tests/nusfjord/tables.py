"""A small table to write positions and stories with. Seat 0 moves first unless told otherwise."""

from skerry.games.nusfjord import view
from skerry.games.nusfjord.engine import anytime, ships
from skerry.games.nusfjord.engine.fishing import Fish, FishingEnd
from skerry.games.nusfjord.engine.player import Player
from skerry.games.nusfjord.engine.rounds import Round, Turn
from skerry.games.nusfjord.engine.scoring import ITEMS
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import CELLS, cell_name
from skerry.games.nusfjord.game import NUSFJORD
from skerry.games.nusfjord.setup import settle_harbor
from skerry.kernel.protocol import play
from skerry.kernel.rng import Rng

CAT = NUSFJORD.catalogue
FILLERS = ["A103", "A107", "A117", "A202", "A203", "A209", "A302", "A303", "A309", "A311", "A313"]


class Table:
    """A game in the middle, easy to arrange and to play on."""

    def __init__(self, players: int = 2, round: int = 1, **options: object) -> None:
        self.state: State = NUSFJORD.deal(
            {
                "players": players,
                "options": {"deck": "herring", **options},
                "piles": {"starter": (round - 1) % players},
            },
            Rng(1),
        )
        self.events: list = []
        state = self.state
        if round > 1:
            state.round = round
            state.first = 0
            state.agenda = []
            state.add(Turn(0))
            state.settle()
        for player in state.players:
            player.fish = player.reserve_fish = 0
        state.display_a = state.display_b = state.display_c = []
        for player in state.players:
            player.hand = []

    # -- arranging

    def player(self, seat: int = 0) -> Player:
        return self.state.players[seat]

    def give(
        self,
        seat: int = 0,
        elders: tuple | list = (),
        ships: tuple[int, int, int] = (0, 0, 0),
        buildings: tuple | list = (),
        **amounts: int,
    ) -> "Table":
        player = self.player(seat)
        for name, amount in amounts.items():
            changed = player.rules if hasattr(player.rules, name) else player
            assert hasattr(changed, name), name
            setattr(changed, name, amount)
        for elder in elders:
            number, fish = elder if isinstance(elder, tuple) else (elder, 0)
            self.take_from_stacks(number)
            player.elders = [*player.elders, number]
            player.elder_fish = [*player.elder_fish, fish]
            player.elder_since = [*player.elder_since, 0]
        self.fleet(seat, *ships)
        for name in buildings:
            self.own(name, seat)
        return self._begin_turn()

    def _begin_turn(self) -> "Table":
        """Arranging is no trading: a turn begins with the goods arranged."""
        if self.kind == "take_turn":
            anytime.open_window(self.state, self.seat)
        return self

    def fleet(self, seat: int, sloops: int, cutters: int, schooners: int) -> None:
        for kind, amount in enumerate((sloops, cutters, schooners)):
            ships.add_ships(self.state, self.player(seat), kind, amount)

    def take_from_stacks(self, number: int) -> None:
        if number in self.state.stacks:
            at = self.state.stacks.index(number)
            self.state.stacks = [0 if i == at else e for i, e in enumerate(self.state.stacks)]

    def own(self, name: str, seat: int = 0, cell: str | None = None) -> "Table":
        """Let a seat have a building already."""
        player = self.player(seat)
        card = CAT.cards.cards[CAT.slots[name]]
        if not card.off_board:
            free = [c for c in range(CELLS) if player.free >> c & 1]
            at = free[0] if cell is None else _cell(cell)
            assert at in free
            player.cells = [card.slot if c == at else s for c, s in enumerate(player.cells)]
            player.free &= ~(1 << at)
        player.own(card)
        return self._begin_turn()

    def show(self, *names: str) -> "Table":
        """Lay buildings face up."""
        for name in names:
            slot = CAT.slots[name]
            if name[0] == "A":
                self.state.display_a = [*self.state.display_a, slot]
            elif name[0] == "B":
                self.state.display_b = [*self.state.display_b, slot]
            else:
                self.state.display_c = [*self.state.display_c, slot]
        return self

    def hand(self, seat: int, *names: str) -> "Table":
        self.player(seat).hand = [CAT.slots[name] for name in names]
        return self

    def forests(self, seat: int = 0, **tiles: int) -> "Table":
        """Set the Forests: forests(c12=1) is one tile on the double space (1, 2-3)."""
        player = self.player(seat)
        player.forest = [0] * CELLS
        for name, amount in tiles.items():
            player.forest[int(name[1]) * 4 + int(name[2])] = amount
        settle_harbor(player)
        return self

    def fill(self, seat: int = 0, keep: tuple[str, ...] = ()) -> "Table":
        """Fill every free cell but *keep* with buildings that do nothing by themselves."""
        player = self.player(seat)
        fillers = iter([n for n in FILLERS if CAT.slots[n] not in player.buildings])
        for cell in range(CELLS):
            if player.free >> cell & 1 and cell_name(cell) not in keep:
                slot = CAT.slots[next(fillers)]
                player.cells = [slot if c == cell else s for c, s in enumerate(player.cells)]
                player.buildings = [*player.buildings, slot]
                player.free &= ~(1 << cell)
        return self

    def market(self, *shares: int) -> "Table":
        """Put Shares on the newly-issued space, by color, from the unissued ones."""
        for color, amount in enumerate(shares):
            self.player(color).unissued -= amount
        self.state.market = [*shares, *[0] * (self.state.n - len(shares))]
        return self

    def hold(self, holder: int, color: int, amount: int = 1) -> "Table":
        """Let a seat hold Shares of another color, from the unissued ones."""
        self.player(color).unissued -= amount
        shares = self.player(holder).shares[:]
        shares[color] += amount
        self.player(holder).shares = shares
        return self

    def block(self, *spaces: str) -> "Table":
        """Fill spaces with workers of the last seat."""
        state = self.state
        names = state.board.space_names
        room, workers, since = state.room[:], state.workers[:], state.since[:]
        for name in spaces:
            at = names.index(name)
            while room[at]:
                room[at] -= 1
                workers[at] = [*workers[at], state.n - 1]
                since[at] = state.round
        state.room, state.workers, state.since = room, workers, since
        return self

    def plates(self, filled: int) -> "Table":
        self.state.plates = filled
        return self

    def turn(self, number: int) -> "Table":
        """Let turn *number* of the round be next, counted from 0."""
        self.state.agenda = []
        self.state.add(Turn(number))
        self.state.settle()
        return self

    def fishing(self) -> "Table":
        """Run a Fishing Phase from here; questions stay open."""
        state = self.state
        state.agenda = []
        state.add(FishingEnd())
        for away in range(state.n - 1, -1, -1):
            state.add(Fish((state.first + away) % state.n))
        state.journal = []
        state.settle()
        self.events += state.journal
        state.journal = None
        return self

    def begin_round(self, number: int) -> "Table":
        self.state.agenda = []
        self.state.add(Round(number))
        self.state.settle()
        return self

    # -- asking and playing

    @property
    def seat(self) -> int:
        return self.state.turn()

    @property
    def kind(self) -> str | None:
        asked = NUSFJORD.question(self.state)
        return asked.kind if asked else None

    def asks(self) -> list[str]:
        return [NUSFJORD.write(self.state, move) for move in self.state.options()]

    def can(self, text: str) -> bool:
        return text in self.asks()

    def do(self, *texts: str) -> "Table":
        for text in texts:
            move = NUSFJORD.read(self.state, text)
            self.events += play(NUSFJORD, self.state, move)
        return self

    def build(self, name: str, cell: str | None = None, at: str = "build_building") -> "Table":
        """Build a building with a worker, answering only what is asked."""
        if self.kind == "take_turn":
            self.do(f"place {at}")
        if self.kind == "choose_building":
            self.do(f"build {name}")
        while self.kind == "pay_from_reserve":
            self.do(self.asks()[0])
        if self.kind == "choose_cell":
            self.do(f"cell {cell}" if cell else self.asks()[0])
        assert CAT.slots[name] in self.player(0).buildings + self.player(self.state.n - 1).buildings
        return self

    def goods(self, seat: int = 0) -> tuple[int, int, int]:
        player = self.player(seat)
        return player.wood, player.fish, player.gold

    def points(self, name: str, seat: int = 0) -> int:
        """Return what one building is worth."""
        shown = NUSFJORD.view(self.state, None)["players"][seat]["buildings"]
        return next(building["points"] for building in shown if building["card"] == name)

    def score(self, seat: int = 0) -> dict[str, int]:
        score = view.scores(self.state)[seat]
        assert list(score.items) == ITEMS
        return {**score.items, "total": score.total}


def _cell(name: str) -> int:
    row, column = name.split(",")
    return int(row) * 4 + int(column)


def paying(name: str, players: int = 2, round: int = 4, **extra: int) -> Table:
    """A table where seat 0 has just what *name* costs, and *extra*; the card lies face up."""
    card = CAT.cards.cards[CAT.slots[name]]
    table = Table(players=players, round=round).show(name)
    player = table.player()
    player.wood, player.fish, player.gold = card.wood, card.fish, card.gold
    for good, amount in extra.items():
        setattr(player, good, getattr(player, good) + amount)
    return table
