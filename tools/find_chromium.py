"""Print the path of a Chromium for the browser tests; install Debian's where that is possible."""

import contextlib
import os
import shutil
import subprocess
import sys

# Debian's Chromium without a window needs a third less time than the whole browser.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSTALL_SECONDS = 300


def works(path: str) -> bool:
    """Return whether this program can be started."""
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        done = subprocess.run([path, "--version"], capture_output=True, check=False, timeout=60)
        return done.returncode == 0
    return False


def find(names: tuple[str, ...]) -> str | None:
    """Return the path of the first of these programs that is here and can be started."""
    return next(filter(works, filter(None, map(shutil.which, names))), None)


def install(package: str) -> None:
    """Install a package of Debian, if we may; what goes wrong shows when it is looked for."""
    if not shutil.which("apt-get") or not hasattr(os, "geteuid") or os.geteuid() != 0:
        return
    print(f"installing {package} for the browser tests", file=sys.stderr)
    for command in ("update", f"install -y --no-install-recommends {package}"):
        with contextlib.suppress(subprocess.TimeoutExpired):
            subprocess.run(
                ["apt-get", *command.split()],
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
                capture_output=True,
                check=False,
                timeout=INSTALL_SECONDS,
            )


def found() -> str | None:
    """Return the path of the Chromium to use, if there is one."""
    return os.environ.get("SKERRY_CHROMIUM") or find(NAMES)


def main() -> None:
    """Print the path; nothing if there is no Chromium."""
    if not os.environ.get("SKERRY_CHROMIUM") and find((SHELL,)) is None:
        install(SHELL)
    if found() is None:
        install("chromium")
    path = found()
    if path is None:
        sys.exit(
            "no Chromium was found, so the browser tests will be skipped; "
            "install one or set SKERRY_CHROMIUM to its path"
        )
    print(path)


if __name__ == "__main__":
    main()
