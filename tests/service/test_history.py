"""History and statistics: the same figures as from the records, filters, what others may see."""

import csv
import io
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from skerry.games import GAMES
from skerry.kernel.record import read_record, replay
from skerry.service.errors import BadRequest, NotFound
from skerry.service.history import History, Owner
from skerry.service.table.commands import Join
from skerry.service.table.records import record_of
from skerry.store.accounts import Device, Person
from skerry.store.results import Filter, by_level, by_players
from tests.service.tables import ANN, BEN, EVE, Room
from tests.service.test_results import finish, in_store, made_up

ALL = Filter()


@pytest.fixture(params=["sqlite", "postgres"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@dataclass
class FromRecords:
    """Ann's figures, computed straight from the records of her games."""

    won: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)
    items: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    totals: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    used: dict[tuple[str, str], list[int]] = field(default_factory=lambda: defaultdict(list))
    groups: dict[tuple[str, int], list[int]] = field(default_factory=lambda: defaultdict(list))
    versus_ben: Counter[str] = field(default_factory=Counter)
    by_level: Counter[str] = field(default_factory=Counter)

    def add(self, text: str) -> None:
        record = read_record(text)
        game = GAMES[record.game]
        state = replay(GAMES, record)
        names, levels = record.meta["seats"], record.meta["levels"]
        seat = names.index("Ann")
        scores = game.scores(state)
        mine = scores[seat]
        assert record.scores is not None and record.scores[seat] == mine.total
        players = f"{record.game} {len(names)}"
        if len(names) > 1:
            self.played[players] += 1
            self.won[players] += mine.place == 1
        if "Ben" in names:
            other = scores[names.index("Ben")].place
            how = "tied" if mine.place == other else "won" if mine.place < other else "lost"
            self.versus_ben[how] += 1
        elif any(levels):
            self.by_level[max(levels)] += 1
        self.items[record.game].update(mine.items)
        self.totals[record.game].append(mine.total)
        self.groups[record.game, len(names)].append(mine.total)
        if record.game == "vanuatu":
            for by, move in record.moves:
                if by == seat and move.startswith("take "):
                    self.used["character", move.removeprefix("take ")].append(mine.total)
        else:
            for building in game.view(state, None)["players"][seat]["buildings"]:
                self.used["building", building["card"]].append(mine.total)


async def some_games(room: Room, bots: bool) -> FromRecords:
    """Let Ann play some games of every kind; return what the records say about them."""
    figures = FromRecords()
    shapes = [
        ("vanuatu", "me", "open"),
        ("vanuatu", "me", "open"),
        ("vanuatu", "me", "bot", "bot"),
        ("nusfjord", "me"),
        ("nusfjord", "me"),
        ("nusfjord", "me", "bot"),
        ("nusfjord", "me", "open"),
    ]
    for number, (game, *seats) in enumerate(shapes):
        if "bot" in seats and not bots:
            continue
        live = await room.make(ANN, game, *seats)
        if "open" in seats:
            await room.tables.execute(live.table.id, Join(BEN, None))
        await finish(room, live, pick=number)
        assert live.table.status == "finished"
        figures.add(record_of(live.current).text())
    return figures


def test_figures_are_those_of_the_records(kind: str, tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        # Without other servers nobody leases the tables of PostgreSQL to play for their bots.
        expected = await some_games(room, bots=kind == "sqlite")
        results = room.store.results
        counts = by_players(await results.groups("ann", ALL))
        assert {one.key: one.played for one in counts} == expected.played
        assert {one.key: one.won for one in counts} == dict(expected.won)
        levels = by_level(await results.groups("ann", ALL))
        assert {one.key: one.played for one in levels} == expected.by_level
        found: dict[str, Counter[str]] = defaultdict(Counter)
        games: Counter[str] = Counter()
        for month in await results.sources("ann", ALL):
            found[month.game].update(month.points)  # adds up
            games[month.game] += month.games
        assert found == expected.items
        assert games == {game: len(totals) for game, totals in expected.totals.items()}
        (ben,) = await results.opponents("ann", ALL, 10)
        heads = {"won": ben.won, "lost": ben.lost, "tied": ben.tied}
        assert +Counter(heads) == expected.versus_ben
        (solo,) = await results.bests("ann", Filter(game="nusfjord"))
        assert solo.points == max(expected.groups["nusfjord", 1])
        things = {(one.kind, one.id): one for one in await results.uses("ann", ALL, 1)}
        known = {key: one for key, one in things.items() if key[0] != "elder"}
        assert {key: one.times for key, one in known.items()} == {
            key: len(totals) for key, totals in expected.used.items()
        }

    in_store(kind, tmp_path, story)


def test_points_against_the_mean_of_equal_games(kind: str, tmp_path: Path) -> None:
    """Ann's guide: once in games of 40, 42, 44 points, twice in those of 41 and 43."""

    async def story(room: Room) -> None:
        for number in range(5):
            await room.store.results.add(made_up(number))
        (guide,) = await room.store.results.uses("ann", ALL, 5)
        mean = (40 + 41 + 42 + 43 + 44) / 5
        weighted = (40 + 2 * 41 + 42 + 2 * 43 + 44) / 7
        assert (guide.id, guide.times) == ("guide", 7)
        assert guide.delta == round(weighted - mean, 1)
        assert await room.store.results.uses("ann", ALL, 8) == []

    in_store(kind, tmp_path, story)


def test_every_filter(kind: str, tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        results = room.store.results
        for number in range(6):
            await results.add(made_up(number))
        await results.add(made_up(6, game="nusfjord", variant="codfish", rated=False))
        await results.add(made_up(7, options=["price_drop=per_tile"], company="bots"))
        cases = {
            ALL: 8,
            Filter(game="vanuatu"): 7,
            Filter(company="bots"): 1,
            Filter(variant="codfish"): 1,
            Filter(option="price_drop=per_tile"): 1,
            Filter(option="price%drop=per_tile"): 0,
            Filter(result="won"): 6,
            Filter(result="lost"): 2,
            Filter(since=made_up(6).finished): 2,
            Filter(opponent="ben"): 8,
            Filter(opponent="eve"): 0,
        }
        for chosen, count in cases.items():
            assert await results.count("ann", chosen) == count, chosen
            games = await results.history("ann", chosen, (1e18, 0), 50)
            assert len(games) == count
            months = await results.sources("ann", chosen)
            assert sum(month.games for month in months) == count
            points = sum(month.points["track"] for month in months)
            assert points == sum(game.points or 0 for game in games)
            uses = await results.uses("ann", chosen, 1)
            assert sum(one.times for one in uses) == sum(1 + int(g.id[4:]) % 2 for g in games)

    in_store(kind, tmp_path, story)


def test_the_list_goes_on_where_it_ended(kind: str, tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        for number in range(65):
            await room.store.results.add(made_up(number, finished=1.79e9 + number // 3))
        history = History(room.store)
        owner = await history.owner(ANN, "")
        seen, page = list[str](), ""
        while True:
            answer = await history.games(owner, ALL, page)
            seen += [game.table or f"gone {game.at} {game.points}" for game in answer.games]
            page = answer.next
            assert answer.total == 65
            if not page:
                break
        assert len(seen) == len(set(seen)) == 65
        with pytest.raises(BadRequest):
            await history.games(owner, ALL, "nonsense")

    in_store(kind, tmp_path, story)


def test_a_rating_is_shown_after_ten_games(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        history = History(room.store)
        owner = await history.owner(ANN, "")
        for number in range(4):
            await room.store.results.add(made_up(number))
        vanuatu, nusfjord = (await history.page(owner, ALL)).ratings
        assert (vanuatu.missing, vanuatu.mean, vanuatu.moments) == (6, None, [])
        assert (nusfjord.missing, nusfjord.games) == (10, 0)
        assert all(game.change is None for game in (await history.games(owner, ALL, "")).games)
        for number in range(4, 10):
            await room.store.results.add(made_up(number))
        vanuatu, _ = (await history.page(owner, ALL)).ratings
        assert vanuatu.missing == 0 and vanuatu.mean is not None and vanuatu.band is not None
        assert vanuatu.levels[0].level == "relaxed"
        bands = [moment.band for moment in vanuatu.moments]
        assert len(bands) == 10 and bands[-1] < bands[0], "the band narrows"
        assert (await history.games(owner, ALL, "")).games[0].change is not None

    in_store("sqlite", tmp_path, story)


def test_others_see_only_what_was_made_public(kind: str, tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        for one in (ANN, BEN):
            device = Device(one.id, one.id, "browser", "", 1.0, 1.0, 9e9)
            await room.store.accounts.sign_in(Person(one.id, one.name, 1.0, 1.0), device)
        live = await room.two_humans("nusfjord", name="Secret club")
        await finish(room, live)
        closed = await room.two_humans("nusfjord", watchable=False)
        await finish(room, closed)
        history = History(room.store)
        mine = await history.owner(ANN, "")
        own = await history.page(mine, ALL)
        assert not own.public and own.key == ""
        assert [head.name for head in (await history.heads(mine, ALL)).heads] == ["Ben"]
        with pytest.raises(NotFound):
            await history.owner(EVE, "0123456789abcdef")
        shared = await history.set_public(ANN, True)
        seen = await history.owner(None, shared.key)
        page = await history.page(seen, ALL)
        assert (page.name, page.mine) == ("Ann", False)
        assert (await history.heads(seen, ALL)).heads == []
        games = (await history.games(seen, ALL, "")).games
        assert [game.table for game in games] == ["", live.table.id]
        assert {game.name for game in games} == {""}
        assert {other.name for game in games for other in game.others} == {""}
        ben = await history.heads(await history.owner(BEN, ""), ALL)
        assert ben.heads[0].profile == shared.key
        await history.set_public(ANN, False)
        with pytest.raises(NotFound):
            await history.owner(BEN, shared.key)
        again = await history.set_public(ANN, True)
        assert again.key == shared.key, "the address stays the same"

    in_store(kind, tmp_path, story)


def test_bad_filters_say_what_is_wrong(kind: str, tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        history = History(room.store)
        owner = await history.owner(ANN, "")
        for bad in (
            {"game": "chess"},
            {"company": "cats"},
            {"result": "draw"},
            {"opponent": "nobody-1"},
            {"opponent": "x"},
            {"opponent": f"x-{10**30}"},
        ):
            with pytest.raises(BadRequest):
                await history.chosen(owner, **bad)  # type: ignore[arg-type]
        for page in ("x", "1:x", f"1:{10**30}", f"1:-{10**30}"):
            with pytest.raises(BadRequest):
                await history.games(owner, Filter(), page)
        with pytest.raises(NotFound):
            await history.owner(None, "")

    in_store(kind, tmp_path, story)


def test_campaign_ranks_and_decks_not_tried(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        live = await room.make(ANN, "nusfjord", "me", campaign=True)
        await finish(room, live)
        history = History(room.store)
        page = await history.page(await history.owner(ANN, ""), ALL)
        ranks = {one.variant: one.rank for one in page.ranks}
        assert ranks == {"herring": 0, "codfish": None, "mackerel": None}
        (game,) = (await history.games(await history.owner(ANN, ""), ALL, "")).games
        assert (game.mode, game.campaign_game) == ("campaign", 1)
        assert game.campaign_total == game.points and game.place is None

    in_store("sqlite", tmp_path, story)


def test_the_csv_holds_every_game(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        for number in range(3):
            await room.store.results.add(made_up(number, name="=HYPERLINK(1)"))
        live = await room.make(ANN, "nusfjord", "me")
        await finish(room, live)
        history = History(room.store)
        owner: Owner = await history.owner(ANN, "")
        text = "".join([part async for part in history.csv(owner, ALL)])
        rows = list(csv.DictReader(io.StringIO(text)))
        assert len(rows) == 4
        solo = next(row for row in rows if row["table"] == live.table.id)
        assert int(solo["points"]) == live.table.scores[0]
        sources = dict(part.split("=") for part in solo["sources"].split())
        assert sum(map(int, sources.values())) == live.table.scores[0]
        assert {row["name"] for row in rows} == {"'=HYPERLINK(1)", ""}
        text = "".join([part async for part in history.csv(owner, Filter(game="nusfjord"))])
        assert len(text.splitlines()) == 2

    in_store("sqlite", tmp_path, story)


def test_my_running_tables_without_the_finished_ones(tmp_path: Path) -> None:
    async def story(room: Room) -> None:
        over = await room.make(ANN, "nusfjord", "me")
        await finish(room, over)
        running = await room.two_humans()
        listed = await room.views.mine(ANN, "", running=True)
        assert [table.id for table in listed.tables] == [running.table.id]
        assert len((await room.views.mine(ANN, "")).tables) == 2

    in_store("sqlite", tmp_path, story)
