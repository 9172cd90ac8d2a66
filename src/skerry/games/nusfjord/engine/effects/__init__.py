"""The effects, one file each: TOML form, possible, why not, what it does, its sentence.

A new effect is one file and one line in the union.
"""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.effects.act import ActForm
from skerry.games.nusfjord.engine.effects.choose import ChooseForm
from skerry.games.nusfjord.engine.effects.feed_elders import FeedEldersForm
from skerry.games.nusfjord.engine.effects.gain import GainForm
from skerry.games.nusfjord.engine.effects.gain_per import GainPerForm
from skerry.games.nusfjord.engine.effects.keep_excess import KeepExcessForm
from skerry.games.nusfjord.engine.effects.pay import PayForm
from skerry.games.nusfjord.engine.effects.remove_forest import RemoveForestForm
from skerry.games.nusfjord.engine.effects.repeat import RepeatForm
from skerry.games.nusfjord.engine.effects.reserve_in import ReserveInForm
from skerry.games.nusfjord.engine.effects.reserve_out import ReserveOutForm
from skerry.games.nusfjord.engine.effects.take_shares import TakeSharesForm
from skerry.games.nusfjord.engine.effects.thicken import ThickenForm
from skerry.games.nusfjord.engine.effects.upgrade_ship import UpgradeShipForm

Step = (
    ActForm
    | ChooseForm
    | FeedEldersForm
    | GainForm
    | GainPerForm
    | KeepExcessForm
    | PayForm
    | RemoveForestForm
    | RepeatForm
    | ReserveInForm
    | ReserveOutForm
    | TakeSharesForm
    | ThickenForm
    | UpgradeShipForm
)
# Lists of steps hold steps: `choose`, `repeat` and abilities look the union up there, late.
setattr(forms, "Step", Step)  # noqa: B010 - to mypy a type alias cannot be assigned
