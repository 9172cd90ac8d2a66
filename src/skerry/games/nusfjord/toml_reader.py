"""Reading a table of a TOML file field by field; every complaint names file, card and field."""

from collections.abc import Callable, Sequence
from typing import Any

from skerry.kernel.errors import BadSetup

GOODS = ("wood", "fish", "gold")
MOST = 999


class TomlReader:
    """One table. Take what is known from it, then call `finish`: anything left is a mistake."""

    def __init__(self, where: str, table: Any) -> None:
        if not isinstance(table, dict):
            raise BadSetup(f"{where}: expected a table, found {_short(table)}")
        self.where = where
        self.left = dict(table)

    def fail(self, field: str, complaint: str) -> BadSetup:
        return BadSetup(f"{self.where}: {field}: {complaint}")

    def has(self, field: str) -> bool:
        return field in self.left

    def any(self, field: str) -> Any:
        if field not in self.left:
            raise self.fail(field, "is missing")
        return self.left.pop(field)

    def number(self, field: str, low: int = 0, high: int = MOST, default: int | None = None) -> int:
        if default is not None and field not in self.left:
            return default
        value = self.any(field)
        if type(value) is not int or not low <= value <= high:
            raise self.fail(field, f"must be a whole number {low} to {high}, not {_short(value)}")
        return value

    def text(self, field: str) -> str:
        value = self.any(field)
        if not isinstance(value, str) or not value.strip():
            raise self.fail(field, f"must be a text, not {_short(value)}")
        return value

    def flag(self, field: str) -> bool:
        value = self.any(field)
        if not isinstance(value, bool):
            raise self.fail(field, f"must be true or false, not {_short(value)}")
        return value

    def one_of(self, field: str, names: Sequence[str], default: str | None = None) -> str:
        if default is not None and field not in self.left:
            return default
        value = self.any(field)
        if not isinstance(value, str) or value not in names:
            raise self.fail(field, f"must be one of {', '.join(names)}; found {_short(value)}")
        return value

    def some_of(self, field: str, names: Sequence[str]) -> list[str]:
        value = self.items(field)
        for item in value:
            if not isinstance(item, str) or item not in names:
                raise self.fail(field, f"may name {', '.join(names)}; found {_short(item)}")
        return value

    def texts(self, field: str) -> list[str]:
        value = self.items(field)
        if not all(isinstance(item, str) for item in value):
            raise self.fail(field, "must be a list of texts")
        return value

    def items(self, field: str) -> list[Any]:
        value = self.any(field)
        if not isinstance(value, list):
            raise self.fail(field, f"must be a list, not {_short(value)}")
        return value

    def numbers(self, field: str, low: int = 0, high: int = MOST) -> list[int]:
        value = self.items(field)
        for item in value:
            if type(item) is not int or not low <= item <= high:
                raise self.fail(field, f"must hold whole numbers {low} to {high}")
        return value

    def steps(self, field: str) -> list[int]:
        """Read thresholds [[at, points], ...] with rising thresholds as one flat list."""
        flat: list[int] = []
        for pair in self.items(field):
            if (
                not isinstance(pair, list)
                or len(pair) != 2
                or any(type(item) is not int or abs(item) > MOST for item in pair)
                or (flat and pair[0] <= flat[-2])
            ):
                raise self.fail(field, "must be pairs [threshold, points], thresholds rising")
            flat += pair
        if not flat:
            raise self.fail(field, "needs at least one pair [threshold, points]")
        return flat

    def table(self, field: str) -> "TomlReader":
        return TomlReader(f"{self.where}: {field}", self.any(field))

    def goods(self, field: str) -> tuple[int, int, int]:
        """Read a table of goods, for example { wood = 2, fish = 1 }."""
        table = self.table(field)
        amounts = [table.number(good, 0, 99, 0) for good in GOODS]
        table.finish()
        return amounts[0], amounts[1], amounts[2]

    def finish(self, explain: Callable[[str], str] | None = None) -> None:
        for field in self.left:
            extra = f"; {explain(field)}" if explain else ""
            raise self.fail(str(field)[:40], f"is not a known field here{extra}")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
