"""The seven rounds: Fishing, Work, Returning Home; and the end of the game (rules 4, 6, 10)."""

from typing import ClassVar, Final

from mypy_extensions import mypyc_attr

from skerry.games.nusfjord.engine import anytime, council, triggers
from skerry.games.nusfjord.engine.actions import take_action
from skerry.games.nusfjord.engine.fishing import Fish, FishingEnd
from skerry.games.nusfjord.engine.moves import COPY, PASS, PLACE, PLACE_ELDER
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.tasks import Question, Step
from skerry.games.nusfjord.engine.words import ANYTIME, COPY_SPACE, ON_PASS, ON_THIRD_WORKER
from skerry.kernel.agenda import NOBODY, Task
from skerry.kernel.events import Event, Json
from skerry.kernel.lists import replaced

# The rounds whose First Player tile has an instruction (rules 4).
A_BUILDINGS_COME: Final = 3
HANDS_ARE_DRAWN: Final = 4
B_BUILDINGS_COME: Final = 5
HANDS_ARE_SHOWN: Final = 6


class Round(Step):
    """One round, begun with the instruction of its First Player tile."""

    meaning: ClassVar[str] = "round"

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def run(self, state: State) -> None:
        state.round = self.number
        # The role moves to the right neighbour each round.
        state.first = (state.starter - (self.number - 1)) % state.n
        state.acting = NOBODY
        if state.journal is not None:
            data = {"round": self.number, "first": state.first}
            state.record_event("round_began", -1, data)
        if self.number == A_BUILDINGS_COME:
            add_a_buildings(state)
        elif self.number == HANDS_ARE_DRAWN:
            draw_hands(state)
        elif self.number == B_BUILDINGS_COME:
            add_b_buildings(state)
        elif self.number == HANDS_ARE_SHOWN:
            reveal_hands(state)
        tasks: list[Task] = [Fish(seat) for seat in state.in_turn_order()]
        tasks.append(FishingEnd())
        tasks.append(Turn(0))
        state.push(tasks)


def add_a_buildings(state: State) -> None:
    """Round 3: A buildings fill gaps of the display."""
    room = state.board.shown_a - len(state.display_a)
    drawn = state.pile_a[: max(0, min(state.board.a_round3, room))]
    state.pile_a = state.pile_a[len(drawn) :]
    state.display_a = state.display_a + drawn
    record_cards(state, drawn)


def add_b_buildings(state: State) -> None:
    """Round 5: B buildings fill gaps of the display."""
    room = state.board.shown_b - len(state.display_b)
    drawn = state.pile_b[: max(0, min(state.board.b_round5, room))]
    state.pile_b = state.pile_b[len(drawn) :]
    state.display_b = state.display_b + drawn
    record_cards(state, drawn)


def record_cards(state: State, drawn: list[int]) -> None:
    """Note cards laid face up."""
    if drawn and state.journal is not None:
        names = [state.cards.cards[slot].name for slot in drawn]
        state.record_event("cards_added", -1, {"cards": names})


def draw_hands(state: State) -> None:
    """Round 4: every player draws C buildings, in turn order, each the whole hand at once."""
    for seat in state.in_turn_order():
        drawn = state.pile_c[: state.board.c_hand]
        state.pile_c = state.pile_c[len(drawn) :]
        state.players[seat].hand = sorted(drawn)
        if state.journal is not None:
            names = [state.cards.cards[slot].name for slot in sorted(drawn)]
            data = {"amount": len(names)}
            state.journal.append(Event("hand_drawn", seat, data, seat, {"cards": names}))


def reveal_hands(state: State) -> None:
    """Round 6: C buildings still in hands are laid face up; alone, more are added."""
    shown: list[int] = []
    for seat in state.in_turn_order():
        player = state.players[seat]
        shown = shown + player.hand
        player.hand = []
    added = state.pile_c[: state.board.c_round6]
    state.pile_c = state.pile_c[len(added) :]
    state.display_c = state.display_c + shown + added
    record_cards(state, shown + added)


class Turn(Step):
    """The next turn of the Work Phase, or the end of the round."""

    meaning: ClassVar[str] = "turn"

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def run(self, state: State) -> None:
        begin_turn(state, self.number)


