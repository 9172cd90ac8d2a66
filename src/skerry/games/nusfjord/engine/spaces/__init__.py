"""The actions, one file each: possible, why not, what it does, its sentence."""

from typing import Final

from skerry.games.nusfjord.engine.cards import Space
from skerry.games.nusfjord.engine.spaces.build_building import BuildBuilding
from skerry.games.nusfjord.engine.spaces.build_ship import BuildShip
from skerry.games.nusfjord.engine.spaces.buy_all_shares import BuyAllShares
from skerry.games.nusfjord.engine.spaces.copy import Copy
from skerry.games.nusfjord.engine.spaces.deforest import Deforest
from skerry.games.nusfjord.engine.spaces.gold import TakeGold
from skerry.games.nusfjord.engine.spaces.issue_share import IssueShare
from skerry.games.nusfjord.engine.spaces.reforest import Reforest
from skerry.games.nusfjord.engine.spaces.serve_fish import ServeFish
from skerry.games.nusfjord.engine.spaces.take_elder import TakeAnElder
from skerry.games.nusfjord.engine.spaces.thin_out import ThinOut
from skerry.games.nusfjord.engine.spaces.transfer_reserve import TransferReserve
from skerry.games.nusfjord.engine.words import COPY_SPACE

# In the order of `board.toml`. The second space for buildings is the same action (cards 6.15).
ACTIONS: Final[list[Space]] = [
    TakeGold(0, "gold", 0),
    TransferReserve(1, "transfer_reserve", 1),
    ServeFish(2, "serve_fish", 2),
    BuildBuilding(3, "build_building", 3),
    BuildBuilding(4, "build_building_2", 3),
    IssueShare(5, "issue_share", 5),
    BuyAllShares(6, "buy_all_shares", 6),
    Deforest(7, "deforest", 7),
    ThinOut(8, "thin_out", 8),
    Reforest(9, "reforest", 9),
    BuildShip(10, "build_ship", 10),
    TakeAnElder(11, "take_elder", 11),
    Copy(12, "copy", -1),
]
# Every turn walks through the spaces of the board. Compiled, a chain is faster than a list: reading
# an item of a list checks its class.
for _number in range(COPY_SPACE - 1):
    ACTIONS[_number].after = ACTIONS[_number + 1]
