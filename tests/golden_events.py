"""What golden games announce, move by move; tests/record_golden.py records it.

The events feed the log, the animations and whoever listens to the API, so a difference here is one
that somebody notices.
"""

import json
from pathlib import Path

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.events import Event
from skerry.kernel.record import read_record, replay

GOLDEN = Path(__file__).parent / "golden"
# One game of each kind is enough: together they hold every event but the rarest.
RECORDED = {
    "vanuatu": ("vanuatu-2-waters", "vanuatu-4-waters"),
    "nusfjord": ("nusfjord-1-codfish", "nusfjord-4-herring", "nusfjord-mixed-mackerel"),
}


def events_file(name: str) -> Path:
    """Return where the events of a golden game are."""
    return GOLDEN / f"{name}.events"


def announced(name: str) -> str:
    """Return the moves of a golden game, and under each what it announces."""
    lines: list[str] = []
    record = read_record((GOLDEN / f"{name}.game").read_text(encoding="utf-8"))
    game = GAMES[record.game]
    moves = iter(record.moves)

    def watch(state: State, seat: int, move: int, events: list[Event]) -> None:
        lines.append(f"{seat} {next(moves)[1]}")
        for event in events:
            seen = event.seen_by(event.owner)
            lines.append(f"    {json.dumps(seen, ensure_ascii=False)}")
            lines.append(f"        {game.describe(event.seen_by(None))}")

    replay(GAMES, record, watch=watch)
    return "\n".join(lines) + "\n"


def main() -> None:
    """Record the events of the chosen games again."""
    for names in RECORDED.values():
        for name in names:
            events_file(name).write_text(announced(name), encoding="utf-8")
