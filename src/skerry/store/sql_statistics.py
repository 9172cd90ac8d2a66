"""What somebody's games add up to, as aggregates in the database.

A person's rows lie together in `result_items` and `result_uses`, sorted by what they are summed
by, so a sum over ten thousand games reads one stretch of an index. Filters that these tables do
not know are a set of row numbers from `result_seats`.
"""

from collections import defaultdict
from typing import Any

import msgspec

from skerry.store.results import (
    Best,
    CampaignResult,
    Filter,
    Group,
    Opponent,
    OtherSeat,
    PlayedGame,
    Profile,
    Rank,
    RatedMoment,
    SourcePoints,
    UsedThing,
)
from skerry.store.sql import Connection
from skerry.store.sql_results import SqlRatings

_decode_campaign = msgspec.json.Decoder(CampaignResult).decode
_WON = "decided = 1 AND place = 1 AND resigned = 0"
_RESULTS = {"won": _WON, "lost": f"decided = 1 AND NOT ({_WON})"}


def _where(user: str, chosen: Filter, game: bool = True) -> tuple[str, list[Any]]:
    """Return the condition for the rows of `result_seats`, and its arguments."""
    parts: list[str] = ['"user" = ?']
    args: list[Any] = [user]
    equal = {"company": chosen.company, "variant": chosen.variant}
    if game:
        equal["game"] = chosen.game
    for column, value in equal.items():
        if value:
            parts.append(f"{column} = ?")
            args.append(value)
    if chosen.option:
        parts.append("options LIKE ? ESCAPE '\\'")
        escaped = chosen.option.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        args.append(f"%|{escaped}|%")
    if chosen.result:
        parts.append(_RESULTS[chosen.result])
    if chosen.since:
        parts.append("finished >= ?")
        args.append(chosen.since)
    if chosen.opponent:
        parts.append('id IN (SELECT o.id FROM result_seats AS o WHERE o."user" = ?)')
        args.append(chosen.opponent)
    return " AND ".join(parts), args


def _rows_of(user: str, chosen: Filter) -> tuple[str, list[Any]]:
    """Return a condition that keeps the chosen rows of the tables with figures."""
    if chosen == Filter(game=chosen.game):
        return "", []
    where, args = _where(user, chosen, game=False)
    return f" AND number IN (SELECT number FROM result_seats WHERE {where})", args


