"""Text that can be stored and sent: no lone surrogates, which no encoding can write."""

from typing import Any

from skerry.kernel.errors import SkerryError


def is_writable(text: str) -> bool:
    """Return whether a text can be encoded.

    >>> is_writable("Béa"), is_writable(chr(0xD800))
    (True, False)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_text(given: Any, where: str, error: type[SkerryError]) -> None:
    """Raise *error* if a string anywhere in a JSON value cannot be written."""
    waiting = [given]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            if not is_writable(value):
                raise error(f"{where}: {value[:40]!a} holds half of a character (a lone surrogate)")
        elif isinstance(value, dict):
            waiting.extend(value.keys())
            waiting.extend(value.values())
        elif isinstance(value, (list, tuple)):
            waiting.extend(value)
