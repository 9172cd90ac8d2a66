"""The benchmarks in bench/server as modules, so that short runs are part of the tests."""

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

_FOLDER = str(Path(__file__).parents[2] / "bench" / "server")
if _FOLDER not in sys.path:
    sys.path.insert(0, _FOLDER)

if TYPE_CHECKING:
    import hostile as hostile
    import inside as inside
    import kill as kill
    import running as running
    import secrecy as secrecy
else:
    hostile = import_module("hostile")
    inside = import_module("inside")
    kill = import_module("kill")
    running = import_module("running")
    secrecy = import_module("secrecy")
