"""Games at the terminal, fed by typing: whole ones, undone ones, saved and resumed ones."""

import json
import re
from pathlib import Path

import pytest

from skerry.games import GAMES
from skerry.games.nusfjord.game import NUSFJORD
from skerry.kernel.errors import BadSetup
from skerry.kernel.record import read_record, replay
from tests.cli.command import Terminal, skerry_command

ALWAYS_THE_FIRST = "1\n" * 900


def widest(text: str) -> int:
    return max(len(line) for line in text.splitlines())


@pytest.mark.parametrize(
    "args",
    [
        ["vanuatu", "--seats", "random,random,random", "--seed", "3"],
        ["vanuatu", "--seats", "random,random", "--option", "rising_waters=true"],
        ["nusfjord", "--seats", "random,random,random,random,random", "--seed", "3"],
    ],
)
def test_bots_play_a_game_to_the_end(args: list[str], tmp_path: Path) -> None:
    output = skerry_command("play", *args, "--save", "done.game", where=tmp_path)
    assert output.returncode == 0, output.stderr
    assert "Final scores" in output.stdout
    assert "\x1b" not in output.stdout, "no colours without a terminal"
    assert widest(output.stdout) <= 80
    record = read_record((tmp_path / "done.game").read_text())
    assert record.scores is not None
    replay(GAMES, record)


@pytest.mark.parametrize("game", ["vanuatu", "nusfjord"])
def test_a_person_plays_a_whole_game(game: str, tmp_path: Path) -> None:
    output = skerry_command(
        "play", game, "--seats", "me,random,random", "--seed", "5", "--plain",
        typed=ALWAYS_THE_FIRST, where=tmp_path,
    )  # fmt: skip
    assert output.returncode == 0, output.stderr
    assert "Final scores" in output.stdout
    assert output.stdout.isascii()
    assert widest(output.stdout) <= 80 + len("> ")


def test_the_default_is_vanuatu_against_three_bots(tmp_path: Path) -> None:
    output = skerry_command("play", typed="quit\n", where=tmp_path)
    assert output.returncode == 0
    assert "Coral me, Indigo random, Amber random, Plum random" in output.stdout
    assert "saved in skerry-vanuatu-" in output.stdout


def test_a_closed_space_is_explained(tmp_path: Path) -> None:
    typed = "look guide\n1\nwhy fish\n?sell\nwhy\nplan fish\nwhy 1\nwhy nonsense\nquit\n"
    output = skerry_command(
        "play", "--seats", "me,random,random", "--seed", "7", typed=typed, where=tmp_path
    ).stdout
    assert "Guide: a tourist also brings 2 points" in output
    assert "space:fish: no fish under your canoe on 0,1; plan sail first (rule 8)" in output
    assert "space:sell: you have no fish tile (rule 8)" in output
    assert "'plan fish' is not possible now" in output
    assert "open to you now, choice 1" in output
    assert "Nothing here is called 'nonsense'" in output


def test_wrong_answers_change_nothing(tmp_path: Path) -> None:
    typed = (
        "0\n99\n-1\nfrobnicate\nplan\n\N{SNOWMAN}\nsave\nsave a\0b\nundo\nlog\nscore\nhelp\nquit\n"
    )
    output = skerry_command(
        "play", "--seats", "me,random,random", "--seed", "7", "--save", "g.game",
        typed=typed, where=tmp_path,
    )  # fmt: skip
    assert output.returncode == 0
    assert "There is no choice 99; they run from 1 to" in output.stdout
    assert "'frobnicate' is not a move; moves begin with one of" in output.stdout
    assert "cannot be the name of a file; choose another" in output.stdout
    assert "There is no move of yours to undo." in output.stdout
    record = read_record((tmp_path / "g.game").read_text())
    assert all(seat != 0 for seat, _ in record.moves)


def test_words_choose_and_narrow_the_choices(tmp_path: Path) -> None:
    typed = "take bui\nsail\nplan b\nbuild\nquit\n"
    output = skerry_command(
        "play", "--seats", "me,random,random", "--seed", "2", "--save", "g.game",
        typed=typed, where=tmp_path,
    ).stdout  # fmt: skip
    record = read_record((tmp_path / "g.game").read_text())
    mine = [text for seat, text in record.moves if seat == 0]
    assert mine == ["take builder", "plan sail", "plan build"]
    assert re.search(r"> +\d plan build +\d plan buy\n", output), "'plan b' fits two choices"


