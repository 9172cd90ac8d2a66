"""The base of the structs that views are made of."""

from collections.abc import Iterator
from typing import Any

import msgspec


class ViewStruct(msgspec.Struct, gc=False):
    """A part of a view. It can also be read like the JSON it is sent as: `view["round"]`.

    `msgspec.to_builtins(view)` returns the same as plain dicts and lists.
    """

    def __getitem__(self, name: str) -> Any:
        value = self.get(name, msgspec.UNSET)
        if value is msgspec.UNSET:
            raise KeyError(name)
        return value

    def get(self, name: str, default: Any = None) -> Any:
        """Return a field, or the default if this part does not have it."""
        if name in self.__struct_fields__:
            value = getattr(self, name)
            return default if value is msgspec.UNSET else value
        config = self.__struct_config__
        return config.tag if name == config.tag_field else default

    def keys(self) -> list[str]:
        """Return the names of the fields."""
        kind = self.__struct_config__.tag_field
        fields = self.__struct_fields__
        present = [name for name in fields if getattr(self, name) is not msgspec.UNSET]
        return [kind, *present] if kind else present

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __contains__(self, name: object) -> bool:
        return name in self.keys()
