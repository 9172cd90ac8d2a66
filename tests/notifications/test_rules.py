"""Who is told what, when and on which channel: once per turn, and not while at the table."""

from datetime import UTC, datetime
from pathlib import Path

from skerry.service import messages as m
from skerry.service.table.commands import CloseTable, Rematch
from skerry.service.viewers.viewer import Viewer
from skerry.store.daily import Attempt
from tests.notifications.club import HOUR, MINUTE, Club, in_club
from tests.notifications.receivers import check_vapid
from tests.service.tables import ANN, BEN


def test_a_turn_is_pushed_once(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        phone, laptop = await club.with_push("phone"), await club.with_push("laptop")
        live = await club.two_humans(name="Lagoon")
        await club.bens_turn(live)
        await club.later(2)
        assert phone.arrived == []  # a page that is loaded again is back by then
        for _ in range(3):
            await club.later(HOUR)
        (said,) = phone.arrived
        assert said["title"] == "Your turn: Lagoon"
        assert said["body"] == "Vanuatu, round 1 of 8\nAnn has moved."
        assert said["url"] == f"https://games.example.org/t/{live.table.id}"
        assert laptop.arrived == [said]  # one notice, on all devices
        claims = check_vapid(club.web.requests[0], club.channels.push.public_key)
        assert claims["aud"] == f"http://127.0.0.1:{club.web.port}"
        await club.bens_turn(live)
        await club.later()
        assert len(phone.arrived) == 2  # a new turn

    in_club(tmp_path, story)


def test_several_decisions_of_one_turn_are_one(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        phone = await club.with_push()
        live = await club.two_humans("nusfjord")
        while not (live.table.turn == 1 and live.history and live.history[-1].seat == 1):
            if live.table.turn == 1:
                await club.later()
                before = len(phone.arrived)
            await club.step(live, -1)
        await club.later()
        assert len(phone.arrived) == before  # still his turn

    in_club(tmp_path, story)


def test_nobody_is_told_while_at_the_table(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        phone = await club.with_push()
        live = await club.two_humans()
        viewer = Viewer(live, BEN.id, 1)
        club.views.enter(live, viewer)
        await club.bens_turn(live)
        await club.later()
        viewer.sent = live.table.number
        await club.views.exit(live, viewer)
        await club.later(HOUR)  # he has seen that it is his turn
        assert phone.arrived == []

    in_club(tmp_path, story)


def test_opening_the_table_cancels_the_mail(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.with_mail()
        phone = await club.with_push()
        live = await club.two_humans()
        await club.bens_turn(live)
        await club.later()
        assert len(phone.arrived) == 1
        viewer = Viewer(live, BEN.id, 1)
        club.views.enter(live, viewer)
        viewer.sent = live.table.number
        await club.views.exit(live, viewer)
        await club.later(HOUR)
        assert club.post.mails == []

    in_club(tmp_path, story)


def test_without_a_reaction_a_mail_follows_after_15_minutes(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.with_mail()
        phone = await club.with_push()
        live = await club.two_humans(name="Lagoon")
        await club.bens_turn(live)
        await club.later(14 * MINUTE)
        assert len(phone.arrived) == 1
        await club.later(14 * MINUTE)
        assert club.post.mails == []
        await club.later(2 * MINUTE)
        (mail,) = club.post.mails
        assert mail["Subject"] == "Your turn: Lagoon"
        assert mail["To"] == "ben@example.org"
        await club.later(24 * HOUR)
        assert len(phone.arrived) == 1 and len(club.post.mails) == 1

    in_club(tmp_path, story)


def test_mail_alone_waits_15_minutes_too(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.with_mail()
        live = await club.two_humans()
        await club.bens_turn(live)
        await club.later(10 * MINUTE)
        assert club.post.mails == []
        await club.later(6 * MINUTE)
        assert len(club.post.mails) == 1

    in_club(tmp_path, story)


def test_the_webhook_is_first_if_push_is_off(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        phone = await club.with_push()
        await club.with_webhook("discord")
        live = await club.two_humans(name="@everyone")
        await club.bens_turn(live)
        await club.later()
        assert len(phone.arrived) == 1 and len(club.web.requests) == 1
        await club.accounts.change(BEN.id, m.ChangeNotifications(push=False))
        await club.anns_turn(live)
        await club.bens_turn(live)
        await club.later()
        assert len(club.web.requests) == 2
        sent = club.web.requests[1].json
        assert sent["content"].startswith("Your turn: @everyone")
        assert sent["allowed_mentions"] == {"parse": []}

    in_club(tmp_path, story)


def test_quiet_hours_hold_everything_and_send_one_bundle(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        phone = await club.with_push()
        start, end = _clock(club, -HOUR), _clock(club, 8 * HOUR)
        quiet = m.Hours(True, start, end)
        await club.accounts.change(BEN.id, m.ChangeNotifications(quiet=quiet, zone="UTC"))
        first, second = await club.two_humans(name="One"), await club.two_humans(name="Two")
        await club.bens_turn(first)
        await club.bens_turn(second)
        await club.later(7 * HOUR)
        assert phone.arrived == []
        await club.later(HOUR + MINUTE)
        (said,) = phone.arrived
        assert said["title"] == "2 notices from Skerry"
        assert said["body"] == "Your turn: One\nYour turn: Two"
        assert said["url"] == "https://games.example.org/"

    in_club(tmp_path, story)


def test_a_digest_comes_once_a_day(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        phone = await club.with_push()
        digest = m.DailyDigest(True, _clock(club, 6 * HOUR))
        await club.accounts.change(BEN.id, m.ChangeNotifications(digest=digest, zone="UTC"))
        one, two = await club.two_humans(name="One"), await club.two_humans(name="Two")
        played = await club.two_humans(name="Played")
        for live in (one, two, played):
            await club.bens_turn(live)
        await club.later()
        await club.anns_turn(played)  # he has moved there meanwhile
        await club.later(5 * HOUR)
        assert phone.arrived == []
        await club.later(2 * HOUR)
        assert [said["body"] for said in phone.arrived] == ["Your turn: One\nYour turn: Two"]
        await club.later(24 * HOUR)
        assert len(phone.arrived) == 1

    in_club(tmp_path, story)


def test_the_end_and_a_rematch(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        phone = await club.with_push()
        live = await club.two_humans("nusfjord", name="Cod")
        await club.step(live)
        await club.tables.execute(live.table.id, CloseTable("late"))
        await club.later()
        assert [said["title"] for said in phone.arrived] == ["The game is over: Cod"]
        await club.tables.execute(live.table.id, Rematch(ANN, "again12345"))
        again = await club.tables.get("again12345")
        await club.later()
        titles = [said["title"] for said in phone.arrived]
        turn = again.table.status == "running" and again.table.turn == 1
        assert titles[1:] == ["Your turn: Cod" if turn else "Ann invites you: Cod"]

    in_club(tmp_path, story)


def test_events_that_are_off(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        phone = await club.with_push()
        off = m.ChangeNotifications(turn=False, ended=False, invited=False)
        await club.accounts.change(BEN.id, off)
        live = await club.two_humans("nusfjord")
        await club.bens_turn(live)
        await club.later()
        await club.tables.execute(live.table.id, CloseTable("late"))
        await club.tables.execute(live.table.id, Rematch(ANN, "again12345"))
        await club.later()
        assert phone.arrived == []

    in_club(tmp_path, story)


def test_the_daily_challenge_at_six_in_the_evening(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        phone = await club.with_push()
        await club.with_push("tablet", ANN.id)
        club.ahead = -(club.now() % (24 * HOUR)) + 15 * HOUR  # 15:00 UTC, 16:00 in Oslo
        changes = m.ChangeNotifications(turn=False, daily=True, zone="Europe/Oslo")
        await club.accounts.change(BEN.id, changes)
        await club.accounts.change(ANN.id, changes)
        await club.later()
        assert phone.arrived == []
        day = datetime.fromtimestamp(club.now(), UTC).date().isoformat()
        await club.store.daily.begin(Attempt(ANN.id, "solo", day, "Ann", "t", club.now()))
        await club.later(2 * HOUR)
        await club.later(2 * HOUR)
        assert [said["title"] for said in phone.arrived] == ["Today\u2019s challenge is open"]
        assert len(club.web.requests) == 1  # Ann plays it already

    in_club(tmp_path, story)


def test_what_was_before_is_not_told(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        live = await club.two_humans()
        await club.bens_turn(live)
        club.ahead += MINUTE
        phone = await club.with_push()
        await club.later(HOUR)
        assert phone.arrived == []

    in_club(tmp_path, story)


def test_nothing_hidden_is_told(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.with_webhook()
        live = await club.two_humans("nusfjord", name="Cod")
        await club.bens_turn(live)
        await club.later()
        (request,) = club.web.requests
        (about,) = request.json["about"]
        assert set(about) <= {"event", "table", "name", "game", "round", "rounds", "by", "url"}
        assert BEN.id not in request.body.decode() and ANN.id not in request.body.decode()

    in_club(tmp_path, story)


def _clock(club: Club, ahead: float) -> str:
    return f"{datetime.fromtimestamp(club.now() + ahead, UTC):%H:%M}"
