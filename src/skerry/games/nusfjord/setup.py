"""Dealing a game: options, explicit piles, and chance for whatever is left open.

    {"players": 4,
     "options": {"deck": "herring", "exclude": ["A101"], "double_spaces": "adjacent"},
     "piles": {"starter": 2, "a_display": ["A104", ...], "c_pile": [...], "hidden_elders": [...]}}

All chance is settled here: piles are ordered, rules draw from the front.
"""

from typing import Any

from skerry.games.nusfjord.board import DOUBLES
from skerry.games.nusfjord.catalogue import Catalogue
from skerry.games.nusfjord.engine.cards import BoardNumbers
from skerry.games.nusfjord.engine.player import Player, PlayerRules
from skerry.games.nusfjord.engine.rounds import Round
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.words import CELLS, DOUBLE, PLACES_A_STACK, SHIPS
from skerry.games.nusfjord.toml_reader import TomlReader
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json
from skerry.kernel.protocol import Option
from skerry.kernel.rng import Chance

MIXED = ("herring", "mackerel", "codfish")
_A_EACH = 3  # cards of each deck in a mixed display
_B_EACH = 2


def option_list(catalogue: Catalogue) -> list[Option]:
    """List the options for people and programs."""
    decks = [*catalogue.decks, "mixed"]
    doubles = catalogue.board.double_spaces
    return [
        Option("deck", "choice", "herring", decks, "Which buildings are in the game, or a mix."),
        Option(
            "mixed_deck",
            "choice",
            "herring",
            list(MIXED),
            "With the mixed deck: the deck the C buildings come from.",
        ),
        Option(
            "solo",
            "choice",
            "normal",
            ["normal", "advanced"],
            "One player: two colours of workers, or three for the advanced game.",
        ),
        Option(
            "double_spaces",
            "choice",
            doubles,
            list(DOUBLES),
            "Which pairs of spaces a forest may cover: any two neighbours, or fixed pairs.",
        ),
        Option(
            "trade_before_action",
            "switch",
            True,
            [True, False],
            "You may also exchange goods between a card's gain and its action (rules 2).",
        ),
        Option("exclude", "other", [], [], 'Buildings left in the box: ["A101", "B124"].'),
    ]


def as_of(setup: Json, rules: int) -> Json:
    """Return a set-up that plays by an older rules number.

    Rules 1 had no any-time window between a gain and an action of the same ability.
    """
    options = setup.get("options", {})
    if rules > 1 or not isinstance(options, dict):
        return setup
    return {**setup, "options": {**options, "trade_before_action": False}}


class Options:
    """The checked options of a set-up."""

    def __init__(self, catalogue: Catalogue, setup: Any) -> None:
        fields = TomlReader("setup", setup)
        self.players = fields.number("players", 1, 5)
        given = TomlReader("setup: options", fields.any("options") if fields.has("options") else {})
        self.piles = TomlReader("setup: piles", fields.any("piles") if fields.has("piles") else {})
        if fields.has("cards"):
            self._check_cards(catalogue, fields)
        fields.finish()
        decks = tuple(catalogue.decks)
        self.deck = given.one_of("deck", (*decks, "mixed"), "herring")
        self.mixed_deck = ""
        if self.deck == "mixed":
            self.mixed_deck = given.one_of("mixed_deck", MIXED, "herring")
        elif given.has("mixed_deck"):
            raise given.fail("mixed_deck", "only fits deck mixed")
        self.solo = ""
        if self.players == 1:
            self.solo = given.one_of("solo", ("normal", "advanced"), "normal")
        elif given.has("solo"):
            raise given.fail("solo", "only fits one player")
        standard = catalogue.board.double_spaces
        self.double_spaces = given.one_of("double_spaces", tuple(DOUBLES), standard)
        self.trade_before_action = True
        if given.has("trade_before_action"):
            self.trade_before_action = given.flag("trade_before_action")
        self.exclude: list[int] = []
        if given.has("exclude"):
            names = given.items("exclude")
            self.exclude = [slot_named(catalogue, given, "exclude", name) for name in names]
        given.finish()

    def _check_cards(self, catalogue: Catalogue, fields: TomlReader) -> None:
        wanted = fields.text("cards")
        if wanted != catalogue.fingerprint:
            raise fields.fail(
                "cards",
                f"this game was dealt from other card files ({wanted}); "
                f"start with --cards and their directory (now {catalogue.fingerprint})",
            )

    def row(self) -> str:
        """Return the row of the set-up table in board.toml."""
        return "1a" if self.solo == "advanced" else str(self.players)

    def json(self, catalogue: Catalogue) -> Json:
        """Return the options complete."""
        options: Json = {"deck": self.deck}
        if self.mixed_deck:
            options["mixed_deck"] = self.mixed_deck
        if self.solo:
            options["solo"] = self.solo
        if self.exclude:
            options["exclude"] = catalogue.names(self.exclude)
        options["double_spaces"] = self.double_spaces
        options["trade_before_action"] = self.trade_before_action
        return options


