"""Results and ratings in a database: written with the end of a game, each exactly once."""

from datetime import UTC, datetime
from itertools import groupby, pairwise
from typing import Any

import msgspec

from skerry.ratings import NEW, Rating, anchors, rate
from skerry.store.results import COUNTED_MODES, GameResult, SeatResult
from skerry.store.sql import Connection, Run

LONG_PAUSE = 600.0  # more between two moves is not counted as time at the table
RATINGS = "ratings"  # the lock under which ratings change, one game after the other

_INSERT_SEAT = (
    'INSERT INTO result_seats (id, seat, "user", name, level, place, points, resigned, counts,'
    " decided, game, variant, options, players, company, against, mode, month, finished, seconds,"
    " rated, rating, deviation, change) VALUES (" + ", ".join("?" * 24) + ") RETURNING number"
)


class SqlRatings:
    """The ratings of a store, all at once."""

    def __init__(self, read: Run, write: Run) -> None:
        self._read = read
        self._write = write

    async def add(self, result: GameResult) -> bool:
        return await self._write(lambda db: add_result(db, result))

    async def missing(self, after: str, limit: int) -> list[str]:
        async def work(db: Connection) -> list[str]:
            rows = await db.fetch(
                "SELECT id FROM tables WHERE status IN ('finished', 'abandoned') AND id > ?"
                " AND NOT EXISTS (SELECT 1 FROM results WHERE results.id = tables.id)"
                " ORDER BY id LIMIT ?",
                *(after, limit),
            )
            return [row[0] for row in rows]

        return await self._read(work)

    async def rating(self, user: str, game: str) -> tuple[Rating, int]:
        async def work(db: Connection) -> tuple[Rating, int]:
            row = await db.fetch_one(
                'SELECT COUNT(*) FROM result_seats WHERE "user" = ? AND game = ?'
                " AND rated IS NOT NULL",
                *(user, game),
            )
            return await _current(db, user, game), int(row[0]) if row else 0

        return await self._read(work)

    async def recompute_ratings(self) -> int:
        async def work(db: Connection) -> int:
            await db.lock(RATINGS)
            rows = await db.fetch(
                'SELECT rated, number, game, "user", level, place, rating, deviation, change'
                " FROM result_seats WHERE rated IS NOT NULL ORDER BY rated, seat"
            )
            current: dict[tuple[str, str], Rating] = {}
            changed = []
            for _, group in groupby(rows, key=lambda row: row[0]):
                seats = list(group)
                before = [_standing(s[3], s[4], s[2], current) for s in seats]
                after = rate(before, [s[5] for s in seats])
                for seat, was, now in zip(seats, before, after, strict=True):
                    if not isinstance(was, Rating):
                        continue
                    current[seat[3], seat[2]] = now
                    computed = (now.mean, now.deviation, now.mean - was.mean)
                    if tuple(seat[6:9]) != computed:
                        changed.append((*computed, seat[1]))
            await db.execute_many(
                "UPDATE result_seats SET rating = ?, deviation = ?, change = ? WHERE number = ?",
                changed,
            )
            return len(changed)

        return await self._write(work)


async def add_result(db: Connection, result: GameResult) -> bool:
    """Store a result in the transaction that ends its game; return whether it is new."""
    one = result
    campaign = "" if one.campaign is None else msgspec.json.encode(one.campaign).decode()
    began, seconds = await _played(db, one.id, one.finished)
    options = "".join(f"|{option}" for option in one.options) + "|"
    inserted = await db.execute(
        "INSERT INTO results (id, game, rules, name, variant, options, players, mode, ending,"
        " daily, campaign, watchable, began, finished, seconds, moves)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
        *(one.id, one.game, one.rules, one.name, one.variant, options, len(one.seats), one.mode),
        *(one.ending, one.daily, campaign, int(one.watchable), began, one.finished, seconds),
        one.moves,
    )
    if not inserted:  # only where the campaign stands can change after the end
        await db.execute("UPDATE results SET campaign = ? WHERE id = ?", campaign, one.id)
        return False
    users = [await _owner(db, seat.user) for seat in one.seats]
    order, ratings = await _rate(db, one, users)
    month = datetime.fromtimestamp(one.finished, UTC).strftime("%Y-%m")
    counted = one.mode in COUNTED_MODES
    for seat, user, rated in zip(one.seats, users, ratings, strict=True):
        counts = counted and seat.own and one.ending == "finished" and seat.points is not None
        decided = counted and one.company != "solo" and seat.place is not None
        row = await db.fetch_one(
            _INSERT_SEAT,
            *(one.id, seat.seat, user, seat.name, seat.level, seat.place, seat.points),
            *(int(seat.resigned), int(counts), int(decided), one.game, one.variant, options),
            *(len(one.seats), one.company, one.against, one.mode, month, one.finished, seconds),
            *(order, *(rated or (None, None, None))),
        )
        if counts and user and row is not None:
            await _add_figures(db, one, seat, user, month, row[0])
    return True


