"""Plain data: equal when its attributes are equal, copied and pickled by them, compiled or not.

One convention makes this work without a line in the classes themselves: a required parameter of
a constructor has the name of the attribute it becomes.
"""

from collections.abc import Callable
from inspect import Parameter, signature
from typing import Any

_parameters: dict[type, list[str]] = {}


def parameters(cls: Any) -> list[str]:
    """Return the names of the parameters a constructor requires, in order."""
    if cls not in _parameters:
        given = signature(cls).parameters.values()
        _parameters[cls] = [p.name for p in given if p.default is Parameter.empty]
    return _parameters[cls]


class PlainData:
    """An object that is nothing but its attributes. Mutable, so it has no hash."""

    def contents(self) -> dict[str, Any]:
        """Return the attributes by name."""
        # A compiled class has no __dict__; mypyc lists its attributes instead.
        names = getattr(type(self), "__mypyc_attrs__", None)
        if names is None:
            names = self.__dict__
        return {name: getattr(self, name) for name in names}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, PlainData) or type(other) is not type(self):
            return False
        return self.contents() == other.contents()

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return restored, (type(self), self.contents())


def restored(cls: Any, contents: dict[str, Any]) -> Any:
    """Make an object of *cls* with these attributes."""
    names = parameters(cls)
    thing = cls(*[contents[name] for name in names])
    for name in contents:
        # What the constructor has set already may be Final, which compiled code enforces.
        if name not in names and getattr(thing, name) != contents[name]:
            setattr(thing, name, contents[name])
    return thing
