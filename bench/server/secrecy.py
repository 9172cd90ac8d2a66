"""Secrecy by non-interference: change all that a viewer cannot see, compare all bytes it is sent.

    python bench/server/secrecy.py [--positions 20000] [--hints 300] [--seed 1]

For random positions of both games and every viewer, the hidden part of the game is dealt again,
and the secrets of others in the log are replaced. Every frame must stay the same, byte by byte:
the table, its updates, previews, reasons, every question why something is closed, and the errors
for moves of all kinds; forecasts too, at every fourth number. Records and replays are refused
during play. Hints must be the same too.
"""

import argparse
import sys
import time
from typing import Any, cast

from msgspec.structs import replace
from running import table_of

from skerry.analysis import HintEffort, advise
from skerry.analysis.reasons import Continuations
from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.errors import BadNotation, SkerryError
from skerry.kernel.events import Event
from skerry.kernel.protocol import legal, play
from skerry.kernel.rng import Rng
from skerry.service.bots.forecasts import Forecasts
from skerry.service.bots.hints import shown
from skerry.service.bots.pool import Pool
from skerry.service.errors import Refused
from skerry.service.live.live_table import LiveTable
from skerry.service.live.other_servers import OtherServers
from skerry.service.live.tables import Tables
from skerry.service.table.reveals import REVEALED
from skerry.service.table.standing import Move, StandingMoves
from skerry.service.table.state import TableState
from skerry.service.viewers.decision import why_not
from skerry.service.viewers.difference import Views
from skerry.service.viewers.frames import (
    changed,
    details,
    encode,
    log_entry,
    snapshot,
    update,
)
from skerry.service.viewers.table_views import TableViews
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


HINT_EFFORT = HintEffort(20, (2, 4), (2, 8), 1, Continuations(2, 4, 4))
# What a curious player may ask about; what a game does not know is an error, which must not differ.
REFS = ["hex:0,0", "hex:1,0", "hex:2,1", "island:0", "character:navigator", "seat:0", "seat:1"]
REFS += ["space:build", "space:elder", "building:0", "card:a101", "action:sail", "action:fish"]
TEXTS = ["sail 2,1 2", "take artist", "plan sail", "build a101 0", "pass", "x", "sell 9", "rest 1"]
forecasts = Forecasts(cast(Pool, None))  # only the chances need workers
# Records and replays need only the table itself.
views = TableViews(cast(Tables, None), cast(OtherServers, None))


def dealt_again(state: State, viewer: int | None, rng: Rng) -> State:
    """Return the game with everything changed that the viewer cannot see."""
    twin = state
    # A spectator sees no more than any seat does: what one of them cannot see is dealt again.
    for seat in range(state.n) if viewer is None else [viewer]:
        twin = twin.imagine(seat, rng)
    # Both games have an origin, which the kernel's State does not declare.
    origin: dict[str, Any] = getattr(state, "origin")  # noqa: B009
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
        changed_frame(live, viewer, entries),
    ]
    if viewer is not None:
        parts += [encode(step) for step in details(live, viewer) if step is not None]
        parts += [encode(answer) for answer in answers(live, viewer)]
    if live.table.number % 4 == 0:  # they cost more than the rest together
        parts.append(encode(forecasts.forecast(live, viewer)))
    for refused in (views.record, lambda live: views.replay(live, 0, 5)):
        try:
            parts.append(encode(refused(live)))
        except Refused as error:
            parts.append(str(error).encode())
    return b"\n".join(parts)


def changed_frame(live: LiveTable, viewer: int | None, entries: list[Entry]) -> bytes:
    """Return the frame of the last move for a viewer who has the view before it."""
    before = live.current.before
    if before is None:
        return b""
    # Another past is as this viewer saw it; the frames of others are not compared.
    live.views_before = Views(live.game, before, live.table.number - 1)
    live.frame_cache.clear()
    return changed(live, viewer, entries[-1]) or b"nothing"


def answers(live: LiveTable, viewer: int) -> list[Any]:
    """Return what the viewer is told who asks why, or sends a move that is refused."""
    state, game = live.state, live.game
    assert state is not None
    moves = [game.write(state, move) for move in state.options()] if viewer == state.turn() else []
    replies: list[Any] = []
    # Two of them at each position, others at the next: asking costs as much as a preview.
    turned = live.table.number % len(REFS)
    for ref in (REFS[turned:] + REFS[:turned])[:2]:
        try:
            reason = why_not(game, state, viewer, ref)
            replies.append(None if reason is None else [reason.code, reason.rule, reason.args])
        except BadNotation as error:
            replies.append(str(error))
    for text in [*TEXTS, *(move + " 9" for move in moves[:5])]:
        try:
            move = game.read(state, text)
            replies.append(move in legal(state) if viewer == state.turn() else 0)
        except SkerryError as error:
            replies.append(f"{type(error).__name__}: {error}")
    return replies


def same_hint(name: str, state: State, twin: State, seed: int) -> bool:
    """Return whether a hint is the same, whatever is hidden from whoever asks for it."""
    game, seat = GAMES[name], state.turn()
    found = []
    for one in (state, twin):
        advice = advise(game, one, seat, seed, HINT_EFFORT)
        found.append(encode(shown(advice, "full")))
    return found[0] == found[1]


def hints(count: int, seed: int) -> tuple[int, list[str]]:
    """Compare hints in so many positions."""
    rng = Rng(seed)
    compared, wrong = 0, []
    while compared < count:
        for name, setup in SETUPS:
            game_seed = rng.below(1_000_000)
            state = GAMES[name].deal(setup, Rng(game_seed))
            while state.turn() >= 0 and compared < count:
                options = state.options()
                if len(options) > 1 and rng.below(12) == 0:
                    twin = dealt_again(state, state.turn(), rng)
                    if not same_hint(name, state, twin, game_seed):
                        wrong.append(f"hint: {name} seed {game_seed}")
                    compared += 1
                state.play(options[rng.below(len(options))])
    return compared, wrong


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
    stand = StandingMoves(history)
    live = TableState(table, state, before, stand)
    table = table_at(name, state, len(history), rng)
    twin = TableState(table, dealt_again(state, viewer, rng), before, stand)
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
    other = sent(LiveTable(twin), viewer, [other_secrets(entry, viewer) for entry in recent])
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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--positions", type=int, default=20_000)
    parser.add_argument("--hints", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    began = time.time()
    done, found = run(wanted.positions, wanted.seed)
    hinted, differing = hints(wanted.hints, wanted.seed)
    found += differing
    result = {"positions, every viewer": done, "hints": hinted, "differences": found}
    print(table_of({**result, "seconds": round(time.time() - began)}))
    sys.exit(1 if found else 0)
