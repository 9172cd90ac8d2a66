"""A campaign as a chain of tables, one for each of its games."""

from typing import Any

from msgspec.structs import replace

from skerry.games import GAMES
from skerry.kernel.agenda import State
from skerry.kernel.campaign import Campaign
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json
from skerry.service.errors import Refused
from skerry.service.table import seats
from skerry.service.table.commands import CloseCampaign
from skerry.service.table.outcome import Outcome
from skerry.service.table.state import TableState
from skerry.store.protocol import Table


def begin(table: Table, previous: Table | None) -> Table:
    """Return the table with the next game of a campaign, or with the first of a new one."""
    campaign = _campaign(table)
    if previous is not None and previous.campaign is not None:
        progress = previous.campaign["state"]
        if previous.campaign["over"]:
            progress = campaign.again(progress)
        elif previous.status not in ("finished", "abandoned"):
            raise BadSetup("campaign: finish this game first")
        # A game that was given up counts for nothing; it is dealt anew.
    else:
        progress = campaign.begin(table.options)
    return replace(table, campaign=_shown(campaign, progress, campaign.setup(progress)))


def after(table: Table, state: State) -> dict[str, Any]:
    """Return the campaign after a finished game."""
    assert table.campaign is not None
    campaign = _campaign(table)
    progress = campaign.after(table.campaign["state"], state)
    return _ended(campaign, progress, table.campaign)


def close(current: TableState, command: CloseCampaign) -> Outcome:
    """End a campaign after a game that was given up; what was not played counts nothing."""
    table = current.table
    seats.acting(table, command.user, None)
    if table.campaign is None or table.status != "abandoned":
        raise Refused("only a campaign whose game was given up can be closed", "no_campaign")
    if table.following:
        raise Refused("this campaign goes on at another table; close it there", "goes_on")
    if table.campaign["over"]:
        return Outcome(current)
    campaign = _campaign(table)
    progress = campaign.close(table.campaign["state"])
    closed = _ended(campaign, progress, table.campaign)
    return Outcome(current.with_table(replace(table, campaign=closed)))


def _campaign(table: Table) -> Campaign:
    campaign = GAMES[table.game].campaign
    if campaign is None:
        raise BadSetup(f"campaign: {table.game} has no campaign")
    if len(table.seats) != campaign.seats:
        raise BadSetup(f"campaign: needs {campaign.seats} player, not {len(table.seats)}")
    return campaign


def _ended(campaign: Campaign, progress: Json, before: dict[str, Any]) -> dict[str, Any]:
    """Return a campaign after a game, with the rank that was at stake."""
    shown = _shown(campaign, progress, before["setup"])
    return {**shown, "rank_before": before["rank"]}


def _shown(campaign: Campaign, progress: Json, setup: Json) -> dict[str, Any]:
    """Return a campaign with what a client shows."""
    return {**campaign.summary(progress), "state": progress, "setup": setup}
