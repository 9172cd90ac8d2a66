"""Walks through a chapter's steps, as learners who give any of the accepted answers."""

from collections.abc import Iterator

from skerry.games import GAMES
from skerry.lessons import Accepted, Chapter, Lesson, load
from skerry.lessons.texts import LANGUAGES, entries

CHAPTERS = [chapter for game in GAMES for chapter in load(game)]


def taken_up(chapter: Chapter, lesson: Lesson) -> Lesson:
    """Return a lesson at the same place, independent of the first."""
    return Lesson(chapter, lesson.progress())


def asks(lesson: Lesson) -> Iterator[Lesson]:
    """Go through the chapter by the first accepted answers, stopping at every move asked."""
    while not lesson.finished:
        while lesson.ask is not None:
            yield lesson
            assert isinstance(lesson.try_move(lesson.accepted[0]), Accepted)
        lesson.advance()


def ends(chapter: Chapter, lesson: Lesson) -> Iterator[Lesson]:
    """Finish the chapter with every combination of the accepted answers."""
    while not lesson.finished and lesson.ask is None:
        lesson.advance()
    if lesson.ask is None:
        yield lesson
        return
    assert lesson.accepted, f"{chapter.file}: {lesson.step.id}: no accepted answer is legal"
    for answer in lesson.accepted:
        branch = taken_up(chapter, lesson)
        outcome = branch.try_move(answer)
        assert isinstance(outcome, Accepted), f"{chapter.file}: {branch.step.id}: {outcome}"
        yield from ends(chapter, branch)


def keys(chapter: Chapter) -> set[str]:
    """List the keys of the texts a chapter needs."""
    needed = {"title", "line", "learnt.1", "learnt.2", "learnt.3"}
    for step in chapter.steps:
        needed |= {f"{step.id}.title", f"{step.id}.say"}
        for number, ask in enumerate(step.ask):
            part = f".{number + 1}" if number else ""
            needed |= {f"{step.id}.ask{part}", f"{step.id}.hint{part}"}
            needed |= {f"{step.id}.wrong.{wrong.id}" for wrong in ask.wrong}
            if any(wrong.play_out for wrong in ask.wrong):
                needed.add(f"{step.id}.horizon{part}")
    return {f"{chapter.id}.{key}" for key in needed}


__all__ = ["CHAPTERS", "LANGUAGES", "asks", "ends", "entries", "keys", "taken_up"]
