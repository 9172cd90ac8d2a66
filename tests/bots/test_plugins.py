"""A bot of one's own is found by name, sees only what its seat may see, and cannot harm a game."""

import json
import sys
import textwrap
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from skerry.bots import offer, plugins
from skerry.bots.levels import make_bot
from skerry.bots.match import play_match
from skerry.bots.plugins import BotFailed
from skerry.bots.plugins.command import CommandBot, Program, finish_all
from skerry.bots.plugins.guarded import GuardedBot, private_rng
from skerry.cli.__main__ import app
from skerry.games import GAMES
from skerry.kernel.errors import BadSetup
from skerry.kernel.rng import Rng
from tests.test_every_game import moment, written

PYTHON = Path(sys.executable).as_posix()


@pytest.fixture(autouse=True)
def _own_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setenv("SKERRY_BOT_SECONDS", "30")
    yield
    finish_all()
    offer.offer_bots("")


def save(path: Path, code: str) -> str:
    path.write_text(textwrap.dedent(code))
    return path.stem


def program(tmp_path: Path, code: str) -> str:
    """Save a program that has read `question` before *code* answers it; return its bot's name."""
    head = "import json, sys, time\nfor line in sys.stdin:\n    question = json.loads(line)\n"
    path = tmp_path / "program.py"
    path.write_text(head + textwrap.indent(textwrap.dedent(code), "    "))
    return f"cmd:{PYTHON} {path.as_posix()}"


FIRST = 'print(json.dumps({"move": question["options"][0]}), flush=True)'


def test_a_class_plays_by_its_name(tmp_path: Path) -> None:
    name = save(
        tmp_path / "first_option.py",
        """
        class Bot:
            def choose(self, game, state, seat, rng):
                return state.options()[0]
        """,
    )
    record, _ = play_match(GAMES, "nusfjord", {"players": 2}, [f"{name}:Bot", "random"], 1)
    assert record.meta["bots"] == ["first_option:Bot", "random"]
    assert record.scores


def test_an_installed_package_brings_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    point = EntryPoint("gull", "skerry.bots.simple_bots:RandomBot", plugins.GROUP)
    monkeypatch.setattr(plugins, "entry_points", lambda group: [point])
    assert make_bot("gull").name == "gull"
    with pytest.raises(BadSetup, match="steady, skilled, expert, gull, and bots of your own"):
        make_bot("goose")


def test_a_program_plays_a_whole_game_and_is_asked_everything(tmp_path: Path) -> None:
    name = program(
        tmp_path,
        f"""
        with open({str(tmp_path / "asked")!r}, "a") as file: file.write(line)
        {FIRST}
        """,
    )
    record, _ = play_match(GAMES, "nusfjord", {"players": 2}, [name, "random"], 1)
    asked = [json.loads(line) for line in (tmp_path / "asked").read_text().splitlines()]
    assert len(asked) == [seat for seat, _ in record.moves].count(0)
    game = GAMES["nusfjord"]
    for question in asked:
        reached = game.from_position(question["position"])
        assert [game.write(reached, move) for move in reached.options()] == question["options"]
        assert question["view"]["viewer"] == question["seat"] == 0
        assert question["budget"] == {"seconds": 30.0}


