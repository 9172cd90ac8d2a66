"""Mails through the operator's SMTP server."""

import asyncio
import hashlib
from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import format_datetime, parseaddr

import aiosmtplib

from skerry.service.errors import BadRequest
from skerry.service.notifications.errors import DeliveryFailed
from skerry.service.notifications.smtp import ADDRESS, SmtpServer

SECONDS = 20.0
_LOCAL = ("localhost", "127.0.0.1", "::1")


def check_address(text: str) -> str:
    """Return an address as it is stored; raises BadRequest."""
    address = text.strip()
    if len(address) > 254 or not ADDRESS.fullmatch(address):
        raise BadRequest("this is not a mail address; write it as ada@example.org", "bad_address")
    local, _, domain = address.rpartition("@")
    return f"{local}@{domain.lower()}"


class MailSender:
    """Sends mails, each on a connection of its own."""

    def __init__(self, server: SmtpServer) -> None:
        self._server = server

    async def send(
        self, to: str, subject: str, text: str, id: str, at: float, unsubscribe: str
    ) -> None:
        """Send a mail; raises DeliveryFailed. The same *id* gives the same Message-ID."""
        server = self._server
        message = EmailMessage()
        name, sender = parseaddr(server.sender)
        message["From"] = Address(name, addr_spec=sender)
        message["To"] = Address(addr_spec=to)
        message["Subject"] = " ".join(subject.split())
        message["Date"] = format_datetime(datetime.fromtimestamp(at, UTC))
        number = hashlib.sha256(id.encode()).hexdigest()[:32]
        message["Message-ID"] = f"<{number}@{server.domain}>"
        message["Auto-Submitted"] = "auto-generated"
        message["List-Unsubscribe"] = f"<{unsubscribe}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        message.set_content(text)
        # A password is only sent over TLS; without one TLS is used where the server offers it.
        must = True if server.user and server.host not in _LOCAL else None
        try:
            async with asyncio.timeout(SECONDS):
                await aiosmtplib.send(
                    message,
                    hostname=server.host,
                    port=server.port,
                    username=server.user or None,
                    password=server.password or None,
                    use_tls=server.tls,
                    start_tls=None if server.tls else must,
                    timeout=SECONDS,
                )
        except aiosmtplib.SMTPRecipientsRefused as error:
            code = error.recipients[0].code
            raise DeliveryFailed(
                "mail_refused", str(code), lasting=500 <= code < 600, status=code
            ) from None
        except aiosmtplib.SMTPResponseException as error:
            raise DeliveryFailed(
                "smtp_refused", str(error.code), lasting=500 <= error.code < 600
            ) from None
        except (aiosmtplib.SMTPException, OSError, TimeoutError):
            raise DeliveryFailed("smtp_unreachable") from None
