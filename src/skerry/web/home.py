"""The endpoints of a player's home page, and of the number in the title and the icon."""

from skerry.service import messages as m
from skerry.web.call import Call
from skerry.web.endpoint import Endpoint
from skerry.web.home_messages import HomePage


async def home(call: Call) -> HomePage:
    """Show everything that matters to you now: the tables that wait for you come first."""
    await call.services.reads.take(call.client)
    language, game = call.query.get("language", ""), call.query.get("game", "")
    user = call.anybody
    tables = await call.services.home.page(user)
    daily = await call.services.daily.page(user)
    learn = await call.services.lessons.overview(user, language, game)
    chapters = (row for row in learn.chapters if row.id == learn.next_chapter)
    return HomePage(tables, daily.challenges, daily.streak, next(chapters, None))


async def waiting(call: Call) -> m.Waiting:
    """List the tables at which it is your turn, the most urgent first; cheap, so ask often."""
    if call.who is None:
        return m.Waiting([])
    return await call.services.home.waiting(call.who)


HOME_ENDPOINTS = [
    Endpoint("GET", "/api/home", home, HomePage, query=("language", "game")),
    Endpoint("GET", "/api/waiting", waiting, m.Waiting, polled=True),
]
