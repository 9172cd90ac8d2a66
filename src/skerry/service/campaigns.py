"""Nusfjord's solo campaign as a chain of three tables that share rank and used-up cards."""

from typing import Any

import msgspec
from msgspec.structs import replace

from skerry.games import GAMES
from skerry.games.nusfjord.campaign import GOAL, Campaign
from skerry.games.nusfjord.engine.state import State as NusfjordState
from skerry.games.nusfjord.game import Nusfjord
from skerry.kernel.agenda import State
from skerry.kernel.errors import BadSetup
from skerry.store.protocol import Table


def _nusfjord() -> Nusfjord:
    game = GAMES["nusfjord"]
    assert isinstance(game, Nusfjord)
    return game


def begin(table: Table, previous: Table | None) -> Table:
    """Give a table the next game of a campaign, or the first of a new one."""
    if table.game != "nusfjord" or len(table.seats) != 1:
        raise BadSetup("campaign: a campaign is played at Nusfjord, alone")
    if previous is not None and previous.campaign is not None:
        kept = msgspec.convert(previous.campaign["state"], Campaign)
        if kept.over:
            kept = kept.again()
        elif not previous.scores:
            raise BadSetup("campaign: finish this game first")
    else:
        options = table.options
        for name in options:
            if name not in ("deck", "solo", "double_spaces"):
                raise BadSetup(f"campaign: options.{name[:40]} is set by the campaign itself")
        kept = Campaign(str(options.get("deck", "herring")), str(options.get("solo", "normal")))
    setup = kept.setup(_nusfjord().catalogue)
    if "double_spaces" in table.options:
        setup["options"]["double_spaces"] = table.options["double_spaces"]
    return replace(table, campaign=_told(kept, setup))


def after(table: Table, state: State) -> dict[str, Any]:
    """Give the campaign after a finished game."""
    assert table.campaign is not None
    kept = msgspec.convert(table.campaign["state"], Campaign)
    assert isinstance(state, NusfjordState), "a campaign is played at Nusfjord"
    done = kept.after(state, _nusfjord().catalogue)
    return _told(done, table.campaign["setup"])


def _told(kept: Campaign, setup: dict[str, Any]) -> dict[str, Any]:
    """Write a campaign with what a client wants to show."""
    return {
        "game": min(kept.game, 3),
        "rank": kept.rank,
        "totals": kept.totals,
        "total": kept.total,
        "goal": GOAL,
        "over": kept.over,
        "succeeded": kept.succeeded,
        "state": msgspec.to_builtins(kept),
        "setup": setup,
    }
