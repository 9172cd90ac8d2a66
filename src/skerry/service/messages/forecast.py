"""Forecasts while planning."""

from typing import Any

from skerry.service.messages.values import Response


class ForecastInfo(Response):
    """What you can know ahead at a position, as the `Forecast` of the game; chances come apart."""

    number: int
    seat: int | None
    forecast: Any
    chances: bool  # whether there are some to ask for


class ChancesInfo(Response):
    """How often things happened in that many continuations, by ref; 0: unknown.

    A space: its plan came to nothing. An island: it sank by the end. "all": everybody lost.
    """

    number: int
    seat: int | None
    continuations: int
    shares: dict[str, float]
