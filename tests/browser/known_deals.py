"""The server with chance that is the same at every run, so that a failure can be seen again.

`make browser-long`, and SKERRY_CHANCE=true, leave chance to the operating system.
"""

import random

from skerry.cli.serve import app
from skerry.kernel.rng import Rng
from skerry.service.bots import bot_turns
from skerry.service.live import tables


class KnownChance:
    """Stands in for `secrets` where a bot's next move asks for chance."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def randbits(self, bits: int) -> int:
        """Return a number of that many bits."""
        return self._random.getrandbits(bits)


if __name__ == "__main__":
    vars(tables)["secret_chance"] = lambda: Rng(1)
    vars(bot_turns)["secrets"] = KnownChance(1)  # nothing else of it is used
    app()
