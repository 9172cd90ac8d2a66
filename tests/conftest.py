"""What all tests share: how hypothesis searches, and the marker of the long proofs."""

import pytest
from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "skerry",
    deadline=None,  # a game takes as long as it takes
    derandomize=True,  # the same search on every machine; `make properties` looks further
    max_examples=25,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile(
    "properties", settings.get_profile("skerry"), derandomize=False, max_examples=300
)
# `make mutants`: a failure is enough, nobody reads the smallest example.
settings.register_profile(
    "mutants", settings.get_profile("skerry"), phases=[Phase.explicit, Phase.generate]
)
settings.load_profile("skerry")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "heavy: long proofs, left out of `make test`")
