"""docs/formats.md is complete and its examples run."""

import doctest
import inspect
import re
from functools import cache
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from skerry.games import GAMES
from skerry.games.nusfjord import notation as nusfjord_notation
from skerry.games.nusfjord import position as nusfjord_position
from skerry.games.nusfjord import questions as nusfjord_questions
from skerry.games.nusfjord import sentences as nusfjord_sentences
from skerry.games.nusfjord import setup as nusfjord_setup
from skerry.games.vanuatu import (
    engine,
    notation,
    position,
    questions,
    rules,
    sentences,
    setup,
    why,
)
from skerry.kernel.protocol import play
from skerry.kernel.rng import Rng

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"


@cache
def section(title: str) -> str:
    """Return the text of a section, up to the next heading of any kind."""
    text = PAGE.read_text(encoding="utf-8")
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", text, re.M | re.S)
    assert found, title
    return found[1]


@cache
def named(title: str) -> set[str]:
    """Return everything a section puts between backticks."""
    return set(re.findall(r"`([^`]+)`", section(title)))


@cache
def first_column(title: str) -> set[str]:
    rows = re.findall(r"^\| (.*?) \|", section(title), re.M)
    return {name for row in rows for name in re.findall(r"`([^`]+)`", row)}


def codes(module: ModuleType | Path) -> set[str]:
    source = module.read_text() if isinstance(module, Path) else inspect.getsource(module)
    return set(re.findall(r'Reason\(\s*"(\w+)"', source))


def test_the_examples_run() -> None:
    failed, tried = doctest.testfile(
        str(PAGE), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL
    )
    assert tried > 20
    assert failed == 0


def test_every_reason_is_listed() -> None:
    written: list[ModuleType | Path] = [why, *Path(engine.__file__).parent.rglob("*.py")]
    assert first_column("Vanuatu: reasons") == set().union(*map(codes, written))
    nusfjord = Path(nusfjord_setup.__file__).parent.rglob("*.py")
    assert first_column("Nusfjord: reasons") == set().union(*map(codes, nusfjord))


def test_every_option_is_listed_with_its_default() -> None:
    assert first_column("Vanuatu: options") == set(rules.EXPLAINED)
    dealt = {"deck", "mixed_deck", "solo", "double_spaces", "exclude", "trade_before_action"}
    assert first_column("Nusfjord: options") == dealt
    for field in msgspec.structs.fields(rules.OptionSet):
        default = field.default
        if field.default_factory is not msgspec.NODEFAULT:
            default = field.default_factory()
        row = re.search(rf"^\| `{field.name}` \| `(.*?)`", section("Vanuatu: options"), re.M)
        assert row
        assert msgspec.json.decode(row[1]) == msgspec.json.decode(msgspec.json.encode(default)), (
            field.name
        )


def test_every_pile_is_listed() -> None:
    assert first_column("Vanuatu: piles") == set(setup.Piles.__struct_fields__)
    read = set(re.findall(r'"(\w+_(?:display|pile)|starter|hidden_elders)"',
                          inspect.getsource(nusfjord_setup)))  # fmt: skip
    assert first_column("Nusfjord: piles") == read


def test_every_event_is_listed() -> None:
    assert first_column("Vanuatu: events") == set(sentences._WORDS)
    assert first_column("Nusfjord: events") == set(nusfjord_sentences.KINDS)


def test_every_question_is_listed() -> None:
    assert first_column("Vanuatu: questions") == set(questions.KINDS.values())
    kinds = {kind for kind, _ in nusfjord_questions.KINDS.values()}
    assert first_column("Nusfjord: questions") == kinds


def test_every_field_of_a_position_is_listed() -> None:
    assert first_column("Vanuatu: position") == set(position.Position.__struct_fields__)
    assert first_column("Nusfjord: position") == set(nusfjord_position.Position.__struct_fields__)
    for title, parts in {
        "Vanuatu: position": [position.CellData, position.PlayerData, position.ShipData],
        "Nusfjord: position": [nusfjord_position.PlayerData, nusfjord_position.ElderData],
    }.items():
        for part in parts:
            assert set(part.__struct_fields__) <= named(title)
    for task in questions.TASKS:
        assert re.search(rf"`{task}[ `]", section("Vanuatu: position")), task


@pytest.mark.parametrize("name", ["Vanuatu", "Nusfjord"])
def test_every_field_of_a_view_is_listed(name: str) -> None:
    game = GAMES[name.lower()]
    state = game.deal({"players": 3}, Rng(1))
    for _ in range(150):
        options = state.options()
        if not options:
            break
        state.play(options[len(options) // 2])
        if state.turn() < 0:
            break
        view = game.view(state, state.turn())
        assert first_column(f"{name}: view") == set(view)
        for part in [*view["players"], *view["spaces"], *view.get("cells", [])]:
            assert set(part) <= named(f"{name}: view"), set(part) - named(f"{name}: view")
        for score in game.scores(state):
            assert set(score.items) <= named(f"{name}: view")


@pytest.mark.parametrize(("name", "read"), [("Vanuatu", notation), ("Nusfjord", nusfjord_notation)])
def test_the_numbers_of_moves(name: str, read: ModuleType) -> None:
    rows = re.findall(r"^\| `(.*?)` \| (\d+)", section(f"{name}: moves"), re.M)
    listed = {read.write(int(number)).split()[0] for _, number in rows}
    assert listed == {text.split()[0] for text in read.TEXTS}
    for text, number in rows:
        move = read.read(text)
        assert read.write(move) == text
        kind, written = read.write(int(number)).split(), text.split()
        assert kind[0] == written[0]
        assert move >= int(number)
        later = [int(other) for _, other in rows if int(other) > int(number)]
        assert not later or move < min(later) or text.startswith("build")


def test_the_numbers_of_builds() -> None:
    for cell in range(16):
        for side, name in enumerate(["E", "SE", "SW", "W", "NW", "NE"]):
            where = notation.write(450 + 13 * cell)
            assert where.endswith(" hut")
            assert notation.write(451 + 13 * cell + side) == where.replace("hut", f"dike {name}")
            assert notation.write(457 + 13 * cell + side) == f"{where} dike {name}"


def test_every_ref_kind_is_listed() -> None:
    words = " ".join(named("Vanuatu: refs"))
    for kind in why._REFS:
        assert kind in words
    for move in range(GAMES["vanuatu"].moves):
        for ref in notation.touches(move).values():
            assert f"{ref.partition(':')[0]}:" in words
    words = " ".join(named("Nusfjord: refs"))
    for move in range(GAMES["nusfjord"].moves):
        for ref in nusfjord_notation.touches(move).values():
            assert f"{ref.partition(':')[0]}:" in words


def test_only_the_own_action_must_be_finished_first() -> None:
    game, rng = GAMES["vanuatu"], Rng(3)
    state = game.deal({"players": 4}, Rng(3))
    out_of_turn = 0
    while (asked := game.question(state)) is not None:
        if "bonus" in asked.args:
            assert not state.anytime(asked.seat)
        out_of_turn += any(state.anytime(seat) for seat in range(4) if seat != asked.seat)
        options = state.options()
        play(game, state, options[rng.below(len(options))])
    assert out_of_turn
