"""Questions, reasons and events as sentences, with the players' names put in."""

import re
from string import Formatter
from typing import Any

from skerry.cli.people import NAMES
from skerry.cli.sentences import nusfjord, vanuatu
from skerry.games.nusfjord.game import Nusfjord
from skerry.kernel.events import Json
from skerry.kernel.protocol import Game, Question, Reason

_QUESTIONS = {"vanuatu": vanuatu.QUESTIONS, "nusfjord": nusfjord.QUESTIONS}
_REASONS = {"vanuatu": vanuatu.REASONS, "nusfjord": nusfjord.REASONS}


class _Filler(Formatter):
    """Puts numbers, words, `:seat` names, `:list` lists and `:goods` into a sentence."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "seat":
            return str(NAMES[value])
        if format_spec == "list":
            return ", ".join(map(str, value))
        if format_spec == "goods":
            return ", ".join(f"{n} {good}" for good, n in value.items() if n) or "nothing"
        return str(value)


_filler = _Filler()


def question_told(game: Game, asked: Question) -> str:
    """Say what a seat is asked."""
    template = _QUESTIONS[game.name].get(asked.kind, asked.kind.replace("_", " "))
    told = _filler.vformat(template, (), asked.args)
    return told + nusfjord.question_told(game, asked) if isinstance(game, Nusfjord) else told


def reason_told(game: Game, reason: Reason) -> str:
    """Say why something is closed, with the section of the rules."""
    template = _REASONS[game.name].get(reason.code)
    if template is None:
        return str(reason)
    args = reason.args
    purse = f"have {args.get('have', 0)}"
    told = _filler.vformat(template, (), args | {"purse": purse})
    if "plan_first" in args:
        told += f"; plan {' or '.join(args['plan_first'])} first"
    return f"{told} (rule {reason.rule})"


def event_told(game: Game, seen: Json) -> str:
    """Say what happened, beginning with who did it."""
    sentence = re.sub(r"\b[Ss]eat (\d)\b", lambda found: NAMES[int(found[1])], game.tell(seen))
    seat = seen["seat"]
    if seat is None or sentence[:1].isupper():
        return sentence
    if sentence.startswith("the "):
        return f"{NAMES[seat]}: {sentence}"
    return f"{NAMES[seat]} {sentence}"


def label(game: Game, text: str) -> str:
    """Give what a move's text leaves unsaid, "" if nothing."""
    return nusfjord.label(game, text) if isinstance(game, Nusfjord) else ""


def look(game: Game, what: str, view: Json) -> str | None:
    """Describe a card, character or tile; None if there is none of that name."""
    return nusfjord.look(game, what) if isinstance(game, Nusfjord) else vanuatu.look(what, view)
