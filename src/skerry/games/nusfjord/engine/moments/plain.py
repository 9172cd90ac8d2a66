"""Moments without anything to choose among: the event itself is all there is to match."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import Moment
from skerry.games.nusfjord.engine.words import (
    ON_ELDER_TAKEN,
    ON_ELDER_USED,
    ON_FISH_EXCESS,
    ON_FISHING_END,
    ON_FOREST_REMOVED,
    ON_OTHER_ELDER_USED,
    ON_PASS,
    ON_PLATE_SERVED,
    ON_REFORESTED,
    ON_THIRD_WORKER,
    ON_WOOD_EXCESS,
)


class Happened(Moment):
    """An event, described in these words."""

    def __init__(self, event: int, words: str) -> None:
        super().__init__(event)
        self.words = words

    def sentence(self) -> str:
        return self.words


class ForestRemovedForm(forms.MomentForm):
    """A Forest has been removed; once per Forest."""

    def build(self) -> Moment:
        return Happened(ON_FOREST_REMOVED, "each time a Forest of yours is removed")


class ReforestedForm(forms.MomentForm):
    """The owner has planted a stack of Forests."""

    def build(self) -> Moment:
        return Happened(ON_REFORESTED, "each time you plant two Forests")


class ElderTakenForm(forms.MomentForm):
    """The owner has taken an elder; before his free use."""

    def build(self) -> Moment:
        return Happened(ON_ELDER_TAKEN, "each time you take an Elder")


class ElderUsedForm(forms.MomentForm):
    """The owner has used an elder; after his action."""

    def build(self) -> Moment:
        return Happened(ON_ELDER_USED, "each time you have used an Elder")


class OtherElderUsedForm(forms.MomentForm):
    """An opponent has used an elder."""

    def build(self) -> Moment:
        return Happened(ON_OTHER_ELDER_USED, "each time an opponent has used an Elder")


class PlateServedForm(forms.MomentForm):
    """The owner has filled a plate; plate by plate."""

    def build(self) -> Moment:
        return Happened(ON_PLATE_SERVED, "each time you fill a plate")


class FishingEndForm(forms.MomentForm):
    """The Fishing Phase ends, after the dividends."""

    def build(self) -> Moment:
        return Happened(ON_FISHING_END, "at the end of each Fishing Phase")


class FishExcessForm(forms.MomentForm):
    """Fish of the haul are about to be lost."""

    def build(self) -> Moment:
        return Happened(ON_FISH_EXCESS, "each time fish of your haul are left over")


class WoodExcessForm(forms.MomentForm):
    """Wood above the limit is about to be lost."""

    def build(self) -> Moment:
        return Happened(ON_WOOD_EXCESS, "each time you would lose wood above your limit")


class ThirdWorkerForm(forms.MomentForm):
    """The third turn of a round is over, and a worker was placed on it."""

    def build(self) -> Moment:
        return Happened(ON_THIRD_WORKER, "after the third turn of a round, if you placed a worker")


class PassForm(forms.MomentForm):
    """The owner has passed a turn."""

    def build(self) -> Moment:
        return Happened(ON_PASS, "each time you pass")
