"""A directory of corrected card files as plain data, for processes on other machines."""

import atexit
import functools
import json
import shutil
import tempfile
import zlib
from pathlib import Path

from skerry.games import GAMES
from skerry.kernel.errors import BadSetup
from skerry.kernel.protocol import Game


def pack(directory: str | Path | None) -> bytes:
    """Return the card files of a directory; nothing without one. Raises BadSetup."""
    if not directory:
        return b""
    try:
        files = {path.name: path.read_text("utf-8") for path in Path(directory).glob("*.toml")}
    except (OSError, UnicodeError) as error:
        raise BadSetup(f"{directory}: cannot be read ({error})") from None
    return zlib.compress(json.dumps(files, sort_keys=True).encode())


@functools.lru_cache(maxsize=8)
def unpack(packed: bytes) -> str:
    """Return a directory with the files, which lasts as long as this process."""
    directory = tempfile.mkdtemp(prefix="skerry-cards-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    for name, text in json.loads(zlib.decompress(packed)).items():
        (Path(directory) / Path(name).name).write_text(text, "utf-8")
    return directory


@functools.lru_cache(maxsize=8)
def games_with_packed(packed: bytes) -> dict[str, Game]:
    """Return the games with the cards of the files, or with their own. Raises BadSetup."""
    if not packed:
        return GAMES
    directory = unpack(packed)
    return {name: game.with_cards(directory) for name, game in GAMES.items()}
