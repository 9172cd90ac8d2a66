"""The five levels, by name."""

from collections.abc import Callable
from typing import Any

from skerry.bots import plugins
from skerry.bots.engine import nusfjord_values
from skerry.bots.protocol import Bot, Budget
from skerry.bots.search_bot import SURVIVAL_VALUES, SearchBot, SearchHelper, SurvivalSearchBot
from skerry.bots.simple_bots import OnePlyBot, OnePlySettings, RandomBot
from skerry.kernel.agenda import State
from skerry.kernel.errors import BadSetup
from skerry.kernel.protocol import Game
from skerry.kernel.rng import Rng

LEVELS = ["random", "relaxed", "steady", "skilled", "expert"]

RELAXED = OnePlySettings(playouts=1, noise=0.05)
RELAXED_IF_ALL_MAY_LOSE = OnePlySettings(playouts=1, noise=0.1)
STEADY = OnePlySettings(playouts=8)
STEADY_IF_ALL_MAY_LOSE = OnePlySettings(playouts=32)
SKILLED_BUDGET = Budget(seconds=0.2, least_iterations=500)
EXPERT_BUDGET = Budget(seconds=1.5, least_iterations=1500, expert=True)
SURVIVAL_BUDGET = Budget(seconds=0.2, iterations=800, least_iterations=200)
# The best move by the position after the own turn, without playouts: for thousands of games.
QUICK_CHOICE: dict[str, Callable[[Any], int]] = {"nusfjord": nusfjord_values.choose}
RISK_THRESHOLD = 0.3  # the risk (`Values.risk`) from which on a cautious bot searches


class CautiousBot:
    """Plays as *everyday* does, but searches while the risk is high that everybody loses."""

    def __init__(self, everyday: Bot, budget: Budget) -> None:
        self.name = everyday.name
        self.everyday = everyday
        self.survival = SurvivalSearchBot(everyday.name, budget)

    def choose(self, game: Game, state: State, seat: int, rng: Rng) -> int:
        at_risk = SURVIVAL_VALUES[game.name].risk(state) >= RISK_THRESHOLD
        return (self.survival if at_risk else self.everyday).choose(game, state, seat, rng)

    def observe(self, state: State, move: int) -> None:
        self.survival.observe(state, move)


def make_bot(name: str, helper: SearchHelper | None = None) -> Bot:
    """Return a new bot of a level. An expert searches together with a *helper* if it has one.

    For trials, `search:500` searches 500 iterations a move as skilled does, `deep:500` as an expert
    does, and `look:8` looks one move ahead with 8 playouts. Any other name is that of a plug-in
    (`skerry.bots.plugins`). Raises BadSetup if there is none.
    """
    kind, _, number = name.partition(":")
    if number.isascii() and number.isdigit() and int(number) > 0:
        if kind == "search":
            return SearchBot(name, Budget(iterations=int(number)))
        if kind == "deep":
            return SearchBot(name, Budget(iterations=int(number), expert=True))
        if kind == "look":
            return OnePlyBot(name, OnePlySettings(int(number)))
    if name == "random":
        return RandomBot()
    if name == "relaxed":
        return CautiousBot(OnePlyBot(name, RELAXED, RELAXED_IF_ALL_MAY_LOSE), SURVIVAL_BUDGET)
    if name == "steady":
        return OnePlyBot(name, STEADY, STEADY_IF_ALL_MAY_LOSE)
    if name == "skilled":
        return SearchBot(name, SKILLED_BUDGET)
    if name == "expert":
        return SearchBot(name, EXPERT_BUDGET, helper)
    if plugins.is_plugin(name):
        return plugins.make(name)
    known = ", ".join([*LEVELS, *plugins.plugin_names()])
    raise BadSetup(
        f"there is no bot {name[:40]!r}; there are {known}, and bots of your own: module:Class or "
        "cmd:PROGRAM (docs/own-bots.md)"
    )
