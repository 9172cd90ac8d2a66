"""What cards and boards are made of: the shapes that effects, spaces, counters and rules fill.

Each effect, space, counter, passive rule, scoring rule and moment is a small class in a file of its
own that fills one of these shapes. Cards are built from them once, never change afterwards and are
shared by all states; a task names an effect or an ability by its number. Nothing here knows the
state (hence `Any`): `state.py` builds on this page, and whoever fills a shape says `State`.
"""

from typing import Any, ClassVar

from skerry.games.nusfjord.engine.moves import ABILITIES_A_CARD, CARDS, ELDERS, USE
from skerry.games.nusfjord.engine.words import ALL_SHIPS, ANYTIME, NO_LIMIT, USE_NORMAL
from skerry.kernel.plain_data import PlainData
from skerry.kernel.protocol import Reason


class Terms:
    """What a card changes about an action: cheaper, restricted, or with extras."""

    def __init__(self) -> None:
        self.cheaper = False  # whether anything is off the price
        self.wood = 0  # off the price
        self.fish = 0
        self.gold = 0
        self.types = ALL_SHIPS  # ship types allowed, as bits
        self.plate_off = 0  # fish saved per plate
        self.plate_flat = -1  # fish for every plate; -1: the usual price
        self.most_plates = NO_LIMIT
        self.plate_wood = 0  # extra goods per plate
        self.plate_fish = 0
        self.plate_gold = 0
        self.use = USE_NORMAL  # of an elder just taken


class Space:
    """An action, from wherever it is taken: a worker, a copy, an elder, a card (rules 7)."""

    # The fields of an `act` step that change this action.
    modifiers: ClassVar[list[str]] = []

    def __init__(self, number: int, name: str, action: int) -> None:
        self.number = number
        self.name = name
        self.action = action  # the number abilities listen for; -1: none of its own
        self.after: Space | None = None  # the next space of the Action board

    def possible(self, state: Any, seat: int, terms: Terms) -> bool:
        """Return whether the action is possible and changes the display."""
        raise AssertionError("each space writes its own possible()")

    def why_not(self, state: Any, seat: int, terms: Terms) -> Reason:
        """Return what is missing, once the action is not possible."""
        raise AssertionError("each space writes its own why_not()")

    def run(self, state: Any, seat: int, effect: int, source: int) -> None:
        """Carry out the action; *effect* is the number of the step whose terms apply."""
        raise AssertionError("each space writes its own run()")

    def sentence(self, terms: Terms) -> str:
        """Return what a card that takes this action tells the player to do."""
        raise AssertionError("each space writes its own sentence()")

    def sets_off(self) -> int:
        """Return the events this action may bring about again and again, as bits.

        Whatever uses up ships, buildings, Shares, plates or elders comes to an end by itself.
        """
        return 0

    def comes_to_an_end(self) -> bool:
        """Return whether the action uses something up that never comes back."""
        return False


class Effect:
    """One step of a list."""

    def __init__(self) -> None:
        self.number = 0  # in the catalogue
        self.after: Effect | None = None  # the next step of its list

    def possible(self, state: Any, seat: int) -> bool:
        """Return whether the step would do something now."""
        raise AssertionError("each effect writes its own possible()")

    def run(self, state: Any, seat: int, source: int) -> None:
        """Carry out a step that is possible."""
        raise AssertionError("each effect writes its own run()")

    def sentence(self) -> str:
        """Return what the step tells the player to do."""
        raise AssertionError("each effect writes its own sentence()")

    def why_not(self, state: Any, seat: int) -> Reason:
        """Return what is missing, once the step is not possible."""
        return Reason("nothing_to_do", "cards 6.1")

    def begin(self, state: Any, seat: int, source: int) -> None:
        """Carry out the step in its turn; a step that is not possible is skipped (cards 6.1)."""
        if self.possible(state, seat):
            self.run(state, seat, source)

    def list_possible(self, state: Any, seat: int) -> bool:
        """Return whether the list from here on can be paid for and does anything (cards 6.1)."""
        step: Effect | None = self
        while step is not None:
            if step.possible(state, seat):
                return True
            step = step.after
        return False

    def why_not_list(self, state: Any, seat: int) -> Reason:
        """Return what the list from here on is missing."""
        return self.why_not(state, seat)

    def elder_can_begin(self, state: Any, seat: int) -> bool:
        """Return whether an elder's list may begin with this step (rules 8)."""
        return self.possible(state, seat)

    def brings_goods(self) -> bool:
        """Return whether the step adds goods to the supply by itself, so that trades may follow."""
        return False

    def action_terms(self) -> Terms | None:
        """Return the terms on which the step takes an action, if it takes one."""
        return None

    def inner(self) -> list["Effect"]:
        """Return the first steps of the lists inside this step."""
        return []

    def sets_off(self) -> int:
        """Return the events the step may bring about again and again, as bits.

        Inner lists answer for themselves; `act` leaves the action itself to `takes_actions`.
        """
        return 0

    def takes_actions(self) -> int:
        """Return the actions the step may take, as bits."""
        return 0


