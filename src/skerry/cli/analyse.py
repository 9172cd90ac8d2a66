"""`skerry analyse`: go over a saved game and print where it was decided, and why."""

import sys
from contextlib import closing
from pathlib import Path
from textwrap import wrap
from time import monotonic
from typing import Annotated

import msgspec
import typer

from skerry.analysis import Decision, Review
from skerry.analysis.pieces import DecisionJob, judge_job
from skerry.analysis.review import Reviewer
from skerry.analysis.words import (
    GRADE_WORDS,
    grades_in_words,
    luck_words,
    rest_of,
    rest_words,
    sentence,
)
from skerry.cli.files import Refused, read_game
from skerry.cli.hint import move_words, worth_words
from skerry.cli.screen import WIDTH, Screen
from skerry.cli.settings import games_with
from skerry.cli.work import Dask, Jobs, Resume, Work
from skerry.games.packed_cards import pack
from skerry.kernel.errors import SkerryError
from skerry.kernel.protocol import Game
from skerry.kernel.terminal import NAMES, STYLES


def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved game")],
    seat: Annotated[
        int | None, typer.Option(min=0, help="Only the decisions of this seat, from 0")
    ] = None,
    time: Annotated[
        float | None,
        typer.Option(min=1.0, help="Stop after this many seconds; likely mistakes come first"),
    ] = None,
    json: Annotated[
        bool, typer.Option("--json", help="Everything that was found, as JSON")
    ] = False,
    cards: Annotated[
        Path | None, typer.Option(help="The directory of card files the game was dealt from")
    ] = None,
    plain: Annotated[bool, typer.Option("--plain", help="No colours, only ASCII")] = False,
    jobs: Jobs = 1,
    dask: Dask = "",
    resume: Resume = None,
) -> None:
    """Review a saved game: what each decision was worth, which were mistakes, and why.

    Every decision is judged by what its player could see then, never by what was hidden. A mistake
    is a loss of at least 1.5 points that eight independent searches agree on. See docs/coach.md.
    """
    games = games_with(cards)
    record = read_game(file)
    try:
        reviewer = Reviewer(games, record, None if seat is None else [seat])
    except SkerryError as error:
        raise Refused(f"{file}: {error}") from None
    if seat is not None and seat >= reviewer.players:
        raise Refused(f"--seat: this game has seats 0 to {reviewer.players - 1}")
    work = Work(jobs, dask, resume)
    if work.elsewhere:
        found = _run_elsewhere(reviewer, time, work, pack(cards))
    else:
        found = _run(reviewer, time)
    if json:
        print(msgspec.json.encode(found).decode())
        return
    print_review(Screen(plain), games[record.game], found)


def _run(reviewer: Reviewer, seconds: float | None) -> Review:
    """Review with a line of progress, if somebody watches."""
    watched = sys.stderr.isatty()
    pieces = max(1, reviewer.pieces_left)
    for _ in reviewer.run(seconds):
        if watched:
            done = 100 * (pieces - reviewer.pieces_left) // pieces
            print(f"\rGoing over the game: {done} %", end="", file=sys.stderr, flush=True)
    if watched:
        print("\r" + " " * 40 + "\r", end="", file=sys.stderr)
    return reviewer.review()


def _run_elsewhere(reviewer: Reviewer, seconds: float | None, work: Work, cards: bytes) -> Review:
    """Review in other processes or on a cluster; the result is the same."""
    reviewer.look_for_luck()
    end = None
    if seconds is not None:
        end = monotonic() + seconds
        reviewer.rank(seconds / 2)  # so that the likeliest mistakes come first
    text = reviewer.record.text()
    jobs = [DecisionJob(text, cards, number) for number in reviewer.ungraded]
    with closing(work.results(judge_job, jobs, Decision, "going over the game")) as decisions:
        for decision in decisions:
            reviewer.take(decision)
            if end is not None and monotonic() > end:
                break
    return reviewer.review()


def print_review(screen: Screen, game: Game, found: Review) -> None:
    """Print what was found: everybody's grades, then each move that lost points."""
    screen.say(f"{game.name.title()}, {found.moves} moves", "bold")
    open_ = found.of - found.judged
    if open_:
        screen.say(f"{open_} of {found.of} decisions were not judged; give it more --time.")
    elif not found.of:
        screen.say("There is no decision to judge.")
    if not found.judged:
        return
    for summary in found.seats:
        counts = grades_in_words(summary.grades)
        if open_:  # likely mistakes were judged first, so an accuracy would be too low
            screen.say(f"{NAMES[summary.seat]}: {counts or 'no decision judged'}")
        elif summary.accuracy is None:
            few = "too few decisions for an accuracy"
            screen.say(f"{NAMES[summary.seat]}: {counts + '; ' if counts else ''}{few}")
        else:
            screen.say(f"{NAMES[summary.seat]}: {counts}; accuracy {summary.accuracy}")
    costly = [one for one in found.decisions if one.loss > 0.0]
    if not costly:
        screen.say("No mistakes found." if open_ else "No mistakes found. Well played.")
    for one in costly:
        _print_decision(screen, game, one)
    for swing in found.luck:
        screen.say("")
        screen.say(luck_words(swing, NAMES), STYLES[swing.seat])


def _print_decision(screen: Screen, game: Game, one: Decision) -> None:
    assert one.better is not None, "what was lost is known by what is better"
    grade = GRADE_WORDS[one.grade]
    screen.say("")
    screen.say(
        f"Move {one.number}, round {one.round}, {NAMES[one.seat]}: {grade},"
        f" {one.loss:.1f} points lost (give or take {2 * one.error:.1f})",
        STYLES[one.seat],
    )
    for word, judgement, win in (
        ("Played", one.played, one.win_played),
        ("Better", one.better, one.win_better),
    ):
        worth = worth_words(win, judgement.points)
        screen.say(f"  {word}: {move_words(game, judgement.move)}{worth}")
    for line in wrap(_why(game, one), WIDTH - 7, initial_indent="Why: ", subsequent_indent="     "):
        screen.say(f"  {line}")


def _why(game: Game, one: Decision) -> str:
    said = [sentence(part, one.seat, NAMES, game, addressed=False) for part in one.why]
    if not one.why or rest_of(one.why, one.loss) > one.why[0].points:
        said.insert(0, "No single reason explains it: many small ones add up.")
    return " ".join([*said, rest_words(one.why, one.loss)] if one.why else said).strip()
