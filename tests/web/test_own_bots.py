"""A server with bots of its operator: players see their names and nothing else of them."""

import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from skerry.games import GAMES
from skerry.kernel.rng import Rng
from skerry.research.positions import position_link
from skerry.web.client import Refusal
from tests.service.benches import running
from tests.web.test_running import finished
from tests.web.test_server import guest, run, skerry

PROGRAM = """
import json, sys
for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"move": question["options"][0]}), flush=True)
"""


def test_a_program_of_the_operator_plays_at_a_table(tmp_path: Path) -> None:
    (tmp_path / "gull.py").write_text(PROGRAM)
    data = tmp_path / "data"
    data.mkdir()
    plugin = f"cmd:{Path(sys.executable).as_posix()} {(tmp_path / 'gull.py').as_posix()}"
    server = running.OwnServer(data, "--bots", f"steady,Gull={plugin}", "--bot-seconds", "20")
    server.start()

    async def story() -> None:
        ada = await guest(server)
        games = (await ada.get("/api/games"))["games"]
        assert games[0]["levels"] == ["random", "relaxed", "steady", "skilled", "expert", "Gull"]
        assert "gull.py" not in str(games)
        seats = [{"kind": "bot", "level": "Gull"}]
        made = await ada.post("/api/tables", {"game": "nusfjord", "seats": seats})
        assert made["table"]["seats"][0]["level"] == "Gull"
        assert "gull.py" not in str(made)
        await finished(ada, made["table"]["id"])
        record = (await ada.get(f"/api/tables/{made['table']['id']}/record"))["record"]
        assert "gull.py" not in record
        _look_at_a_position(server.url)
        for wrong in (plugin, "cmd:ls", "json:tool"):
            with pytest.raises(Refusal, match="there is no bot"):
                seats = [{"kind": "bot", "level": wrong}]
                await ada.post("/api/tables", {"game": "nusfjord", "seats": seats})

    try:
        run(story())
    finally:
        server.stop()


def _look_at_a_position(url: str) -> None:
    """A link that holds a position is a picture in a browser; a damaged one is refused."""
    state = GAMES["vanuatu"].deal({"players": 3}, Rng(1))
    with urllib.request.urlopen(position_link("vanuatu", state, url), timeout=20) as answer:
        assert answer.headers["content-type"].startswith("image/svg+xml")
        assert answer.read().startswith(b"<svg")
    for damaged in ("vanuatu?d=AAAA", "vanuatu", "chess?d=AAAA"):
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(f"{url}/p/{damaged}", timeout=20)
        with refused.value:
            assert refused.value.code == 400


def test_a_server_whose_bots_do_not_exist_does_not_start(tmp_path: Path) -> None:
    refused = skerry("serve", "--data", str(tmp_path / "data"), "--bots", "nowhere:Bot")
    assert refused.returncode == 2
    assert "there is no module 'nowhere'" in refused.stderr
    assert "Traceback" not in refused.stderr
