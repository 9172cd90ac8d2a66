"""All chapters with a learner's progress: what the Learn page and `skerry learn` list."""

from collections.abc import Mapping, Sequence

import msgspec

from skerry.games import GAMES
from skerry.kernel.events import Json
from skerry.lessons.chapters import PLAYERS, Chapter, load
from skerry.lessons.messages import ChapterRow, Learn, Progress, State


def list_chapters(
    progress: Mapping[str, Json], language: str = "en", games: Sequence[str] = tuple(GAMES)
) -> Learn:
    """List the chapters of *games*; *progress* is by chapter id, as `Lesson.progress` returns it.

    Next is the first chapter that was begun, else the first one not done.
    """
    rows = [
        row(chapter, progress.get(chapter.id))
        for game in games
        for chapter in load(game, language, PLAYERS)
    ]
    stored = [read_progress(progress.get(r.id)) for r in rows]
    begun = [r.id for r in rows if r.state == "begun"]
    new = [r.id for r in rows if r.state == "new"]
    return Learn(
        chapters=rows,
        next_chapter=next(iter(begun + new), None),
        done_count=sum(each.done for each in stored),
        total_count=len(rows),
        minutes_left=sum(r.minutes_left for r in rows if r.state != "done"),
        first_visit=all(r.state == "new" for r in rows),
    )


def read_progress(stored: Json | None) -> Progress:
    """Return stored progress; what cannot be read counts as none."""
    try:
        return msgspec.convert(stored or {}, Progress)
    except msgspec.ValidationError:
        return Progress()


def row(chapter: Chapter, stored: Json | None) -> ChapterRow:
    """Describe one chapter with a learner's progress."""
    progress = read_progress(stored)
    steps = len(chapter.steps)
    step_done = min(max(progress.step, 0), steps)
    if step_done == steps:
        state: State = "done"
    elif step_done or progress.asked:
        state = "begun"
    else:
        state = "done" if progress.done else "new"
    return ChapterRow(
        id=chapter.id,
        game=chapter.game.name,
        order=chapter.order,
        title=chapter.text("title"),
        line=chapter.text("line"),
        minutes=chapter.script.minutes,
        picture=chapter.script.picture,
        steps=steps,
        step_done=step_done,
        state=state,
        minutes_left=minutes_left(chapter, step_done),
    )


def minutes_left(chapter: Chapter, step_done: int) -> int:
    """Return the minutes the rest takes, rounded up."""
    steps = len(chapter.steps)
    return -(-chapter.script.minutes * (steps - step_done) // steps)
