"""Positions to share: a link, a state, a picture.

    position = skerry.open_position("https://games.example.org/t/a1b2c3d4e5/replay?move=41")
    position.state.options()
    position.link("https://games.example.org")
    position                       # in Jupyter: the table as a picture

There are two kinds of links. `.../t/TABLE/replay?move=N` is a position of a finished game on a
server, as the page copies it. `.../p/GAME?d=DATA` holds a whole position in itself, whatever is
hidden included: a browser shows it as a spectator sees it, and `skerry.open_position` reads it
without asking the server.
"""

import base64
import binascii
import json
import re
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.errors import BadNotation, SkerryError
from skerry.kernel.packing import pack, unpack
from skerry.kernel.protocol import Game
from skerry.kernel.record import read_record, replay
from skerry.research.rendering import as_svg, as_text

BASE = "http://localhost:8017"
MOST_BYTES = 4_000_000
SECONDS = 20.0
_REPLAY = re.compile(r"(https?://[^/]+(?:/[^/]+)*?)/t/([a-z0-9]{6,16})/replay(?:\?move=(\d+))?")
_POSITION = re.compile(r"(?:https?://.*)?/p/([a-z]+)\?d=([\w-]+)")


@dataclass(frozen=True)
class Position:
    """A state with its game; in Jupyter it shows itself."""

    game: Game
    state: State
    viewer: int | None = None  # whose eyes the picture has; None: a spectator's

    def link(self, base: str = BASE) -> str:
        """Return a link that holds the position, hidden things included."""
        return position_link(self.game.name, self.state, base)

    def seen_by(self, viewer: int | None) -> "Position":
        """Return the same position with a picture as another viewer sees it."""
        return Position(self.game, self.state, viewer)

    def _repr_svg_(self) -> str:
        return as_svg(self.game, self.state, self.viewer)

    def __str__(self) -> str:
        return as_text(self.game, self.state, self.viewer)


def position_link(game: str, state: State, base: str = BASE) -> str:
    """Return a link that holds a whole position, hidden things included."""
    data = base64.urlsafe_b64encode(pack(GAMES[game], state)).decode().rstrip("=")
    return f"{base.rstrip('/')}/p/{game}?d={data}"


def open_position(given: str | Path, move: int | None = None) -> Position:
    """Open a position: a link, a record file (after *move* moves), or a file with a position.

    Raises BadNotation, BadSetup or IllegalMove, each with what is wrong.
    """
    text = str(given)
    if found := _POSITION.fullmatch(text):
        return unpacked(found[1], found[2])
    if found := _REPLAY.fullmatch(text):
        number = move if move is not None else int(found[3]) if found[3] else None
        return _replayed(_fetched(f"{found[1]}/api/tables/{found[2]}/record"), number)
    if "://" in text:
        raise BadNotation(
            f"{text[:80]!r} is not a link to a position; they look like "
            ".../t/TABLE/replay?move=41 and .../p/GAME?d=..."
        )
    try:
        content = Path(given).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise BadNotation(f"{text[:80]}: there is no such file; check the name") from None
    except (OSError, UnicodeDecodeError) as error:
        raise BadNotation(f"{text[:80]}: {error}") from None
    if content.lstrip().startswith("{"):
        return _from_json(content)
    return _replayed(content, move)


def unpacked(name: str, data: str) -> Position:
    """Return the position that a link holds. Raises BadNotation or BadSetup."""
    game = _game(name)
    try:
        packed = base64.b64decode(data + "=" * (-len(data) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise BadNotation("the end of this link is damaged; copy the whole link") from None
    return Position(game, unpack(game, packed))


def _replayed(text: str, moves: int | None) -> Position:
    record = read_record(text)
    if moves is not None and not 0 <= moves <= len(record.moves):
        raise BadNotation(f"the game has {len(record.moves)} moves; there is no move {moves}")
    return Position(_game(record.game), replay(GAMES, record, moves))


def _from_json(text: str) -> Position:
    try:
        given = json.loads(text)
        name = given["game"]
    except (ValueError, KeyError, RecursionError):
        raise BadNotation("this is not a position; see docs/formats.md") from None
    game = _game(str(name))
    return Position(game, game.from_position(given))


def _game(name: str) -> Game:
    if name not in GAMES:
        raise BadNotation(f"unknown game {name[:40]!r}; there are {', '.join(GAMES)}")
    return GAMES[name]


def _fetched(url: str) -> str:
    try:
        with urllib.request.urlopen(url, timeout=SECONDS) as answer:
            reply = json.loads(answer.read(MOST_BYTES))
            return str(reply["record"])
    except urllib.error.HTTPError as error:
        with error:
            why = error.read(2000).decode(errors="replace")
        raise BadNotation(f"{url}: {error.code} {why[:200]}") from None
    except (OSError, ValueError, KeyError, SkerryError) as error:
        raise BadNotation(f"{url}: {error}") from None
