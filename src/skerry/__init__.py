"""Skerry: two island games, Vanuatu and Nusfjord, for players, bots and researchers."""

from importlib import import_module
from typing import Any

__version__ = "0.2.0"

# For research, by name and module; imported when used, because they need the extra [research].
_FOR_RESEARCH = {
    "frames": "skerry.research.frames",
    "open_position": "skerry.research.positions",
    "position_link": "skerry.research.positions",
}


def __getattr__(name: str) -> Any:
    """Import what research uses when it is asked for."""
    if name in _FOR_RESEARCH:
        return getattr(import_module(_FOR_RESEARCH[name]), name)
    raise AttributeError(f"module 'skerry' has no attribute {name!r}")
