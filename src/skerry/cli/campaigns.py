"""Nusfjord's solo campaign at the terminal: three games counted in one file."""

from pathlib import Path

from skerry.cli.files import Refused
from skerry.cli.screen import Screen
from skerry.cli.table import Table
from skerry.games.nusfjord.campaign import GAMES, GOAL, Campaign, read_campaign
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.game import Nusfjord
from skerry.kernel.events import Json

_FILE, _NUMBER = "campaign", "campaign game"  # what a kept game remembers of its campaign


def opened(path: Path, options: Json) -> Campaign:
    """Read the campaign of a file, or begin one; a finished one begins anew with its rank."""
    if not path.exists():
        deck, solo = options.get("deck", "herring"), options.get("solo", "normal")
        return Campaign(deck=str(deck), solo=str(solo))
    campaign = read_campaign(path)
    for name in ("deck", "solo"):
        if options.get(name, getattr(campaign, name)) != getattr(campaign, name):
            raise Refused(f"{path}: this campaign has {name} {getattr(campaign, name)}; keep it")
    return campaign.again() if campaign.over else campaign


def remember(table: Table, path: Path, campaign: Campaign) -> None:
    """Note in the game's record which campaign it belongs to."""
    table.record.meta[_FILE] = str(path)
    table.record.meta[_NUMBER] = campaign.game


def count(screen: Screen, table: Table) -> None:
    """Count a finished game in its campaign, if it belongs to one, and say how things stand."""
    name = table.record.meta.get(_FILE)
    if not isinstance(name, str) or not table.over:
        return
    game, state, path = table.game, table.state, Path(name)
    assert isinstance(game, Nusfjord) and isinstance(state, State), "campaigns are Nusfjord's"
    campaign = opened(path, {})
    if campaign.game != table.record.meta.get(_NUMBER):
        raise Refused(f"{path}: waits for game {campaign.game}; this game is counted already")
    campaign = campaign.after(state, game.catalogue)
    try:
        campaign.save(path)
    except OSError as error:
        raise Refused(f"{path}: cannot be written ({error.strerror})") from None
    told = " + ".join(map(str, campaign.totals))
    played = f"game {len(campaign.totals)} of {GAMES}"
    screen.say(f"\nCampaign, {played} played: {told} = {campaign.total} points.")
    if campaign.over:
        ended = "succeeded" if campaign.succeeded else "failed"
        screen.say(f"The campaign has {ended} (more than {GOAL} wanted); rank {campaign.rank}.")
    else:
        screen.say(f"Go on with: skerry play nusfjord --campaign {path}")
