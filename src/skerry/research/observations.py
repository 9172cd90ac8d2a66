"""A state as arrays of numbers: what a seat sees, and which moves it may make.

    spec = observation_spec("nusfjord", players=4)
    seen = numpy.zeros(spec.size, numpy.uint8)
    observe(state, seat, seen)

The arrays may be numpy's or anything else with a writable buffer of bytes; numpy is not needed.
docs/observations.md lists the fields. The move numbers are those of `state.options()`.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

from skerry.games import GAMES
from skerry.kernel.errors import BadSetup
from skerry.kernel.observing import VERSION, Field
from skerry.research.engine.encoding import mask, observe

__all__ = ["ObservationSpec", "mask", "observation_spec", "observe", "table"]


@dataclass(frozen=True)
class ObservationSpec:
    """The observation of a game for a number of players."""

    game: str
    players: int
    version: int
    fields: tuple[Field, ...]
    size: int
    moves: int

    def highs(self) -> list[int]:
        """Return the highest value of each number; the lowest is 0."""
        return [field.high for field in self.fields for _ in field.labels]

    def names(self) -> list[str]:
        """Return the name of each number, such as `sail.markers[self]`."""
        return [
            f"{field.name}[{label}]" if label else field.name
            for field in self.fields
            for label in field.labels
        ]

    def named(self, seen: Any) -> dict[str, int]:
        """Return an observation with the names of its numbers, for people."""
        return dict(zip(self.names(), map(int, seen), strict=True))


@cache
def observation_spec(game: str, players: int = 4) -> ObservationSpec:
    """Describe the observation of a game. Raises BadSetup."""
    if game not in GAMES:
        raise BadSetup(f"no game is called {game[:40]!r}; there are {', '.join(GAMES)}")
    fewest, most = GAMES[game].players
    if not fewest <= players <= most:
        raise BadSetup(f"{game} has {fewest} to {most} players, not {players}")
    fields = tuple(GAMES[game].observation(players))
    size = sum(len(field.labels) for field in fields)
    return ObservationSpec(game, players, VERSION, fields, size, GAMES[game].moves)


def table(game: str, players: int = 4) -> str:
    """Return the fields of an observation as a table in Markdown."""
    lines = ["| From | Numbers | Field | Highest | What it is |", "| --: | --: | --- | --: | --- |"]
    first = 0
    for field in observation_spec(game, players).fields:
        count = len(field.labels)
        labels = ""
        if count > 1:
            shown = field.labels if count <= 6 else [*field.labels[:2], "...", field.labels[-1]]
            labels = f" [{', '.join(shown)}]"
        lines.append(
            f"| {first} | {count} | `{field.name}`{labels} | {field.high} | {field.meaning} |"
        )
        first += count
    return "\n".join(lines)
