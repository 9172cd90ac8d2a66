"""Find a Chromium for the browser tests, or install Debian's where that is possible."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def found() -> str | None:
    """Return the path of a Chromium, if there is one."""
    return os.environ.get("SKERRY_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def main() -> None:
    """Print which Chromium the tests will use; install one on Debian as root."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    if found() is None and shutil.which("apt-get") and is_root:
        print("no Chromium here: installing Debian's for the browser tests")
        for command in ("update", "install -y --no-install-recommends chromium"):
            subprocess.run(
                ["apt-get", *command.split()],
                env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
                capture_output=True,
                check=False,
            )
    chromium = found()
    if chromium is None:
        print(
            "no Chromium was found, so the browser tests will be skipped; "
            "install one or set SKERRY_CHROMIUM to its path",
            file=sys.stderr,
        )
    else:
        print(f"browser tests use {chromium}")


if __name__ == "__main__":
    main()
