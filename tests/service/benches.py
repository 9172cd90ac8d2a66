"""The proofs under bench/server as modules, so that short versions run with the tests."""

import sys
from pathlib import Path

_FOLDER = str(Path(__file__).parents[2] / "bench" / "server")
if _FOLDER not in sys.path:
    sys.path.insert(0, _FOLDER)

import hostile  # noqa: E402  # found through the path above
import kill  # noqa: E402
import running  # noqa: E402
import secrecy  # noqa: E402

__all__ = ["hostile", "kill", "running", "secrecy"]