async def _add_figures(
    db: Connection, result: GameResult, seat: SeatResult, user: str, month: str, number: int
) -> None:
    """Store points by source and what was used, where a person's sums are read in one go."""
    game, players = result.game, len(result.seats)
    await db.execute_many(
        "INSERT INTO result_items VALUES (?, ?, ?, ?, ?, ?)",
        [(user, game, month, name, number, points) for name, points in seat.items.items()],
    )
    await db.execute_many(
        "INSERT INTO result_uses VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (user, game, u.kind, u.id, result.variant, players, number, u.times, seat.points)
            for u in seat.uses
        ],
    )


async def _owner(db: Connection, user: str) -> str:
    """Return whose result it is, also of somebody who has become one with another meanwhile."""
    while user:
        row = await db.fetch_one('SELECT "user" FROM merges WHERE gone = ?', user)
        if row is None:
            break
        user = row[0]
    return user


async def _rate(
    db: Connection, result: GameResult, users: list[str]
) -> tuple[int | None, list[tuple[Any, ...] | None]]:
    """Return which rated game this is, and mean, deviation and change of each person's rating."""
    nothing: list[tuple[Any, ...] | None] = [None] * len(result.seats)
    people = [user for user in users if user]
    if not result.rated or len(people) != len(set(people)):
        return None, nothing
    places = [seat.place for seat in result.seats]
    known = anchors(result.game)
    strangers = any(
        not user and seat.level not in known for user, seat in zip(users, result.seats, strict=True)
    )
    if strangers or not all(places):  # a common loss does not show who is better
        return None, nothing
    await db.lock(RATINGS)
    row = await db.fetch_one("SELECT MAX(rated) FROM result_seats")
    order = (row[0] or 0) + 1 if row else 1
    current = {(user, result.game): await _current(db, user, result.game) for user in people}
    before = [
        _standing(user, seat.level, result.game, current)
        for user, seat in zip(users, result.seats, strict=True)
    ]
    after = rate(before, [place or 0 for place in places])
    return order, [
        (now.mean, now.deviation, now.mean - was.mean) if isinstance(was, Rating) else None
        for was, now in zip(before, after, strict=True)
    ]


def _standing(
    user: str, level: str, game: str, current: dict[tuple[str, str], Rating]
) -> Rating | float:
    """Return a seat's rating before a game: a person's, or the fixed one of a bot."""
    return current.get((user, game), NEW) if user else anchors(game)[level]


async def _current(db: Connection, user: str, game: str) -> Rating:
    row = await db.fetch_one(
        'SELECT rating, deviation FROM result_seats WHERE "user" = ? AND game = ?'
        " AND rated IS NOT NULL ORDER BY rated DESC LIMIT 1",
        *(user, game),
    )
    return Rating(*row) if row else NEW


async def _played(db: Connection, id: str, finished: float) -> tuple[float, float]:
    """Return when a game began, and the seconds that people sat at it, without long pauses."""
    rows = await db.fetch("SELECT at FROM log WHERE id = ? ORDER BY number", id)
    times = [row[0] for row in rows]
    pauses = (min(max(0.0, later - earlier), LONG_PAUSE) for earlier, later in pairwise(times))
    return (times[0] if times else finished), sum(pauses)
