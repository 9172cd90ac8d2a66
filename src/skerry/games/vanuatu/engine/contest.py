"""Whether a seat can still carry out what it has planned: an exact search over phase IV.

The search knows stacks, turn order, the Governor, the Preacher and how many units of a scarce
thing are left for each stack. It knows no money and no canoes: whoever leads a space can use it or
take the stack back. In every position it answers two questions for all stacks of one seat, the
viewer, as bits:

- safe: whatever the others do, the viewer will lead it while something is left, if the viewer
  plays it as soon as that is possible and gives it up last of all;
- possible: there is some play of everybody in which the viewer carries it out.

A position is one number: the stacks that are left, those that used something up, whose turn it is,
whether the Preacher has preached, and what the Governor has moved.
"""

from typing import Final

from skerry.games.vanuatu.engine.components import ACTIONS, GOVERNOR, PREACHER, TIED_TO
from skerry.games.vanuatu.engine.state import State
from skerry.kernel.agenda import NOBODY

PLENTY: Final = 99  # more than can be used up
MOST_POSITIONS: Final = 4000  # beyond these the search gives up
UNKNOWN: Final = -1

PERFORM_KIND: Final = 0
RETRIEVE_KIND: Final = 1
PREACH_KIND: Final = 2
GOVERN_KIND: Final = 3
_SPACES: Final = 16  # a move is (kind * 16 + action) * 16 + target
_TURN_BITS: Final = 3
NOT_MOVED: Final = -1


def move_of(kind: int, space: int, target: int) -> int:
    return (kind * _SPACES + space) * _SPACES + target


def kind_of(move: int) -> int:
    return move // (_SPACES * _SPACES)


def space_of(move: int) -> int:
    return move // _SPACES % _SPACES


def target_of(move: int) -> int:
    return move % _SPACES


class Group:
    """The markers of a seat on a space: one stack, or two that the Governor has joined."""

    def __init__(self, owner: int, stacks: int, count: int) -> None:
        self.owner: Final = owner
        self.stacks = stacks  # as bits
        self.count = count
        self.beats_neutral = True


class Layout:
    """Who stands where, the strongest first; the Governor's move makes another one."""

    def __init__(self, moved: int, target: int) -> None:
        self.moved: Final = moved  # the stack that the Governor moved, or NOT_MOVED
        self.target: Final = target
        self.groups: list[list[Group]] = [[] for _ in range(ACTIONS)]

    def leader(self, space: int, left: int) -> int:
        """Return the seat that leads a space with the stacks that are left (section 6)."""
        for group in self.groups[space]:
            if group.stacks & left:
                return group.owner if group.beats_neutral else NOBODY
        return NOBODY

    def group(self, space: int, seat: int) -> Group | None:
        """Return the markers of a seat on a space."""
        for group in self.groups[space]:
            if group.owner == seat:
                return group
        return None