class Spy:
    """Remembers what it was given."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def choose(self, game: Any, state: Any, seat: int, rng: Any) -> int:
        self.seen.append((written(game, state), game.setup(state), rng.below(1 << 30)))
        options: list[int] = state.options()
        return options[-1]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(12))
def test_a_class_is_shown_the_same_whatever_is_hidden(name: str, seed: int) -> None:
    game = GAMES[name]
    state = moment(game, {"players": 3}, seed)
    seat = state.turn()
    other = state.imagine(seat, Rng(seed + 99))  # hidden things differ, visible ones do not
    spy = Spy()
    bot = GuardedBot("spy", spy)
    assert bot.choose(game, state, seat, Rng(5)) == bot.choose(game, other, seat, Rng(5))
    assert spy.seen[0] == spy.seen[1]
    assert "piles" not in spy.seen[0][1]


@pytest.mark.parametrize("name", GAMES)
def test_a_program_is_shown_the_same_whatever_is_hidden(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[name]
    asked: list[bytes] = []

    class Listener:
        def ask(self, question: bytes, seconds: float) -> bytes:
            asked.append(question)
            return json.dumps({"move": json.loads(question)["options"][0]}).encode()

    monkeypatch.setattr(CommandBot, "_program", lambda self, seat: Listener())
    bot = make_bot(f"cmd:{PYTHON}")
    for seed in range(8):
        state = moment(game, {"players": 4}, seed)
        seat = state.turn()
        bot.choose(game, state, seat, Rng(5))
        bot.choose(game, state.imagine(seat, Rng(seed + 99)), seat, Rng(5))
        assert asked[-1] == asked[-2]


def test_the_chance_of_a_plugin_does_not_give_the_arenas_away() -> None:
    known = Rng(7)
    own = private_rng(Rng(7))
    drawn = [known.below(1 << 30) for _ in range(200)]
    assert not set(drawn) & {own.below(1 << 30) for _ in range(200)}
    assert private_rng(Rng(7)).below(1 << 30) == private_rng(Rng(7)).below(1 << 30)


def test_observing_shows_a_plugin_nothing() -> None:
    class Curious:
        def choose(self, *given: object) -> int:
            raise AssertionError

        def observe(self, *given: object) -> None:
            raise AssertionError("the real state has hidden things")

    state = GAMES["vanuatu"].deal({"players": 3}, Rng(1))
    GuardedBot("curious", Curious()).observe(state, state.options()[0])


@pytest.mark.parametrize(
    ("returned", "message"),
    [
        ("None", "return one of state.options.., a number"),
        ("'take artist'", "return one of state.options.., a number"),
        ("-1", "which is not one of state.options"),
        ("1 // 0", "ZeroDivisionError: .*line 4"),
        ("exit(3)", "SystemExit: 3"),
    ],
)
def test_a_class_that_fails_is_named_with_the_place(
    tmp_path: Path, returned: str, message: str
) -> None:
    name = save(
        tmp_path / f"bad_{abs(hash(returned))}.py",
        f"""
        class Bot:
            def choose(self, game, state, seat, rng):
                return {returned}
        """,
    )
    with pytest.raises(BotFailed, match=message) as error:
        play_match(GAMES, "vanuatu", {"players": 2}, [f"{name}:Bot", "random"], 1)
    assert "vanuatu, seed 1, move " in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("sys.exit('no licence')", "ended with code 1: no licence"),
        ("print('hello', flush=True)", "answered 'hello'; expected"),
        ('print(json.dumps({"move": "fly"}), flush=True)', "with one of the options"),
        ('print(json.dumps({"move": 3}), flush=True)', "with one of the options"),
        ("print('[' * 70000, flush=True)", "more than 65536 bytes"),
        ("print('1\\n2\\n3', flush=True); time.sleep(30)", "expected|more than one line"),
    ],
)
def test_a_program_that_fails_is_named_with_the_reason(
    tmp_path: Path, code: str, message: str
) -> None:
    with pytest.raises(BotFailed, match=message):
        play_match(GAMES, "nusfjord", {"players": 2}, [program(tmp_path, code), "random"], 1)


def test_the_answer_of_a_program_that_ends_with_it_counts() -> None:
    program = Program("brief", [sys.executable, "-c", "print('here')"])
    for reader in program._readers:
        reader.join()  # its end is known before it is asked
    assert program.ask(b"{}\n", 5.0).strip() == b"here"
    with pytest.raises(BotFailed, match="ended with code 0"):
        program.ask(b"{}\n", 5.0)
    program.finish()


def test_a_program_that_is_late_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SKERRY_BOT_SECONDS", "0.2")
    code = f"""
    if question["view"]["round"] > 1: time.sleep(60)
    {FIRST}
    """
    with pytest.raises(BotFailed, match=r"gave no answer within 0.2 s"):
        play_match(GAMES, "nusfjord", {"players": 2}, [program(tmp_path, code), "random"], 1)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cmd:", "names no program"),
        ("cmd:'", "No closing quotation"),
        ("cmd:./missing", "is it installed"),
        ("cmd:./text", "chmod"),
        ("nowhere:Bot", "no module 'nowhere'"),
        ("json:Bot", "has no 'Bot'"),
        ("json:tool", "has no 'tool'|is not a class"),
        ("json:JSONDecoder", "no method choose"),
        ("broken:Bot", "cannot be imported: SyntaxError"),
        ("quits:Bot", "cannot be imported: SystemExit: 2"),
        ("skerry.bots.search_bot:SearchBot", "cannot be made without arguments"),
    ],
)
def test_a_bot_that_cannot_be_found_says_what_to_do(
    tmp_path: Path, name: str, message: str
) -> None:
    (tmp_path / "text").write_text("")
    (tmp_path / "broken.py").write_text("def")
    (tmp_path / "quits.py").write_text("exit(2)")
    with pytest.raises(BadSetup, match=message):
        make_bot(name)


def test_a_saved_game_starts_no_program(tmp_path: Path) -> None:
    record, _ = play_match(GAMES, "nusfjord", {"players": 2}, ["random", "random"], 1)
    record.moves, record.scores = record.moves[:3], None
    record.meta = {"seats": ["me", f'cmd:{PYTHON} -c \'open("ran", "w")\'']}
    (tmp_path / "evil.game").write_text(record.text())
    done = CliRunner().invoke(app, ["play", "--resume", "evil.game"])
    assert done.exit_code != 0
    assert "name all seats with --seats" in str(done.exception)
    assert not (tmp_path / "ran").exists()


def test_a_server_offers_bots_by_a_name_that_tells_nothing(tmp_path: Path) -> None:
    plugin = program(tmp_path, FIRST)
    offer.offer_bots(f"steady, Gull={plugin}")
    assert offer.bots_on_offer()[-1] == "Gull"
    assert offer.bot_behind("Gull") == plugin
    assert offer.bot_behind("gone") == "steady"
    for wrong in (f"steady={plugin}", f"A={plugin},A={plugin}", "cmd:./-", "nowhere:Bot"):
        with pytest.raises(BadSetup):
            offer.offer_bots(wrong)
