"""What cards count, always for one seat. Whoever adds a counter adds it to the list."""

from typing import Final

from skerry.games.nusfjord.engine.cards import Counter
from skerry.games.nusfjord.engine.counters.elders import Elders, EldersAndFish, PlatesFilled
from skerry.games.nusfjord.engine.counters.goods import AllFish, AllWood, Fish, Gold, ReserveFish
from skerry.games.nusfjord.engine.counters.harbor import (
    Buildings,
    BuildingsA,
    BuildingsB,
    DeepForests,
    EmptySpaces,
    Forests,
    ForestStacks,
    PlainBuildings,
)
from skerry.games.nusfjord.engine.counters.shares import (
    MarketShares,
    OwnSharesHome,
    OwnSharesOut,
    Shares,
)
from skerry.games.nusfjord.engine.counters.ships import (
    Cutters,
    Haul,
    Schooners,
    Ships,
    ShipTypes,
    Sloops,
    TrackFree,
)

_COUNTERS: Final[list[Counter]] = [
    Ships(),
    Sloops(),
    Cutters(),
    Schooners(),
    ShipTypes(),
    Forests(),
    ForestStacks(),
    DeepForests(),
    EmptySpaces(),
    Buildings(),
    BuildingsA(),
    BuildingsB(),
    PlainBuildings(),
    Elders(),
    EldersAndFish(),
    Shares(),
    OwnSharesHome(),
    OwnSharesOut(),
    MarketShares(),
    Gold(),
    Fish(),
    ReserveFish(),
    AllFish(),
    AllWood(),
    Haul(),
    TrackFree(),
    PlatesFilled(),
]
COUNTERS: Final[dict[str, Counter]] = {counter.name: counter for counter in _COUNTERS}