class Contest:
    """The stacks of all seats; `add` them, `begin`, then ask."""

    def __init__(self, state: State, viewer: int, turn: int) -> None:
        self.n: Final = state.n
        self.viewer: Final = viewer
        self.first: Final = state.first
        self.turn: Final = turn  # whose turn it is
        self.neutral: Final = state.neutral
        self.governed: Final = state.governed
        self.tie_with_character: Final = state.rules.tie_with_character
        self.tied: Final = [TIED_TO[c] if c >= 0 else -1 for c in state.character]
        self.governor = NOBODY
        self.preacher = NOBODY
        for seat in range(state.n):
            if not state.used[seat]:
                if state.character[seat] == GOVERNOR:
                    self.governor = seat
                elif state.character[seat] == PREACHER:
                    self.preacher = seat
        self.size = 0
        self.owner: list[int] = []
        self.space: list[int] = []
        self.count: list[int] = []
        self.supply: list[int] = []  # units left for the stack, at worst
        self.certain: list[int] = []  # units left for anybody; PLENTY where that is not certain
        self.eaters: list[int] = []  # seats, as bits, that use up the supply of the stack
        self.must: list[bool] = []  # its owner can surely use the space while units are left
        self.tracked = 0  # actions, as bits, of which somebody may use up the last unit
        self.of_seat: list[int] = [0] * state.n  # its stacks, as bits
        self.layouts: list[Layout] = []
        self.layout_numbers: dict[int, int] = {}
        self.values: dict[int, int] = {}
        self.gave_up = False

    def add(
        self,
        owner: int,
        space: int,
        count: int,
        supply: int,
        certain: int,
        eaters: int,
        must: bool,
    ) -> None:
        """Add a seat's stack on a space."""
        self.of_seat[owner] |= 1 << self.size
        self.owner.append(owner)
        self.space.append(space)
        self.count.append(count)
        self.supply.append(supply)
        self.certain.append(certain)
        self.eaters.append(eaters)
        self.must.append(must)
        self.size += 1

    def begin(self) -> int:
        """Return the position with every stack in its place."""
        self.tracked = 0
        for i in range(self.size):
            rivals = 0 if self.governor == NOBODY else 1
            for j in range(self.size):
                if self.space[j] == self.space[i]:
                    rivals += 1
            if min(self.supply[i], self.certain[i]) < rivals:
                self.tracked |= 1 << self.space[i]
        self.layouts = [self._layout(NOT_MOVED, 0)]
        return self._position((1 << self.size) - 1, 0, self.turn, 0, 0)

    def safe(self, position: int) -> int:
        """Return the viewer's safe stacks as bits, UNKNOWN if there is too much to search."""
        value = self._value(position)
        return UNKNOWN if self.gave_up else value & ((1 << self.size) - 1)

    def safe_at_sight(self, position: int) -> int:
        """Return the viewer's stacks, as bits, that are safe without any search."""
        return self._unassailable(position) | self.succeeds(position, False)

    def possible(self, position: int) -> int:
        """Return the viewer's stacks, as bits, that it may still carry out; UNKNOWN as above."""
        value = self._value(position)
        return UNKNOWN if self.gave_up else value >> self.size

    # -- who stands where

    def _layout(self, moved: int, target: int) -> Layout:
        layout = Layout(moved, target)
        for i in range(self.size):
            space = target if i == moved else self.space[i]
            group = layout.group(space, self.owner[i])
            if group is None:
                layout.groups[space].append(Group(self.owner[i], 1 << i, self.count[i]))
            else:
                group.stacks |= 1 << i
                group.count += self.count[i]
        for space in range(ACTIONS):
            layout.groups[space] = self._sorted(layout.groups[space])
            if self.n == 2:
                for group in layout.groups[space]:
                    group.beats_neutral = self._beats_neutral(layout, group, space)
        return layout

    def _sorted(self, groups: list[Group]) -> list[Group]:
        """Return the groups, the strongest first; of equals the earlier in turn order."""
        ordered: list[Group] = []
        for count in range(5, 0, -1):
            for away in range(self.n):
                for group in groups:
                    if group.count == count and group.owner == (self.first + away) % self.n:
                        ordered.append(group)
        return ordered

    def _beats_neutral(self, layout: Layout, group: Group, space: int) -> bool:
        # Section 14.4
        if group.count != self.neutral[space]:
            return group.count > self.neutral[space]
        if self.tie_with_character and self.tied[group.owner] == space:
            return True
        moved = layout.moved
        came = moved != NOT_MOVED and layout.target == space and self.owner[moved] == group.owner
        return came or self.governed[group.owner] >> space & 1 == 1

    def _number_of(self, moved: int, target: int) -> int:
        """Return the number of the layout after the Governor's move."""
        key = moved * ACTIONS + target
        if key not in self.layout_numbers:
            self.layout_numbers[key] = len(self.layouts)
            self.layouts.append(self._layout(moved, target))
        return self.layout_numbers[key]

    # -- positions

    def _position(self, left: int, eaten: int, turn: int, preached: int, layout: int) -> int:
        """Return the number of a position; seats without stacks are passed over."""
        if left:
            while not self.of_seat[turn] & left:
                turn = (turn + 1) % self.n
        key = (layout << 1 | preached) << _TURN_BITS | turn
        return (key << self.size | eaten) << self.size | left

    def left_in(self, position: int) -> int:
        """Return the stacks that are left, as bits."""
        return position & ((1 << self.size) - 1)

    def _eaten_in(self, position: int) -> int:
        return position >> self.size & ((1 << self.size) - 1)

    def turn_in(self, position: int) -> int:
        """Return the seat whose turn it is."""
        return position >> (2 * self.size) & ((1 << _TURN_BITS) - 1)

    def _preached_in(self, position: int) -> int:
        return position >> (2 * self.size + _TURN_BITS) & 1

    def _layout_number_in(self, position: int) -> int:
        return position >> (2 * self.size + _TURN_BITS + 1)

    def layout_in(self, position: int) -> Layout:
        """Return who stands where."""
        return self.layouts[self._layout_number_in(position)]

    def leader_in(self, position: int, space: int) -> int:
        """Return the seat that leads a space."""
        return self.layout_in(position).leader(space, self.left_in(position))

    def count_in(self, position: int, space: int, seat: int) -> int:
        """Return a seat's markers on a space."""
        group = self.layout_in(position).group(space, seat)
        return group.count if group is not None and group.stacks & self.left_in(position) else 0

    def units_left(self, position: int, stack: int, certain: bool) -> int:
        """Return how much is left for a stack: at worst, or what is certain for anybody."""
        units = self.certain[stack] if certain else self.supply[stack]
        eaten = self._eaten_in(position)
        if units >= PLENTY or not eaten:
            return units
        layout = self.layout_in(position)
        for group in layout.groups[self.space[stack]]:
            if group.stacks & eaten and (certain or self.eaters[stack] >> group.owner & 1):
                units -= 1
        return units

    # -- moves

    def moves(self, position: int) -> list[int]:
        """List what the seat whose turn it is can do."""
        seat = self.turn_in(position)
        left = self.left_in(position)
        layout = self.layout_in(position)
        mine: list[int] = []
        led = False
        moves: list[int] = []
        for space in range(ACTIONS):
            group = layout.group(space, seat)
            if group is None or not group.stacks & left:
                continue
            mine.append(space)
            if layout.leader(space, left) == seat:
                led = True
                tracked = self.tracked >> space & 1 == 1
                if tracked:
                    moves.append(move_of(PERFORM_KIND, space, 0))
                if not tracked or not self._must_perform(position, group, space):
                    moves.append(move_of(RETRIEVE_KIND, space, 0))
        if not led:
            preaches = seat == self.preacher and not self._preached_in(position)
            for space in mine:
                moves.append(move_of(RETRIEVE_KIND, space, 0))
                if preaches:
                    moves.append(move_of(PREACH_KIND, space, 0))
        if seat == self.governor and layout.moved == NOT_MOVED:
            self._add_govern(layout, left, mine, moves)
        return moves

    def _must_perform(self, position: int, group: Group, space: int) -> bool:
        for i in range(self.size):
            if group.stacks >> i & 1 and self.must[i] and self.space[i] == space:
                return self.units_left(position, i, True) > 0
        return False

    def _add_govern(self, layout: Layout, left: int, mine: list[int], moves: list[int]) -> None:
        empty = False
        for target in range(ACTIONS):
            markers = self.neutral[target]
            for group in layout.groups[target]:
                if group.stacks & left:
                    markers += group.count
            if not markers:
                if empty:
                    continue  # empty spaces are all the same
                empty = True
            for space in mine:
                if space != target:
                    moves.append(move_of(GOVERN_KIND, space, target))

    def after(self, position: int, move: int) -> int:
        """Return the position after a move."""
        seat = self.turn_in(position)
        left = self.left_in(position)
        eaten = self._eaten_in(position)
        preached = self._preached_in(position)
        number = self._layout_number_in(position)
        kind = kind_of(move)
        space = space_of(move)
        group = self.layouts[number].group(space, seat)
        assert group is not None, "a seat moves its own markers"
        if kind == GOVERN_KIND:
            for i in range(self.size):
                if group.stacks >> i & 1:
                    number = self._number_of(i, target_of(move))
        else:
            left &= ~group.stacks
            if kind == PREACH_KIND:
                preached = 1
            if kind != RETRIEVE_KIND and self.tracked >> space & 1:
                eaten |= group.stacks
        return self._position(left, eaten, (seat + 1) % self.n, preached, number)

    # -- the search

    def succeeds(self, position: int, certain: bool) -> int:
        """Return the viewer's stacks, as bits, that it can carry out in this very turn."""
        if self.turn_in(position) != self.viewer:
            return 0
        left = self.left_in(position)
        layout = self.layout_in(position)
        anywhere = False
        if self.viewer == self.preacher and not self._preached_in(position):
            anywhere = True
            for space in range(ACTIONS):
                if layout.leader(space, left) == self.viewer:
                    anywhere = False
        found = 0
        for i in range(self.size):
            if not left >> i & self.of_seat[self.viewer] >> i & 1 or i == layout.moved:
                continue
            leads = anywhere or layout.leader(self.space[i], left) == self.viewer
            if leads and self.units_left(position, i, certain) > 0:
                found |= 1 << i
        return found

    def _unassailable(self, position: int) -> int:
        """Return the viewer's stacks, as bits, that lead and that nobody can do anything about."""
        left = self.left_in(position)
        layout = self.layout_in(position)
        preacher = self.preacher not in (NOBODY, self.viewer) and not self._preached_in(position)
        governor = self.governor not in (NOBODY, self.viewer) and layout.moved == NOT_MOVED
        found = 0
        for i in range(self.size):
            if not left >> i & self.of_seat[self.viewer] >> i & 1 or i == layout.moved:
                continue
            space = self.space[i]
            if layout.leader(space, left) != self.viewer:
                continue
            if self.units_left(position, i, False) <= 0 or self.units_left(position, i, True) <= 0:
                continue
            if preacher and self.tracked >> space & 1:
                continue
            if governor and self._can_be_governed(layout, left, space):
                continue
            found |= 1 << i
        return found

    def _can_be_governed(self, layout: Layout, left: int, space: int) -> bool:
        """Return whether the Governor has a stack that would lead on the viewer's space."""
        there = layout.group(space, self.governor)
        count = there.count if there is not None and there.stacks & left else 0
        own = layout.group(space, self.viewer)
        assert own is not None, "the viewer leads there"
        most = 0
        for i in range(self.size):
            if left >> i & 1 and self.owner[i] == self.governor and self.space[i] != space:
                most = max(most, self.count[i])
        return most > 0 and most + count >= own.count

    def _value(self, position: int) -> int:
        """Return the viewer's safe stacks, and above them the possible ones."""
        left = self.left_in(position)
        wanted = left & self.of_seat[self.viewer]
        if not wanted or self.gave_up:
            return 0
        known = self.values.get(position, UNKNOWN)
        if known != UNKNOWN:
            return known
        size = self.size
        sure = self._unassailable(position)
        safe = wanted
        possible = sure | self.succeeds(position, True)
        sure |= self.succeeds(position, False)
        if wanted & ~sure:
            if len(self.values) >= MOST_POSITIONS:
                self.gave_up = True
                return 0
            own_turn = self.turn_in(position) == self.viewer
            kept = 0  # own stacks that some move does not give up
            for move in self.moves(position):
                after = self.after(position, move)
                value = self._value(after)
                if self.gave_up:
                    return 0
                given_up = self.given_up(position, after, move) if own_turn else 0
                kept |= wanted & ~given_up
                safe &= value | given_up
                possible |= value >> size
                if not safe & ~sure and not wanted & ~possible:
                    break  # nothing is left to find out
            safe &= kept
        value = (possible & wanted) << size | ((safe | sure) & wanted)
        self.values[position] = value
        return value

    def given_up(self, position: int, after: int, move: int) -> int:
        """Return the stacks, as bits, that a move takes back, uses or moves away."""
        if kind_of(move) == GOVERN_KIND:
            return 1 << self.layout_in(after).moved
        return self.left_in(position) & ~self.left_in(after)

    def losing_line(self, position: int, stack: int) -> list[int]:
        """Return the fewest moves after which a stack cannot be carried out; the viewer does so
        whenever it can. Positions and moves by turns, ending with a position; empty if none.
        """
        bit = 1 << stack
        came_from: dict[int, int] = {position: UNKNOWN}
        by_move: dict[int, int] = {}
        waiting = [position]
        at = 0
        while at < len(waiting) and len(waiting) < MOST_POSITIONS:
            now = waiting[at]
            at += 1
            if not self._value(now) >> self.size & bit:
                return self._line(now, came_from, by_move)
            if self.gave_up:
                return []
            own_turn = self.turn_in(now) == self.viewer
            if own_turn and self.succeeds(now, False) & bit:
                continue
            moves = self.moves(now)
            keeps = False
            for move in moves:
                if own_turn and not self.given_up(now, self.after(now, move), move) & bit:
                    keeps = True
            for move in moves:
                after = self.after(now, move)
                if own_turn and keeps and self.given_up(now, after, move) & bit:
                    continue
                if after not in came_from:
                    came_from[after] = now
                    by_move[after] = move
                    waiting.append(after)
        return []

    def _line(self, end: int, came_from: dict[int, int], by_move: dict[int, int]) -> list[int]:
        line = [end]
        while came_from[line[-1]] != UNKNOWN:
            last = line[-1]
            line.append(by_move[last])
            line.append(came_from[last])
        line.reverse()
        return line
