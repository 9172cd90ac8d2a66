"""The endpoints of notifications."""

from skerry.service import messages as m
from skerry.web.call import Call
from skerry.web.endpoint import Endpoint


async def notifications(call: Call) -> m.NotificationSettings:
    """Show what you are notified of, and how."""
    return await _settings(call)


async def change_notifications(call: Call) -> m.NotificationSettings:
    """Switch channels, events, quiet hours and the digest on and off."""
    await call.services.notifications.change(call.user.id, call.body)
    return await _settings(call)


async def subscribe_push(call: Call) -> m.NotificationSettings:
    """Send push messages to the browser that asks."""
    await _limit(call)
    label = "" if call.caller.device is None else call.caller.device.label
    await call.services.notifications.subscribe(call.user.id, _device(call), label, call.body)
    return await _settings(call)


async def end_push(call: Call) -> m.NotificationSettings:
    """Send no more push messages to one of your devices."""
    await call.services.notifications.unsubscribe_device(call.user.id, call.body.device)
    return await _settings(call)


async def set_mail_address(call: Call) -> m.NotificationSettings:
    """Enter a mail address, or remove it; its owner confirms it by a link in a first mail."""
    address = call.body.address
    if address.strip():
        await _limit(call)
        language = call.query.get("language", "")
        await call.services.notifications.set_address(call.user.id, language, address)
    else:
        await call.services.notifications.forget_address(call.user.id)
    return await _settings(call)


async def confirm_mail(call: Call) -> m.MailLinkUsed:
    """Confirm an address with the link from the mail, on any device."""
    return await call.services.notifications.confirm(call.body.token)


async def unsubscribe_mail(call: Call) -> m.MailLinkUsed:
    """Switch mails off with the link from one of them, on any device."""
    return await call.services.notifications.unsubscribe(call.body.token)


async def set_webhook(call: Call) -> m.NotificationSettings:
    """Enter the address of a webhook, or remove it. A new secret is shown this once."""
    await _limit(call)
    secret = await call.services.notifications.set_webhook(call.user.id, call.body)
    return await _settings(call, secret)


async def test_notification(call: Call) -> m.NotificationTestResult:
    """Send a test on one channel and return how it went."""
    await _limit(call)
    return await call.services.notifications.test(call.user.id, _device(call), call.body.channel)


async def _limit(call: Call) -> None:
    """Limit what makes the server call addresses, for a person and for everybody behind them."""
    await call.services.tests.take(call.user.id)
    await call.services.tests.take(call.client)


def _device(call: Call) -> str:
    return "" if call.caller.device is None else call.caller.device.id


async def _settings(call: Call, secret: str = "") -> m.NotificationSettings:
    return await call.services.notifications.settings(call.user.id, _device(call), secret)


_PATH = "/api/notifications"
_SHOWN = m.NotificationSettings
NOTIFICATION_ENDPOINTS = [
    Endpoint("GET", _PATH, notifications, _SHOWN),
    Endpoint("POST", _PATH, change_notifications, _SHOWN, m.ChangeNotifications),
    Endpoint("POST", _PATH + "/push", subscribe_push, _SHOWN, m.PushSubscription),
    Endpoint("POST", _PATH + "/push/end", end_push, _SHOWN, m.EndPush),
    Endpoint("POST", _PATH + "/mail", set_mail_address, _SHOWN, m.MailAddress, ("language",)),
    Endpoint("POST", _PATH + "/mail/confirm", confirm_mail, m.MailLinkUsed, m.MailLink),
    Endpoint("POST", _PATH + "/mail/off", unsubscribe_mail, m.MailLinkUsed, m.MailLink),
    Endpoint("POST", _PATH + "/webhook", set_webhook, _SHOWN, m.WebhookRequest),
    Endpoint(
        "POST", _PATH + "/test", test_notification, m.NotificationTestResult, m.NotificationTest
    ),
]
