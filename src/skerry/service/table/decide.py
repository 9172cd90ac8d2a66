"""The rules of a table in one pure function: the same arguments always give the same outcome."""

from msgspec.structs import replace

from skerry.kernel.rng import Chance
from skerry.service.table import (
    absence,
    campaigns,
    closing,
    commands,
    creation,
    identities,
    moves,
    seating,
    undo,
)
from skerry.service.table.commands import Command
from skerry.service.table.outcome import Outcome
from skerry.service.table.state import TableState


def decide(
    current: TableState, command: Command, now: float, chance: Chance, date: float | None = None
) -> Outcome:
    """Return what a command leads to; raises Refused, and never changes *current*.

    *now* is in server time, by which clocks and absence are measured; *date* is written down for
    people to read, in seconds since 1970 (the same if None). *chance* is drawn from when a game is
    dealt. If nothing is to be stored, the outcome holds *current* itself.
    """
    outcome = _decide(current, command, now, chance)
    if outcome.after is current:
        return outcome
    if date is None:
        date = now
    table = replace(outcome.after.table, version=current.table.version + 1, updated=date)
    entries = [replace(entry, at=date) for entry in outcome.entries]
    created = outcome.created and creation.dated(outcome.created, date)
    after = outcome.after.with_table(table)
    return replace(outcome, after=after, entries=entries, created=created)


def _decide(current: TableState, command: Command, now: float, chance: Chance) -> Outcome:
    match command:
        case commands.MakeMove():
            return moves.by_person(current, command, now)
        case commands.MakeBotMove():
            return moves.by_bot(current, command, now)
        case commands.Undo():
            return undo.asked(current, command, now)
        case commands.AnswerUndo():
            return undo.answered(current, command, now)
        case commands.Join():
            return seating.join(current, command, now, chance)
        case commands.Claim():
            return seating.claim(current, command, now, chance)
        case commands.SetSeat():
            return seating.set_seat(current, command, now, chance)
        case commands.Leave():
            return seating.leave(current, command)
        case commands.ReissueLink():
            return seating.reissue_link(current, command)
        case commands.Substitute():
            return seating.substitute(current, command)
        case commands.ComeBack():
            return seating.come_back(current, command)
        case commands.Resign():
            return seating.resign(current, command)
        case commands.Rename():
            return seating.rename(current, command)
        case commands.CloseCampaign():
            return campaigns.close(current, command)
        case commands.SignOutDevices():
            return seating.sign_out_devices(current, command, now)
        case commands.ActOnAbsence():
            return absence.asked(current, command, now)
        case commands.AnswerAbsence():
            return absence.answered(current, command, now)
        case commands.ShowUp():
            return absence.shown_up(current, command)
        case commands.CloseTable():
            return closing.by_operator(current, command)
        case commands.ReplacePerson():
            return identities.replace_person(current, command)
        case commands.RemovePerson():
            return identities.remove_person(current, command)
        case commands.Start():
            return seating.start(current, command, now, chance)
        case commands.Rematch():
            return creation.rematch(current, command, now, chance)
        case commands.TimeOut():
            return seating.time_out(current, command, now)
