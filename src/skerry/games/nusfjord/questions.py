"""The tasks of Nusfjord by name, what kind of question each asks, and what its numbers mean."""

from skerry.games.nusfjord.engine.actions import ChooseCopy
from skerry.games.nusfjord.engine.banquet import FillPlates, ServePlates
from skerry.games.nusfjord.engine.buildings import ChooseBuilding, ChooseCell, PlaceBuilding
from skerry.games.nusfjord.engine.council import OfferElder, TakeElder, UseElder
from skerry.games.nusfjord.engine.effects import (
    ChooseOption,
    GoOn,
    KeepExcess,
    MayAct,
    Repeat,
    Steps,
    TakeFromReserve,
)
from skerry.games.nusfjord.engine.fishing import FeedElders, FeedShares, Fish, FishingEnd
from skerry.games.nusfjord.engine.forest import ChooseDouble, ChooseForest, MoreForests, Thicken
from skerry.games.nusfjord.engine.goods import EndExcess, Gain, PayFromReserve
from skerry.games.nusfjord.engine.rounds import EndGame, Round, TakeTurn, Turn, TurnDone
from skerry.games.nusfjord.engine.shares import BuyShares, TakeShares
from skerry.games.nusfjord.engine.ships import ChooseShip, ChooseUpgrade, LaunchShip
from skerry.games.nusfjord.engine.state import State
from skerry.games.nusfjord.engine.telling import source_name
from skerry.games.nusfjord.engine.triggers import (
    ElderDone,
    Fire,
    OfferBuilt,
    Pending,
    React,
    Traded,
    UseAnytime,
    UseBuilt,
    Window,
)
from skerry.kernel.agenda import Task
from skerry.kernel.events import Json
from skerry.kernel.protocol import Question

# A kind of question by task, with the names of its numbers after the seat.
KINDS: dict[type[Task], tuple[str, str]] = {
    TakeTurn: ("take_turn", "turn"),
    UseAnytime: ("use_anytime", ""),
    React: ("react", "waiting"),
    UseBuilt: ("use_built", "ability"),
    ChooseBuilding: ("choose_building", "effect source"),
    ChooseCell: ("choose_cell", "slot"),
    ChooseShip: ("choose_ship", "effect source"),
    ChooseUpgrade: ("choose_upgrade", "source"),
    ServePlates: ("serve_plates", "effect source"),
    ChooseForest: ("choose_forest", "count wood source"),
    ChooseDouble: ("choose_double_space", "source"),
    Thicken: ("thicken_forest", "most done source"),
    BuyShares: ("buy_shares", "effect taken source"),
    TakeShares: ("take_shares", "most taken source"),
    TakeElder: ("take_elder", "effect source"),
    UseElder: ("use_elder", "elder free"),
    FeedElders: ("feed_elders", "haul fed"),
    FeedShares: ("feed_shares", "haul left"),
    ChooseCopy: ("choose_copy", "effect source"),
    MayAct: ("may_act", "effect source"),
    ChooseOption: ("choose_option", "effect source"),
    GoOn: ("go_on", "effect count source"),
    TakeFromReserve: ("take_from_reserve", "effect source"),
    KeepExcess: ("keep_excess", "effect source"),
    PayFromReserve: ("pay_from_reserve", "use wood fish gold source good"),
}
STEPS: dict[type[Task], str] = {
    Round: "round",
    Turn: "turn",
    TurnDone: "seat turn flag",
    EndGame: "",
    Fish: "seat",
    FishingEnd: "",
    Window: "seat flag",
    Traded: "seat flag",
    Fire: "seat event what known",
    ElderDone: "seat known",
    Pending: "seat waiting",
    OfferBuilt: "seat ability",
    Steps: "seat effect source",
    Repeat: "seat effect count source",
    Gain: "seat wood fish gold source",
    EndExcess: "wood",
    FillPlates: "seat count effect source",
    PlaceBuilding: "seat slot",
    LaunchShip: "seat good source",
    MoreForests: "seat count wood source",
    OfferElder: "seat elder flag",
}
TASKS: dict[str, tuple[type[Task], list[str]]] = {
    task.__name__: (task, f"seat {names}".split()) for task, (_, names) in KINDS.items()
} | {task.__name__: (task, names.split()) for task, names in STEPS.items()}


def question(state: State) -> Question | None:
    """Give the open question, with what it is about in words."""
    if not state.agenda:
        return None
    task = state.agenda[-1]
    kind, names = KINDS[type(task)]
    numbers = dict(zip(names.split(), task.args()[1:], strict=True))
    return Question(kind, task.seat, _in_words(state, numbers))


def _in_words(state: State, numbers: dict[str, int]) -> Json:
    cards = state.table.cards
    told: Json = {}
    for name, value in numbers.items():
        if name == "source":
            told["cause"] = source_name(state, value)
        elif name == "slot":
            told["card"] = cards.cards[value].name
        elif name == "ability":
            told["card"] = cards.cards[cards.abilities[value].slot].name
        elif name in ("elder", "haul", "count", "wood", "fish", "gold", "turn"):
            told[name] = value
        elif name == "good":
            told["good"] = ("wood", "fish", "gold")[value]
    return told