class SqlResults(SqlRatings):
    """The results of a store."""

    # -- games

    async def history(
        self, user: str, chosen: Filter, before: tuple[float, int], limit: int
    ) -> list[PlayedGame]:
        where, args = _where(user, chosen)
        finished, number = before

        async def work(db: Connection) -> list[PlayedGame]:
            rows = await db.fetch(
                "SELECT s.id, s.seat, s.game, r.name, s.variant, s.options, s.players, s.company,"
                " s.mode, r.ending, s.place, s.points, s.resigned, s.rated, s.rating, s.change,"
                " r.daily, r.campaign, s.finished, s.seconds, r.moves, t.id, r.watchable, s.number"
                f" FROM (SELECT * FROM result_seats WHERE {where}"
                " AND (finished < ? OR (finished = ? AND number < ?))"
                " ORDER BY finished DESC, number DESC LIMIT ?) AS s"
                " JOIN results AS r ON r.id = s.id LEFT JOIN tables AS t ON t.id = s.id"
                " ORDER BY s.finished DESC, s.number DESC",
                *(*args, finished, finished, number, limit),
            )
            games = [_game(row) for row in rows]
            others = await _others(db, sorted({game.id for game in games}))
            for game in games:
                game.others = [one for one in others[game.id] if one.seat != game.seat]
            return games

        return await self._read(work)

    async def count(self, user: str, chosen: Filter) -> int:
        where, args = _where(user, chosen)

        async def work(db: Connection) -> int:
            row = await db.fetch_one(f"SELECT COUNT(*) FROM result_seats WHERE {where}", *args)
            return int(row[0]) if row else 0

        return await self._read(work)

    async def items(self, user: str) -> dict[int, dict[str, int]]:
        async def work(db: Connection) -> dict[int, dict[str, int]]:
            found: dict[int, dict[str, int]] = defaultdict(dict)
            for number, source, points in await db.fetch(
                'SELECT number, source, points FROM result_items WHERE "user" = ?', user
            ):
                found[number][source] = points
            return found

        return await self._read(work)

    async def seat_user(self, id: str, seat: int) -> str:
        async def work(db: Connection) -> str:
            row = await db.fetch_one(
                'SELECT "user" FROM result_seats WHERE id = ? AND seat = ?', id, seat
            )
            return str(row[0]) if row else ""

        return await self._read(work)

    # -- figures

    async def groups(self, user: str, chosen: Filter) -> list[Group]:
        where, args = _where(user, chosen)
        by = "game, variant, players, company, against, options, mode, decided"

        async def work(db: Connection) -> list[Group]:
            rows = await db.fetch(
                f"SELECT {by}, COUNT(*), SUM(CASE WHEN {_WON} THEN 1 ELSE 0 END), SUM(seconds),"
                f" MIN(finished) FROM result_seats WHERE {where} GROUP BY {by}",
                *args,
            )
            return [_group(row) for row in rows]

        return await self._read(work)

    async def bests(self, user: str, chosen: Filter) -> list[Best]:
        where, args = _where(user, chosen)

        async def work(db: Connection) -> list[Best]:
            rows = await db.fetch(
                "SELECT game, options, points, variant, finished, id FROM"
                " (SELECT game, options, points, variant, finished, id,"
                " ROW_NUMBER() OVER (PARTITION BY game, options ORDER BY points DESC, finished)"
                f" AS nth FROM result_seats WHERE {where} AND company = 'solo' AND counts = 1)"
                " AS s WHERE nth = 1 ORDER BY points DESC, finished",
                *args,
            )
            return [Best(game, _options(options), *more) for game, options, *more in rows]

        return await self._read(work)

    async def ranks(self, user: str, chosen: Filter) -> list[Rank]:
        where, args = _where(user, chosen)

        async def work(db: Connection) -> list[Rank]:
            rows = await db.fetch(
                "SELECT s.game, s.variant, r.campaign FROM (SELECT * FROM result_seats"
                f" WHERE {where} AND mode = 'campaign') AS s JOIN results AS r ON r.id = s.id"
                " ORDER BY s.finished",
                *args,
            )
            ranks: dict[tuple[str, str], Rank] = {}
            for game, variant, text in rows:
                if not text:
                    continue
                campaign = _decode_campaign(text)
                rank = ranks.setdefault((game, variant), Rank(game, variant, 0, None))
                rank.rank = campaign.rank
                if campaign.over:
                    rank.best = max(rank.best or 0, campaign.total)
            return list(ranks.values())

        return await self._read(work)

    async def opponents(self, user: str, chosen: Filter, limit: int) -> list[Opponent]:
        where, args = _where(user, chosen)

        async def work(db: Connection) -> list[Opponent]:
            rows = await db.fetch(
                'SELECT o."user", COALESCE(MAX(p.name), MAX(o.name)),'
                " SUM(CASE WHEN s.place < o.place THEN 1 ELSE 0 END),"
                " SUM(CASE WHEN s.place > o.place THEN 1 ELSE 0 END),"
                " SUM(CASE WHEN s.place = o.place AND s.place > 0 THEN 1 ELSE 0 END),"
                " COUNT(*) AS met, MAX(o.number)"
                f" FROM (SELECT * FROM result_seats WHERE {where} AND decided = 1"
                " AND company = 'people') AS s"
                ' JOIN result_seats AS o ON o.id = s.id AND o."user" != s."user"'
                ' LEFT JOIN people AS p ON p.id = o."user"'
                ' WHERE o."user" != \'\' GROUP BY o."user" ORDER BY met DESC, 2 LIMIT ?',
                *(*args, limit),
            )
            found = []
            for other, name, won, lost, tied, _, number in rows:
                at = await db.fetch_one(
                    "SELECT id, seat FROM result_seats WHERE number = ?", number
                )
                assert at is not None
                found.append(Opponent(other, name, int(won), int(lost), int(tied), *at))
            return found

        return await self._read(work)

    async def sources(self, user: str, chosen: Filter) -> list[SourcePoints]:
        where, args = _where(user, chosen)
        rows_of, more = _rows_of(user, chosen)
        game = (chosen.game,) if chosen.game else ()
        of_game = " AND game = ?" if game else ""

        async def work(db: Connection) -> list[SourcePoints]:
            games = await db.fetch(
                f"SELECT game, month, COUNT(*) FROM result_seats WHERE {where} AND counts = 1"
                " GROUP BY game, month",
                *args,
            )
            sums = await db.fetch(
                "SELECT game, month, source, SUM(points) FROM result_items"
                f' WHERE "user" = ?{of_game}{rows_of} GROUP BY game, month, source',
                *(user, *game, *more),
            )
            points: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
            for name, month, source, total in sums:
                points[name, month][source] = int(total)
            return [
                SourcePoints(name, month, int(n), points[name, month])
                for name, month, n in sorted(map(tuple, games))
            ]

        return await self._read(work)

    async def uses(self, user: str, chosen: Filter, least: int) -> list[UsedThing]:
        where, args = _where(user, chosen)
        rows_of, more = _rows_of(user, chosen)
        game = (chosen.game,) if chosen.game else ()
        of_game = " AND game = ?" if game else ""

        async def work(db: Connection) -> list[UsedThing]:
            means = {
                (name, variant, players): float(mean)
                for name, variant, players, mean in await db.fetch(
                    "SELECT game, variant, players, AVG(points) FROM result_seats"
                    f" WHERE {where} AND counts = 1 GROUP BY game, variant, players",
                    *args,
                )
            }
            sums = await db.fetch(
                "SELECT game, kind, thing, variant, players, SUM(times), SUM(times * points)"
                f' FROM result_uses WHERE "user" = ?{of_game}{rows_of}'
                " GROUP BY game, kind, thing, variant, players",
                *(user, *game, *more),
            )
            times: dict[tuple[str, str, str], int] = defaultdict(int)
            above: dict[tuple[str, str, str], float] = defaultdict(float)
            for name, kind, thing, variant, players, n, total in sums:
                mean = means[name, variant, players]
                times[name, kind, thing] += int(n)
                above[name, kind, thing] += float(total) - int(n) * mean
            found = [
                UsedThing(*key, n, round(above[key] / n, 1))
                for key, n in times.items()
                if n >= least
            ]
            return sorted(found, key=lambda one: (one.game, one.kind, -one.delta, one.id))

        return await self._read(work)

    async def ratings(self, user: str, game: str, most: int) -> list[RatedMoment]:
        rated = '"user" = ? AND game = ? AND rated IS NOT NULL'

        async def work(db: Connection) -> list[RatedMoment]:
            row = await db.fetch_one(f"SELECT COUNT(*) FROM result_seats WHERE {rated}", user, game)
            last = int(row[0]) - 1 if row else -1
            step = max(1, -(-last // (most - 1)))  # every so many games, and the last one
            rows = await db.fetch(
                "SELECT finished, rating, deviation FROM (SELECT finished, rating, deviation,"
                f" ROW_NUMBER() OVER (ORDER BY rated) - 1 AS nth FROM result_seats WHERE {rated})"
                " AS s WHERE (? - nth) % ? = 0 ORDER BY nth",
                *(user, game, last, step),
            )
            return [RatedMoment(*row) for row in rows]

        return await self._read(work)

    # -- what others may see

    async def profile(self, user: str) -> Profile | None:
        return await self._profile('"user" = ?', user)

    async def public_profile(self, key: str) -> Profile | None:
        return await self._profile("key = ? AND public = 1", key)

    async def _profile(self, where: str, value: str) -> Profile | None:
        async def work(db: Connection) -> Profile | None:
            row = await db.fetch_one(
                f'SELECT "user", key, public FROM profiles WHERE {where}', value
            )
            return Profile(row[0], row[1], bool(row[2])) if row else None

        return await self._read(work)

    async def set_profile(self, user: str, key: str, public: bool) -> Profile:
        async def work(db: Connection) -> Profile:
            row = await db.fetch_one(
                'INSERT INTO profiles ("user", key, public) VALUES (?, ?, ?)'
                ' ON CONFLICT ("user") DO UPDATE SET public = excluded.public RETURNING key',
                *(user, key, int(public)),
            )
            assert row is not None
            return Profile(user, row[0], public)

        return await self._write(work)


def _options(stored: str) -> list[str]:
    return [option for option in stored.strip("|").split("|") if option]


def _group(row: Any) -> Group:
    game, variant, players, company, against, options, mode, decided = row[:8]
    games, won, seconds, first = row[8:]
    return Group(
        game,
        variant,
        players,
        company,
        against,
        _options(options),
        mode,
        bool(decided),
        int(games),
        int(won),
        float(seconds),
        float(first),
    )


def _game(row: Any) -> PlayedGame:
    (id, seat, game, name, variant, options, players, company, mode, ending, place, points) = row[
        :12
    ]
    resigned, rated, rating, change, daily, campaign, finished, seconds, moves = row[12:21]
    table, watchable, number = row[21:]
    return PlayedGame(
        id=id,
        seat=seat,
        game=game,
        name=name,
        variant=variant,
        options=_options(options),
        players=players,
        company=company,
        mode=mode,
        ending=ending,
        place=place,
        points=points,
        resigned=bool(resigned),
        rated=rated is not None,
        rating=rating,
        change=change,
        daily=daily,
        campaign=_decode_campaign(campaign) if campaign else None,
        finished=finished,
        seconds=seconds,
        moves=moves,
        kept=table is not None,
        watchable=bool(watchable),
        number=number,
    )


async def _others(db: Connection, ids: list[str]) -> dict[str, list[OtherSeat]]:
    found: dict[str, list[OtherSeat]] = defaultdict(list)
    if not ids:
        return found
    marks = ", ".join("?" * len(ids))
    rows = await db.fetch(
        'SELECT id, seat, "user", name, level, place, points FROM result_seats'
        f" WHERE id IN ({marks}) ORDER BY id, seat",
        *ids,
    )
    for id, *seat in rows:
        found[id].append(OtherSeat(*seat))
    return found
