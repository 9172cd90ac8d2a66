"""Compile the engine with mypyc where a C compiler is at hand; else install it as plain Python."""

import os
import sys
from glob import glob

from setuptools import setup

# Everything a playout passes through. The rest (notation, views, files) stays interpreted.
HOT = [
    "src/skerry/kernel/agenda.py",
    "src/skerry/kernel/events.py",
    "src/skerry/kernel/rng.py",
    *sorted(glob("src/skerry/bots/engine/*.py")),
    *sorted(glob("src/skerry/games/*/engine/**/*.py", recursive=True)),
]
COMMANDS_THAT_BUILD = {"build", "build_ext", "bdist_wheel", "install", "develop", "editable_wheel"}


def extensions() -> list:
    if os.environ.get("SKERRY_INTERPRETED") or not COMMANDS_THAT_BUILD & set(sys.argv):
        return []
    try:
        from mypyc.build import mypycify

        return mypycify(
            [*HOT, "--strict", "--config-file="],
            opt_level="3",
            debug_level="0",
            group_name="skerry",
        )
    except ImportError:
        print("skerry: mypyc is missing, so the engine is installed interpreted", file=sys.stderr)
        return []


modules = extensions()
for module in modules:
    module.optional = True  # no C compiler: install the same source, interpreted
setup(ext_modules=modules)
