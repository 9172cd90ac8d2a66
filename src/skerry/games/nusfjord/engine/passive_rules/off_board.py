"""`off_board`: a building beside the Harbor board."""

from skerry.games.nusfjord import forms
from skerry.games.nusfjord.engine.cards import PassiveRule


class OffBoardForm(forms.PassiveRuleForm):
    """The building needs no Building space and fills none."""

    def build(self) -> PassiveRule:
        return OffBoard()


class OffBoard(PassiveRule):
    """The building needs no Building space and fills none."""

    def off_board(self) -> bool:
        return True

    def sentence(self) -> str:
        return "This building needs no Building space."
