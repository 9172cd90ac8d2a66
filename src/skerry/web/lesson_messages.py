"""Messages of the lessons: what `skerry.lessons` returns, with the table it is drawn as."""

from skerry.lessons.messages import ChapterRow, LessonView
from skerry.service.messages import MoveText, Number, Request, Response, Snapshot, Update


class LessonMove(Request):
    """Try a move in a lesson, at the version you saw."""

    move: MoveText
    after: Number


class LessonAction(Request):
    """Go on in a lesson, at the version you saw."""

    after: Number


class LessonPage(Response):
    """A chapter where its learner stands.

    `table` is the whole position, as of a table; after an action `updates` lead there instead,
    one for each move that was made. `next` is the chapter after this one.
    """

    version: int
    lesson: LessonView
    table: Snapshot | None
    updates: list[Update]
    next: ChapterRow | None
