"""How tables, events and the like are written into columns, and read again."""

from typing import Any

import msgspec

from skerry.kernel.events import Event
from skerry.store.protocol import Table


def _event_to_json(event: Event) -> dict[str, Any]:
    """Return the stored form of an event, the same since the first version."""
    stored: dict[str, Any] = {"k": event.kind, "s": event.seat, "d": event.data}
    if event.secret is not None:
        stored["o"] = event.owner
        stored["x"] = event.secret
    return stored


def _event_from_json(_: type, stored: dict[str, Any]) -> Event:
    return Event(stored["k"], stored["s"], stored["d"], stored.get("o", -1), stored.get("x"))


encode = msgspec.json.Encoder(enc_hook=_event_to_json).encode
decode_table = msgspec.json.Decoder(Table).decode
decode_names = msgspec.json.Decoder(dict[str, str]).decode
decode_events = msgspec.json.Decoder(list[Event], dec_hook=_event_from_json).decode
