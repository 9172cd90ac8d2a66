"""From the outbox to the receivers: at least once, by one server, tried again, given up."""

import asyncio
import base64
import hashlib
import hmac
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from skerry.service import messages as m
from skerry.service.errors import NotAllowed, TooFast
from skerry.service.notifications import outbox
from skerry.store.postgres import PostgresStore, prepare
from skerry.store.protocol import StoreUnavailable
from tests.notifications.club import HOUR, MINUTE, Club, in_club, token_in
from tests.notifications.receivers import mail_receiver, web_receiver
from tests.service.tables import BEN
from tests.store.databases import database


def test_a_server_that_dies_after_the_move_loses_nothing(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        phone = await club.with_push()
        live = await club.two_humans()
        club.tables._listeners.clear()  # it dies before it has looked at the table
        await club.bens_turn(live)
        again = Club(tmp_path, club.web, club.post)
        again.channels.push = club.channels.push
        await again.later()
        assert phone.arrived == []  # found, and due in a moment
        await again.later()
        assert len(phone.arrived) == 1
        await again.close()

    in_club(tmp_path, story)


def test_a_server_that_dies_after_sending_sends_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(club: Club) -> None:
        await club.with_webhook()
        live = await club.two_humans()
        await club.bens_turn(live)

        async def dies(owner: str, items: list) -> None:
            raise StoreUnavailable("killed")

        monkeypatch.setattr(club.outbox.store, "settle", dies)
        await club.later()
        assert len(club.web.requests) == 1
        monkeypatch.undo()
        await club.later(MINUTE)
        assert len(club.web.requests) == 1  # it is still claimed
        await club.later(outbox.LEASE_SECONDS)
        first, second = club.web.requests
        assert first.headers["webhook-id"] == second.headers["webhook-id"]  # known by its id
        await club.later(HOUR)
        assert len(club.web.requests) == 2

    in_club(tmp_path, story)


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with database() as made:
        prepare(made)
        yield made


def test_one_of_two_servers_sends(url: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with asyncio.timeout(60), AsyncExitStack() as stack:
            web = await stack.enter_async_context(web_receiver())
            post = await stack.enter_async_context(mail_receiver())
            one = Club(tmp_path, web, post, PostgresStore(url))
            two = Club(tmp_path, web, post, PostgresStore(url))
            await one.with_webhook()
            lives = [await one.two_humans() for _ in range(6)]
            for live in lives:
                await one.bens_turn(live)
            one.ahead = two.ahead = 10.0
            await asyncio.gather(one.outbox.sweep(), two.outbox.sweep())
            one.ahead = two.ahead = 20.0
            web.slow.clear()
            sending = [asyncio.create_task(club.outbox.deliver()) for club in (one, two)]
            while not web.requests:
                await asyncio.sleep(0.01)
            web.slow.set()
            await asyncio.gather(*sending)
            assert len(web.requests) == 1  # six tables, one bundle, one server
            assert len(web.requests[0].json["about"]) == 6
            for club in (one, two):
                await club.close()

    asyncio.run(work())


def test_a_failing_webhook_is_tried_again_and_then_given_up(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.with_webhook()
        live = await club.two_humans(name="Lagoon")
        await club.bens_turn(live)
        club.web.answers = ["503 Busy"] * 20
        await club.later()
        assert len(club.web.requests) == 1
        await club.later(20)
        assert len(club.web.requests) == 1  # not at once
        for _ in range(10):
            await club.later(3 * HOUR)
        assert len(club.web.requests) == 1 + len(outbox.RETRY_SECONDS)
        shown = await club.accounts.settings(BEN.id)
        assert shown.webhook.problem.code == "refused" and shown.webhook.status == 503
        (given_up,) = shown.given_up
        assert (given_up.event, given_up.problem.detail) == ("turn", "503")
        club.web.answers = []
        await club.bens_turn(live)
        await club.later()
        shown = await club.accounts.settings(BEN.id)
        assert shown.webhook.problem is None and shown.webhook.status == 204

    in_club(tmp_path, story)


def test_a_webhook_that_asks_for_patience_gets_it(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.with_webhook()
        live = await club.two_humans()
        await club.bens_turn(live)
        club.web.answers = ["429 Slow\r\nretry-after: 600"]
        await club.later()
        await club.later(9 * MINUTE)
        assert len(club.web.requests) == 1
        await club.later(2 * MINUTE)
        assert len(club.web.requests) == 2

    in_club(tmp_path, story)


def test_a_device_that_is_gone_is_forgotten_and_the_next_channel_used(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.with_push()
        await club.with_webhook("slack")
        live = await club.two_humans(name="<!channel>")
        await club.bens_turn(live)
        club.web.answers = ["410 Gone"]
        await club.later()
        push, hook = club.web.requests
        assert (push.path, hook.path) == ("/push/phone", "/hook")
        assert hook.json["text"].startswith("Your turn: &lt;!channel&gt;")
        assert await club.store.notifications.devices(BEN.id) == []

    in_club(tmp_path, story)


def test_a_device_that_is_signed_out_gets_nothing(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        phone, laptop = await club.with_push("phone"), await club.with_push("laptop")
        club.accounts.devices_ended({"device phone"})
        await asyncio.gather(*club.accounts._ending)
        live = await club.two_humans()
        await club.bens_turn(live)
        await club.later()
        assert (len(phone.arrived), len(laptop.arrived)) == (0, 1)

    in_club(tmp_path, story)


def test_json_is_signed(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        secret = await club.with_webhook()
        assert (await club.accounts.settings(BEN.id)).webhook.secret == ""  # it was shown once
        result = await club.accounts.test(BEN.id, "", "webhook")
        assert result.ok and result.status == 204
        (request,) = club.web.requests
        head = request.headers
        signed = f"{head['webhook-id']}.{head['webhook-timestamp']}.".encode() + request.body
        key = base64.b64decode(secret.removeprefix("whsec_"))
        proof = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        assert head["webhook-signature"] == f"v1,{proof}"
        assert request.json["event"] == "test"

    in_club(tmp_path, story)


def test_tests_say_what_is_wrong(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        for channel, code in (
            ("push", "no_device"),
            ("mail", "unconfirmed"),
            ("webhook", "no_webhook"),
        ):
            result = await club.accounts.test(BEN.id, "device phone", channel)
            assert (result.ok, result.problem.code) == (False, code)
        phone = await club.with_push()
        result = await club.accounts.test(BEN.id, "device phone", "push")
        assert result.ok and phone.arrived[0]["id"] == result.id
        await club.with_mail()
        club.post.refuse = "550 No such user"
        result = await club.accounts.test(BEN.id, "", "mail")
        assert (result.problem.code, result.problem.detail) == ("mail_refused", "550")
        assert (await club.accounts.settings(BEN.id)).mail.problem.code == "mail_refused"
        club.post.refuse = ""
        assert (await club.accounts.test(BEN.id, "", "mail")).ok
        assert (await club.accounts.settings(BEN.id)).mail.problem is None

    in_club(tmp_path, story)


# -- mail


def test_nothing_is_sent_to_an_address_before_it_is_confirmed(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.with_push()
        await club.accounts.set_address(BEN.id, "de", "ben@Example.org")
        (mail,) = club.post.mails
        assert mail["To"] == "ben@example.org"
        assert mail["Subject"] == "Bitte bestätige deine Adresse für Skerry"
        live = await club.two_humans()
        await club.bens_turn(live)
        await club.later(HOUR)
        await club.later(HOUR)
        assert len(club.post.mails) == 1
        club.ahead = 0  # tables are dated by the real clock
        await club.accounts.confirm(token_in(mail, "confirm="))
        await club.bens_turn(live)
        await club.later(HOUR)
        await club.later(HOUR)
        assert club.post.mails[1]["Subject"] == "Du bist am Zug: Vanuatu"

    in_club(tmp_path, story)


def test_one_click_ends_the_mails(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.with_mail()
        live = await club.two_humans()
        await club.bens_turn(live)
        await club.later(HOUR)
        (mail,) = club.post.mails
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        link = mail["List-Unsubscribe"].strip("<>")
        start = "https://games.example.org/api/notifications/unsubscribe/"
        assert link.startswith(start) and token_in(mail, "off=") == link.removeprefix(start)
        used = await club.accounts.unsubscribe(link.removeprefix(start))
        assert used.address == "ben@example.org" and not used.refused
        await club.bens_turn(live)
        await club.later(HOUR)
        assert len(club.post.mails) == 1
        with pytest.raises(NotAllowed):
            await club.accounts.unsubscribe(link.removeprefix(start)[:-2])

    in_club(tmp_path, story)


def test_a_stranger_can_refuse_all_mail(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.accounts.set_address(BEN.id, "en", "stranger@example.org")
        used = await club.accounts.unsubscribe(token_in(club.post.mails[0], "off="))
        assert used.refused
        for user in ("ben", "eve"):
            with pytest.raises(TooFast):
                await club.accounts.set_address(user, "en", "Stranger@example.org")
        assert len(club.post.mails) == 1

    in_club(tmp_path, story)


def test_an_address_is_not_flooded(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        for user in ("ann", "ben", "eve"):
            await club.accounts.set_address(user, "en", "stranger@example.org")
        with pytest.raises(TooFast):
            await club.accounts.set_address("mal", "en", "stranger@example.org")
        assert len(club.post.mails) == 3
        club.ahead += 24 * HOUR
        await club.accounts.set_address("mal", "en", "stranger@example.org")

    in_club(tmp_path, story)


def test_a_link_confirms_only_its_own_address(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.accounts.set_address(BEN.id, "en", "one@example.org")
        await club.accounts.set_address(BEN.id, "en", "two@example.org")
        old, new = club.post.mails
        with pytest.raises(Exception, match="another address"):
            await club.accounts.confirm(token_in(old, "confirm="))
        await club.accounts.confirm(token_in(new, "confirm="))
        shown = await club.accounts.settings(BEN.id)
        assert shown.mail.address == "two@example.org" and shown.mail.confirmed

    in_club(tmp_path, story)


def test_names_cannot_add_headers(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.with_mail()
        live = await club.two_humans(name="Cod\r\nBcc: eve@example.org")
        await club.bens_turn(live)
        await club.later(HOUR)
        (mail,) = club.post.mails
        assert mail["Bcc"] is None

    in_club(tmp_path, story)


def test_a_change_of_settings_keeps_the_rest(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        await club.with_webhook("matrix")
        change = m.ChangeNotifications(daily=True, quiet=m.Hours(True, "23:00", "07:30"))
        await club.accounts.change(BEN.id, change)
        await club.accounts.change(BEN.id, m.ChangeNotifications(turn=False, zone="Asia/Tokyo"))
        shown = await club.accounts.settings(BEN.id)
        assert shown.webhook.on and shown.webhook.kind == "matrix"
        assert (shown.turn, shown.daily, shown.zone) == (False, True, "Asia/Tokyo")
        assert shown.quiet == m.Hours(True, "23:00", "07:30")
        for wrong in (
            m.ChangeNotifications(zone="Mars/Base"),
            m.ChangeNotifications(zone="../../etc/passwd"),
            m.ChangeNotifications(digest=m.DailyDigest(True, "25:00")),
            m.ChangeNotifications(mail=True),
        ):
            with pytest.raises(Exception, match=r"no time zone|write the time|enter a mail"):
                await club.accounts.change(BEN.id, wrong)

    in_club(tmp_path, story)


def test_both_people_of_a_seat_are_told(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        phone = await club.with_push("phone")
        live = await club.two_humans()
        live.table.seats[1].users.append("eve")
        tablet = await club.with_push("tablet", "eve")
        await club.bens_turn(live)
        await club.later()
        assert (len(phone.arrived), len(tablet.arrived)) == (1, 1)

    in_club(tmp_path, story)
