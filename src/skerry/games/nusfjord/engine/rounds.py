"""The seven rounds: Fishing, Work, Returning Home; and the end of the game (rules 4, 6, 10)."""

from typing import cast

from skerry.games.nusfjord.engine import actions, council, legal, triggers
from skerry.games.nusfjord.engine.cards import ANYTIME, ON_PASS, ON_THIRD_WORKER, WHEN_ONCE
from skerry.games.nusfjord.engine.fishing import Fish, FishingEnd
from skerry.games.nusfjord.engine.legal import SPACE_COPY
from skerry.games.nusfjord.engine.moves import COPY, PASS, PLACE, PLACE_ELDER
from skerry.games.nusfjord.engine.state import State, replaced
from skerry.kernel.agenda import Question, Step
from skerry.kernel.events import Event


class Round(Step):
    """One round, begun with the instruction of its First Player tile."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def args(self) -> list[int]:
        return [self.number]

    def run(self, state: object) -> None:
        game = cast(State, state)
        number = self.number
        game.round = number
        # The role moves to the right neighbour each round.
        game.first = (game.starter - (number - 1)) % game.n
        if game.journal is not None:
            game.record_event("round_began", -1, {"round": number, "first": game.first})
        if number == 3:
            room = game.table.shown_a - len(game.display_a)
            drawn = game.pile_a[: max(0, min(game.table.a_round3, room))]
            game.pile_a = game.pile_a[len(drawn) :]
            game.display_a = game.display_a + drawn
            tell_cards(game, drawn)
        elif number == 4:
            draw_hands(game)
        elif number == 5:
            room = game.table.shown_b - len(game.display_b)
            drawn = game.pile_b[: max(0, min(game.table.b_round5, room))]
            game.pile_b = game.pile_b[len(drawn) :]
            game.display_b = game.display_b + drawn
            tell_cards(game, drawn)
        elif number == 6:
            reveal_hands(game)
        game.add(Turn(0))
        game.add(FishingEnd())
        for away in range(game.n - 1, -1, -1):
            game.add(Fish((game.first + away) % game.n))


def tell_cards(state: State, drawn: list[int]) -> None:
    """Note cards laid face up."""
    if drawn and state.journal is not None:
        names = [state.table.cards.cards[slot].name for slot in drawn]
        state.record_event("cards_added", -1, {"cards": names})


def draw_hands(state: State) -> None:
    """Round 4: every player draws C buildings, in turn order, each the whole hand at once."""
    for away in range(state.n):
        seat = (state.first + away) % state.n
        drawn = state.pile_c[: state.table.c_hand]
        state.pile_c = state.pile_c[len(drawn) :]
        state.players[seat].hand = sorted(drawn)
        if state.journal is not None:
            names = [state.table.cards.cards[slot].name for slot in sorted(drawn)]
            told = {"amount": len(names)}
            state.journal.append(Event("hand_drawn", seat, told, seat, {"cards": names}))


def reveal_hands(state: State) -> None:
    """Round 6: C buildings still in hands are laid face up; alone, more are added."""
    shown: list[int] = []
    for away in range(state.n):
        player = state.players[(state.first + away) % state.n]
        shown = shown + player.hand
        player.hand = []
    added = state.pile_c[: state.table.c_round6]
    state.pile_c = state.pile_c[len(added) :]
    state.display_c = state.display_c + shown + added
    tell_cards(state, shown + added)


class Turn(Step):
    """The next turn of the Work Phase, or the end of the round."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number

    def args(self) -> list[int]:
        return [self.number]

    def run(self, state: object) -> None:
        begin_turn(cast(State, state), self.number)


def begin_turn(state: State, number: int) -> None:
    """Ask for a turn, counted from 0; after the last of the round everybody goes home."""
    if number == state.table.turns * state.n:
        return_home(state)
        return
    seat = (state.first + number) % state.n
    triggers.open_window(state, seat)
    state.add(TakeTurn(seat, number))


