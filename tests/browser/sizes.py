"""At which sizes, and in which games, a test walks: some in `make test`, all in `browser-long`."""

import pytest

long = pytest.mark.heavy
# Each game, and each size of the page, once.
games_and_sizes = pytest.mark.parametrize(
    ("game", "phone"),
    [
        pytest.param("vanuatu", True, id="vanuatu-phone"),
        pytest.param("nusfjord", False, id="nusfjord-desktop"),
        pytest.param("vanuatu", False, id="vanuatu-desktop", marks=long),
        pytest.param("nusfjord", True, id="nusfjord-phone", marks=long),
    ],
)
# What is the same at both sizes but for the layout.
sizes = pytest.mark.parametrize(
    "phone", [pytest.param(False, id="desktop"), pytest.param(True, id="phone", marks=long)]
)
# What is the same in both games; the first has the more kinds of question.
games = pytest.mark.parametrize("game", ["nusfjord", pytest.param("vanuatu", marks=long)])
