"""In the terminal too, nobody gives up a space that cannot be used without saying so."""

from types import SimpleNamespace
from typing import cast

import pytest

from skerry.cli.screen import Screen
from skerry.cli.table import Table
from skerry.cli.turn import Turn
from skerry.games.vanuatu.game import VANUATU
from tests.vanuatu.tables import vanuatu


def turn(
    typed: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> tuple[str, str]:
    """Return what is chosen and what is printed when Fish is led from open water."""
    game = vanuatu().player(0, money=3, boat="1,1")
    game.markers(fish=[2, 0, 0], draw=[1, 0, 0]).turn_of(0)
    lines = iter(typed.split("\n"))
    monkeypatch.setattr("builtins.input", lambda _: next(lines))
    table = SimpleNamespace(game=VANUATU, state=game.state, people=[0])
    choice = Turn(Screen(plain=True), cast("Table", table), 0).ask()
    assert choice is not None
    return choice.text, " ".join(capsys.readouterr().out.split())


def test_naming_a_space_that_cannot_be_used_tells_why(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen, printed = turn("fish\ndraw", monkeypatch, capsys)
    assert chosen == "perform draw"
    assert "retrieve fish (take your markers back, no action)" in printed
    sentence = "You lead fish but cannot use it now: no fish under your canoe on 1,1 (rule 10.4)."
    assert printed.count(sentence) == 2
    assert "Type 'retrieve fish' to take the markers back for nothing." in printed


def test_taking_back_is_a_word_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert turn("retrieve fish", monkeypatch, capsys)[0] == "retrieve fish"
