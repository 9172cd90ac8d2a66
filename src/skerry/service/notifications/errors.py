"""Why something could not be delivered."""


class DeliveryFailed(Exception):
    """A notification was not taken. The page has a sentence for each code (`notices:reason`)."""

    def __init__(
        self,
        code: str,
        detail: str = "",
        *,
        lasting: bool = False,
        gone: bool = False,
        retry_after: float = 0,
        status: int = 0,
    ) -> None:
        super().__init__(f"{code} {detail}".strip())
        self.code = code
        self.detail = detail
        self.lasting = lasting or gone  # another try would fail as well
        self.gone = gone  # the address does not exist any more
        self.retry_after = retry_after
        self.status = status  # of the answer over HTTP
