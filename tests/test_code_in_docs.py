"""Every code block of the documentation runs."""

from pathlib import Path

import pytest

from tests.documentation import blocks, run_page

ROOT = Path(__file__).parents[1]
PAGES = [page for page in sorted((ROOT / "docs").glob("*.md")) if blocks(page)]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_code_of_a_page_runs(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    run_page(page, tmp_path)