class TakeTurn(Question):
    """Where is a worker placed? Before that, any-time abilities may be used."""

    def __init__(self, seat: int, number: int) -> None:
        super().__init__(seat)
        self.number = number

    def args(self) -> list[int]:
        return [self.seat, self.number]

    def options(self, state: object) -> list[int]:
        game = cast(State, state)
        seat = self.seat
        table = game.table
        plain = table.cards.effects[0]
        room = game.room
        copies = table.copy_spaces
        moves: list[int] = []
        copied: list[int] = []
        for space in range(SPACE_COPY):
            if room[space]:
                if legal.can_act(game, seat, space, plain):
                    moves.append(PLACE + space)
            elif copies and table.capacity[space]:
                at = SPACE_COPY if copies == 1 else SPACE_COPY + table.column[space]
                if room[at] and legal.can_act(game, seat, space, plain):
                    copied.append(COPY + space)
        if copied:
            moves += copied
        player = game.players[seat]
        if game.plates:
            for at in range(len(player.elders)):
                since = player.elder_since[at]
                if since and game.round - since < table.colors:
                    continue
                if legal.can_use_elder(game, seat, at, False):
                    moves.append(PLACE_ELDER + player.elders[at])
        moves.append(PASS)
        triggers.anytime_moves(game, seat, moves)
        return moves

    def answer(self, state: object, move: int) -> None:
        game = cast(State, state)
        seat = self.seat
        if move < COPY:
            space = move - PLACE
            game.add(TurnDone(seat, self.number, 1))
            _occupy(game, seat, space)
            if game.journal is not None:
                game.record_event("worker_placed", seat, {"space": game.table.space_names[space]})
            actions.begin(game, seat, space, 0, space)
        elif move < PLACE_ELDER:
            space = move - COPY
            one = game.table.copy_spaces == 1
            at = SPACE_COPY if one else SPACE_COPY + game.table.column[space]
            game.add(TurnDone(seat, self.number, 1))
            _occupy(game, seat, at)
            if game.journal is not None:
                names = game.table.space_names
                game.record_event(
                    "worker_placed", seat, {"space": names[at], "copies": names[space]}
                )
            actions.begin(game, seat, space, 0, space)
        elif move < PASS:
            elder = move - PLACE_ELDER
            player = game.players[seat]
            game.add(TurnDone(seat, self.number, 1))
            at = player.elders.index(elder)
            player.elder_since = replaced(player.elder_since, at, game.round)
            if game.journal is not None:
                game.record_event("worker_placed", seat, {"elder": elder})
            council.use(game, seat, elder, False)
        elif move == PASS:
            if game.journal is not None:
                game.record_event("turn_passed", seat, {})
            game.add(TurnDone(seat, self.number, 0))
            known = len(game.players[seat].abilities)
            triggers.fire(game, seat, ON_PASS, 0, known)
        else:
            game.add(self)
            triggers.use_anytime(game, seat, move)


def _occupy(state: State, seat: int, space: int) -> None:
    state.room = replaced(state.room, space, state.room[space] - 1)
    state.placed = replaced(state.placed, space, state.placed[space] * 8 + seat + 1)
    if state.table.colors > 1:  # otherwise all workers go home after the round
        state.since = replaced(state.since, space, state.round)


class TurnDone(Step):
    """After the action: the third worker, then the second any-time window, then the next turn."""

    def __init__(self, owner: int, number: int, placed: int) -> None:
        super().__init__()
        self.owner = owner
        self.number = number
        self.placed = placed

    def args(self) -> list[int]:
        return [self.owner, self.number, self.placed]

    def run(self, state: object) -> None:
        game = cast(State, state)
        player = game.players[self.owner]
        if not player.heard & (ANYTIME | ON_THIRD_WORKER):
            begin_turn(game, self.number + 1)
            return
        game.add(Turn(self.number + 1))
        game.add(triggers.Window(self.owner, 1))
        if self.placed and self.number // game.n == game.table.turns - 1:
            triggers.fire(game, self.owner, ON_THIRD_WORKER, 0, len(player.abilities))


def return_home(state: State) -> None:
    """Workers go home; alone, only those of the color used next."""
    number = state.round
    if number == state.table.rounds:
        state.add(EndGame())
        for away in range(state.n - 1, -1, -1):
            state.add(triggers.Window((state.first + away) % state.n, 1))
        return
    table = state.table
    if table.colors == 1:
        state.room = table.capacity
        state.placed = [0] * len(state.placed)
    else:
        room = state.room[:]
        placed = state.placed[:]
        since = state.since[:]
        for space in range(len(room)):
            if number + 1 - since[space] >= table.colors:
                room[space] = table.capacity[space]
                placed[space] = 0
                since[space] = 0
        state.room = room
        state.placed = placed
        state.since = since
    abilities = table.cards.abilities
    for player in state.players:
        for at in range(len(player.uses)):
            if player.uses[at] and abilities[player.abilities[at]].when != WHEN_ONCE:
                player.uses = replaced(player.uses, at, 0)
    state.add(Round(number + 1))


class EndGame(Step):
    """Nothing is left to do; the scores are final."""

    def run(self, state: object) -> None:
        game = cast(State, state)
        if game.journal is not None:
            game.record_event("game_ended", -1, {"totals": game.results()})
