"""The server with chance that is the same at every run, so that a failure can be seen again.

`make browser-long`, and SKERRY_CHANCE=true, leave chance to the operating system.
"""

import random
from functools import partial

from skerry.analysis import Effort, HintEffort
from skerry.analysis.reasons import Continuations
from skerry.cli.serve import app
from skerry.kernel.rng import Rng
from skerry.service import daily
from skerry.service.bots import bot_turns
from skerry.service.bots.hints import Hints
from skerry.service.bots.reviews import Reviews
from skerry.service.live import tables
from skerry.web import app as web_app

# Reviews of a few seconds; what they find is the same at every run, but rougher.
QUICK = Effort(ranking=20, agreed=(2, 10), screening=(2, 15), verifying=(3, 20))


QUICK_HINT = HintEffort(20, (2, 4), (2, 8), 2, Continuations(2, 4, 4))


class KnownChance:
    """Stands in for `secrets` where a bot's next move asks for chance."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def randbits(self, bits: int) -> int:
        """Return a number of that many bits."""
        return self._random.getrandbits(bits)


if __name__ == "__main__":
    vars(tables)["SecretChance"] = lambda: Rng(1)
    vars(bot_turns)["secrets"] = KnownChance(1)  # nothing else of it is used
    vars(daily)["FIRST_SECONDS"] = 1e6  # prepared when a test asks for it, not beside all others
    vars(web_app)["Reviews"] = partial(Reviews, effort=QUICK)
    vars(web_app)["Hints"] = partial(Hints, effort=QUICK_HINT)
    app()