def slot_named(catalogue: Catalogue, fields: TomlReader, field: str, name: Any) -> int:
    """Return the slot of a card id; raises BadSetup."""
    if not isinstance(name, str) or name not in catalogue.slots:
        raise fields.fail(field, f"there is no card {str(name)[:20]!r}")
    return catalogue.slots[name]


def new_state(catalogue: Catalogue, options: Options) -> State:
    """Return a state with the boards laid out, before any card is dealt."""
    board = catalogue.board
    row = board.rows[options.row()]
    numbers = board.numbers(options.row(), options.double_spaces)
    numbers.trade_before_action = options.trade_before_action
    state = State(numbers, catalogue.cards)
    state.plates = row["plates"]
    state.ships = [row["ships"]] * len(SHIPS)
    state.room = numbers.capacity
    state.workers = [[]] * len(numbers.capacity)
    state.since = [0] * len(numbers.capacity)
    state.market = [0] * state.n
    state.dividends = [0] * state.n
    for seat in range(state.n):
        player = new_player(numbers)
        player.wood, player.fish, player.gold = board.start_goods
        player.unissued = board.unissued
        player.shares = [board.issued if color == seat else 0 for color in range(state.n)]
        player.forest = list(board.start_forest)
        settle_harbor(player)
        state.players.append(player)
    return state


def new_player(board: BoardNumbers) -> Player:
    """Return a player without anything but an empty harbor and the usual limits."""
    player = Player(PlayerRules(board.wood_limit, board.reserve_limit))
    player.cells = [-1] * CELLS
    player.forest = [0] * CELLS
    return player


def settle_harbor(player: Player) -> None:
    """Count the Forests and work out the free Building spaces from cells and Forests."""
    covered = 1  # the Reserve
    for cell in range(CELLS):
        if player.cells[cell] >= 0:
            covered |= 1 << cell
        if player.forest[cell]:
            covered |= DOUBLE << cell
    player.forests = sum(player.forest)
    player.free = (1 << CELLS) - 1 & ~covered


def deal(catalogue: Catalogue, setup: Any, rng: Chance) -> State:
    """Deal a game and run it to the first question; raises BadSetup."""
    options = Options(catalogue, setup)
    state = new_state(catalogue, options)
    dealing = _Dealing(catalogue, options, rng)
    state.starter = dealing.starter()
    state.display_a = dealing.display("a_display", 0, state.board.shown_a, _A_EACH)
    state.display_b = dealing.display("b_display", 1, state.board.shown_b, _B_EACH)
    state.pile_a = dealing.pile("a_pile", 0, boxed=state.n < 3)
    state.pile_b = dealing.pile("b_pile", 1, boxed=state.n < 3)
    state.pile_c = dealing.pile("c_pile", 2, boxed=False)
    state.stacks = dealing.elders()
    options.piles.finish()
    state.public = {"players": state.n, "options": options.json(catalogue)}
    if not catalogue.standard:
        state.public["cards"] = catalogue.fingerprint
    piles = {
        "starter": state.starter,
        "a_display": catalogue.names(state.display_a),
        "b_display": catalogue.names(state.display_b),
        "a_pile": catalogue.names(state.pile_a),
        "b_pile": catalogue.names(state.pile_b),
        "c_pile": catalogue.names(state.pile_c),
        "hidden_elders": [elder for elder in state.stacks[::PLACES_A_STACK] if elder],
    }
    state.origin = {**state.public, "piles": piles}
    state.add(Round(1))
    state.settle()
    return state


