"""What Whenever abilities wait for: TOML form, what it matches, its words."""

from skerry.games.nusfjord.engine.moments.action import ActionForm
from skerry.games.nusfjord.engine.moments.building_built import BuildingBuiltForm
from skerry.games.nusfjord.engine.moments.plain import (
    ElderTakenForm,
    ElderUsedForm,
    FishExcessForm,
    FishingEndForm,
    ForestRemovedForm,
    OtherElderUsedForm,
    PassForm,
    PlateServedForm,
    ReforestedForm,
    ThirdWorkerForm,
    WoodExcessForm,
)
from skerry.games.nusfjord.engine.moments.ship_built import ShipBuiltForm

Moments = (
    ActionForm
    | BuildingBuiltForm
    | ElderTakenForm
    | ElderUsedForm
    | FishExcessForm
    | FishingEndForm
    | ForestRemovedForm
    | OtherElderUsedForm
    | PassForm
    | PlateServedForm
    | ReforestedForm
    | ShipBuiltForm
    | ThirdWorkerForm
    | WoodExcessForm
)
