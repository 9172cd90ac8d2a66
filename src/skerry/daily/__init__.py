"""The daily challenge: the same deal for everybody, one game alone and one plan a day."""

from skerry.daily.plan import PLAN_PAR, PlanDay, Planning, PlanResult, Scale, answer_seed
from skerry.daily.series import COMMON, Series, day_number
from skerry.daily.solo import RoundTotals, SoloDay, SoloPar

__all__ = [
    "COMMON",
    "PLAN_PAR",
    "PlanDay",
    "PlanResult",
    "Planning",
    "RoundTotals",
    "Scale",
    "Series",
    "SoloDay",
    "SoloPar",
    "answer_seed",
    "day_number",
]