def test_undo_goes_back_to_the_own_last_decision(tmp_path: Path) -> None:
    args = ["play", "--seats", "me,random,random", "--seed", "7", "--save"]
    skerry_command(*args, "plain.game", typed="1\n1\n2\nquit\n", where=tmp_path)
    skerry_command(
        *args, "undone.game", typed="3\n2\nundo\nundo\nundo\n1\n1\n2\nquit\n", where=tmp_path
    )
    plain = read_record((tmp_path / "plain.game").read_text())
    undone = read_record((tmp_path / "undone.game").read_text())
    assert plain.moves == undone.moves, "the bots answer the same moves in the same way"


def test_a_kept_game_goes_on(tmp_path: Path) -> None:
    output = skerry_command(
        "play", "--seats", "me,random,random", "--seed", "7", typed="1\nsave my.game\n1\nquit\n",
        where=tmp_path,
    )  # fmt: skip
    assert "continue with: skerry play --resume my.game" in output.stdout
    before = read_record((tmp_path / "my.game").read_text())
    again = skerry_command("play", "--resume", "my.game", typed=ALWAYS_THE_FIRST, where=tmp_path)
    assert again.returncode == 0, again.stderr
    after = read_record((tmp_path / "my.game").read_text())
    assert after.moves[: len(before.moves)] == before.moves
    assert after.scores is not None


def test_a_game_is_never_kept_over_another_file(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("dear diary")
    output = skerry_command("play", "--seed", "7", typed="save notes.txt\nquit\n", where=tmp_path)
    assert "notes.txt: is not a saved game; choose another name" in output.stdout
    assert (tmp_path / "notes.txt").read_text() == "dear diary"


def test_the_end_of_the_input_keeps_the_game(tmp_path: Path) -> None:
    output = skerry_command("play", "--seed", "7", typed="1\n", where=tmp_path)
    assert output.returncode == 2
    assert output.stderr.count("\n") == 1
    saved = re.search(r"skerry play --resume (\S+)", output.stderr)
    assert saved
    assert read_record((tmp_path / saved[1]).read_text()).moves


def test_several_people_share_a_keyboard(tmp_path: Path) -> None:
    output = skerry_command(
        "play", "nusfjord", "--seats", "me,me", "--seed", "7", typed="1\n" * 30, where=tmp_path
    )
    assert "decides now. Press Enter when only you are looking." in output.stdout


def test_explicit_piles_are_dealt(tmp_path: Path) -> None:
    stack = ["A2", "B1", "C1", "D1", "E1", "F1", "A1", "B2", "C2", "D2", "E2", "F2"]
    setup = {"players": 3, "piles": {"first": 2, "tile_stack": stack}}
    (tmp_path / "setup.json").write_text(json.dumps(setup))
    args = ["play", "--setup", "setup.json", "--option", "tile_set=scan16_8", "--save", "g.game"]
    output = skerry_command(*args, typed="quit\n", where=tmp_path)
    assert output.returncode == 0, output.stderr
    record = read_record((tmp_path / "g.game").read_text())
    assert record.setup["piles"]["tile_stack"] == stack
    assert record.setup["piles"]["first"] == 2
    assert record.setup["options"] == {"tile_set": "scan16_8"}


def test_stepping_lets_a_person_act_between_the_bots(tmp_path: Path) -> None:
    output = skerry_command(
        "play", "--seats", "me,random,random", "--seed", "7", "--step",
        typed="1\n\nbeg 1 by 0\n\nquit\n", where=tmp_path,
    )  # fmt: skip
    assert "Enter continues; at any time: nothing of yours works now." in output.stdout


def test_a_campaign_counts_three_games(tmp_path: Path) -> None:
    for number in (1, 2, 3):
        output = skerry_command(
            "play", "--campaign", "c.json", "--seats", "random", "--seed", str(number),
            where=tmp_path,
        )  # fmt: skip
        assert output.returncode == 0, output.stderr
        assert f"Campaign, game {number} of 3 played" in output.stdout
    assert "The campaign has" in output.stdout
    assert len(json.loads((tmp_path / "c.json").read_text())["totals"]) == 3


def test_a_campaign_keeps_its_options(tmp_path: Path) -> None:
    begun = ["--campaign", "c.json", "--seats", "random", "--save", "g.game"]
    chosen = ["--option", "deck=codfish", "--option", "double_spaces=halves", "--advanced-solo"]
    for number, further in ((1, chosen), (2, []), (3, [])):
        output = skerry_command("play", *begun, *further, "--seed", str(number), where=tmp_path)
        assert output.returncode == 0, output.stderr
        options = read_record((tmp_path / "g.game").read_text()).setup["options"]
        assert (options["deck"], options["solo"]) == ("codfish", "advanced")
        assert options["double_spaces"] == "halves"
    output = skerry_command("play", *begun, "--option", "deck=herring", where=tmp_path)
    assert output.returncode == 2
    assert "c.json: this campaign has deck codfish" in output.stderr


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("deck", "shark", "deck: there is no deck 'shark'"),
        ("solo", "easy", "solo: 'easy' is neither normal nor advanced"),
        ("rank", -1, "rank: "),
        ("totals", [30, "forty"], "totals[1]: "),
        ("in_play", ["Z9"], "in_play: there is no card 'Z9'"),
        ("in_play", ["A101", "A101"], "in_play: A101 is named twice"),
        ("in_play", ["C150"], "in_play: C150 is not of the deck herring"),
        ("set_aside", ["A101"], "set_aside: A101 is not of in_play"),
        ("built_c", ["A101"], "built_c: A101 is not of the deck herring"),
        ("options", {"exclude": ["A101"]}, "options.exclude is set by the campaign itself"),
        ("options", {"double_spaces": 4}, "double_spaces"),
        ("options", {"sharks": True}, "sharks"),
        ("colour", "red", "colour"),
    ],
)
def test_a_campaign_file_is_checked(field: str, value: object, words: str, tmp_path: Path) -> None:
    campaign = NUSFJORD.campaign
    progress = campaign.begin({}) | {"totals": [30]}
    assert campaign.check(progress) == progress
    with pytest.raises(BadSetup, match=re.escape(words)):
        campaign.check(progress | {field: value})