class Nothing(Effect):
    """Effect 0: the terms of an action without a card, and an elder slot without an elder."""

    def possible(self, state: Any, seat: int) -> bool:
        return False

    def sentence(self) -> str:
        return "do nothing"


class Counter:
    """Something cards count, always for one seat."""

    name: ClassVar[str] = ""
    words: ClassVar[str] = ""  # of one of them, after "per"

    def count(self, state: Any, seat: int) -> int:
        """Return how many there are now."""
        raise AssertionError("each counter writes its own count()")


class PassiveRule:
    """A rule that is different for the owner of a building, from its building on."""

    def change(self, rules: Any) -> None:
        """Change the rules of the owner."""

    def off_board(self) -> bool:
        """Return whether the building needs no Building space."""
        return False

    def sentence(self) -> str:
        """Return the rule in words."""
        raise AssertionError("each passive rule writes its own sentence()")


class ScoringRule:
    """Points at the end of the game, by something counted."""

    def __init__(self, counter: Counter) -> None:
        self.counter = counter

    def points(self, counted: int) -> int:
        """Return the points for so many."""
        raise AssertionError("each scoring rule writes its own points()")

    def sentence(self) -> str:
        """Return the rule in words."""
        raise AssertionError("each scoring rule writes its own sentence()")


class Moment:
    """What a Whenever ability waits for: an event, and perhaps only some of its kind."""

    def __init__(self, event: int) -> None:
        self.event = event

    def matches(self, state: Any, what: int) -> bool:
        """Return whether the ability reacts; *what* is the space, ship type or building."""
        return True

    def actions(self) -> int:
        """Return the actions waited for, as bits; 0 for events that are no action."""
        return 0

    def sentence(self) -> str:
        """Return when it is: "each time you build a ship"."""
        raise AssertionError("each moment writes its own sentence()")


class Ability:
    """One thing a building does, and when it may be used."""

    def __init__(self, number: int, slot: int, index: int) -> None:
        self.number = number
        self.slot = slot
        self.index = index  # among the abilities of its card, from 0
        self.move = USE + slot * ABILITIES_A_CARD + index  # that uses it
        self.listens = 0  # the event it waits for, or ANYTIME; 0: nothing
        self.first: Effect | None = None  # its first step
        self.limit = 0  # uses per round; 0: any number
        self.once = False  # a single use per game

    def possible(self, state: Any, seat: int, uses: int) -> bool:
        """Return whether the ability can be used now, after so many uses."""
        if self.once:
            if uses:
                return False
        elif self.limit and uses >= self.limit:
            return False
        first = self.first
        return first is not None and first.list_possible(state, seat)

    def matches(self, state: Any, what: int) -> bool:
        """Return whether the ability reacts to the event it listens to."""
        return False

    def counted(self) -> bool:
        """Return whether uses are counted."""
        return self.once or self.limit > 0

    def sentence(self) -> str:
        """Return what the ability does and when, in words."""
        raise AssertionError("each kind of ability writes its own sentence()")


