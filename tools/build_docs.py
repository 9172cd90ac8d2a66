"""Build the documentation site into build/site.

    python tools/build_docs.py          # pages, and a reference from the docstrings
    python tools/build_docs.py pages    # only gather the pages in build/site-source

The pages are those of docs/ and of the top folder; `make docs` also runs their code. The site is
built by Zensical (pip install zensical).
"""

import ast
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "build" / "site-source"
SITE = ROOT / "build" / "site"
TOP = {
    "README.md": "index.md",
    "ARCHITECTURE.md": "architecture.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "SECURITY.md": "reporting-security.md",
}
NAV: dict[str, list[str]] = {
    "Start": ["index.md", "changelog.md"],
    "Tutorials": ["own-bots.md", "lessons.md", "contributing.md"],
    "How to": [
        "terminal.md",
        "environments.md",
        "data.md",
        "hosting.md",
        "cards.md",
        "frontend.md",
        "translating.md",
        "releasing.md",
    ],
    "Reference": ["formats.md", "api.md", "observations.md"],
    "Explanation": [
        "architecture.md",
        "bots.md",
        "benchmark.md",
        "coach.md",
        "card-balance.md",
        "scale.md",
    ],
}
# What programs may use, module by module.
MODULES = [
    "skerry.games",
    "skerry.kernel.protocol",
    "skerry.kernel.agenda",
    "skerry.kernel.record",
    "skerry.kernel.rng",
    "skerry.kernel.errors",
    "skerry.bots.protocol",
    "skerry.bots.levels",
    "skerry.bots.match",
    "skerry.bots.arena",
    "skerry.research",
    "skerry.research.observations",
    "skerry.research.rewards",
    "skerry.research.aec",
    "skerry.research.gym_env",
    "skerry.research.vector",
    "skerry.research.openspiel",
    "skerry.research.frames",
    "skerry.research.dataset",
    "skerry.research.statistics",
    "skerry.research.positions",
]


def gather() -> list[str]:
    """Copy all pages; return their names."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    pages = SOURCE / "docs"
    shutil.copytree(ROOT / "docs", pages)
    for name, target in TOP.items():
        (pages / target).write_text(_top_page(ROOT / name), encoding="utf-8")
    for page in pages.rglob("*.md"):
        depth = len(page.relative_to(pages).parts) - 1
        page.write_text(_relinked(page.read_text(encoding="utf-8"), depth), encoding="utf-8")
    reference = pages / "reference"
    reference.mkdir()
    for module in MODULES:
        text = reference_page(module)
        (reference / f"{module}.md").write_text(text, encoding="utf-8")
    return sorted(page.relative_to(pages).as_posix() for page in pages.rglob("*.md"))


def _top_page(path: Path) -> str:
    return path.read_text(encoding="utf-8").replace("](docs/", "](")


def _relinked(text: str, depth: int) -> str:
    """Point links between the top folder and docs/ to where the pages lie in the site."""
    back = "../" * depth
    for name, target in TOP.items():
        text = text.replace(f"]({'../' * (depth + 1)}{name}", f"]({back}{target}")
        if depth == 0:
            text = text.replace(f"]({name}", f"]({target}")
    # Links to source files have no page; their text stays.
    return re.sub(r"\[([^\]]+)\]\((?:\.\./)*(?:src|tests|tools|deploy|LICENSE)[^)]*\)", r"\1", text)


def reference_page(module: str) -> str:
    """Write what a module offers, from its docstrings."""
    path = ROOT / "src" / Path(*module.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    tree = ast.parse(path.read_text(encoding="utf-8"))
    lines = [f"# {module}", "", ast.get_docstring(tree) or ""]
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines += _function(node, "##", node.name)
        elif isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            bases = ", ".join(map(ast.unparse, node.bases))
            lines += ["", f"## class {node.name}({bases})" if bases else f"## class {node.name}"]
            lines += ["", ast.get_docstring(node) or ""]
            for member in node.body:
                if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef):
                    lines += _function(member, "###", f"{node.name}.{member.name}")
    return "\n".join(lines) + "\n"


def _function(node: ast.FunctionDef | ast.AsyncFunctionDef, level: str, name: str) -> list[str]:
    docstring = ast.get_docstring(node)
    if node.name.startswith("_") or docstring is None:
        return []
    returned = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    signature = f"{node.name}({ast.unparse(node.args)}){returned}"
    return ["", f"{level} {name}", "", "```text", signature, "```", "", docstring]


def navigation(pages: list[str]) -> list[dict[str, object]]:
    """Return the menu: the chapters above, then whatever they leave out."""
    listed = {page for chapter in NAV.values() for page in chapter}
    menu: list[dict[str, object]] = [
        {chapter: [page for page in names if page in pages]} for chapter, names in NAV.items()
    ]
    reference = [page for page in pages if page.startswith("reference/")]
    menu.append({"Python": reference})
    for heading, folder in (("Rules", "rules/"), ("Decisions", "adr/"), ("Laboratory", "lab/")):
        menu.append({heading: [page for page in pages if page.startswith(folder)]})
    rest = [page for page in pages if "/" not in page and page not in listed]
    if rest:
        menu.append({"More": rest})
    return menu


def configuration(pages: list[str]) -> str:
    """Return the configuration of the site."""
    menu = ",\n  ".join(
        "{ " + ", ".join(f"{json.dumps(k)} = {json.dumps(v)}" for k, v in entry.items()) + " }"
        for entry in navigation(pages)
    )
    return f"""[project]
site_name = "Skerry"
site_description = "Vanuatu and Nusfjord for players, bots and researchers"
docs_dir = "docs"
site_dir = "site"
nav = [
  {menu}
]

[project.theme]
features = ["content.code.copy", "navigation.sections", "navigation.top", "search.highlight"]
"""


def main() -> None:
    """Gather the pages and build the site."""
    pages = gather()
    (SOURCE / "zensical.toml").write_text(configuration(pages), encoding="utf-8")
    if sys.argv[1:] == ["pages"]:
        return
    command = [sys.executable, "-m", "zensical", "build", "--clean"]
    subprocess.run(command, cwd=SOURCE, check=True)
    shutil.rmtree(SITE, ignore_errors=True)
    (SOURCE / "site").rename(SITE)
    print(f"written: {SITE.relative_to(ROOT)}/index.html, {len(pages)} pages")


if __name__ == "__main__":
    main()
