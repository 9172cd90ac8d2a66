"""Card files that once passed the check and then broke the game."""

from pathlib import Path

import pytest

from skerry.games.nusfjord import catalogue
from skerry.games.nusfjord.game import Nusfjord
from skerry.kernel.errors import BadSetup
from skerry.kernel.rng import Rng

HERRING = (catalogue.PACKAGE / "herring.toml").read_text(encoding="utf-8")


def card(number: int, timing: str, *abilities: str) -> str:
    """Write one more A card of the Herring deck."""
    lines = [
        "[[building]]",
        f'id = "A{number}"',
        f'name = "Card {number}"',
        'letter = "A"',
        f"number = {number}",
        f'timing = "{timing}"',
        "cost = { }",
        "vp = 0",
        "vp_star = false",
        'text = "A test."',
        'status = "reconstructed"',
        "documented = []",
        "reconstructed = []",
        "sources = []",
    ]
    for ability in abilities:
        lines += ["[[building.ability]]", ability]
    return "\n".join(lines) + "\n"


def game_with(tmp_path: Path, *cards: str) -> Nusfjord:
    (tmp_path / "herring.toml").write_text(HERRING + "\n" + "\n".join(cards), encoding="utf-8")
    return Nusfjord(str(tmp_path))


def refusal(tmp_path: Path, *cards: str) -> str:
    with pytest.raises(BadSetup) as caught:
        game_with(tmp_path, *cards)
    return str(caught.value)


def event(name: str, do: str, more: str = "") -> str:
    return f'when = "event"\nevent = "{name}"\n{more}\ndo = [{do}]'


def reaction(number: int, waits_for: str, space: str, more: str = "") -> str:
    """Write a card that takes an action whenever another is complete."""
    act = f'{{op="act",space="{space}"}}'
    return card(number, "whenever", event("action", act, f'spaces=["{waits_for}"]\n{more}'))


def own_and_begin(game: Nusfjord, *names: str):
    setup = {"players": 2, "piles": {"starter": 0, "a_display": ["A104"]}}
    state = game.deal(setup, Rng(1))
    for name in names:
        state.players[0].own(game.catalogue.cards.cards[game.catalogue.slots[name]])
    return state


def test_the_last_forest_may_go_while_two_are_being_removed(tmp_path):
    game = game_with(
        tmp_path,
        card(
            119,
            "whenever",
            event("forest_removed", '{op="remove_forest",count=1,wood=0}', "limit=1"),
        ),
        card(120, "once", 'when = "once"\ndo = [{op="remove_forest",count=2,wood=1}]'),
    )
    state = own_and_begin(game, "A119", "A120")
    player = state.players[0]
    player.forest = [0] * 12
    player.forest[2] = 2
    player.forests = 2
    for text in ("use A120.1", "use A119.1"):
        state.play(game.read(state, text))
    assert (player.forests, player.wood) == (0, 1), "one went to each card, with wood for the first"
    assert state.turn() == 0


def test_plates_paid_for_are_taken(tmp_path):
    """Serving in the middle of serving never fills a ninth plate."""
    serving = event("plate_served", '{op="act",space="serve_fish",plate_flat=0}')
    game = game_with(tmp_path, card(119, "whenever", serving))
    state = own_and_begin(game, "A119")
    state.players[0].fish = 50
    state.plates = 5
    state.play(game.read(state, "place serve_fish"))
    state.play(game.read(state, "serve 2"))
    assert state.plates == 6
    state.play(game.read(state, "use A119.1"))  # one plate is left: the other is paid for
    assert state.plates == len(state.board.plates) == 8
    while state.turn() == 0:
        state.play(state.options()[-1])
        assert state.plates <= 8


@pytest.mark.parametrize(
    ("cards", "named"),
    [
        pytest.param(
            [
                card(
                    119,
                    "whenever",
                    event("forest_removed", '{op="act",space="reforest"}'),
                    event("reforested", '{op="remove_forest",count=2,wood=1}'),
                )
            ],
            ["A119: ability 1", "A119: ability 2"],
            id="two abilities of a card",
        ),
        pytest.param(
            [
                card(
                    119,
                    "whenever",
                    event("action", '{op="act",space="thin_out"}', 'spaces=["gold"]'),
                ),
                card(
                    120,
                    "whenever",
                    event("action", '{op="act",space="gold"}', 'spaces=["thin_out"]'),
                ),
            ],
            ["A119: ability 1", "A120: ability 1"],
            id="two cards",
        ),
        pytest.param(
            [
                card(119, "anytime", 'when="anytime"\ndo=[{op="pay",fish=1},{op="gain",wood=1}]'),
                card(120, "whenever", event("wood_excess", '{op="gain",fish=1}')),
            ],
            ["A120: ability 1", "trade for wood"],
            id="a trade that its own excess pays back",
        ),
    ],
)
def test_circles_without_end_are_refused(tmp_path, cards, named):
    complaint = refusal(tmp_path, *cards)
    assert "herring.toml" in complaint
    assert "add a limit" in complaint
    for words in named:
        assert words in complaint


def test_a_limit_opens_the_circle(tmp_path):
    game_with(
        tmp_path,
        card(119, "whenever", event("action", '{op="act",space="thin_out"}', 'spaces=["gold"]')),
        card(
            120,
            "whenever",
            event("action", '{op="act",space="gold"}', 'spaces=["thin_out"]\nlimit=1'),
        ),
    )


def test_what_uses_something_up_may_go_round(tmp_path):
    """Shares and ships run out, so these two end by themselves."""
    game_with(
        tmp_path,
        reaction(119, "build_ship", "issue_share"),
        reaction(120, "issue_share", "build_ship"),
    )