class Trade(Ability):
    """An any-time ability without limit: it only pays and gains, and never gains in worth."""

    def __init__(
        self, number: int, slot: int, index: int, wood: int, fish: int, gold: int, words: str
    ) -> None:
        super().__init__(number, slot, index)
        self.listens = ANYTIME
        self.wood = wood  # what it does to the goods held
        self.fish = fish
        self.gold = gold
        self.words = words

    def sentence(self) -> str:
        return f"Any time: {self.words}."


class Card:
    """A building."""

    def __init__(self, slot: int, name: str, title: str, letter: int) -> None:
        self.slot = slot
        self.name = name  # "A101"
        self.title = title  # "Boathouse"
        self.letter = letter
        self.wood = 0
        self.fish = 0
        self.gold = 0
        self.points = 0
        self.plain = False  # printed points 0 or less, no asterisk
        self.off_board = False  # needs no Building space
        self.built: list[Ability] = []  # immediately
        self.lasting: list[Ability] = []  # whenever, any time, once
        self.passive: list[PassiveRule] = []
        self.scoring: list[ScoringRule] = []


class Elder:
    """An elder."""

    def __init__(self, number: int, title: str, first: Effect) -> None:
        self.number = number
        self.title = title
        self.first = first  # his first step


class Cards:
    """All cards by number. Slots without a card hold a blank that is never dealt."""

    def __init__(self) -> None:
        nothing = Nothing()
        self.cards: list[Card] = [Card(slot, "", "", 0) for slot in range(CARDS)]
        self.elders: list[Elder] = [Elder(number, "", nothing) for number in range(ELDERS)]
        self.abilities: list[Ability] = []
        self.effects: list[Effect] = [nothing]
        self.terms: list[Terms] = [Terms()]  # of each effect; 0: an action without a card
        self.directory: str | None = None  # of the corrected files they come from, if any
        self.spaces: list[Space] = []  # the actions: of the Action board, then `copy`
        self.first_space: Space | None = None
        # For observations, made with the first one: each slot's place among the cards that exist,
        # how many exist, and as many zeros as an observation has numbers, by number of players.
        self.in_use: list[int] = []
        self.known = 0
        self.nothing: list[bytes] = []


class ShipPrice(PlainData):
    """One of the prices printed for a type of ship."""

    def __init__(self, wood: int, fish: int, gold: int) -> None:
        self.wood = wood
        self.fish = fish
        self.gold = gold


class BoardNumbers(PlainData):
    """The boards and set-up numbers of one game, from `board.toml`."""

    def __init__(self, n: int) -> None:
        self.n = n
        self.colors = 1  # sets of workers: 1, solo 2, advanced solo 3
        self.rounds = 7
        self.turns = 3
        self.wood_limit = 12
        self.reserve_limit = 8
        self.seats_in_council = 5
        self.capacity: list[int] = []  # of the 12 spaces and the 3 Copy spaces
        self.column: list[int] = []
        self.copy_spaces = 0
        self.plates: list[int] = []  # the price of each
        self.haul: list[int] = []  # by covered units
        self.units = 15
        self.ship_units: list[int] = []
        self.ship_points: list[int] = []
        self.ship_prices: list[ShipPrice] = []  # by `prices.way_to_pay`
        self.ways_to_pay: list[int] = []  # how many of them each ship type has
        self.issue_gold = 2
        self.plate_gold = 1
        self.share_gold = 1
        self.buy_reduction: list[int] = []  # by round
        self.deforest_wood = 5
        self.reforest_tiles = 2
        self.doubles: list[int] = []  # left cells of the double spaces
        self.double_mask = 0  # the same as bits
        self.shown_a = 9
        self.shown_b = 6
        self.a_round3 = 0
        self.c_hand = 0
        self.b_round5 = 0
        self.c_round6 = 0
        self.trade_before_action = True  # cards 6.5, from rules 2 on
        self.space_names: list[str] = []  # for events
