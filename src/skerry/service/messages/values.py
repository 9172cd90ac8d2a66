"""What messages are made of."""

from typing import Annotated

import msgspec
from msgspec import Meta

Name = Annotated[str, Meta(min_length=1, max_length=40)]


Title = Annotated[str, Meta(max_length=60)]


Said = Annotated[str, Meta(min_length=1, max_length=300)]


MoveText = Annotated[str, Meta(min_length=1, max_length=200)]


TableId = Annotated[str, Meta(pattern="^[a-z0-9]{6,16}$")]


SeatNumber = Annotated[int, Meta(ge=0, le=9)]


Number = Annotated[int, Meta(ge=0, le=1_000_000)]


Seconds = Annotated[float, Meta(ge=1, le=90 * 86400)]


# random, relaxed, steady, skilled, expert, or a bot that the operator has added
Level = Annotated[str, Meta(min_length=1, max_length=200)]


Ref = Annotated[str, Meta(min_length=1, max_length=80)]


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """A request body."""


class Response(msgspec.Struct):
    """An answer."""


class Empty(Request):
    """Nothing to say."""
