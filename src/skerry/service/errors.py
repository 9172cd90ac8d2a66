"""What the service refuses, each with the status and the code a client can act on."""

from skerry.kernel.errors import SkerryError


class Refused(SkerryError):
    """A request that cannot be carried out; nothing has changed."""

    status = 422
    code = "refused"

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        if code:
            self.code = code


class BadRequest(Refused):
    """A message of the wrong shape."""

    status = 400
    code = "bad_request"


class NotAllowed(Refused):
    """Something that only somebody else may do."""

    status = 403
    code = "not_allowed"


class NotFound(Refused):
    """Nothing of that name."""

    status = 404
    code = "not_found"


class Stale(Refused):
    """Somebody moved first; the caller should read the table again."""

    status = 409
    code = "stale"


class TooFast(Refused):
    """Too many requests in too short a time."""

    status = 429
    code = "too_fast"
