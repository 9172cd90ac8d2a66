"""A campaign as a chain of tables, one for each of its games."""

from typing import Any

from msgspec.structs import replace

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.campaign import Campaign
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json
from skerry.store.protocol import Table


def begin(table: Table, previous: Table | None) -> Table:
    """Return the table with the next game of a campaign, or with the first of a new one."""
    campaign = _campaign(table)
    if previous is not None and previous.campaign is not None:
        progress = previous.campaign["state"]
        if previous.campaign["over"]:
            progress = campaign.again(progress)
        elif not previous.scores:
            raise BadSetup("campaign: finish this game first")
    else:
        progress = campaign.begin(table.options)
    return replace(table, campaign=_shown(campaign, progress, campaign.setup(progress)))


def after(table: Table, state: State) -> dict[str, Any]:
    """Return the campaign after a finished game."""
    assert table.campaign is not None
    campaign = _campaign(table)
    progress = campaign.after(table.campaign["state"], state)
    return _shown(campaign, progress, table.campaign["setup"])


def _campaign(table: Table) -> Campaign:
    campaign = GAMES[table.game].campaign
    if campaign is None:
        raise BadSetup(f"campaign: {table.game} has no campaign")
    if len(table.seats) != campaign.seats:
        raise BadSetup(f"campaign: needs {campaign.seats} player, not {len(table.seats)}")
    return campaign


def _shown(campaign: Campaign, progress: Json, setup: Json) -> dict[str, Any]:
    """Return a campaign with what a client shows."""
    return {**campaign.summary(progress), "state": progress, "setup": setup}