def begin_turn(state: State, number: int) -> None:
    """Ask for a turn, counted from 0; after the last of the round everybody goes home."""
    if number == state.board.turns * state.n:
        return_home(state)
        return
    seat = (state.first + number) % state.n
    state.acting = seat
    anytime.open_window(state, seat)
    state.add(TakeTurn(seat, number))


def copy_space_for(state: State, space: int) -> int:
    """Return the Copy space that reaches *space*: the only one, or that of its column."""
    if state.board.copy_spaces == 1:
        return COPY_SPACE
    return COPY_SPACE + state.board.column[space]


@mypyc_attr(free_list_len=1)  # made every turn, from the last one freed
class TakeTurn(Question):
    """Where is a worker placed? Before that, any-time abilities may be used."""

    kind: ClassVar[str] = "take_turn"
    meaning: ClassVar[str] = "turn"

    def __init__(self, seat: int, number: int) -> None:
        super().__init__(seat)
        self.number = number

    def options(self, state: State) -> list[int]:
        seat = self.seat
        usual = state.cards.terms[0]
        room = state.room
        moves: list[int] = []
        space = state.cards.first_space
        while space is not None:
            if room[space.number] and space.possible(state, seat, usual):
                moves.append(PLACE + space.number)
            space = space.after
        if room[COPY_SPACE] or room[COPY_SPACE + 1] or room[COPY_SPACE + 2]:
            self._add_copies(state, moves)
        if state.plates:
            player = state.players[seat]
            for at in range(len(player.elders)):
                if not council.holds_worker(state, player.elder_since[at]) and council.can_use(
                    state, seat, at, False
                ):
                    moves.append(PLACE_ELDER + player.elders[at])
        moves.append(PASS)
        anytime.anytime_moves(state, seat, moves)
        return moves

    def _add_copies(self, state: State, moves: list[int]) -> None:
        """Add the blocked spaces that a worker on a Copy space may copy (rules 9)."""
        capacity = state.board.capacity
        usual = state.cards.terms[0]
        room = state.room
        space = state.cards.first_space
        while space is not None:
            number = space.number
            if (
                not room[number]
                and capacity[number]
                and room[copy_space_for(state, number)]
                and space.possible(state, self.seat, usual)
            ):
                moves.append(COPY + number)
            space = space.after

    def answer(self, state: State, move: int) -> None:
        seat = self.seat
        if move < COPY:
            self._place(state, move - PLACE)
        elif move < PLACE_ELDER:
            self._copy(state, move - COPY)
        elif move < PASS:
            self._place_on_elder(state, move - PLACE_ELDER)
        elif move == PASS:
            if state.journal is not None:
                state.record_event("turn_passed", seat, {})
            state.add(TurnDone(seat, self.number, 0))
            triggers.fire(state, seat, ON_PASS, 0, len(state.players[seat].abilities))
        else:
            state.add(self)
            anytime.use_anytime(state, seat, move)

    def _place(self, state: State, space: int) -> None:
        state.add(TurnDone(self.seat, self.number, 1))
        occupy(state, self.seat, space)
        if state.journal is not None:
            data = {"space": state.board.space_names[space]}
            state.record_event("worker_placed", self.seat, data)
        take_action(state, self.seat, space, 0, space)

    def _copy(self, state: State, space: int) -> None:
        state.add(TurnDone(self.seat, self.number, 1))
        at = copy_space_for(state, space)
        occupy(state, self.seat, at)
        if state.journal is not None:
            names = state.board.space_names
            data = {"space": names[at], "copies": names[space]}
            state.record_event("worker_placed", self.seat, data)
        take_action(state, self.seat, space, 0, space)

    def _place_on_elder(self, state: State, elder: int) -> None:
        player = state.players[self.seat]
        state.add(TurnDone(self.seat, self.number, 1))
        at = player.elders.index(elder)
        player.elder_since = replaced(player.elder_since, at, state.round)
        if state.journal is not None:
            state.record_event("worker_placed", self.seat, {"elder": elder})
        council.use(state, self.seat, elder, False)


