"""`make dev` starts the server again after an edit and ends both processes."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from skerry.web.settings import Settings

sys.path.insert(0, str(Path(__file__).parents[1] / "tools"))
import dev  # a script, not a package


def sleeper() -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])


def test_an_edit_starts_the_server_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module = tmp_path / "rules.py"
    module.write_text("ROUNDS = 7\n")
    monkeypatch.setattr(dev, "SOURCE", tmp_path)
    monkeypatch.setattr(dev, "PAUSE", 0.05)
    servers: list[subprocess.Popen[bytes]] = []
    started_again = threading.Event()

    def start_server() -> subprocess.Popen[bytes]:
        servers.append(sleeper())
        started_again.set()
        return servers[-1]

    monkeypatch.setattr(dev, "start_server", start_server)
    first, page = sleeper(), sleeper()
    following = threading.Thread(target=dev.follow, args=(first, page))
    following.start()
    try:
        (tmp_path / "notes.txt").write_text("no source")
        assert not started_again.wait(0.3)
        (tmp_path / "cards.toml").write_text("schema = 1\n")
        assert started_again.wait(10)
        assert first.wait(10) is not None and servers[0].poll() is None
    finally:
        page.kill()
        following.join(10)
    assert servers[0].poll() is not None, "the server ends with the page"


def test_the_server_listens_where_the_page_looks_for_it() -> None:
    """The proxy of vite.config.ts, `make dev` and `skerry serve` agree on the port."""
    config = (Path(__file__).parents[1] / "frontend" / "vite.config.ts").read_text()
    assert "SKERRY_DEV_PORT" in config
    assert str(Settings().port) == dev.PORT
    assert f"?? {dev.PORT}" in config
