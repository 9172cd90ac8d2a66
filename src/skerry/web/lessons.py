"""Endpoints of the lessons; `learning.py` does their work."""

import asyncio
from collections.abc import Callable

from skerry.lessons import Lesson
from skerry.lessons.messages import Learn
from skerry.service import messages as m
from skerry.service.errors import NotFound
from skerry.service.people import User
from skerry.web import learning
from skerry.web.call import Call
from skerry.web.endpoint import Endpoint
from skerry.web.lesson_messages import LessonAction, LessonMove, LessonPage


async def learn(call: Call) -> Learn:
    """List the chapters of both games with your progress; `game` is the one to begin with."""
    language, game = call.query.get("language", ""), call.query.get("game", "")
    return await call.services.lessons.overview(call.anybody, language, game)


async def open_lesson(call: Call) -> LessonPage:
    """Show a chapter where you left it."""
    await call.services.reads.take(call.client)
    return await call.services.lessons.open(_place(call, call.anybody))


async def lesson_details(call: Call) -> m.Details:
    """Return what each move of a lesson would change, and why the rest is closed."""
    await call.services.reads.take(call.client)
    for step in await call.services.lessons.details(_place(call, call.anybody)):
        if step is not None:
            return step
        await asyncio.sleep(0)
    raise NotFound("there is nothing for you to decide", "no_decision")


async def try_lesson_move(call: Call) -> LessonPage:
    """Try a move; one that was not asked for is not made, and its cost is reported."""
    return await _act(call, learning.try_move(call.body.move))


async def take_back_lesson_move(call: Call) -> LessonPage:
    """Put the move tried last away."""
    return await _act(call, lambda lesson: lesson.take_back())


async def keep_lesson_move(call: Call) -> LessonPage:
    """Make the move tried last after all, where the chapter can go on with it."""

    def keep(lesson: Lesson) -> None:
        lesson.keep()

    return await _act(call, keep)


async def next_lesson_step(call: Call) -> LessonPage:
    """Go on to the next step."""

    def advance(lesson: Lesson) -> None:
        lesson.advance()

    return await _act(call, advance)


async def restart_lesson(call: Call) -> LessonPage:
    """Begin a chapter again."""
    return await call.services.lessons.restart(_place(call, call.user))


async def play_on_from_lesson(call: Call) -> m.Snapshot:
    """Open a table with the position at the end of a chapter, against relaxed bots."""
    await call.services.creations.take(call.client)
    await call.services.creations.take(call.user.id)
    return await call.snapshot(await call.services.lessons.play_on(_place(call, call.user)))


def _place(call: Call, user: User) -> learning.Place:
    language = call.query.get("language", "")
    return learning.Place(user, call.path["game"], call.path["chapter"], language)


async def _act(call: Call, action: Callable[[Lesson], None]) -> LessonPage:
    return await call.services.lessons.act(_place(call, call.user), call.body.after, action)


_LESSON = "/api/lessons/{game}/{chapter}"
_WORDS = ("language",)
LESSON_ENDPOINTS = [
    Endpoint("GET", "/api/lessons", learn, Learn, query=("language", "game")),
    Endpoint("GET", _LESSON, open_lesson, LessonPage, query=_WORDS),
    Endpoint("GET", _LESSON + "/details", lesson_details, m.Details),
    Endpoint("POST", _LESSON + "/moves", try_lesson_move, LessonPage, LessonMove, _WORDS),
    Endpoint("POST", _LESSON + "/back", take_back_lesson_move, LessonPage, LessonAction, _WORDS),
    Endpoint("POST", _LESSON + "/keep", keep_lesson_move, LessonPage, LessonAction, _WORDS),
    Endpoint("POST", _LESSON + "/next", next_lesson_step, LessonPage, LessonAction, _WORDS),
    Endpoint("POST", _LESSON + "/restart", restart_lesson, LessonPage, m.Empty, _WORDS),
    Endpoint("POST", _LESSON + "/table", play_on_from_lesson, m.Snapshot, m.Empty, _WORDS, 201),
]