def occupy(state: State, seat: int, space: int) -> None:
    """Put a worker on a space."""
    state.room = replaced(state.room, space, state.room[space] - 1)
    workers = state.workers[:]
    workers[space] = [*workers[space], seat]
    state.workers = workers
    if state.board.colors > 1:  # otherwise all workers go home after the round
        state.since = replaced(state.since, space, state.round)


@mypyc_attr(free_list_len=1)
class TurnDone(Step):
    """After the action: the third worker, then the second any-time window, then the next turn."""

    meaning: ClassVar[str] = "seat turn flag"

    def __init__(self, owner: int, number: int, placed: int) -> None:
        super().__init__()
        self.owner = owner
        self.number = number
        self.placed = placed

    def run(self, state: State) -> None:
        player = state.players[self.owner]
        if not player.listens & (ANYTIME | ON_THIRD_WORKER):
            begin_turn(state, self.number + 1)
            return
        state.push([anytime.Window(self.owner, 1), Turn(self.number + 1)])
        if self.placed and self.number // state.n == state.board.turns - 1:
            triggers.fire(state, self.owner, ON_THIRD_WORKER, 0, len(player.abilities))


def return_home(state: State) -> None:
    """Workers go home; alone, only those of the color used next."""
    board = state.board
    if state.round == board.rounds:
        windows: list[Task] = [anytime.Window(seat, 1) for seat in state.in_turn_order()]
        windows.append(EndGame())
        state.push(windows)
        return
    if board.colors == 1:
        state.room = board.capacity
        state.workers = [[]] * len(board.capacity)
    else:
        room = state.room[:]
        workers = state.workers[:]
        since = state.since[:]
        for space in range(len(room)):
            if state.round + 1 - since[space] >= board.colors:
                room[space] = board.capacity[space]
                workers[space] = []
                since[space] = 0
        state.room = room
        state.workers = workers
        state.since = since
    abilities = state.cards.abilities
    for player in state.players:
        for at in range(len(player.uses)):
            if player.uses[at] and not abilities[player.abilities[at]].once:
                player.uses = replaced(player.uses, at, 0)
    state.add(Round(state.round + 1))


class EndGame(Step):
    """Nothing is left to do; the scores are final."""

    meaning: ClassVar[str] = ""

    def run(self, state: State) -> None:
        if state.journal is not None:
            state.record_event("game_ended", -1, {"totals": state.results()})


def acting_seat(state: State) -> int:
    """Return whose turn it is, from the agenda; for a state read from a position."""
    if not state.agenda:
        return NOBODY
    last = state.agenda[0]
    if isinstance(last, TakeTurn):
        return last.seat
    if isinstance(last, TurnDone):
        return last.owner
    if isinstance(last, Turn):
        # A turn still to come: the one before it is being played, or everybody is fishing.
        return (state.first + last.number - 1) % state.n if last.number else NOBODY
    for task in state.agenda:
        # Before final scoring: the first window that is open.
        if isinstance(task, anytime.UseAnytime):
            return task.seat
        if isinstance(task, anytime.Window) and not task.fresh:
            return task.owner
    return NOBODY


def _began(e: Json) -> str:
    return f"Round {e['round']} begins; seat {e['first']} is First Player"


def _cards_added(e: Json) -> str:
    return f"New buildings: {', '.join(e['cards'])}"


def _hand_drawn(e: Json) -> str:
    return "draws " + (", ".join(e["cards"]) if "cards" in e else f"{e['amount']} C buildings")


def _worker_placed(e: Json) -> str:
    if "elder" in e:
        return f"puts a worker on elder {e['elder']}"
    if "copies" in e:
        return f"copies {e['copies'].replace('_', ' ')}"
    return f"puts a worker on {e['space'].replace('_', ' ')}"


def _passed(e: Json) -> str:
    return "passes"


def _ended(e: Json) -> str:
    return f"The game ends: {', '.join(map(str, e['totals']))}"


SENTENCES = {
    "round_began": _began,
    "cards_added": _cards_added,
    "hand_drawn": _hand_drawn,
    "worker_placed": _worker_placed,
    "turn_passed": _passed,
    "game_ended": _ended,
}
