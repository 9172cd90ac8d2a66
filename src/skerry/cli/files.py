"""Reading and writing the player's files, with errors that name the file and the fix."""

import json
import os
from pathlib import Path
from typing import Any

from skerry.kernel.errors import SkerryError
from skerry.kernel.events import Json
from skerry.kernel.record import GameRecord, read_record

_LARGEST = 20_000_000  # bytes; a record of 100,000 moves is far smaller
_RECORD_BEGINS = "skerry record"


class Refused(SkerryError):
    """Something asked at the command line cannot be done."""


def read_text(path: Path) -> str:
    """Read a text file."""
    try:
        if path.stat().st_size > _LARGEST:
            raise Refused(f"{path}: larger than any game; is this the right file?")
        return path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Refused(f"{path}: there is no such file; check the name") from None
    except UnicodeDecodeError:
        raise Refused(f"{path}: not a text file (UTF-8); is this the right file?") from None
    except OSError as error:
        raise Refused(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError:
        raise Refused(f"{str(path)!r} cannot be the name of a file") from None


def read_json(path: Path) -> Json:
    """Read a file that holds one JSON object."""
    text = read_text(path)
    try:
        value: Any = json.loads(text)
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise Refused(f"{path}: not JSON at {where}: {error.msg}") from None
    except (ValueError, RecursionError):
        raise Refused(f"{path}: this JSON cannot be read") from None
    if not isinstance(value, dict):
        raise Refused(f"{path}: expected a JSON object, {{...}}")
    return value


def read_game(path: Path) -> GameRecord:
    """Read a record."""
    text = read_text(path)
    try:
        return read_record(text)
    except SkerryError as error:
        raise Refused(f"{path}: {error}") from None


def write_game(path: Path, record: GameRecord) -> None:
    """Write a record, whole or not at all; never replace a file that is something else."""
    try:
        if path.exists():
            with path.open(encoding="utf-8", errors="replace") as there:
                begins = there.read(len(_RECORD_BEGINS))
            if begins and begins != _RECORD_BEGINS:
                raise Refused(f"{path}: is not a saved game; choose another name")
        beside = path.with_name(f".{path.name}.{os.getpid()}")
        beside.write_text(record.text(), encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise Refused(f"{path}: cannot be written ({error.strerror}); choose another") from None
    except ValueError:
        raise Refused(f"{str(path)!r} cannot be the name of a file; choose another") from None
