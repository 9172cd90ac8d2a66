"""What a notification says, in the person's language.

Only what everybody at the table may know: its name, the game, the round, who moved, a link.
"""

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from skerry.store.notifications import Event, OutboxItem
from skerry.store.protocol import Table

_FOLDER = Path(__file__).parent
LANGUAGES = tuple(sorted(path.name.split(".")[1] for path in _FOLDER.glob("words.*.json")))


@cache
def _sentences(language: str) -> dict[str, str]:
    name = language if language in LANGUAGES else "en"
    found: dict[str, str] = json.loads((_FOLDER / f"words.{name}.json").read_text("utf-8"))
    return found


def say(language: str, key: str, **values: object) -> str:
    """Return a sentence. Values are put in as they are: a name with braces stays one."""
    text = _sentences(language)[key]
    for name, value in values.items():
        text = text.replace("{{" + name + "}}", str(value).replace("{{", "{ {"))
    return text


@dataclass
class Message:
    """One notification, perhaps about several things."""

    id: str
    title: str
    lines: list[str]
    url: str  # complete
    event: Event | str
    topic: str  # a later one about the same replaces it
    about: list[dict[str, Any]] = field(default_factory=list)

    def text(self) -> str:
        """Return it as plain text."""
        return "\n".join([self.title, *self.lines, self.url])

    def facts(self) -> dict[str, Any]:
        """Return it for programs."""
        return {
            "event": self.event,
            "title": self.title,
            "text": "\n".join(self.lines),
            "url": self.url,
            "about": self.about,
        }


def message(items: list[tuple[OutboxItem, Table | None]], language: str, address: str) -> Message:
    """Put one or several items into one message; *address* is that of this server."""
    parts = [_single(item, table, language, address) for item, table in items]
    if len(parts) == 1:
        return parts[0]
    return Message(
        id=parts[0].id + f"+{len(parts) - 1}",
        title=say(language, "several.title", count=len(parts)),
        lines=[part.title for part in parts],
        url=f"{address}/",
        event="several",
        topic="several",
        about=[fact for part in parts for fact in part.about],
    )


def _single(item: OutboxItem, table: Table | None, language: str, address: str) -> Message:
    event = item.event
    if table is None:
        url = f"{address}/daily"
        title, line = say(language, "daily.title"), say(language, "daily.text")
        return Message(item.id, title, [line], url, event, event, [{"event": event, "url": url}])
    game = table.game.title()
    url = f"{address}/t/{table.id}"
    values: dict[str, object] = {"table": table.name or game, "game": game, "by": item.by}
    lines = [say(language, f"{event}.text", **values)]
    facts: dict[str, Any] = {"event": event, "table": table.id, "name": table.name, "game": game}
    if event == "turn":
        if len(table.round) == 2:
            values |= {"round": table.round[0], "rounds": table.round[1]}
            lines = [say(language, "turn.text_round", **values)]
            facts |= {"round": table.round[0], "rounds": table.round[1]}
        if item.by:
            lines.append(say(language, "turn.by", **values))
    if item.by:
        facts["by"] = item.by
    facts["url"] = url
    title = say(language, f"{event}.title", **values)
    return Message(item.id, title, lines, url, event, f"{event} {table.id}", [facts])
