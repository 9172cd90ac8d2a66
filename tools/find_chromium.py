"""Find a Chromium for the browser tests, or install Debian's where that is possible."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def found() -> str | None:
    """Give the path of a Chromium, if there is one."""
    return os.environ.get("SKERRY_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


def main() -> None:
    """Say which Chromium the tests will use; install one on Debian as root."""
    if found() is None and shutil.which("apt-get") and os.geteuid() == 0:
        print("no Chromium here: installing Debian's for the browser tests")
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "check": False}
        subprocess.run(["apt-get", "update"], **quiet)
        command = ["apt-get", "install", "-y", "--no-install-recommends", "chromium"]
        subprocess.run(command, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, **quiet)
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
