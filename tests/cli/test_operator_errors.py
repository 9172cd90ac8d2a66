"""Whatever is wrong when a server is started, copied or moved is one line that says what to do."""

import errno
import os
import socket
import sqlite3
from pathlib import Path

import pytest

from skerry.cli import serve
from skerry.cli.__main__ import main
from skerry.kernel.errors import BadSetup
from skerry.store.sqlite import SqliteStore
from skerry.web.settings import Settings
from skerry.web.several import listen

WRONG = [
    (["serve", "--log-level", "loud"], "choose one of debug, info, warning, error, critical"),
    (["serve", "--host", "192.0.2.1"], "give an address of this machine as --host"),
    (["serve", "--host", "no.such.invalid"], "give an address of this machine as --host"),
    (["serve", "--rate", "-1"], "'--rate'"),
    (["serve", "--sockets", "-1"], "'--sockets'"),
    (["serve", "--workers", "-1"], "'--workers'"),
    (["serve", "--trusted-proxies", "127.0.0.1,localhost"], "'localhost' is not an address"),
    (["serve", "--base-url", "https://[club"], "write it as https://games.example.org"),
    (["serve", "--base-url", "https://club.org:x"], "write it as https://games.example.org"),
    (["serve", "--database", "postgresql://ann:pw@[db/x"], "are written as %40, %2F or %5B"),
    (["serve", "--database", "postgresql://ann:pw@db:x/x"], "are written as %40, %2F or %5B"),
    (["serve", "--servers", "2"], "--servers needs --database postgresql://"),
    (["serve", "--data", "file"], "choose another directory with --data"),
    (["serve", "--data", "damaged"], "restore a backup (docs/hosting.md)"),
    (["serve", "--data", "empty"], "empty/secret is empty, which is not safe; restore it"),
    (["backup", "copy.db", "--data", "nowhere"], "name the directory with --data"),
    (["move-data", "--from", "nowhere", "--to", "postgresql://127.0.0.1:1/x"], "with --from"),
    (["move-data", "--from", "damaged", "--to", "postgresql://127.0.0.1:1/x"], "restore a backup"),
    (["export", "abc", "--database", "postgresql://ann:pw@127.0.0.1:1/x"], "check its address"),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "file").write_text("no directory")
    for name in ("damaged", "empty"):
        (tmp_path / name).mkdir()
    (tmp_path / "damaged" / "skerry.db").write_text("something else" * 100)
    (tmp_path / "empty" / "secret").touch()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def error_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, *args: str
) -> str:
    """Run the command, which is refused; return the line it prints."""
    port = ["--port", str(free_port())] if args[0] == "serve" and "--port" not in args else []
    monkeypatch.setattr("sys.argv", ["skerry", *args, *port])
    with pytest.raises(SystemExit) as ended:
        main()
    out, err = capsys.readouterr()
    assert ended.value.code == 2 and not out
    assert err.startswith("skerry: ") and err.count("\n") == 1, err
    return err


def free_port() -> int:
    with socket.socket() as trial:
        trial.bind(("127.0.0.1", 0))
        port: int = trial.getsockname()[1]
        return port


@pytest.mark.parametrize(("args", "words"), WRONG, ids=[" ".join(args) for args, _ in WRONG])
@pytest.mark.usefixtures("folder")
def test_one_line_says_what_to_do(
    args: list[str],
    words: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    line = error_line(capsys, monkeypatch, *args)
    assert words in line
    assert "Errno" not in line and ":pw@" not in line


@pytest.mark.usefixtures("folder")
def test_a_port_in_use_is_said_before_anything_is_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        line = error_line(capsys, monkeypatch, "serve", "--port", port, "--data", "new")
    assert line == (
        f"skerry: another program uses port {port}; stop it, or choose another with --port\n"
    )
    assert not Path("new").exists()


def test_a_server_listens_on_an_address_of_version_six() -> None:
    settings = Settings(host="::1", port=free_port())
    try:
        listen(settings).close()
    except BadSetup as error:
        pytest.skip(f"this machine has no ::1: {error}")
    assert settings.address == f"http://[::1]:{settings.port}"


# -- backups


def test_a_backup_that_fails_leaves_nothing_that_looks_like_one(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    data = folder / "data"
    data.mkdir()
    SqliteStore(data / "skerry.db")
    Settings(data=data).secret()

    def half(source: str, target: str) -> None:
        Path(target).write_text("half")
        raise sqlite3.OperationalError("database or disk is full")

    def no_room(source: Path, target: Path) -> None:
        target.write_text("ha")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target))

    for name, broken in (("copy_file", half), ("_copy_private", no_room)):
        with monkeypatch.context() as patch:
            patch.setattr(serve, name, broken)
            line = error_line(capsys, patch, "backup", "copy.db", "--data", "data")
        assert "nothing was kept" in line or "make room on the disk" in line
        assert not list(folder.glob("copy.db*")), name
    (folder / "copy.db.secret").touch()
    line = error_line(capsys, monkeypatch, "backup", "copy.db", "--data", "data")
    assert "copy.db.secret exists already; choose a new file" in line
    assert not (folder / "copy.db").exists(), "both or none"