def test_a_wrong_campaign_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "c.json").write_text('{"deck": "shark"}')
    output = skerry_command("play", "--campaign", "c.json", where=tmp_path)
    assert output.returncode == 2
    assert "c.json: campaign: deck: there is no deck 'shark'" in output.stderr


def test_the_hint_to_continue_names_the_cards(tmp_path: Path) -> None:
    assert skerry_command("cards", "export", "my cards", where=tmp_path).returncode == 0
    game = ["nusfjord", "--seats", "me,random", "--cards", "my cards", "--save", "g.game"]
    output = skerry_command("play", *game, typed="save h.game\nquit\n", where=tmp_path)
    assert "continue with: skerry play --resume h.game --cards 'my cards'" in output.stdout
    assert "continue with: skerry play --resume g.game --cards 'my cards'" in output.stdout
    begun = ["--seats", "random", "--campaign", "c.json", "--cards", "my cards"]
    output = skerry_command("play", *begun, where=tmp_path)
    assert "skerry play nusfjord --campaign c.json --cards 'my cards'" in output.stdout


@pytest.mark.parametrize("kind", ["--solo", "--advanced-solo"])
def test_nusfjord_alone(kind: str, tmp_path: Path) -> None:
    output = skerry_command(
        "play", kind, "--seed", "7", "--save", "g.game", typed="quit\n", where=tmp_path
    )
    assert output.returncode == 0, output.stderr
    options = read_record((tmp_path / "g.game").read_text()).setup["options"]
    assert options["solo"] == ("normal" if kind == "--solo" else "advanced")


# -- in a terminal


def test_ctrl_c_keeps_the_game(tmp_path: Path) -> None:
    with Terminal("play", "--seed", "7", where=tmp_path) as terminal:
        screen = terminal.until(r"take a character[\s\S]*> $")
        assert "\x1b[" in screen, "colours in a terminal"
        terminal.type("1\n")
        terminal.until(r"plan: put[\s\S]*> $")
        terminal.interrupt()
        output = terminal.until(r"--resume \S+\.game")
        assert terminal.ended() == 130
    assert "Traceback" not in terminal.seen
    saved = re.search(r"saved in (\S+);", output)
    assert saved
    assert any(seat == 0 for seat, _ in read_record((tmp_path / saved[1]).read_text()).moves)


def test_ctrl_d_keeps_the_game(tmp_path: Path) -> None:
    with Terminal("play", "--seed", "7", where=tmp_path) as terminal:
        terminal.until(r"take a character[\s\S]*> $")
        terminal.type("\x04")
        terminal.until(r"--resume \S+\.game")
        assert terminal.ended() == 0


@pytest.mark.parametrize("how", ["--plain", "NO_COLOR"])
def test_a_terminal_without_colours(how: str, tmp_path: Path) -> None:
    args = ["--plain"] if how == "--plain" else []
    settings = {"NO_COLOR": "1"} if how == "NO_COLOR" else {}
    with Terminal("play", "--seed", "7", *args, where=tmp_path, **settings) as terminal:
        screen = terminal.until(r"take a character[\s\S]*> $")
        terminal.type("quit\n")
        terminal.until(r"--resume \S+\.game")
        assert terminal.ended() == 0
    assert not re.search(r"\x1b\[[\d;]*m", screen)
    assert widest(screen) <= 80
