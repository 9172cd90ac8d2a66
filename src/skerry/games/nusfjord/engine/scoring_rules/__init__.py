"""Scoring rules, one file each: TOML form, points, its sentence."""

from skerry.games.nusfjord.engine.scoring_rules.at_least import AtLeastForm
from skerry.games.nusfjord.engine.scoring_rules.at_most import AtMostForm
from skerry.games.nusfjord.engine.scoring_rules.base_minus import BaseMinusForm
from skerry.games.nusfjord.engine.scoring_rules.per import PerForm

ScoringRules = AtLeastForm | AtMostForm | BaseMinusForm | PerForm
