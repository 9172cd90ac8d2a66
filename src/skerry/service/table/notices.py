"""What is announced in a table's chat: a code with names, which the page words for each viewer.

The English sentence is stored beside it, for clients that know no codes.
"""

from typing import Final

import msgspec

ENGLISH: Final = {
    "position_chosen": "{name} chose this position, and may know what is hidden",
    "game_brought": "{name} brought this game, and may know what is hidden",
    "seat_taken": "{name} takes a seat",
    "seat_freed": "The seat of {name} is free",
    "renamed": "{before} is now called {name}",
    "device_added": "Another device can now play for {name}",
    "device_signed_out": "{name} has signed out another device",
    "bot_plays": "A bot plays for {name}",
    "bot_plays_away": "A bot plays for {name}, who is away",
    "time_is_up": "Time is up: a bot plays for {name}",
    "resigned": "{name} gives up",
    "move_taken_back": "Everybody agreed: {name} took a move back",
    "free_asked": "{by} wants to free the seat of {name}, who keeps it by coming back in time",
    "host_asked": "{by} wants to become the host, since the host is away",
    "end_asked": "{by} wants to end the game without a result, since {name} is away",
    "bot_asked": "{by} wants a bot to play for {name}, who is away",
    "refused": "{name} does not agree",
    "came_back": "{name} is back",
    "new_host": "{name} is the host now",
    "ended_away": "The game has ended without a result, since a player was away",
    "hint_taken": "{name} took a hint",
    "what_if_used": "{name} is trying out moves (what if)",
    "same_person": "{name} and {other} are the same person",
    "player_deleted": "A player was deleted: a bot plays the seat to the end",
    "operator_closed": "The operator of this server closed the table: {reason}",
}


class Notice(msgspec.Struct, frozen=True):
    """One announcement; `args` are the names in it."""

    code: str
    args: dict[str, str] = {}

    def __str__(self) -> str:
        return ENGLISH[self.code].format_map(self.args)


def notice(code: str, **args: str) -> Notice:
    """Return an announcement with the names it mentions."""
    return Notice(code, args)
