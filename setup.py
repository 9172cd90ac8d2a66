"""Build the page, and compile the engine with mypyc where a C compiler is at hand.

Without a compiler the same source is installed and runs interpreted. SKERRY_INTERPRETED=1 asks for
that. A page that cannot be built is an error; SKERRY_NO_FRONTEND=1 leaves it out: library, terminal
and API do not need it. SKERRY_OPT is the level of optimization, 3 unless another is asked for: with
1 the engine is compiled in less than half the time, and is slower.
"""

import os
import subprocess
import sys
from glob import glob
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

# Everything a playout passes through, with the views. Search, engine and kernel call each other
# directly, so they are one group.
ENGINE = [
    "src/skerry/kernel/agenda.py",
    "src/skerry/kernel/events.py",
    "src/skerry/kernel/lists.py",
    "src/skerry/kernel/observing.py",
    "src/skerry/kernel/plain_data.py",
    "src/skerry/kernel/rng.py",
    *sorted(glob("src/skerry/bots/engine/*.py")),
    *sorted(glob("src/skerry/games/*/engine/**/*.py", recursive=True)),
    *sorted(glob("src/skerry/research/engine/*.py")),
    *sorted(glob("src/skerry/games/*/game.py")),
    "src/skerry/games/vanuatu/led.py",
    *sorted(glob("src/skerry/games/*/questions.py")),
    *sorted(glob("src/skerry/games/*/sentences.py")),
    *sorted(glob("src/skerry/games/*/view.py")),
]
# What a move passes through on a server, from its socket to those of the viewers. Only files
# without coroutines: one that waits inside `except` or `finally` would get others' exceptions.
SERVICE = [
    "src/skerry/service/live/live_table.py",
    "src/skerry/service/live/server_time.py",
    "src/skerry/service/live/timers.py",
    "src/skerry/service/table/absence.py",
    "src/skerry/service/table/clock.py",
    "src/skerry/service/table/decide.py",
    "src/skerry/service/table/moves.py",
    "src/skerry/service/table/seats.py",
    "src/skerry/service/table/standing.py",
    "src/skerry/service/table/undo.py",
    "src/skerry/service/viewers/decision.py",
    "src/skerry/service/viewers/difference.py",
    "src/skerry/service/viewers/frames.py",
    "src/skerry/service/viewers/viewer.py",
    "src/skerry/web/websocket_frames.py",
]
# The rest stays interpreted.
LEVEL = os.environ.get("SKERRY_OPT", "3")
BUILD = "build" if LEVEL == "3" else f"build/O{LEVEL}"  # so that each level has its own files
COMMANDS_THAT_BUILD = {"build", "build_ext", "bdist_wheel", "install", "develop", "editable_wheel"}


def extensions() -> list:
    if os.environ.get("SKERRY_INTERPRETED") or not COMMANDS_THAT_BUILD & set(sys.argv):
        return []
    try:
        from mypyc.build import mypycify

        return [
            module
            for name, files in {"skerry": ENGINE, "skerry_service": SERVICE}.items()
            for module in mypycify(
                [*files, "--follow-imports=silent", "--ignore-missing-imports", "--config-file="],
                opt_level=LEVEL,
                debug_level="0",
                group_name=name,
                target_dir=BUILD,
            )
        ]
    except ImportError:
        print("skerry: mypyc is missing, so the engine is installed interpreted", file=sys.stderr)
        return []


def build_page() -> None:
    """Build the page, unless it is not wanted; in a source distribution it is there already."""
    if not os.environ.get("SKERRY_NO_FRONTEND"):
        subprocess.run([sys.executable, "tools/build_frontend.py"], check=True)


def remove_leftovers(built: Path) -> None:
    """Remove what an earlier build has left of files that are gone, or are not compiled any more.

    It would be packed with the rest, and a compiled file that its group does not know fails.
    """
    compiled = {module.name for module in modules}
    for path in [*built.glob("**/*.py"), *built.glob("**/*.so")]:
        file = path.relative_to(built)
        name = str(file).partition(".")[0].replace(os.sep, ".")
        belongs = name in compiled if file.suffix == ".so" else ("src" / file).exists()
        if not belongs:
            path.unlink()


class BuildWithPage(build_py):
    """Builds the page before the package's files are gathered."""

    def run(self) -> None:
        remove_leftovers(Path(self.build_lib))
        if not self.editable_mode:  # `make dev` serves the page from its sources
            build_page()
        super().run()


class DistributeWithPage(sdist):
    """Puts the built page into the source distribution, so that a wheel of it needs no Node."""

    def run(self) -> None:
        build_page()
        super().run()


modules = extensions()
for module in modules:
    module.optional = True  # no C compiler: install the same source, interpreted
    if os.name == "posix":
        # Nothing replaces our functions at run time, so they may be inlined: a sixth faster.
        module.extra_compile_args.append("-fno-semantic-interposition")
        # Nobody reads warnings about generated C, and looking for them takes as long as compiling.
        module.extra_compile_args.append("-w")
        module.extra_compile_args += ["-include", "tools/cold_errors.h"]
setup(
    ext_modules=modules,
    cmdclass={"build_py": BuildWithPage, "sdist": DistributeWithPage},
    # One file of C takes minutes; beside it the small ones of all modules are compiled.
    options={"build": {"build_base": BUILD}, "build_ext": {"parallel": 2}},
)
