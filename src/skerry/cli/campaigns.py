"""A campaign at the terminal: its games count together in one file."""

import json
import shlex
from pathlib import Path

from skerry.cli.files import Refused, read_json
from skerry.cli.screen import Screen
from skerry.cli.table import Table
from skerry.kernel.campaign import Campaign
from skerry.kernel.errors import BadSetup
from skerry.kernel.events import Json

_FILE, _NUMBER = "campaign", "campaign game"  # in the meta data of a record


def open_campaign(campaign: Campaign, path: Path, options: Json) -> Json:
    """Return the progress in a file, or begin a campaign there; a finished one begins anew."""
    if not path.exists():
        progress = campaign.begin(options)
        _write(path, progress)  # later games find the options here
        return progress
    progress = _read(campaign, path)
    stored = campaign.options(progress)
    for name, value in options.items():
        if stored.get(name, value) != value or name not in stored:
            shown = stored.get(name, "as it is by default")
            raise Refused(f"{path}: this campaign has {name} {shown}; leave that option out")
    if not campaign.summary(progress)["over"]:
        return progress
    progress = campaign.again(progress)
    _write(path, progress)
    return progress


def note_in_record(table: Table, path: Path, campaign: Campaign, progress: Json) -> None:
    """Note in the game's record which campaign it belongs to."""
    table.record.meta[_FILE] = str(path)
    table.record.meta[_NUMBER] = campaign.summary(progress)["game"]


def count_game(screen: Screen, table: Table) -> None:
    """Count a finished game in its campaign, if it belongs to one, and print the standing."""
    name = table.record.meta.get(_FILE)
    campaign = table.game.campaign
    if not isinstance(name, str) or not table.over or campaign is None:
        return
    path = Path(name)
    progress = _read(campaign, path)
    before = campaign.summary(progress)
    if before["over"] or before["game"] != table.record.meta.get(_NUMBER):
        raise Refused(f"{path}: goes on with game {before['game']}; this game has been counted")
    progress = campaign.after(progress, table.state)
    _write(path, progress)
    standing = campaign.summary(progress)
    points = " + ".join(map(str, standing["totals"]))
    played = f"game {len(standing['totals'])} of {campaign.games}"
    screen.say(f"\nCampaign, {played} played: {points} = {standing['total']} points.")
    if standing["over"]:
        ended = "succeeded" if standing["succeeded"] else "failed"
        wanted = f"more than {standing['goal']} wanted"
        screen.say(f"The campaign has {ended} ({wanted}); rank {standing['rank']}.")
    else:
        words = ["skerry", "play", table.game.name, "--campaign", str(path)]
        words += ["--cards", str(table.cards)] if table.cards is not None else []
        screen.say(f"Continue with: {shlex.join(words)}")


def _read(campaign: Campaign, path: Path) -> Json:
    try:
        return campaign.check(read_json(path))
    except BadSetup as error:
        raise Refused(f"{path}: {error}") from None


def _write(path: Path, progress: Json) -> None:
    """Write a file, whole or not at all."""
    draft = path.with_name(path.name + ".new")
    try:
        draft.write_text(json.dumps(progress, indent=2) + "\n", encoding="utf-8")
        draft.replace(path)
    except OSError as error:
        raise Refused(f"{path}: cannot be written ({error.strerror})") from None
