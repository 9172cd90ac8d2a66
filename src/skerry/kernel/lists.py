"""Lists that are replaced when they change, so that copies of a game can share them."""


def replaced(items: list[int], at: int, value: int) -> list[int]:
    """Return a copy of *items* with another value at one place."""
    changed = items[:]
    changed[at] = value
    return changed


def without(items: list[int], value: int) -> list[int]:
    """Return a copy of *items* without the first *value*."""
    changed = items[:]
    changed.remove(value)
    return changed
