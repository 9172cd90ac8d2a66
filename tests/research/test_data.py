"""Data sets, data frames and statistics tell what happened in the games."""

import json
from pathlib import Path

import pyarrow.parquet
import pytest
from typer.testing import CliRunner

import skerry
from skerry.bots.match import play_match
from skerry.cli.__main__ import app
from skerry.games import GAMES
from skerry.kernel.errors import BadSetup, SkerryError
from skerry.kernel.record import GameRecord, read_record, replay
from skerry.research import observation_spec
from skerry.research.records import read_rows
from skerry.research.statistics import statistics

GOLDEN = Path(__file__).parents[1] / "golden"
SOME = [GOLDEN / "vanuatu-3.game", GOLDEN / "nusfjord-2-herring.game"]


def run(*args: object) -> str:
    done = CliRunner().invoke(app, [str(arg) for arg in args], catch_exceptions=False)
    return done.output


def asked(record: GameRecord) -> tuple[list[str], list[int]]:
    """Return the kind of question before each move, and how many options it had."""
    game, state = GAMES[record.game], replay(GAMES, record, upto=0)
    questions, options = [], []
    for seat, text in record.moves:
        question = game.question(state)
        assert question is not None
        questions.append(question.kind if question.seat == seat else "out_of_turn")
        options.append(len(state.options()))
        state.play(game.read(state, text))
    return questions, options


def test_frames_hold_every_move_and_the_final_scores() -> None:
    found = skerry.frames(SOME)
    for path in SOME:
        record = read_record(path.read_text())
        state = replay(GAMES, record)
        moves = found.moves[found.moves.game_id == path.stem]
        assert list(zip(moves.seat, moves.text, strict=True)) == record.moves
        questions, options = asked(record)
        assert (list(moves.question), list(moves.options)) == (questions, options)
        game = found.games[found.games.game_id == path.stem].iloc[0]
        assert list(game.totals) == state.results()
        items = found.items[found.items.game_id == path.stem]
        assert items.groupby("seat").points.sum().tolist() == state.results()
    assert found.scores.win.sum() == len(SOME)


def test_frames_of_other_libraries() -> None:
    assert skerry.frames(SOME[0], library="arrow").games.num_rows == 1
    with pytest.raises(BadSetup, match="choose one of pandas, polars, arrow"):
        skerry.frames(SOME, library="excel")


def test_a_record_that_lies_is_refused_with_its_file_and_move(tmp_path: Path) -> None:
    text = SOME[0].read_text()
    record = read_record(text)
    record.moves[4] = (record.moves[4][0], "perform sail")
    (tmp_path / "false.game").write_text(record.text())
    with pytest.raises(SkerryError, match=r"false.game: move 5 \(\d perform sail\): .*answer"):
        skerry.frames(tmp_path)
    with pytest.raises(BadSetup, match="no records"):
        read_rows([])


def test_a_data_set_of_self_play(tmp_path: Path) -> None:
    out = tmp_path / "set"
    printed = run(
        "dataset", out, "--game", "nusfjord", "--bots", "search:4,random", "--games", 2,
        "--jobs", 1, "--observations",
    )  # fmt: skip
    assert printed.count("written: ") == 6
    read = {path.stem: pyarrow.parquet.read_table(path) for path in out.glob("*.parquet")}
    assert read["games"].num_rows == 2
    assert read["games"]["bots"].to_pylist() == [["search:4", "random"], ["random", "search:4"]]
    spec = observation_spec("nusfjord", 2)
    seen = read["observations"].to_pylist()
    assert len(seen) == read["moves"].num_rows
    assert all(len(row["observation"]) == spec.size for row in seen)
    assert all(row["move"] in row["options"] for row in seen)
    searches = read["searches"].to_pylist()
    assert searches
    chosen = {(row["game_id"], row["number"]): row["move"] for row in seen}
    for row in searches:
        best = row["moves"][row["visits"].index(max(row["visits"]))]
        assert chosen[row["game_id"], row["number"]] == best
        assert len(row["leads"]) == len(row["moves"])
    with pytest.raises(SkerryError, match="holds a data set already"):
        run("dataset", out, "--records", SOME[0])


def test_a_data_set_of_records_read_by_duckdb(tmp_path: Path) -> None:
    run("dataset", tmp_path / "set", "--records", SOME[0], "--records", SOME[1])
    games = pyarrow.parquet.read_table(tmp_path / "set" / "games.parquet")
    assert games["game_id"].to_pylist() == [path.stem for path in SOME]
    duckdb = pytest.importorskip("duckdb")
    folder = (tmp_path / "set").as_posix()
    found = duckdb.sql(
        f"select game, count(*) from '{folder}/moves.parquet' join '{folder}/games.parquet' "
        "using (game_id) group by game order by game"
    ).fetchall()
    assert [name for name, _ in found] == ["nusfjord", "vanuatu"]


def test_records_of_the_same_name_stay_apart(tmp_path: Path) -> None:
    for folder in ("monday", "tuesday"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "1.game").write_text(SOME[0].read_text())
    run("dataset", tmp_path / "set", "--records", tmp_path)
    games = pyarrow.parquet.read_table(tmp_path / "set" / "games.parquet")
    assert games["game_id"].to_pylist() == ["monday/1", "tuesday/1"]
    assert list(skerry.frames(tmp_path).games.game_id) == ["monday/1", "tuesday/1"]


@pytest.mark.parametrize(
    ("args", "printed"),
    [
        ([], "name either --records"),
        (["--records", "x", "--game", "vanuatu"], "name either --records"),
        (["--game", "vanuatu", "--bots", "random"], "one bot per seat, 2 to 5"),
        (["--records", "nowhere"], "no such file or folder"),
    ],
)
def test_what_a_data_set_cannot_be_made_of(tmp_path: Path, args: list[str], printed: str) -> None:
    with pytest.raises(SkerryError, match=printed):
        run("dataset", tmp_path / "set", *args)


def test_statistics_count_seats_and_sources(tmp_path: Path) -> None:
    for seed in range(4):
        record, _ = play_match(GAMES, "vanuatu", {"players": 2}, ["random", "random"], seed)
        (tmp_path / f"{seed}.game").write_text(record.text())
    (found,) = statistics(read_rows(tmp_path, with_moves=False))
    assert (found.game, found.players, found.games) == ("vanuatu", 2, 4)
    assert [seat.seats for seat in found.seats] == [4, 4]
    assert sum(seat.wins for seat in found.seats) == pytest.approx(4)
    assert {"artist", "navigator"} <= {share.name for share in found.acquired["character"]}
    mean = sum(spread.mean for spread in found.sources)
    assert mean == pytest.approx(sum(share.points for share in found.seats) / 2)
    printed = run("stats", tmp_path, "--plot", tmp_path / "stats.png")
    assert "Vanuatu, 2 players, 4 games" in printed
    assert "points by source" in printed
    assert (tmp_path / "stats.png").stat().st_size > 10_000
    as_json = json.loads(run("stats", tmp_path, "--json"))
    assert as_json[0]["games"] == 4
