"""Rules a building changes for its owner, one file each: TOML form, what changes, its sentence."""

from skerry.games.nusfjord.engine.passive_rules.buy_shares import BuySharesForm
from skerry.games.nusfjord.engine.passive_rules.cost_off import CostOffForm
from skerry.games.nusfjord.engine.passive_rules.elders_skip_feeding import EldersSkipFeedingForm
from skerry.games.nusfjord.engine.passive_rules.empty_spaces_free import EmptySpacesFreeForm
from skerry.games.nusfjord.engine.passive_rules.haul_bonus import HaulBonusForm
from skerry.games.nusfjord.engine.passive_rules.market_dividend_skip import MarketDividendSkipForm
from skerry.games.nusfjord.engine.passive_rules.off_board import OffBoardForm
from skerry.games.nusfjord.engine.passive_rules.own_shares_first import OwnSharesFirstForm
from skerry.games.nusfjord.engine.passive_rules.pay_from_reserve import PayFromReserveForm
from skerry.games.nusfjord.engine.passive_rules.reserve_limit import ReserveLimitForm
from skerry.games.nusfjord.engine.passive_rules.unissued_free import UnissuedFreeForm
from skerry.games.nusfjord.engine.passive_rules.wood_limit import WoodLimitForm

PassiveRules = (
    BuySharesForm
    | CostOffForm
    | EldersSkipFeedingForm
    | EmptySpacesFreeForm
    | HaulBonusForm
    | MarketDividendSkipForm
    | OffBoardForm
    | OwnSharesFirstForm
    | PayFromReserveForm
    | ReserveLimitForm
    | UnissuedFreeForm
    | WoodLimitForm
)
