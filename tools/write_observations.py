"""Write docs/observations.md: the fields of the observations, from the code."""

from pathlib import Path

from skerry.games import GAMES
from skerry.kernel.observing import VERSION
from skerry.research.observations import observation_spec, table

PAGE = Path(__file__).resolve().parent.parent / "docs" / "observations.md"
HEAD = """\
# Observations

What a seat sees, as numbers from 0 to 255, one byte each. `make observations` writes this page
from the code.

```python
import numpy
from skerry.games import GAMES
from skerry.kernel.rng import Rng
from skerry.research import mask, observation_spec, observe

spec = observation_spec("nusfjord", players=4)
state = GAMES["nusfjord"].deal({"players": 4}, Rng(1))
seen = numpy.zeros(spec.size, numpy.uint8)
observe(state, state.turn(), seen)
allowed = numpy.zeros(spec.moves, numpy.bool_)
mask(state, allowed)
assert set(allowed.nonzero()[0]) == set(state.options())
assert spec.named(seen)["round"] == 1
```

- The size depends on the game and the number of players only. Every number has a highest value;
  the lowest is 0.
- Seats are relative: `self` is the seat that looks, `+1` the next one. So one policy can play
  every seat.
- An observation holds nothing that is hidden from the seat. A test deals the hidden things again
  and expects the same numbers; another one compares the numbers with what the browser is sent.
- Rule options are not part of it, apart from the expansion: what matters in play is shown by the
  board, and by the mask.
- The version is {version}. It grows when a field is added, moved or changed; data sets keep it.
- With corrected card files the number of Nusfjord's cards, and so the size, may be another.

An action is the number of a move, as in `state.options()`; `game.write(state, move)` gives its
text. The numbering never depends on the position, so most numbers are illegal most of the time:
use the mask.
"""


def page() -> str:
    """Return the page."""
    parts = [HEAD.replace("{version}", str(VERSION))]
    for name in GAMES:
        sizes = [
            f"{observation_spec(name, players).size} ({players})"
            for players in range(GAMES[name].players[0], GAMES[name].players[1] + 1)
        ]
        parts.append(
            f"## {name.title()}\n\n{GAMES[name].moves} moves. Numbers in an observation (players): "
            f"{', '.join(sizes)}. The table is for four players.\n\n{table(name)}\n"
        )
    return "\n".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
