"""Secrecy by non-interference: change all that a viewer cannot see, compare all bytes it is sent.

    python bench/server/secrecy.py [positions] [seed]

For random positions of both games and every viewer, the hidden part of the game is dealt again,
and the secrets of others in the log are replaced. Every frame must stay the same, byte by byte.
"""

import sys
import time
from typing import Any

from msgspec.structs import replace
from running import table_of

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.events import Event
from skerry.kernel.protocol import legal, play
from skerry.kernel.rng import Rng
from skerry.service.live.live_table import LiveTable
from skerry.service.table.reveals import REVEALED
from skerry.service.table.state import Move, TableState
from skerry.service.viewers.frames import details, encode, log_entry, snapshot, update
from skerry.store.protocol import Entry, Seat, Table, UndoRequest

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("vanuatu", {"players": 2}),
    ("vanuatu", {"players": 3, "options": {"rising_waters": True}}),
    ("vanuatu", {"players": 5}),
    ("nusfjord", {"players": 1}),
    ("nusfjord", {"players": 2, "options": {"deck": "mackerel"}}),
    ("nusfjord", {"players": 4, "options": {"deck": "codfish"}}),
    ("nusfjord", {"players": 5, "options": {"deck": "mixed"}}),
]


def dealt_again(state: State, viewer: int | None, rng: Rng) -> State:
    """Return the game with everything changed that the viewer cannot see."""
    twin = state
    # A spectator sees no more than any seat does: what one of them cannot see is dealt again.
    for seat in range(state.n) if viewer is None else [viewer]:
        twin = twin.imagine(seat, rng)
    origin: dict[str, Any] = getattr(state, "origin")  # noqa: B009  # both games have it
    piles = {"unknown": rng.below(1000)}
    setattr(twin, "origin", {**origin, "piles": piles})  # noqa: B010
    return twin


def other_secrets(entry: Entry, viewer: int | None) -> Entry:
    """Return an entry of the log with everything changed that the viewer may not read."""
    events = []
    text = entry.text
    for event in entry.events:
        if event.secret is not None and event.owner != viewer:
            secret = dict.fromkeys(event.secret, "changed")
            event = Event(event.kind, event.seat, event.data, event.owner, secret)
            if entry.seat != viewer:
                text = "changed"
        events.append(event)
    return Entry(entry.number, entry.kind, entry.seat, text, entry.at, events)


def sent(live: LiveTable, viewer: int | None, entries: list[Entry]) -> bytes:
    """Return every byte a viewer could be sent about the table now."""
    user = f"u{viewer}"
    log = [log_entry(live, entry, viewer) for entry in entries]
    parts = [
        encode(snapshot(live, user, viewer, log, [], None)),
        update(live, viewer, entries),
    ]
    if viewer is not None:
        parts += [encode(step) for step in details(live, viewer) if step is not None]
    return b"\n".join(parts)


def table_at(name: str, state: State, number: int, rng: Rng) -> Table:
    """Return a running table with people on all seats."""
    seats = [Seat("human", f"Player {i}", [f"u{i}"]) for i in range(state.n)]
    table = Table("abcdefgh", name, GAMES[name].rules, "u0", seats, 1.0, status="running")
    table.setup = {"unknown": rng.below(1000)}
    table.number = number
    table.turn = state.turn()
    table.undo = UndoRequest(0, max(0, number - 1), number) if number % 5 == 0 else None
    return table


def compare(
    name: str, game_seed: int, setup: dict[str, Any], most: int, rng: Rng
) -> tuple[int, list[str]]:
    """Play a random game; return how many positions were compared, and the differences."""
    game = GAMES[name]
    state = game.deal(setup, Rng(game_seed))
    before = None
    entries: list[Entry] = []
    history: list[Move] = []
    compared, wrong = 0, []
    while state.turn() >= 0 and compared < most:
        if rng.below(4) == 0:
            for viewer in [*range(state.n), None]:
                found = compare_one(name, state, before, entries, history, viewer, rng)
                if found:
                    wrong.append(f"{name} seed {game_seed} move {len(history)} viewer {viewer}")
                    print(wrong[-1], found, sep="\n")
            compared += 1
        options = state.options()
        move = options[rng.below(len(options))]
        seat, text = state.turn(), game.write(state, move)
        before, state = state, state.copy()
        events = play(game, state, move, seat)
        number = len(history) + 1
        history.append(Move(number, seat, text))
        entries.append(Entry(number, "move", seat, text, 1.0, events))
    return compared, wrong


def compare_one(
    name: str,
    state: State,
    before: State | None,
    entries: list[Entry],
    history: list[Move],
    viewer: int | None,
    rng: Rng,
) -> str:
    """Return the first difference a viewer could see, or nothing."""
    game = GAMES[name]
    table = table_at(name, state, len(history), rng)
    live = TableState(table, state, before, history)
    table = table_at(name, state, len(history), rng)
    twin = TableState(table, dealt_again(state, viewer, rng), before, history)
    if before is not None:
        # Another past as well, unless the last move has shown what it was.
        past = dealt_again(before, viewer, rng)
        future = past.copy()
        move = game.read(past, history[-1][2])
        possible = move in legal(past)
        if possible:
            future.play(move)
        if possible and game.view(future, viewer) == game.view(state, viewer):
            twin = replace(twin, before=past, state=future)
        else:
            number = history[-1].number
            live.revealed[number] = twin.revealed[number] = REVEALED
    recent = entries[-30:]
    shown = sent(LiveTable(live), viewer, recent)
    changed = [other_secrets(entry, viewer) for entry in recent]
    other = sent(LiveTable(twin), viewer, changed)
    if shown == other:
        return ""
    at = next(i for i, (a, b) in enumerate(zip(shown, other, strict=False)) if a != b)
    return f"  {shown[max(0, at - 80) : at + 80]!r}\n  {other[max(0, at - 80) : at + 80]!r}"


def run(positions: int, seed: int) -> tuple[int, list[str]]:
    """Compare that many positions over all set-ups."""
    rng = Rng(seed)
    compared, wrong = 0, []
    while compared < positions:
        for name, setup in SETUPS:
            most = min(positions - compared, max(5, positions // 40))
            done, found = compare(name, rng.below(1_000_000), setup, most, rng)
            compared += done
            wrong += found
    return compared, wrong


if __name__ == "__main__":
    began = time.time()
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    done, found = run(wanted, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    result = {"positions, every viewer": done, "differences": found}
    print(table_of({**result, "seconds": round(time.time() - began)}))
    sys.exit(1 if found else 0)
