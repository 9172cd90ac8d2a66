"""What happened, in the past tense, and who may see it."""

from typing import Any

from skerry.kernel.plain_data import PlainData

Json = dict[str, Any]


class Event(PlainData):
    """One thing that happened. `data` is for everybody, `secret` only for seat `owner`."""

    def __init__(
        self,
        kind: str,
        seat: int,
        data: Json,
        owner: int = -1,
        secret: Json | None = None,
    ) -> None:
        self.kind = kind
        self.seat = seat
        self.data = data
        self.owner = owner
        self.secret = secret

    def seen_by(self, viewer: int | None) -> Json:
        """Return the event as *viewer* may see it; None is a spectator."""
        shown: Json = {"event": self.kind, "seat": self.seat if self.seat >= 0 else None}
        shown.update(self.data)
        if self.secret is not None and viewer is not None and viewer == self.owner:
            shown.update(self.secret)
        return shown

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.seat}, {self.data})"
