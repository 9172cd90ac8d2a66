"""Both games for research: observations, environments, data sets, positions to share.

    pip install "skerry[research]"

`aec_env` is a PettingZoo environment; importing this package registers `skerry/Vanuatu-v0` and
`skerry/Nusfjord-v0` with Gymnasium; `skerry.research.openspiel` registers both with OpenSpiel. What
needs a library that is not installed is imported when it is used.
"""

from typing import Any

from skerry.research.observations import ObservationSpec, mask, observation_spec, observe
from skerry.research.rewards import REWARDS, rewards

__all__ = [
    "REWARDS",
    "ObservationSpec",
    "aec_env",
    "mask",
    "observation_spec",
    "observe",
    "rewards",
    "vector_env",
]


def aec_env(game: str, players: int = 4, *, reward: str = "place", **options: Any) -> Any:
    """Return a PettingZoo AEC environment of a game, with its rule options by name."""
    from skerry.research.aec import SkerryAEC

    return SkerryAEC(game, players, reward=reward, **options)


def vector_env(
    game: str, count: int, players: int = 4, *, reward: str = "place", **options: Any
) -> Any:
    """Return a Gymnasium vector environment of *count* games of self-play, stepped together."""
    from skerry.research.vector import SelfPlayVectorEnv

    return SelfPlayVectorEnv(game, count, players, reward=reward, **options)


def _register() -> None:
    try:
        import gymnasium
    except ImportError:
        return
    for name in ("Vanuatu", "Nusfjord"):
        gymnasium.register(
            id=f"skerry/{name}-v0",
            entry_point="skerry.research.gym_env:SkerryEnv",
            vector_entry_point="skerry.research.vector:SelfPlayVectorEnv",
            kwargs={"game": name.lower()},
        )


_register()
