"""Questions, reasons and events as sentences, with the players' names put in."""

from string import Formatter
from typing import Any

from skerry.cli.people import NAMES
from skerry.cli.sentences import vanuatu
from skerry.kernel.events import Json
from skerry.kernel.protocol import Game, Question, Reason

_QUESTIONS = {"vanuatu": vanuatu.QUESTIONS}
_REASONS = {"vanuatu": vanuatu.REASONS}


class _Filler(Formatter):
    """Puts numbers, words, `:seat` names and `:list` lists into a sentence."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec == "seat":
            return str(NAMES[value])
        if format_spec == "list":
            return ", ".join(map(str, value))
        return str(value)


_filler = _Filler()


def question_told(game: Game, asked: Question) -> str:
    """Say what a seat is asked."""
    template = _QUESTIONS.get(game.name, {}).get(asked.kind)
    if template is None:
        return asked.kind.replace("_", " ")
    return _filler.vformat(template, (), asked.args)


def reason_told(game: Game, reason: Reason) -> str:
    """Say why something is closed, with the section of the rules."""
    template = _REASONS.get(game.name, {}).get(reason.code)
    if template is None:
        return str(reason)
    args = reason.args
    purse = f"have {args['have']}" if "have" in args else f"could have {args.get('could_have', 0)}"
    told = _filler.vformat(template, (), args | {"purse": purse})
    if "plan_first" in args:
        told += f"; plan {' or '.join(args['plan_first'])} first"
    return f"{told} (rule {reason.rule})"


def event_told(game: Game, seen: Json) -> str:
    """Say what happened, beginning with who did it."""
    sentence = game.tell(seen)
    seat = seen["seat"]
    if seat is None or sentence[:1].isupper():
        return sentence
    if sentence.startswith("the "):
        return f"{NAMES[seat]}: {sentence}"
    return f"{NAMES[seat]} {sentence}"
