"""The whole home page as the client gets it."""

from skerry.lessons.messages import ChapterRow
from skerry.service.messages import DailyChallenge, HomeTables
from skerry.service.messages.values import Response


class HomePage(Response):
    """Your tables, today's challenges, and the next chapter to learn; None when all are done."""

    tables: HomeTables
    daily: list[DailyChallenge]
    streak: int
    chapter: ChapterRow | None
