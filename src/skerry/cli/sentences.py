"""Questions, reasons and events as sentences, with the players' names put in."""

import re
from string import Formatter
from typing import Any

from skerry.kernel.events import Json
from skerry.kernel.protocol import Game, Question, Reason
from skerry.kernel.terminal import NAMES


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


def question_sentence(game: Game, question: Question) -> str:
    """Return what a seat is asked."""
    kind, args = question.kind, question.args
    template = game.terminal.questions.get(kind, kind.replace("_", " "))
    return _filler.vformat(template, (), args) + game.terminal.question_details(args)


def reason_sentence(game: Game, reason: Reason) -> str:
    """Return why something is closed, with the section of the rules."""
    template = game.terminal.reasons.get(reason.code)
    if template is None:
        return str(reason)
    args = reason.args
    purse = f"have {args.get('have', 0)}"
    sentence = _filler.vformat(template, (), args | {"purse": purse})
    if "plan_first" in args:
        sentence += f"; plan {' or '.join(args['plan_first'])} first"
    return f"{sentence} (rule {reason.rule})"


def event_sentence(game: Game, seen: Json) -> str:
    """Return what happened, beginning with who did it."""
    sentence = re.sub(r"\b[Ss]eat (\d)\b", lambda found: NAMES[int(found[1])], game.describe(seen))
    seat = seen["seat"]
    if seat is None or sentence[:1].isupper():
        return sentence
    if sentence.startswith("the "):
        return f"{NAMES[seat]}: {sentence}"
    return f"{NAMES[seat]} {sentence}"