class _Dealing:
    """Piles as given, the rest drawn by chance, and no card twice."""

    def __init__(self, catalogue: Catalogue, options: Options, rng: Chance) -> None:
        self.catalogue = catalogue
        self.options = options
        self.rng = rng
        self.used: set[int] = set()
        later = options.mixed_deck or options.deck
        self.later = catalogue.decks[later]
        self.given: dict[str, list[int]] = {}
        for field, letter in (
            ("a_display", 0),
            ("b_display", 1),
            ("a_pile", 0),
            ("b_pile", 1),
            ("c_pile", 2),
        ):
            if options.piles.has(field):
                self.given[field] = self._read(field, letter)

    def starter(self) -> int:
        piles = self.options.piles
        if piles.has("starter"):
            return piles.number("starter", 0, self.options.players - 1)
        return self.rng.below(self.options.players)

    def _read(self, field: str, letter: int) -> list[int]:
        piles = self.options.piles
        slots: list[int] = []
        for name in piles.items(field):
            slot = slot_named(self.catalogue, piles, field, name)
            if slot in self.used:
                raise piles.fail(field, f"{name} lies in two places; a card exists once")
            if slot in self.options.exclude:
                raise piles.fail(field, f"{name} is excluded by the options")
            if slot not in self._allowed(field, letter):
                raise piles.fail(field, f"{name} does not belong here with these options")
            self.used.add(slot)
            slots.append(slot)
        return slots

    def _allowed(self, field: str, letter: int) -> list[int]:
        if self.options.deck == "mixed" and field.endswith("display"):
            return [slot for deck in MIXED for slot in self.catalogue.decks[deck][letter]]
        return self.later[letter]

    def _draw(self, slots: list[int], amount: int) -> list[int]:
        left = [s for s in slots if s not in self.used and s not in self.options.exclude]
        self.rng.shuffle(left)
        self.used.update(left[:amount])
        return left[:amount]

    def display(self, field: str, letter: int, shown: int, each: int) -> list[int]:
        piles = self.options.piles
        if field in self.given:
            slots = self.given[field]
            if len(slots) > shown:
                raise piles.fail(field, f"holds {len(slots)} cards; there are {shown} places")
            if self.options.deck == "mixed":
                for deck in MIXED:
                    cards = self.catalogue.decks[deck][letter]
                    if sum(slot in cards for slot in slots) > each:
                        raise piles.fail(field, f"holds more than {each} cards of {deck}")
            return slots
        if self.options.deck == "mixed":
            decks = [self.catalogue.decks[deck][letter] for deck in MIXED]
            return [slot for cards in decks for slot in self._draw(cards, each)]
        slots = self._draw(self.later[letter], shown)
        if len(slots) < shown and self.options.players > 1:
            raise BadSetup(
                f"setup: options: exclude: leaves only {len(slots)} of {shown} cards for {field}"
            )
        return slots

    def pile(self, field: str, letter: int, boxed: bool) -> list[int]:
        if field in self.given:
            return self.given[field]
        return [] if boxed else self._draw(self.later[letter], 999)

    def elders(self) -> list[int]:
        """Return the six stacks, three places each: face down, lower, upper."""
        catalogue = self.catalogue
        piles = self.options.piles
        in_play = catalogue.in_play[self.options.players]
        stacks: list[int] = []
        for space in catalogue.stacks:
            present = [elder for elder in space if elder in in_play]
            stacks += [0, *present, *[0] * (2 - len(present))]
        hidden = [elder for elder in catalogue.hidden if elder in in_play]
        if piles.has("hidden_elders"):
            given = piles.numbers("hidden_elders", 1)
            if sorted(given) != sorted(hidden):
                raise piles.fail("hidden_elders", f"must be {hidden} in some order")
            hidden = given
        else:
            self.rng.shuffle(hidden)
        for at, elder in enumerate(hidden):
            stacks[at * PLACES_A_STACK] = elder
        return stacks
